package engine

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// task is one workflow task on its way: external events taken, the commands they
// led to, and the commit that makes both history.
type task struct {
	r         *run
	taken     []external // in order; put back when the machine has to be rebuilt
	seen      int64      // highest inbox order known
	left      int        // so many of the events known wait for the next task
	begun     time.Time
	now       time.Time
	token     store.Token     // of the commit
	nonce     int64           // see history.Header
	events    []history.Event // what the commit appends
	commands  int
	stepped   replay.Stepped
	eager     []*attempt.Attempt // begin when the commit is acknowledged
	rows      []*attempt.Attempt // the same, as rows that are owned from the start
	commit    *store.Commit
	leave     bool    // its activities are rows for this worker's peers
	stay      bool    // it has been decided that they are not
	cancelled []int64 // activities it asks to end, ascending
}

// task takes what is pending through one step and one commit.
func (r *run) task() {
	t := &r.current
	if f := r.e.cfg.Hooks.Turn; f != nil {
		f(r.id)
	}
	for r.wantsInbox() {
		if !r.readInbox() {
			return
		}
	}
	if pause(r) {
		return
	}
	r.mu.Lock()
	news := !r.mu.state.over() && len(r.mu.in.pending) > 0
	r.mu.Unlock()
	if r.e.cfg.Hooks.ReplayAlways && r.machine != nil && news {
		if r.why = "always"; !r.closeMachine() {
			return
		}
	}
	if r.machine == nil {
		if err := r.e.stuck.check(r.id); err != nil {
			t.trouble(err)
			return
		}
		if err := r.rebuild(); err != nil {
			t.trouble(err)
			return
		}
	}
	if !t.assemble() {
		return
	}
	if err := t.step(); err != nil {
		t.trouble(err)
		return
	}
	if err := t.compose(); err != nil {
		t.trouble(err)
		return
	}
	if t.commit.Then != store.Keep {
		r.leave()
	}
	outcome, err := t.write()
	if err != nil {
		t.trouble(&commitError{err})
		return
	}
	t.settle(outcome)
}

// write commits a task. That of a run's first one goes with the start, if it can.
func (t *task) write() (*store.Outcome, error) {
	r := t.r
	o := r.eager
	if o == nil {
		return r.e.writes.DoWith(&r.request, t.commit, r)
	}
	whole := t.commit.Seq < r.at.seq // it begins with the start's row
	if !whole || !o.send(t.commit) {
		if !r.started() {
			return nil, errNotOurs
		}
		if whole {
			if err := t.encode(nil); err != nil {
				return nil, err
			}
		}
		return r.e.writes.DoWith(&r.request, t.commit, r)
	}
	r.eager = nil
	if _, known := o.await(r.e.writes.Gone()); !known || !o.ours {
		return nil, errNotOurs
	}
	o.begun()
	return &o.answer.Outcome, nil
}

// assemble takes what is pending, as much of it as one task takes in. It reports false when
// there is nothing to do, or when a pause has come in since the task began: taken into the history it would
// hold nobody up any more, so the next task begins with it.
func (t *task) assemble() bool {
	r := t.r
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mu.state.over() || len(r.mu.in.pending) == 0 && !r.fresh || r.mu.in.paused() != 0 {
		return false
	}
	t.seen, t.begun, t.now = r.mu.in.seen, r.e.cfg.Clock.Now(), r.e.clock.now()
	t.taken, t.left = r.mu.in.begin()
	if t.now.Before(r.at.now) {
		t.now = r.at.now
	}
	return true
}

// forget lets go of what the task has held, but for lists that are used again: until the
// run's next task hours may pass.
func (t *task) forget() {
	r, events, eager := t.r, emptied(t.events), emptied(t.eager)
	*t = task{}
	t.r, t.events, t.eager = r, events, eager
}

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
func (t *task) step() error {
	r := t.r
	seq := r.at.seq
	begun := takenIn(r.open)
	ended := map[int64]bool(nil) // promises
	for i := range t.taken {
		x := &t.taken[i]
		x.body = dueOf(r.machine, x.body)
		if bad, ok := x.body.(unreadable); ok {
			return bad.err
		}
		if l, ok := letterOf(x.body); stale(r.machine, x.body) || ok && begun[l] {
			continue
		}
		if b, ok := x.body.(*history.PromiseEnded); ok {
			if ended[b.Promise] {
				continue // the first one counts
			}
			if ended == nil {
				ended = make(map[int64]bool)
			}
			ended[b.Promise] = true
		}
		if x.sealed != nil {
			if err := r.e.cfg.Sealer.Open(context.Background(), x.sealed); err != nil {
				return err
			}
			x.sealed = nil // it was opened in place
		}
		if x.at.After(t.now) {
			t.now = x.at
		}
		t.events = append(t.events, history.Event{Seq: seq, Body: x.body})
		seq++
	}
	t.token = r.e.p.ids.Token()
	t.nonce = r.e.p.ids.nonce(t.token)
	given := &replay.Task{Now: t.now, Level: r.info.Level, Nonce: t.nonce, Events: t.events}
	if len(r.open) > 0 {
		given.Events = append(r.open[:len(r.open):len(r.open)], t.events...)
	}
	stepped, err := r.enter(given)
	if err != nil {
		return err
	}
	if t.caughtUp() {
		if err := r.machine.Deadlock(); err != nil {
			return err
		}
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

// caughtUp reports whether nothing is known that the run has yet to take in. Only then can it be
// said that nothing wakes it.
func (t *task) caughtUp() bool {
	r := t.r
	r.mu.Lock()
	defer r.mu.Unlock()
	return t.left == 0 && len(r.mu.in.pending) == 0 && !r.mu.in.unread
}

// stale says that the history has no place for this event any more: its signal id
// is known, its timer or activity has ended. It is dropped from the inbox.
func stale(m *replay.Machine, body history.Body) bool {
	switch b := body.(type) {
	case *history.SignalReceived:
		return m.Knows(b.ID)
	case *history.UpdateReceived:
		return m.KnowsUpdate(b.ID)
	case *history.TimerFired:
		return !m.Pending(b.Timer)
	case *history.PromiseEnded:
		p := m.Promise(b.Promise)
		return p == nil || b.Token != "" && b.Token != p.Token
	case *history.ActivityCompleted:
		return !m.Pending(b.Activity)
	case *history.ActivityFailed:
		return !m.Pending(b.Activity)
	case *history.AttemptEnded:
		return !m.Pending(b.Activity)
	case *history.ChildEnded:
		return !m.Pending(b.Child)
	case *history.SignalAnswered:
		return !m.Pending(b.Signal)
	}
	return false
}

// dueOf is body, or the end of a promise if that is what was due.
func dueOf(m *replay.Machine, body history.Body) history.Body {
	fired, ok := body.(*history.TimerFired)
	if !ok || m.Promise(fired.Timer) == nil {
		return body
	}
	return &history.PromiseEnded{Promise: fired.Timer, Failure: &history.Failure{Kind: mark.Timeout, Message: "nobody has ended the promise in its time"}}
}

// letter names what a run takes in once: a signal or an update by its id, the answer to a promise by its token.
type letter struct {
	kind store.EntryKind
	id   string // "": it is never taken for another
}

func letterOf(b history.Body) (l letter, ok bool) {
	switch b := b.(type) {
	case *history.SignalReceived:
		return letter{store.EntrySignal, b.ID}, true
	case *history.UpdateReceived:
		return letter{store.EntryUpdate, b.ID}, true
	case *history.PromiseEnded:
		return letter{store.EntryPromise, b.Token}, true
	}
	return letter{}, false
}

// takenIn are the signals, updates and answers that the events of the open task make known. The machine
// takes these events in with the task, and does not know the ids before.
func takenIn(open []history.Event) map[letter]bool {
	if len(open) == 0 {
		return nil // as in most tasks
	}
	known := map[letter]bool{}
	for _, e := range open {
		if s, ok := e.Body.(*history.Started); ok {
			for _, id := range s.Known {
				known[letter{store.EntrySignal, id}] = true
			}
			for _, id := range s.Updates {
				known[letter{store.EntryUpdate, id}] = true
			}
		}
		if l, ok := letterOf(e.Body); ok && l.id != "" {
			known[l] = true
		}
	}
	return known
}

// errAbandoned says that the watchdog gave the machine up while it was inside
// workflow code, which has come back after all.
var errAbandoned = errors.New("reprise: the task was given up")

// enter steps the machine where the watchdog can see it.
func (r *run) enter(t *replay.Task) (replay.Stepped, error) {
	since := r.stepping.Enter(r.e.cfg.Clock)
	stepped, err := r.machine.Step(*t)
	if !r.stepping.Leave(since) {
		return replay.Stepped{}, errAbandoned
	}
	return stepped, err
}

// wantsInbox reports whether the inbox is to be read before the next task. One that was not
// to end over unseen signals sees all that there are.
func (r *run) wantsInbox() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mu.in.unread && !r.mu.state.over() && (r.tries.refusals > 0 || !r.mu.in.laden())
}

// readInbox takes over some of the entries this run was not handed directly. It returns false
// if the run is not this worker's any more.
func (r *run) readInbox() (ours bool) {
	r.mu.Lock()
	after := r.mu.in.seen
	r.mu.in.unread = false
	r.mu.Unlock()
	outcome, err := r.e.writes.Do(&store.Fetch{Run: r.id, Worker: r.e.worker.ID, Epoch: r.info.Epoch, After: after})
	switch {
	case err != nil:
		r.current.trouble(&commitError{err})
	case outcome.Code != store.Done:
		r.fenced()
	default:
		r.mu.Lock()
		r.mu.in.addAll(outcome.Entries, outcome.Gen)
		r.mu.Unlock()
		return true
	}
	return false
}

// rebuild replays the run's history into a new machine, and ends, durably with the
// next commit, every eager attempt that nobody here runs.
func (r *run) rebuild() error {
	begun := r.e.cfg.Clock.Now()
	events, err := r.replay(false)
	var mismatch *replay.MismatchError
	if errors.As(err, &mismatch) && mismatch.Asked != nil && mismatch.Asked.Site == "" && mismatch.Asked.Body.Kind().Terminal() {
		if !r.closeMachine() {
			return errAbandoned
		}
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
		r.e.p.counted.replay(events)
		told(r.e.cfg.Observer.RunReplayed, func() RunReplayed {
			return RunReplayed{r.info.Workflow, r.info.WorkflowID, r.id, events, took, why}
		})
	}
	if o := r.eager; o != nil {
		o.claimed = tell
	} else {
		tell()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var lost []external
	for _, a := range eagerOpen(r.machine, r.mu.attempts, r.mu.in.pending, r.open) {
		lost = append(lost, r.e.activities.attemptLost(&r.info, startedWith(r), a).weighed())
	}
	r.mu.in.pending = append(lost, r.mu.in.pending...)
	return nil
}

// replay makes the run's machine and gives it the history. It returns how many events that
// was. exact is what [replay.Config] says.
func (r *run) replay(exact bool) (events int, err error) {
	cfg := replay.Config{Exact: exact, Build: r.e.cfg.Build, Strict: r.e.cfg.StrictInputs, Warn: r.changed}
	r.setOpen(nil)
	if r.machine, err = r.e.p.NewMachine(r.info.Workflow, r.id, cfg); err != nil {
		return 0, err
	}
	take := func(t replay.Task) (keeps bool, err error) {
		events += len(t.Events) + len(t.Commands)
		r.at.now = t.Now
		if !t.Recorded {
			r.setOpen(t.Events)
			return true, nil
		}
		_, err = r.enter(&t)
		return false, err
	}
	if r.first.Events != nil {
		_, err = take(r.first)
	} else {
		open := func(events []history.Event) error { return r.e.cfg.Sealer.OpenAll(context.Background(), events) }
		err = histories.Tasks(histories.Stored(context.Background(), r.e.p.store, r.id, r.at.seq), r.at.seq, open, take)
	}
	if corrupt := (*history.CorruptError)(nil); errors.As(err, &corrupt) {
		err = r.confirm(err)
	}
	return events, err
}

// setOpen sets the events of the open task.
func (r *run) setOpen(events []history.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open, r.mu.in.open = events, len(events) > 0
}

// confirm returns damage, which the history seems to have, if the run stands where this worker
// knows it to stand. If somebody has ended the run since it was claimed, or owns it, its
// history is longer than this worker knows, and nothing is wrong with it. Where the store does
// not say which of the two it is, the history is read again.
func (r *run) confirm(damage error) error {
	now, err := r.e.p.store.Run(context.Background(), store.Ref{Run: r.id})
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNotOurs
	case err != nil:
		return err
	case now.Status != store.Open || now.Epoch != r.info.Epoch || now.NextSeq != r.at.seq:
		return errNotOurs
	}
	return damage
}

// fenced forgets a run that somebody else owns, or has ended. One that was dropped before is not
// told of: this worker knows already.
func (r *run) fenced() {
	if !r.drop(activity.ErrLeaseLost) {
		return
	}
	r.e.log.Warn("run is owned elsewhere, dropping it", "run_id", r.id, "epoch", r.info.Epoch)
	told(r.e.cfg.Observer.RunFenced, func() RunFenced { return RunFenced{r.info.Workflow, r.info.WorkflowID, r.id} })
}

// closeMachine unwinds the run's machine on the run's own goroutine, which has to build
// another one. It reports false if the watchdog has given up on that meanwhile: then the
// run is parked, and all that is left to the goroutine is to end.
func (r *run) closeMachine() bool {
	m := r.machine
	if m == nil {
		return true
	}
	since := r.stepping.Enter(r.e.cfg.Clock)
	m.Close()
	if !r.stepping.Leave(since) {
		return false // whoever tells of it looks at the machine
	}
	r.machine = nil
	return true
}
