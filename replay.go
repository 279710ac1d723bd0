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
	Tasks      int   // recorded workflow tasks; all were replayed
	// Open is how many events at the end no task has answered yet. They are not replayed,
	// because the history does not say what the code asked for in response.
	Open int
	Done bool // the run has ended
	// Waits are the waits of the coroutines of an open run: where each stands in the code, and
	// what it waits for.
	Waits []Wait
	// Unread are the seqs of an open run's signals that its code has not received.
	Unread []int64
	// Warnings describe activities, timers and ends that the code still asks for in the same order, but with other
	// inputs, due times, results or failures: one line for each of the first hundred. The engine continues with the
	// recorded values and does not compare them.
	Warnings []string
	// Changes is the version of each change of the code that the run follows, see
	// [workflow.Version]; 0: the code before the change. Nil: the run has reached no change.
	Changes  map[string]int
	Redacted string // what was removed from the file, see [history.Redact]
	// Uncompared says in words what Warnings could not compare because it was redacted; the
	// code may still differ there. "": everything was compared.
	Uncompared string
}

const maxWarnings = 100

// Replay replays the history of a stored run with the code bound in this Runtime, as a worker
// does that claims the run, and returns where the run then stands. It writes nothing and begins
// no activity, and the Runtime need not be started. If the run continues meanwhile, Replay sees
// it as it was at the beginning.
//
// Errors: a [*replay.MismatchError], with both call sites and the surrounding history, if the code does not do what the history
// says; a [*replay.PanicError] if it panics; a *[StuckError] if it does not return within Config.StepTimeout of real time, and
// its goroutine is abandoned; a [*history.CorruptError] for damaged rows; an *[UnboundError]; and those of the store, such as
// [ErrNotFound], also if the store panics. Along with an error Replay returns the names, and what it counted before the error.
func Replay[R Ref](ctx context.Context, c Client, run R) (Replayed, error) {
	walked, err := stored(ctx, c, run, new(playback))
	return walked.Replayed, err
}

// ReplayExport is [Replay] for a history written by [Export]. It does not use the Runtime's
// store. A file that is not a complete export is a [*history.ExportError].
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
	Task  int       // the first of a run is 1
	Now   time.Time // the workflow's time in it
	Build string    // of the worker that made it; "": unknown
	In    []history.Event
	Out   []history.Event // what the code asked for
	// Waits are the waits of the coroutines after the task. It is empty after the end of the run, and
	// if the code differs from the history.
	Waits  []Wait
	Unread []int64       // seqs of the signals and updates that had arrived by then and were not received
	Logs   []slog.Record // what the code logs in the task, at the levels that Config.Logger enables now
	// Open says that no task has answered these events yet; the code does not run on them.
	Open bool
}

// Walk is [Replay], and also returns the workflow tasks n with from <= n < to: what came in, what the code asked
// for, and where it then stood. It still replays the history to its end. The last step is the task on which the
// code differs, if there is one; a task from which the code does not return is no step. A deadline of ctx that is
// earlier than Config.StepTimeout bounds the code instead.
func Walk[R Ref](ctx context.Context, c Client, run R, from, to int) (Walked, error) {
	return stored(ctx, c, run, &playback{from: from, to: to})
}

// WalkExport is [Walk] for a history written by [Export], see [ReplayExport].
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
	v, err := writerOf(ctx, c) // no store is asked, so no open transaction matters
	if err == nil && r == nil {
		err = errors.New("the reader is nil: open the file that Export wrote")
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

// replay replays a history in p, which says what else to do.
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
		} else { // from unwinding, after everything was reported
			err = errors.Join(p.err, err)
		}
	default: // it hangs
		out = *p.counted.Load()
	}
	switch {
	case err != nil && p.agreed.Load(): // the error came from then
		if stuck := (*StuckError)(nil); errors.As(err, &stuck) {
			err = fmt.Errorf("the handler has not returned: %w", err)
		}
		return out, err
	case err != nil:
		return out, fmt.Errorf("reprise: replay of %q: %w%s", head.WorkflowID, err, misled(head, err))
	}
	return out, nil
}

// misled adds to an error of the code that the file may be the cause.
func misled(head history.Export, err error) string {
	var mismatch *replay.MismatchError
	var panicked *replay.PanicError
	if head.Redacted == "" || !errors.As(err, &mismatch) && !errors.As(err, &panicked) {
		return ""
	}
	return fmt.Sprintf("\nThe file is redacted (%s): code that branches on such values may take another path without being wrong.", head.Redacted)
}

// playback is one replay of a whole history. Author code runs on a goroutine of its own, which
// the caller watches. The clock is real time, whatever Config.Clock is: how long code takes has
// nothing to do with the time that the workflow sees.
type playback struct {
	machine  *replay.Machine
	open     histories.Opener
	after    time.Duration
	clock    timer.Clock
	stepping watchdog.Stepping
	out      Walked
	from, to int                   // the tasks to report; both 0: none
	now      *Step                 // of the task that is replayed; nil: it is not reported
	last     []history.Event       // of the tasks so far, as many as an excerpt begins with
	differs  *replay.MismatchError // found; the rest is read for its excerpt
	err      error
	each     func(*playback)        // called after each task, unless nil
	then     func(*playback) error  // called with the machine at the end if the code agrees, unless nil
	agreed   atomic.Bool            // then has begun
	counted  atomic.Pointer[Walked] // a copy of out, in case it hangs
	replayed chan struct{}          // out and err are complete
	closed   chan struct{}          // the machine is closed, too
}

// errExited is the error of a replay whose goroutine ended early.
var errExited = errors.New("the reader of the history called runtime.Goexit")

// errGivenUp says that the watcher gave up on code that did return later.
var errGivenUp = errors.New("reprise: the replay was abandoned")

// run replays the history and closes the machine, even if the reader of the history ends the goroutine.
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
	if p.err == nil && !p.out.Done { // a terminated workflow shows where it stood
		p.out.Unread = p.machine.Unread()
		for _, w := range p.machine.Waiting() {
			p.out.Waits = append(p.out.Waits, waitOf(waits.Of(w)))
		}
	}
	if p.err == nil && p.then != nil {
		p.goOn()
	}
}

// goOn calls then, which may run author code.
func (p *playback) goOn() {
	p.publish()
	p.agreed.Store(true)
	p.err = &replay.PanicError{Run: p.out.Run, Goexit: true} // unless it returns
	since := p.stepping.Enter(p.clock)
	err := p.then(p)
	if p.err = err; !p.stepping.Leave(since) {
		p.err = errGivenUp
	}
}

// tasks replays the tasks of the history. A panic in the reader of the history becomes an error.
func (p *playback) tasks(ctx context.Context, head history.Export, rows histories.Rows) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the reader of the history panicked: %v\n%s", v, debug.Stack())
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

// publish shows the counts so far to the watcher.
func (p *playback) publish() {
	out := p.out
	out.Warnings, out.Steps = slices.Clip(out.Warnings), slices.Clip(out.Steps)
	p.counted.Store(&out)
}

func (p *playback) task(t replay.Task) error {
	if len(t.Events) > 0 {
		if s, ok := t.Events[0].Body.(*history.Started); ok && s.Workflow != p.out.Workflow {
			return fmt.Errorf("the history belongs to workflow %q, but its head says %q: export the run again", s.Workflow, p.out.Workflow)
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

// walks reports whether tasks are to be reported.
func (p *playback) walks() bool { return p.to > 0 }

// stepped reports the task that was replayed.
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

// surround adds a task's events to the history around a difference. It stops the reading once
// the excerpt is complete.
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

// watch waits until run ends or hangs.
func (p *playback) watch(ctx context.Context) error {
	cancelled, leaving := ctx.Done(), false
	for {
		alarm := p.clock.NewTimer(p.after / 4)
		select {
		case <-p.closed:
			alarm.Stop()
			return nil
		case <-cancelled:
			cancelled, leaving = nil, true // run notices by itself, unless it hangs
			alarm.Stop()
		case <-alarm.C():
			if p.stepping.GiveUp(p.clock.Now().Add(-p.after)) {
				return p.stuck()
			}
			if leaving && !p.stepping.Inside() {
				return context.Cause(ctx) // the reader of the history hangs
			}
		}
	}
}

func (p *playback) stuck() error {
	in := watchdog.StuckIn(p.machine, p.after)
	return &StuckError{After: in.After, Last: waitOf(waits.Of(in.Last)), Stack: in.Stack}
}

// unbound converts the process's error to the public one.
func unbound(err error) error {
	if e := (*engine.UnboundError)(nil); errors.As(err, &e) {
		return (*UnboundError)(e)
	}
	return err
}

// Export writes the history of a run to w, for [ReplayExport] and for keeping; [history.Export] describes the format. If the run
// continues meanwhile, Export writes it as it was at the beginning. Payloads that transforms encrypted or compressed are exported
// in plain (see [Redact]) if this Runtime can decode them, and otherwise as they are stored. After an error, including
// ErrNotFound, what was written is incomplete, and a reader reports that.
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

// plain undoes the transforms of rows.
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

// Redact makes [Export] leave out values: all of them, or those of fields with these names, as
// described at [history.Redact]. A name that no payload has is a [*history.NoFieldError].
func Redact(fields ...string) ExportOption {
	return func(o *exportOptions) { o.redact = append(o.redact, fields) }
}

// storedRun returns a run's history as it is in the store now.
func storedRun(ctx context.Context, rt *Runtime, to target) (history.Export, histories.Rows, error) {
	run, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
	if err != nil {
		return history.Export{}, nil, err
	}
	head, rows := histories.Export(ctx, rt.store, &run)
	return head, rows, nil
}
