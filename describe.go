package reprise

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/internal/inside"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Store returns the store that was given to New.
func (rt *Runtime) Store() store.Store {
	if rt == nil {
		return nil
	}
	return rt.store
}

// Namespace returns the namespace in which this Runtime starts, finds and lists runs.
func (rt *Runtime) Namespace() string {
	if rt == nil {
		return ""
	}
	return rt.cfg.Namespace
}

// Inside is for this module's command line and tests.
func (rt *Runtime) Inside() inside.Runtime { return insides{rt} }

// insides exposes a Runtime's internals. Its Runtime may be nil.
type insides struct{ rt *Runtime }

func (i insides) Codecs() *history.Codecs {
	if i.rt == nil {
		return nil
	}
	return i.rt.codecs
}

func (i insides) Binds(workflow string) bool {
	_, bound := i.rt.workflows[workflow]
	return bound
}

func (i insides) Build() string {
	if i.rt == nil {
		return ""
	}
	return i.rt.cfg.Build
}

func (i insides) Bound() inside.Bound {
	bound := inside.Bound{Workflows: map[string]contract.Shape{}, Activities: map[string]*contract.Activity{}}
	if i.rt == nil {
		return bound
	}
	bound.Signals = maps.Clone(i.rt.signals)
	for name, in := range i.rt.inputs {
		if !contract.IsOwn(name) {
			bound.Workflows[name] = in
		}
	}
	for name, a := range i.rt.activities {
		if !contract.IsOwn(name) {
			bound.Activities[name] = a
		}
	}
	return bound
}

func (i insides) Signal(name string) (*contract.Signal, bool) {
	if i.rt == nil {
		return nil, false
	}
	s, ok := i.rt.signals[name]
	return s, ok
}

// Description describes a run in detail.
type Description struct {
	// RunInfo.Waits lists the open activities, promises and timers while a worker owns the run or will
	// claim it. Waiting is then empty.
	RunInfo
	Namespace string
	Priority  int       // lower numbers first
	Owner     uuid.UUID // the worker that owns the run; zero: none
	Waiting   string    // what the run waits for, in words, while it is parked
	Unread    int       // signals and cancel requests that were accepted and are not in the history yet
	// Events is the length of the history. From about ten thousand on it is long.
	Events     int64
	Timers     []Timer
	Activities []ActivityState // the open ones, ordered by number
	Inbox      []InboxEntry    // what was accepted and is not in the history yet
	// Behind is the start that waits for the end of this run, see [QueueBehind]; nil: none.
	Behind *Behind
	// Unserved says why no live worker takes a run that is ready, and what to do. It is empty
	// if one does, or if the store cannot tell.
	Unserved string
	// Changed lists inputs and due times that differ between this Runtime's workflow code and
	// the history, where another build recorded them. It covers what this Runtime found when it
	// replayed the run.
	Changed []string
	// Unbound says that this Runtime does not bind the workflow and so cannot run it.
	Unbound bool
}

// Behind is a start that waits behind an open run.
type Behind struct {
	RunID RunID     // the id that the run will have
	Since time.Time // when the start began to wait
}

// Timer is an open timer.
type Timer struct {
	Number int64 // for the timer of a promise, the promise's number
	Due    time.Time
}

// ActivityState is an open activity.
type ActivityState struct {
	Number  int64
	Name    string
	Queue   string
	Attempt int // the running one; if none runs, how many are used up
	Running bool
	// Eager says that the run's owner runs it without a row. If an eager attempt is not
	// running, it was lost with its worker.
	Eager     bool
	Owner     uuid.UUID // the worker that runs it; zero: none
	Scheduled time.Time // when the workflow scheduled it, or when it became a row
	Ready     time.Time // when the next attempt may begin
	Claimed   time.Time // when the running attempt began
	Beat      time.Time // its last heartbeat; zero: none
	Deadline  time.Time // zero: none
	Last      error     // failure of the last attempt; nil: none
	Tried     []Tried   // failed attempts, the newest 32; attempts that were lost with their worker are missing
	// Overlap says that the previous attempt timed out. Its function may not have returned, and
	// may run beside the next attempt.
	Overlap   bool
	Paused    bool   // its run is paused: no attempt begins until it is unpaused
	Unbound   bool   // this Runtime does not bind it and so cannot run it
	Site      string // where the workflow scheduled it; "": unknown, for example while the run is parked
	Unserved  string // as Description.Unserved, for this activity
	Partition string // its key within the queue; "": none
}

// Tried is an attempt that failed and was, or will be, followed by another.
type Tried struct {
	Attempt int
	At      time.Time // when it failed
	Failure error     // with a message of at most 500 bytes
}

// InboxEntry is an external event that the run has not taken yet.
type InboxEntry struct {
	Kind string // "signal", "cancel", "activity", "timer" and so on
	Name string // of a signal or update; of a note, the action: "paused", "unpaused", "retried now"
	ID   string // of a signal
	Ref  int64  // number of the timer or activity that ended, or of the resolved promise
	At   time.Time
}

// Describe describes a run. A [RunID] may name a run of any namespace.
func Describe[R Ref](ctx context.Context, c Client, run R) (Description, error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	var d Description
	if err == nil {
		d, err = asked(ctx, rt, request("describe", to), func(ctx context.Context) (Description, error) {
			return rt.describe(ctx, to.ref(rt.cfg.Namespace))
		})
	}
	if err != nil {
		return Description{}, wrap(err, "describe %s", to)
	}
	return d, nil
}

func (rt *Runtime) describe(ctx context.Context, ref store.Ref) (Description, error) {
	run, err := rt.store.Run(ctx, ref)
	if err != nil {
		return Description{}, err
	}
	sealer := rt.sealer.In(run.Namespace)
	run = readable(ctx, sealer, run)
	d := Description{
		RunInfo: infoOf(run), Namespace: run.Namespace, Priority: run.Priority, Owner: run.Owner, Waiting: run.Waiting,
		Unread: run.Unread, Events: run.NextSeq - 1,
	}
	_, bound := rt.workflows[run.Workflow]
	d.Unbound = !bound
	if run.Status != store.Open {
		return d, nil
	}
	if run.Behind.Waits() {
		d.Behind = &Behind{RunID: run.Behind.Run, Since: run.Behind.Since}
	}
	d.Changed = rt.process.Changed(run.ID)
	pending, err := rt.store.Pending(ctx, run.ID)
	if err != nil {
		return Description{}, err
	}
	for _, t := range pending.Timers {
		d.Timers = append(d.Timers, Timer{Number: t.ID, Due: t.FireAt})
	}
	for _, t := range pending.Activities {
		d.Activities = append(d.Activities, activityState(rt.activities, sealer, t))
	}
	for _, entry := range pending.Entries {
		d.Inbox = append(d.Inbox, inboxEntry(entry))
	}
	if d.Waiting == "" {
		if err := rt.describeOpen(ctx, &d); err != nil {
			return Description{}, err
		}
	}
	rt.describeUnserved(ctx, &d)
	return d, nil
}

// describeOpen adds what only the history of a run that is not parked to wait knows: its eager
// activities, where each activity was scheduled, and so what the run waits for. If the history
// cannot be read it adds nothing: the run will park with the reason.
func (rt *Runtime) describeOpen(ctx context.Context, d *Description) error {
	fold := timeline.New(func(timeline.Span) {})
	err := readRows(ctx, rt.store, d.RunID, nil, func(h history.Header, events []history.Event) error {
		if events[0].Seq <= d.Events {
			fold.Row(h, events)
		}
		return nil
	})
	if errors.Is(err, store.ErrTransient) || errors.Is(err, store.ErrStoreClosed) || ctx.Err() != nil {
		return err
	}
	sites := map[int64]string{}
	var promises []int64
	for _, s := range fold.Open() {
		sites[s.Seq] = s.Site
		if s.Kind == timeline.Promise {
			promises = append(promises, s.Seq)
		}
		hasRow := slices.ContainsFunc(d.Activities, func(a ActivityState) bool { return a.Number == s.Seq })
		if s.Kind == timeline.Activity && !s.Row && !hasRow {
			d.Activities = append(d.Activities, eagerState(rt.activities, d, s))
		}
	}
	slices.SortFunc(d.Activities, func(a, b ActivityState) int { return cmp.Compare(a.Number, b.Number) })
	wait := func(number int64, f WaitFor) {
		if d.Blocked != nil {
			return
		}
		if d.MoreWaits = len(d.Waits) == waits.Max; !d.MoreWaits {
			f.Number = number
			d.Waits = append(d.Waits, Wait{Site: sites[number], For: []WaitFor{f}})
		}
	}
	for i := range d.Activities {
		a := &d.Activities[i]
		a.Site = sites[a.Number]
		wait(a.Number, WaitFor{Kind: "activity", Name: a.Name})
	}
	for _, seq := range promises {
		wait(seq, WaitFor{Kind: "promise", Name: strconv.FormatInt(seq, 10)})
	}
	for _, t := range d.Timers {
		wait(t.Number, WaitFor{Kind: "timer", Due: t.Due})
	}
	return nil
}

// eagerState describes an activity that the run's owner runs without a row.
func eagerState(known map[string]*contract.Activity, run *Description, s timeline.Span) ActivityState {
	_, bound := known[s.Name]
	return ActivityState{
		Number: s.Seq, Name: s.Name, Queue: cmp.Or(s.Queue, run.Queue), Attempt: 1, Eager: true,
		Running: run.Owner != uuid.UUID{}, Owner: run.Owner, Scheduled: s.Begin, Claimed: s.Begin, Unbound: !bound,
	}
}

// describeUnserved says why nobody takes the work that is ready.
func (rt *Runtime) describeUnserved(ctx context.Context, d *Description) {
	workers, known := engine.LiveWorkers(ctx, rt.store)
	if d.Owner == (uuid.UUID{}) && d.Blocked == nil && (d.Waiting == "" || len(d.Inbox) > 0) {
		switch {
		case known:
			d.Unserved = engine.Unserved(workers, d.Namespace, d.Queue, store.Bound(d.Workflow, d.Pin))
		case rt.WorkerID() == uuid.UUID{}:
			d.Unserved = engine.ErrNotStarted.Error()
		case d.Unbound:
			d.Unserved = engine.Unbound(d.Workflow)
		}
	}
	for i := range d.Activities {
		if a := &d.Activities[i]; known && !a.Running && !a.Eager {
			a.Unserved = engine.Unserved(workers, d.Namespace, a.Queue, "")
		}
	}
}

func activityState(known map[string]*contract.Activity, sealer *sealing.Sealer, t store.Task) ActivityState {
	s := ActivityState{
		Number: t.ID, Name: t.Name, Queue: t.Queue, Attempt: t.Attempt,
		Running: t.Owner != uuid.UUID{}, Owner: t.Owner, Scheduled: t.Scheduled,
		Claimed: t.Claimed, Beat: t.Beat, Deadline: t.Deadline, Partition: t.Partition,
	}
	s.Ready, s.Paused = t.Held()
	_, bound := known[t.Name]
	s.Unbound = !bound
	for _, x := range engine.Tried(sealer, t.Last) {
		s.Tried = append(s.Tried, Tried{Attempt: x.Attempt, At: x.At, Failure: &x.Failure})
	}
	if f := engine.LastFailure(sealer, t.Last); f != nil {
		s.Last = f
		s.Overlap = errors.Is(f, activity.ErrTimeout)
	}
	return s
}

// inboxEntry decodes the parts of an entry that a person asks for first. It also lists an entry
// that cannot be read: the run itself will report what is wrong.
func inboxEntry(e store.Entry) InboxEntry {
	entry := InboxEntry{Kind: e.Kind.String(), Ref: e.Ref, At: e.At}
	event, err := history.DecodeEvent(e.Data)
	if err != nil {
		return entry
	}
	switch b := event.Body.(type) {
	case *history.SignalReceived:
		entry.Name, entry.ID = b.Name, b.ID
	case *history.UpdateReceived:
		entry.Name, entry.ID = b.Name, b.ID
	case *history.PromiseEnded:
		entry.Ref = b.Promise
	case *history.Steered:
		entry.Name = b.Did.String()
	}
	return entry
}

func (i insides) History(ctx context.Context, run RunID) ([]history.Event, error) {
	var all []history.Event
	err := i.Rows(ctx, run, func(_ history.Header, events []history.Event) error {
		all = append(all, events...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

func (i insides) Rows(ctx context.Context, run RunID, take func(history.Header, []history.Event) error) error {
	err := i.rt.usable(ctx)
	if err == nil && take == nil {
		err = errors.New("the function is nil: pass one that takes the events")
	}
	if err == nil {
		err = i.rt.readPlain(ctx, run, take)
	}
	return wrap(err, "history of %s", run)
}

// readPlain is readRows with the transforms undone as far as possible.
func (rt *Runtime) readPlain(ctx context.Context, id RunID, take func(history.Header, []history.Event) error) error {
	if !rt.sealer.Transforms() {
		return readRows(ctx, rt.store, id, nil, take)
	}
	run, err := rt.store.Run(ctx, store.Ref{Run: id})
	if errors.Is(err, store.ErrNotFound) {
		return nil // it has no events
	}
	if err != nil {
		return err
	}
	sealer := rt.sealer.In(run.Namespace)
	return readRows(ctx, rt.store, id, func(events []history.Event) error {
		sealer.OpenWhatCan(ctx, events)
		return nil
	}, take)
}

// readable decodes the texts of a run, if this Runtime has the keys.
func readable(ctx context.Context, sealer *sealing.Sealer, run store.Run) store.Run {
	if run.Blocked != nil {
		block := *run.Blocked
		block.Text = sealer.OpenText(ctx, block.Text)
		run.Blocked = &block
	}
	return run
}

// readRows reads and decodes a run's history, page by page.
func readRows(ctx context.Context, st store.Store, id RunID, open histories.Opener, take func(history.Header, []history.Event) error) error {
	return histories.Decode(histories.Stored(ctx, st, id, 0), open, func(h history.Header, events []history.Event) (keeps bool, err error) {
		return true, take(h, events)
	})
}

// Wait is one wait of a parked workflow: the place in the code, and what it waits for.
type Wait struct {
	Site string // "order.approved fulfil.go:71"; "": unknown
	// For lists the alternatives that end the wait, whichever comes first. If it is empty, the
	// wait never ends.
	For []WaitFor
	// Coroutine and Frames are set by [Walk] alone: the number of the coroutine, 0 for the workflow
	// function itself, and its stack, innermost call first.
	Coroutine int
	Frames    []Frame
}

// Frame is one call of the author's code on the stack of a waiting workflow.
type Frame struct {
	Func string // "order.(*shop).approved", qualified with the last element of its import path
	File string // as given to the compiler, usually the full path
	Line int
}

// WaitFor is one thing that ends a wait.
type WaitFor struct {
	// Kind is "activity", "timer", "signal", "promise", "coroutine", "condition" or "cancellation". It is
	// "" for a kind that this version does not know; Name then is the text from the store.
	Kind string
	Name string    // of the activity or signal; the number of the coroutine or promise
	Due  time.Time // of a timer
	// Number is the number of the activity, timer or promise. It is 0 if only the text in the run's
	// row tells what the run waits for.
	Number int64
}

// String describes the wait without its site: "signal approve or timer due 2026-03-01T12:00:00Z".
func (w Wait) String() string {
	same := waits.Wait{}
	for _, f := range w.For {
		same.For = append(same.For, waits.For(f))
	}
	return same.String()
}

// parsed parses the text in a parked run's row. more reports that the text was too long to list every wait.
func parsed(text string) (all []Wait, more bool) {
	parsed, more := waits.Parse(text)
	for _, w := range parsed {
		all = append(all, waitOf(w))
	}
	return all, more
}

// standing converts a wait and its place in the code.
func standing(w replay.Wait) Wait {
	made := waitOf(waits.Of(w))
	made.Coroutine = w.Coroutine
	for _, f := range w.Frames {
		made.Frames = append(made.Frames, Frame(f))
	}
	return made
}

func waitOf(w waits.Wait) Wait {
	made := Wait{Site: w.Site}
	for _, f := range w.For {
		made.For = append(made.For, WaitFor(f))
	}
	return made
}
