package reprise

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// task is one workflow task on its way: external events taken, the commands they
// led to, and the commit that makes both history.
type task struct {
	taken    []external // in order; put back when the machine has to be rebuilt
	seen     int64      // highest inbox order that taken covers
	begun    time.Time
	now      time.Time
	events   []history.Event // what the commit appends
	commands int
	stepped  replay.Stepped
	eager    []*attempt // begin when the commit is acknowledged
	rows     []*attempt // the same, as rows that are owned from the start
	commit   *store.Commit
	leave    bool // its activities are rows for this worker's peers
	stay     bool // it has been decided that they are not
}

// task takes what is pending through one step and one commit.
func (r *run) task() {
	if f := r.e.cfg.Turn; f != nil {
		f(r.id)
	}
	r.mu.Lock()
	fetch := r.fetch
	r.mu.Unlock()
	if fetch {
		r.readInbox()
	}
	if r.e.cfg.ReplayAlways && r.machine != nil && r.hasNews() {
		r.machine.Close()
		r.machine, r.why = nil, "always"
	}
	if r.machine == nil {
		if err := r.e.stillStuck(r.id); err != nil {
			r.trouble(nil, err)
			return
		}
		if err := r.rebuild(); err != nil {
			r.trouble(nil, err)
			return
		}
	}
	t := r.assemble()
	if t == nil {
		return
	}
	if err := r.step(t); err != nil {
		r.trouble(t, err)
		return
	}
	if err := r.compose(t); err != nil {
		r.trouble(t, err)
		return
	}
	r.mu.Lock()
	r.leaving = t.commit.Then != store.Keep
	r.mu.Unlock()
	outcome, err := r.write(t)
	if err != nil {
		r.trouble(t, &commitError{err})
		return
	}
	r.settle(t, outcome)
}

// hasNews reports whether there is anything to do.
func (r *run) hasNews() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.gone && len(r.pending) > 0
}

// assemble takes what is pending. It returns nil when there is nothing to do.
func (r *run) assemble() *task {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.gone || len(r.pending) == 0 && !r.fresh {
		return nil
	}
	t := &r.current
	*t = task{
		seen: r.seen, begun: r.e.cfg.Clock.Now(), now: r.e.now(),
		events: emptied(t.events), eager: emptied(t.eager),
	}
	if len(r.pending) > 0 {
		t.taken, r.taken = r.pending, r.pending
		r.pending, r.spare = r.spare, nil
	}
	if t.now.Before(r.now) {
		t.now = r.now
	}
	return t
}

// forget lets go of what the task has held, but for lists that are used again: until the
// run's next task hours may pass.
func (t *task) forget() { *t = task{events: emptied(t.events), eager: emptied(t.eager)} }

// emptied is list without its elements, to be filled again; a long one is let go.
func emptied[T any](list []T) []T {
	const few = 32
	if cap(list) > few {
		return nil
	}
	clear(list)
	return list[:0]
}

// step turns what was taken into events and lets the machine answer them. From here
// on the machine is provisional: unless the commit is acknowledged it is closed and
// rebuilt.
func (r *run) step(t *task) error {
	seq := r.seq
	for i := range t.taken {
		x := &t.taken[i]
		if bad, ok := x.body.(unreadable); ok {
			return bad.err
		}
		if r.stale(x.body) {
			continue
		}
		if x.at.After(t.now) {
			t.now = x.at
		}
		t.events = append(t.events, history.Event{Seq: seq, Body: x.body})
		seq++
	}
	given := replay.Task{Now: t.now, Level: r.info.Level, Events: t.events}
	if len(r.open) > 0 {
		given.Events = append(r.open[:len(r.open):len(r.open)], t.events...)
	}
	stepped, err := r.enter(given)
	if err != nil {
		return err
	}
	t.stepped = stepped
	t.commands = len(stepped.Commands)
	t.events = append(t.events, stepped.Commands...)
	if len(t.events) == 0 {
		t.events = append(t.events, history.Event{Seq: seq, Body: &history.Unknown{Number: history.KindTaskMarker}})
		r.machine.Pass()
	}
	return nil
}

// stale says that the history has no place for this event any more: its signal id
// is known, its timer or activity has ended. It is dropped from the inbox.
func (r *run) stale(body history.Body) bool {
	switch b := body.(type) {
	case *history.SignalReceived:
		return r.machine.Knows(b.ID)
	case *history.TimerFired:
		return !r.machine.Pending(b.Timer)
	case *history.ActivityCompleted:
		return !r.machine.Pending(b.Activity)
	case *history.ActivityFailed:
		return !r.machine.Pending(b.Activity)
	case *history.AttemptEnded:
		return !r.machine.Pending(b.Activity)
	}
	return false
}

// errAbandoned says that the watchdog gave the machine up while it was inside
// workflow code, which has come back after all.
var errAbandoned = errors.New("reprise: the task was given up")

// enter steps the machine where the watchdog can see it.
func (r *run) enter(t replay.Task) (replay.Stepped, error) {
	var stepped replay.Stepped
	var err error
	if !r.stepping.enter(r.e.cfg.Clock, func() { stepped, err = r.machine.Step(t) }) {
		return replay.Stepped{}, errAbandoned
	}
	return stepped, err
}

// readInbox takes over the entries this run was not handed directly.
func (r *run) readInbox() {
	r.mu.Lock()
	after := r.seen
	r.fetch = false
	r.mu.Unlock()
	outcome, err := r.e.writes.do(&store.Fetch{Run: r.id, Worker: r.e.worker.ID, Epoch: r.info.Epoch, After: after})
	switch {
	case err != nil:
		r.trouble(nil, &commitError{err})
	case outcome.Code != store.Done:
		r.fenced()
	default:
		r.mu.Lock()
		r.takeAll(outcome.Entries, outcome.Gen)
		r.mu.Unlock()
	}
}

// takeAll queues entries read from the inbox. r.mu is held.
func (r *run) takeAll(entries []store.Entry, gen int64) {
	for _, entry := range entries {
		if entry.Order > r.seen {
			r.take(entry)
		}
	}
	r.seen = max(r.seen, gen)
}

// rebuild replays the run's history into a new machine, and ends, durably with the
// next commit, every eager attempt that nobody here runs.
func (r *run) rebuild() error {
	begun := r.e.cfg.Clock.Now()
	events, err := r.replay(false)
	var mismatch *replay.MismatchError
	if errors.As(err, &mismatch) && mismatch.Asked != nil && mismatch.Asked.Site == "" && mismatch.Asked.Body.Kind().Terminal() {
		r.machine.Close()
		events, err = r.replay(true) // the run parks for it: the text is to tell where
	}
	if r.machine != nil { // else nothing was read
		r.first = replay.Task{}
	}
	if err != nil {
		return err
	}
	took, why := r.e.cfg.Clock.Now().Sub(begun), r.why
	tell := func() {
		r.e.rt.countReplay(events)
		if f := r.e.cfg.Observer.Replayed; f != nil {
			f(r.id, events, took, why)
		}
	}
	if o := r.opening; o != nil {
		o.told = tell
	} else {
		tell()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var lost []external
	for _, a := range r.eagerOpen(r.machine) {
		lost = append(lost, r.attemptLost(a))
	}
	r.pending = append(lost, r.pending...)
	return nil
}

// replay makes the run's machine and gives it the history. It returns how many events that
// was. exact is what [replay.Config] says.
func (r *run) replay(exact bool) (events int, err error) {
	cfg := replay.Config{Exact: exact}
	if f := r.e.cfg.Observer.Warned; f != nil {
		cfg.Warn = func(w replay.Warning) { f(r.id, w.String()) }
	}
	r.open = nil
	if r.machine, err = r.e.rt.newMachine(r.info.Workflow, r.id, cfg); err != nil {
		return 0, err
	}
	take := func(t replay.Task) (keeps bool, err error) {
		events += len(t.Events) + len(t.Commands)
		r.now = t.Now
		if !t.Recorded {
			r.open = t.Events
			return true, nil
		}
		_, err = r.enter(t)
		return cfg.Warn != nil, err
	}
	if r.first.Events != nil {
		_, err = take(r.first)
	} else {
		err = groupTasks(r.e.rt.storedRows(context.Background(), r.id, r.seq), r.seq, take)
	}
	if corrupt := (*history.CorruptError)(nil); errors.As(err, &corrupt) && r.overtaken() {
		err = errNotOurs
	}
	return events, err
}

// overtaken says whether somebody has ended the run since it was claimed, or owns it: then
// its history is longer than this worker knows, and nothing is wrong with it.
func (r *run) overtaken() bool {
	now, err := r.e.rt.store.Run(context.Background(), store.Ref{Run: r.id})
	return errors.Is(err, store.ErrNotFound) || err == nil && (now.Status != store.Open || now.Epoch != r.info.Epoch || now.NextSeq != r.seq)
}

// fenced forgets a run that somebody else owns.
func (r *run) fenced() {
	if f := r.e.cfg.Observer.Fenced; f != nil {
		f(r.id)
	}
	r.e.log.Warn("run is owned elsewhere, dropping it", "run", r.id, "epoch", r.info.Epoch)
	r.drop(activity.ErrLeaseLost)
}
