package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/internal/watchdog"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/timer"
)

// Replayed is a history that the workflow's code agrees with.
type Replayed struct {
	Workflow   string
	WorkflowID string
	Run        RunID
	Events     int64 // of the history
	Tasks      int   // recorded workflow tasks, all of them replayed
	// Open is how many events at the end no task has answered yet. They are not
	// replayed: what the code would ask for now is not in the history.
	Open int
	Done bool // the history is that of a run that has ended
	// Waits are the coroutines of a run that has not ended: where each stands in the
	// code, and what it waits for.
	Waits []Wait
	// Unread are the seqs of the signals of such a run that came and that the code has not
	// received.
	Unread []int64
	// Warnings tell of activities, timers and ends that the code still asks for in the same
	// order, with other inputs, due times, results or failures: a line for each of the first hundred. The engine goes on
	// with the recorded ones and does not look.
	Warnings []string
	// Changes are by which version of each change of the code the run goes, see
	// [workflow.Version]; 0: by the way before it. Nil: it has come to none.
	Changes  map[string]int
	Redacted string // what was taken out of the file, see [history.Redact]
	// Uncompared is what Warnings cannot tell of since it was taken out, in words; what the
	// code makes of such values may still differ. "": everything was compared.
	Uncompared string
}

const maxWarnings = 100

// Replay runs the code bound in this Runtime against the history of a stored run, as a
// worker does that takes the run up, and says where the run then stands. Nothing is
// written, no activity begins, and the Runtime need not be started. The run may go on
// meanwhile; it is replayed as it stood at the beginning.
//
// Code that does not do what the history says is a [*replay.MismatchError], which tells
// both call sites, and what the history has around the place. Code that panics is a [*replay.PanicError]; code that does not come
// back within Config.StepTimeout, by the clock on the wall, a [*StuckError], and its
// goroutine is left to itself. Damaged rows are a [*history.CorruptError]. Other errors
// are those of the store, [ErrNotFound] among them, also when it panics, and one that
// says that the workflow is not bound here. With an error come the names, and what was
// counted before it.
func Replay[R Ref](ctx context.Context, c Client, run R) (Replayed, error) {
	walked, err := stored(ctx, c, run, new(playback))
	return walked.Replayed, err
}

// ReplayExport is [Replay] for a history that [Export] wrote. The Runtime's store is not
// asked. A file that is not a whole export is a [*history.ExportError].
func ReplayExport(ctx context.Context, c Client, r io.Reader) (Replayed, error) {
	walked, err := exported(ctx, c, r, new(playback))
	return walked.Replayed, err
}

// Walked is a history that was replayed, with some of its tasks.
type Walked struct {
	Replayed
	Steps []Step
}

// Step is a workflow task of a history.
type Step struct {
	Task  int       // its number: the first of a run is 1
	Now   time.Time // the workflow's time in it
	Build string    // of the worker that made it; "" is not known
	In    []history.Event
	Out   []history.Event // what the code asked for
	// Waits is where each line of control stood afterwards, and what for it waited. It is empty after
	// the end, and where the code does something else than the history says.
	Waits  []Wait
	Unread []int64       // seqs of the signals and updates that had come by then, and were not received
	Logs   []slog.Record // what the code logs in it, by the levels that Config.Logger has now
	// Open says that no task has answered these events yet: the code is not asked what it would do.
	Open bool
}

// Walk is [Replay], and tells of the workflow tasks from number from on what came in, what the code asked
// for, and where it then stood; up to task to, which is not among them. The history is replayed to its
// end all the same. The task that the code does not agree with is the last step; one that it does not come
// back from is no step. A deadline of ctx that is nearer than Config.StepTimeout bounds the code likewise.
func Walk[R Ref](ctx context.Context, c Client, run R, from, to int) (Walked, error) {
	return stored(ctx, c, run, &playback{from: from, to: to})
}

// WalkExport is [Walk] for a history that [Export] wrote, see [ReplayExport].
func WalkExport(ctx context.Context, c Client, r io.Reader, from, to int) (Walked, error) {
	return exported(ctx, c, r, &playback{from: from, to: to})
}

// stored replays the history of a stored run.
func stored[R Ref](ctx context.Context, c Client, run R, p *playback) (Walked, error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	walked := Walked{Replayed: Replayed{Run: to.run}}
	if err != nil {
		return walked, wrap(err, "replay of %s", to)
	}
	began := false
	err = rt.through(ctx, request("replay", to), func(ctx context.Context) error {
		head, rows, err := storedRun(ctx, rt, to)
		if err != nil {
			return err
		}
		began = true
		walked, err = rt.replay(ctx, head, rows, p)
		return err
	})
	if began {
		return walked, err
	}
	return walked, wrap(err, "replay of %s", to)
}

// exported replays the history in a file.
func exported(ctx context.Context, c Client, r io.Reader, p *playback) (Walked, error) {
	v, err := writerOf(ctx, c) // no store is asked, so nothing can be in its way
	if err == nil && r == nil {
		err = errors.New("the reader is nil: open the file that Export has written")
	}
	var head history.Export
	var rows histories.Rows
	if err == nil {
		head, rows, err = history.ReadExport(r)
	}
	if err != nil {
		return Walked{}, wrap(err, "replay")
	}
	return v.replay(ctx, head, rows, p)
}

// replay replays a history in p, which says what else is wanted.
func (rt *Runtime) replay(ctx context.Context, head history.Export, rows histories.Rows, p *playback) (Walked, error) {
	mask := head.Mask()
	sealer := rt.sealer.In(cmp.Or(head.Namespace, rt.cfg.Namespace))
	p.open = func(events []history.Event) error { return sealer.OpenAll(ctx, events) }
	p.out.Replayed = Replayed{
		Workflow: head.Workflow, WorkflowID: head.WorkflowID, Run: head.RunID,
		Redacted: head.Redacted, Uncompared: mask.String(),
	}
	p.after, p.clock = rt.cfg.StepTimeout, timer.System()
	p.replayed, p.closed = make(chan struct{}), make(chan struct{})
	cfg := replay.Config{Warn: p.warn, Exact: true, Mask: mask}
	if p.walks() {
		cfg.Logged = p.logged
		if end, ok := ctx.Deadline(); ok {
			p.after = max(min(p.after, end.Sub(p.clock.Now())), time.Millisecond)
		}
	}
	out := p.out
	p.publish()
	var err error
	if p.machine, err = rt.process.NewMachine(head.Workflow, head.RunID, cfg); err != nil {
		return out, unbound(err)
	}
	go p.run(ctx, head, rows)
	err = p.watch(ctx)
	select {
	case <-p.replayed:
		out = p.out
		if err == nil {
			err = p.err
		} else { // of unwinding, after what there was to tell
			err = errors.Join(p.err, err)
		}
	default: // it hangs
		out = *p.counted.Load()
	}
	switch {
	case err != nil && p.agreed.Load(): // it is of what came then
		if stuck := (*StuckError)(nil); errors.As(err, &stuck) {
			err = fmt.Errorf("the handler has not come back: %w", err)
		}
		return out, err
	case err != nil:
		return out, fmt.Errorf("reprise: replay of %q: %w%s", head.WorkflowID, err, misled(head, err))
	}
	return out, nil
}

// misled adds to an error of the code's that it may be the file's.
func misled(head history.Export, err error) string {
	var mismatch *replay.MismatchError
	var panicked *replay.PanicError
	if head.Redacted == "" || !errors.As(err, &mismatch) && !errors.As(err, &panicked) {
		return ""
	}
	return fmt.Sprintf("\nThe file is redacted (%s): code that decides by such values goes another way, and need not be wrong.", head.Redacted)
}

// playback is one replay of a whole history. Author code runs on its goroutine, which
// belongs to nobody else; who asked for it watches. The clock is that of the wall,
// whatever Config.Clock is: how long code takes has nothing to do with the time that
// the workflow sees.
type playback struct {
	machine  *replay.Machine
	open     histories.Opener
	after    time.Duration
	clock    timer.Clock
	stepping watchdog.Stepping
	out      Walked
	from, to int                   // the tasks to be told of; both 0: none
	now      *Step                 // of the task that is replayed; nil: it is not to be told of
	last     []history.Event       // of the tasks so far, as many as an excerpt begins with
	differs  *replay.MismatchError // found; what follows is read for its excerpt
	err      error
	each     func(*playback)        // called after each task; nil: nothing is
	then     func(*playback) error  // called with the machine at the end, if the code agrees; nil: nothing is
	agreed   atomic.Bool            // it has begun
	counted  atomic.Pointer[Walked] // out, for when it hangs
	replayed chan struct{}          // out and err are whole
	closed   chan struct{}          // and the machine is closed
}

// errExited is what is left of a replay whose goroutine ended on the way.
var errExited = errors.New("what reads the history has called runtime.Goexit")

// errGivenUp says that the watcher gave the code up, which has come back after all.
var errGivenUp = errors.New("reprise: the replay was given up")

// run replays the history and closes the machine, also when what it reads from ends the
// goroutine.
func (p *playback) run(ctx context.Context, head history.Export, rows histories.Rows) {
	defer close(p.closed)
	defer func() {
		since := p.stepping.Enter(p.clock)
		p.machine.Close()
		p.stepping.Leave(since)
	}()
	defer close(p.replayed)
	p.err = errExited
	if p.err = p.tasks(ctx, head, rows); p.differs != nil {
		p.err = p.differs
	}
	p.out.Done, p.out.Changes = p.machine.Done(), p.machine.Changes()
	if p.err == nil && !p.out.Done { // a terminated workflow stands where it stood
		p.out.Unread = p.machine.Unread()
		for _, w := range p.machine.Waiting() {
			p.out.Waits = append(p.out.Waits, waitOf(waits.Of(w)))
		}
	}
	if p.err == nil && p.then != nil {
		p.goOn()
	}
}

// goOn calls then, which may run code of the author's.
func (p *playback) goOn() {
	p.publish()
	p.agreed.Store(true)
	p.err = &replay.PanicError{Run: p.out.Run, Goexit: true} // unless it comes back
	since := p.stepping.Enter(p.clock)
	err := p.then(p)
	if p.err = err; !p.stepping.Leave(since) {
		p.err = errGivenUp
	}
}

// tasks replays the tasks of the history. A panic of what it reads from is an error.
func (p *playback) tasks(ctx context.Context, head history.Export, rows histories.Rows) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("what reads the history panicked: %v\n%s", v, debug.Stack())
		}
	}()
	return histories.Tasks(rows, head.Events+1, p.open, func(t replay.Task) (keeps bool, err error) {
		if err := context.Cause(ctx); err != nil {
			return true, err
		}
		if p.differs != nil {
			return true, p.surround(t)
		}
		defer p.publish()
		return true, p.task(t)
	})
}

// publish lets the watcher see what is counted so far.
func (p *playback) publish() {
	out := p.out
	out.Warnings, out.Steps = slices.Clip(out.Warnings), slices.Clip(out.Steps)
	p.counted.Store(&out)
}

func (p *playback) task(t replay.Task) error {
	if len(t.Events) > 0 {
		if s, ok := t.Events[0].Body.(*history.Started); ok && s.Workflow != p.out.Workflow {
			return fmt.Errorf("the history is one of workflow %q, its head says %q: export the run again", s.Workflow, p.out.Workflow)
		}
	}
	p.out.Events += int64(len(t.Events) + len(t.Commands))
	p.now = nil
	if n := p.out.Tasks + 1; n >= p.from && n < p.to {
		p.now = &Step{Task: n, Now: t.Now, Build: t.Build, In: t.Events, Out: t.Commands, Open: !t.Recorded}
	}
	if !t.Recorded {
		p.out.Open = len(t.Events)
		p.stepped(nil)
		return nil
	}
	p.publish()
	since := p.stepping.Enter(p.clock)
	_, err := p.machine.Step(t)
	if err == nil && p.each != nil {
		p.each(p)
	}
	p.stepped(err)
	if !p.stepping.Leave(since) {
		return errGivenUp
	}
	switch {
	case err == nil:
		p.out.Tasks++
		p.keep(t.Events)
		p.keep(t.Commands)
	case errors.As(err, &p.differs):
		p.differs.Around.Seq = p.differs.Seq
		p.differs.Around.Add(p.last...)
		return p.surround(t)
	}
	return err
}

// walks reports whether tasks are to be told of.
func (p *playback) walks() bool { return p.to > 0 }

// stepped tells of the task that was replayed.
func (p *playback) stepped(err error) {
	s := p.now
	if s == nil {
		return
	}
	if err == nil && !p.machine.Done() {
		s.Unread = p.machine.Unread()
		for _, w := range p.machine.Standing() {
			s.Waits = append(s.Waits, standing(w))
		}
	}
	p.out.Steps = append(p.out.Steps, *s)
}

func (p *playback) logged(record any) {
	if line, ok := record.(slog.Record); ok && p.now != nil {
		p.now.Logs = append(p.now.Logs, line)
	}
}

// keep remembers the last events of the history so far.
func (p *playback) keep(events []history.Event) {
	p.last = append(p.last, events[max(0, len(events)-history.ExcerptEvents):]...)
	p.last = p.last[max(0, len(p.last)-history.ExcerptEvents):]
}

// surround adds a task's events to what the history has around a difference. It ends the
// reading when nothing more belongs there.
func (p *playback) surround(t replay.Task) error {
	p.differs.Around.Add(t.Events...)
	if p.differs.Around.Add(t.Commands...) || len(t.Events) > 0 && t.Events[len(t.Events)-1].Seq >= p.differs.Seq+history.ExcerptEvents {
		return p.differs
	}
	return nil
}

func (p *playback) warn(w replay.Warning) {
	if len(p.out.Warnings) < maxWarnings {
		p.out.Warnings = append(p.out.Warnings, strings.TrimPrefix(w.String(), "replay: "))
	}
}

// watch waits for the end of run, or until it hangs.
func (p *playback) watch(ctx context.Context) error {
	cancelled, leaving := ctx.Done(), false
	for {
		alarm := p.clock.NewTimer(p.after / 4)
		select {
		case <-p.closed:
			alarm.Stop()
			return nil
		case <-cancelled:
			cancelled, leaving = nil, true // run finds out by itself, unless it hangs
			alarm.Stop()
		case <-alarm.C():
			if p.stepping.GiveUp(p.clock.Now().Add(-p.after)) {
				return p.stuck()
			}
			if leaving && !p.stepping.Inside() {
				return context.Cause(ctx) // it hangs in reading
			}
		}
	}
}

func (p *playback) stuck() error {
	in := watchdog.StuckIn(p.machine, p.after)
	return &StuckError{After: in.After, Last: waitOf(waits.Of(in.Last)), Stack: in.Stack}
}

// unbound has an error of the process's be the public one.
func unbound(err error) error {
	if e := (*engine.UnboundError)(nil); errors.As(err, &e) {
		return (*UnboundError)(e)
	}
	return err
}

// Export writes the history of a run to w, for [ReplayExport] and for keeping; the
// format is described at [history.Export]. A run that goes on meanwhile is exported as it
// stood at the beginning. Payloads that transforms have encrypted or compressed are exported in
// plain, see [Redact], as far as this Runtime can decode them; the others as they are stored. After an error, ErrNotFound among them, what was written is no
// whole export, which whoever reads it is told.
func Export[R Ref](ctx context.Context, c Client, run R, w io.Writer, opts ...ExportOption) error {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil && w == nil {
		err = errors.New("the writer is nil: pass the file or buffer that is to hold the export")
	}
	var o exportOptions
	err = cmp.Or(err, applyOptions(&o, opts))
	if err == nil {
		err = rt.through(ctx, request("export", to), func(ctx context.Context) error {
			head, rows, err := storedRun(ctx, rt, to)
			if err != nil {
				return err
			}
			rows = plain(ctx, rt.sealer.In(head.Namespace), rows)
			for _, fields := range o.redact {
				head, rows = history.Redact(head, rows, fields...)
			}
			return history.WriteExport(w, head, rows)
		})
	}
	return wrap(err, "export of %s", to)
}

// plain makes rows such that they can be read without the transforms.
func plain(ctx context.Context, sealer *sealing.Sealer, rows histories.Rows) histories.Rows {
	return histories.Changed(rows, func(row history.EncodedRow, seq int64) (history.EncodedRow, error) {
		return sealer.Plain(ctx, row, seq)
	})
}

// ExportOption changes what [Export] writes.
type ExportOption func(*exportOptions)

type exportOptions struct {
	redact [][]string // the fields of each Redact
}

// Redact has [Export] take values out of what it writes: all of them, or what is in
// fields of these names. What that means is described at [history.Redact]. A name that no
// payload has is a [*history.NoFieldError].
func Redact(fields ...string) ExportOption {
	return func(o *exportOptions) { o.redact = append(o.redact, fields) }
}

// storedRun is a run's history as it stands in the store now.
func storedRun(ctx context.Context, rt *Runtime, to target) (history.Export, histories.Rows, error) {
	run, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
	if err != nil {
		return history.Export{}, nil, err
	}
	head, rows := histories.Export(ctx, rt.store, &run)
	return head, rows, nil
}
