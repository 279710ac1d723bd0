package rules

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Tasks are the activity rows of a run that are loaded, and those that go. Where an op is about
// a row alone, of the run nothing else need be loaded.
type Tasks struct {
	Loaded []Task  // by number
	Gone   []int64 // to be removed before fresh ones are added; one that is not there is passed over
	Left   []int64 // what no worker's quarantine holds any more
	// Cancelled are to be cancelled, last, by A11. One that is not there is passed over.
	Cancelled []int64

	own bool // Loaded is changed in place: no copy of the Run has it
}

// Task is an activity row.
type Task struct {
	store.Task
	Delayed bool // ready from Ready on; else it is ready, whatever the clock says
	Fresh   bool // it is not stored yet
	Changed bool // since it was loaded
}

func tasksOf(r *Run) *Tasks {
	if r == nil {
		return &Tasks{}
	}
	return &r.Tasks
}

// change schedules and drops what o, a commit of r, says.
func (l *Tasks) change(o *store.Commit, r *Run, now time.Time) error {
	for _, a := range o.Schedule {
		i, ok := l.Find(a.ID)
		if ok {
			return Outstanding("activity", a.ID)
		}
		l.insert(i, newTask(r, a, o.Token, now))
	}
	l.cancel(o.CancelActivities, now)
	return nil
}

// cancel cancels those that are loaded, and notes all.
func (l *Tasks) cancel(ids []int64, now time.Time) {
	l.Cancelled = append(l.Cancelled, ids...)
	for _, id := range ids {
		if i, ok := l.Find(id); ok {
			l.edit(i, func(t *Task) { t.cancel(now) })
		}
	}
}

// cancel has no attempt of t begin any more.
//
// A11. A row that is cancelled counts as limited, and its deadline has passed: nobody tries it in
// quarantine, and who claims it, whatever that worker serves, ends it. The attempt of an owner goes
// on; the owner learns of it with its next Tick.
func (t *Task) cancel(now time.Time) {
	t.Cancelled, t.Limited = true, true
	if t.Deadline.IsZero() || t.Deadline.After(now) {
		t.Deadline = now
	}
}

func (l *Tasks) drop(id int64) {
	l.Gone = append(l.Gone, id)
	if i, ok := l.Find(id); ok {
		l.takeOver()
		l.Loaded = slices.Delete(l.Loaded, i, i+1)
	}
}

// Share has the next op that changes rows copy them first: a copy of the Run that is made now keeps
// what they are.
func (l *Tasks) Share() { l.own = false }

// takeOver has changes made in place from now on, until the next Share: whoever changes thousands
// of rows copies them once.
func (l *Tasks) takeOver() {
	if !l.own {
		l.Loaded, l.own = slices.Clone(l.Loaded), true
	}
}

func (l *Tasks) insert(i int, t Task) {
	if l.own {
		l.Loaded = slices.Insert(l.Loaded, i, t)
	} else {
		l.Loaded = insert(l.Loaded, i, t)
	}
}

// newTask is the row of an activity that a commit of r schedules.
func newTask(r *Run, a store.Activity, commit store.Token, now time.Time) Task {
	a.Data, a.Last, a.Details = bytes.Clone(a.Data), bytes.Clone(a.Last), bytes.Clone(a.Details)
	t := Task{Fresh: true, Task: store.Task{
		Run: r.ID, WorkflowID: r.WorkflowID, Workflow: r.Workflow, Activity: a,
		Scheduled: now, Ready: Stamp(now.Add(a.Delay)),
	}}
	t.Delay, t.Deadline = 0, Stamp(a.Deadline)
	if a.Owner != uuid.Nil {
		t.Attempt++
		t.Claim, t.Ready, t.Claimed = commit, now, now
	}
	t.Delayed = t.Ready.After(now)
	if paused(r) {
		t.hold(now)
	}
	if a.Cancelled {
		t.cancel(now)
	}
	return t
}

// At is the attempt that runs.
func (t *Task) At() store.Attempt { return store.Attempt{N: t.Attempt, Claim: t.Claim} }

// Quarantined says whether t is tried in quarantine only.
//
// A1. Only an activity without a limit of attempts is quarantined.
func (t *Task) Quarantined() bool { return !t.Limited && t.Deaths >= store.QuarantineAfter }

// Load adds a row that a store has read.
func (l *Tasks) Load(t Task) {
	i, known := l.Find(t.ID)
	if !known {
		l.takeOver()
		l.insert(i, t)
	}
}

// Find is where the row of an activity is among those that are loaded, or would be.
func (l *Tasks) Find(id int64) (int, bool) {
	return slices.BinarySearchFunc(l.Loaded, id, func(t Task, id int64) int { return cmp.Compare(t.ID, id) })
}

// edit changes the row at i.
func (l *Tasks) edit(i int, change func(*Task)) *Task {
	l.takeOver()
	t := &l.Loaded[i]
	t.Changed = true
	change(t)
	return t
}

// held is the row that worker owns at that attempt.
func (l *Tasks) held(id int64, worker store.WorkerID, at store.Attempt) (int, bool) {
	i, ok := l.Find(id)
	return i, ok && worker != uuid.Nil && l.Loaded[i].Owner == worker && l.Loaded[i].At() == at
}

// leave says that no quarantine holds t any more.
func (l *Tasks) leave(t *Task) {
	if t.Quarantined() {
		l.Left = append(l.Left, t.ID)
	}
}

// Claim gives the row at i, which nobody owns, to a worker.
//
// A2. A claim counts an attempt, which begins now, unless the row is cancelled: that is only to be
// ended.
func (l *Tasks) Claim(i int, o *store.ClaimActivities, now time.Time) store.Task {
	return l.edit(i, func(t *Task) {
		t.Owner, t.Claim, t.Claimed, t.Beat = o.Worker, o.ID, now, time.Time{}
		if !t.Cancelled {
			t.Attempt++
		}
	}).Task
}

// Disown takes the row at i from its owner, who has died or gives it back.
//
// A3. The row is ready at once; the attempt stays counted. A death counts against an activity
// without a limit of attempts.
func (l *Tasks) Disown(i int, died bool, now time.Time) {
	l.edit(i, func(t *Task) {
		held := t.held(now)
		if t.disown(now); held {
			t.hold(now)
		}
		if died && !t.Limited {
			t.Deaths++
		}
	})
}

func (t *Task) disown(ready time.Time) {
	t.Owner, t.Claim, t.Ready, t.Delayed = uuid.Nil, uuid.Nil, ready, false
	t.Claimed, t.Beat = time.Time{}, time.Time{}
}

// EndDelay makes the row at i ready.
//
// A4. What has waited long enough is ready for ever: a clock that is set back takes nothing away.
func (l *Tasks) EndDelay(i int) { l.edit(i, func(t *Task) { t.Delayed = false }) }

// EndActivity ends an activity.
//
// A5. Worker must own the row at Attempt by Claim. The row goes, and its end is accepted into the
// run's inbox; an owner that is not Worker is marked dirty, unless the batch's Take holds the run.
// A6. Else an entry of that activity with the ID of o, as long as it is unread, answers Done again;
// all else is Fenced.
func (r *Run) EndActivity(o *store.EndActivity, take *Taking, now time.Time) store.Outcome {
	if out, ok := r.EndHeld(o, take, now); ok {
		return out
	}
	if r != nil {
		if e, ok := r.Inbox.known(store.EntryActivity, o.Entry.ID); ok && e.Ref == o.Activity {
			return store.Outcome{Run: r.ID, Owner: r.Owner, Entries: []store.Entry{e}}
		}
	}
	return store.Outcome{Code: store.Fenced, Run: o.Run}
}

// EndHeld is A5 alone: a transactional activity takes no other attempt's end for its own.
//
// A12. With Keep the result is kept in the run's namespace from now on, under its key and for that long,
// unless one is whose time is not over.
func (r *Run) EndHeld(o *store.EndActivity, take *Taking, now time.Time) (store.Outcome, bool) {
	i, ok := tasksOf(r).held(o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}, false
	}
	r.Tasks.leave(&r.Tasks.Loaded[i])
	r.Tasks.drop(o.Activity)
	if o.Keep != nil {
		r.Diff.Kept = append(r.Diff.Kept, o.Keep.Of(r.Namespace, r.ID, Stamp(now.Add(o.Keep.For))))
	}
	e := o.Entry
	e.Kind, e.Ref = store.EntryActivity, o.Activity
	e = r.accept(e, r.Owner != o.Worker, take, now)
	return store.Outcome{Run: r.ID, Owner: r.Owner, Entries: []store.Entry{e}}, true
}

// Retry gives a row back for another attempt.
//
// A7. Worker must own the row at Attempt by Claim; else it is Fenced.
// A8. The row is claimable after Delay. Last replaces the row's unless it is nil.
// A9. With Consume the attempt counts and deaths are forgotten; else it does not count. Of a cancelled
// row, whose claim has counted none, the number stays.
func (l *Tasks) Retry(o *store.RetryActivity, now time.Time) store.Outcome {
	i, ok := l.held(o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	l.leave(&l.Loaded[i])
	t := l.edit(i, func(t *Task) {
		held := t.held(now)
		t.disown(Stamp(now.Add(o.Delay)))
		if t.Delayed = o.Delay > 0; held {
			t.hold(now)
		}
		if o.Last != nil {
			t.Last = bytes.Clone(o.Last)
		}
		if o.Consume {
			t.Deaths = 0
		} else if !t.Cancelled {
			t.Attempt--
		}
	})
	return store.Outcome{Run: o.Run, Next: t.Ready}
}

// Beat records that an attempt is alive.
//
// A10. Worker must own the row at Attempt by Claim; else it is Fenced. Details replace the row's
// unless they are nil.
func (l *Tasks) Beat(o *store.Beat, now time.Time) store.Outcome {
	i, ok := l.held(o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	l.edit(i, func(t *Task) {
		t.Beat = now
		if o.Details != nil {
			t.Details = bytes.Clone(o.Details)
		}
	})
	return store.Outcome{Run: o.Run}
}
