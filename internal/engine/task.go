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

// task is one workflow task in progress: the external events it took, the commands they led to, and the
// commit that records both.
type task struct {
	r         *run
	taken     []external // in order; made pending again if the machine must be rebuilt
	seen      int64      // highest inbox order known
	left      int        // known events that wait for the next task
	begun     time.Time
	now       time.Time
	token     store.Token     // of the commit
	nonce     int64           // see history.Header
	events    []history.Event // what the commit appends
	commands  int
	stepped   replay.Stepped
	eager     []*attempt.Attempt // begin once the commit is acknowledged
	rows      []*attempt.Attempt // likewise, as rows that are owned from the start
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

// write commits a task. The commit of a run's first task goes with the start, if possible.
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

// assemble takes the pending events, up to what one task takes. It returns false if there is nothing to
// do, or if a pause has come since the task began: once in the history the pause would stop nothing, so
// the next task must begin with it.
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

// forget releases what the task held, except lists to be reused: the run's next task may be hours away.
func (t *task) forget() {
	r, events, eager := t.r, emptied(t.events), emptied(t.eager)
	*t = task{}
	t.r, t.events, t.eager = r, events, eager
}

// emptied returns list without its elements, for reuse; it drops a long one.
func emptied[T any](list []T) []T {
	const few = 32
	if cap(list) > few {
		return nil
	}
	clear(list)
	return list[:0]
}

// step turns the taken events into history events and steps the machine. From here on the machine is
// provisional: unless the commit is acknowledged, it is closed and rebuilt.
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
				continue // the first one wins
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
			x.sealed = nil // opened in place
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

// caughtUp reports whether the run has taken in everything that is known here. Only then can a deadlock
// be declared.
func (t *task) caughtUp() bool {
	r := t.r
	r.mu.Lock()
	defer r.mu.Unlock()
	return t.left == 0 && len(r.mu.in.pending) == 0 && !r.mu.in.unread
}

// stale reports whether the history has no place for this event any more, because its signal id is
// known, or its timer or activity has ended. The event is dropped from the inbox.
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

// dueOf returns body, or the end of a promise if that is what the timer was for.
func dueOf(m *replay.Machine, body history.Body) history.Body {
	fired, ok := body.(*history.TimerFired)
	if !ok || m.Promise(fired.Timer) == nil {
		return body
	}
	return &history.PromiseEnded{Promise: fired.Timer, Failure: &history.Failure{Kind: mark.Timeout, Message: "nobody has ended the promise in its time"}}
}

// letter identifies what a run takes in only once: a signal or an update by its id, the answer to a
// promise by its token.
type letter struct {
	kind store.EntryKind
	id   string // "" never equals another
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

// takenIn returns the signals, updates and answers in the events of the open task. The machine takes in
// these events with the task, and does not know the ids before.
func takenIn(open []history.Event) map[letter]bool {
	if len(open) == 0 {
		return nil // as for most tasks
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

// errAbandoned says that the watchdog gave up on the machine while it was inside workflow code, which
// has returned after all.
var errAbandoned = errors.New("reprise: the task was abandoned")

// enter steps the machine under the watchdog's eyes.
func (r *run) enter(t *replay.Task) (replay.Stepped, error) {
	since := r.stepping.Enter(r.e.cfg.Clock)
	stepped, err := r.machine.Step(*t)
	if !r.stepping.Leave(since) {
		return replay.Stepped{}, errAbandoned
	}
	return stepped, err
}

// wantsInbox reports whether to read the inbox before the next task. A run whose close was refused
// because of unseen signals must see all of them.
func (r *run) wantsInbox() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mu.in.unread && !r.mu.state.over() && (r.tries.refusals > 0 || !r.mu.in.laden())
}

// readInbox takes in entries that this run was not handed directly. It returns false if the run is no
// longer this worker's.
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

// rebuild replays the run's history into a new machine. With the next commit it ends every eager
// attempt that this worker does not run.
func (r *run) rebuild() error {
	begun := r.e.cfg.Clock.Now()
	events, err := r.replay(false)
	var mismatch *replay.MismatchError
	if errors.As(err, &mismatch) && mismatch.Asked != nil && mismatch.Asked.Site == "" && mismatch.Asked.Body.Kind().Terminal() {
		if !r.closeMachine() {
			return errAbandoned
		}
		events, err = r.replay(true) // the run parks on this, and its text should say where
	}
	if r.machine != nil { // otherwise nothing was read
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

// replay makes the run's machine and replays the history. It returns the number of events. exact is as
// in [replay.Config].
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

// confirm returns damage, which the history seems to have, if the run is still where this worker knows
// it to be. If the run was ended or is owned by another worker since, its history is longer than this
// worker knows, and may be sound. If the store does not say which, the history is read again.
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

// fenced drops a run that another worker owns, or that was ended. It reports only a run that was not
// dropped before.
func (r *run) fenced() {
	if !r.drop(activity.ErrLeaseLost) {
		return
	}
	r.e.log.Warn("another worker owns the run, dropping it", "run_id", r.id, "epoch", r.info.Epoch)
	told(r.e.cfg.Observer.RunFenced, func() RunFenced { return RunFenced{r.info.Workflow, r.info.WorkflowID, r.id} })
}

// closeMachine unwinds the run's machine on the run's own goroutine, which needs to build another one.
// It returns false if the watchdog has given up on it meanwhile: then the run is parked, and the
// goroutine must end.
func (r *run) closeMachine() bool {
	m := r.machine
	if m == nil {
		return true
	}
	since := r.stepping.Enter(r.e.cfg.Clock)
	m.Close()
	if !r.stepping.Leave(since) {
		return false // whoever reports it looks at the machine
	}
	r.machine = nil
	return true
}
