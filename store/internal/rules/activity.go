package rules

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Tasks are the activity rows of a run that are loaded, and those to be removed. For an op that is
// about a row alone, nothing else of the run need be loaded.
type Tasks struct {
	Loaded []Task  // by number
	Gone   []int64 // to be removed before fresh ones are added; a missing one is skipped
	Left   []int64 // rows that have left every worker's quarantine
	// Cancelled are rows to cancel last, by A11. A missing one is skipped.
	Cancelled []int64

	own bool // Loaded may be changed in place, because no copy of the Run shares it
}

// Task is an activity row.
type Task struct {
	store.Task
	Delayed bool // ready only from Ready on; otherwise ready, whatever the clock says
	Fresh   bool // not stored yet
	Changed bool // since it was loaded
}

func tasksOf(r *Run) *Tasks {
	if r == nil {
		return &Tasks{}
	}
	return &r.Tasks
}

// change schedules and drops activities as o, a commit of r, says.
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

// cancel cancels the rows that are loaded, and records all ids.
func (l *Tasks) cancel(ids []int64, now time.Time) {
	l.Cancelled = append(l.Cancelled, ids...)
	for _, id := range ids {
		if i, ok := l.Find(id); ok {
			l.edit(i, func(t *Task) { t.cancel(now) })
		}
	}
}

// cancel prevents any further attempt at t.
//
// A11. A cancelled row counts as limited, and its deadline has passed: it is not tried in quarantine,
// and any worker that claims it ends it, whatever that worker serves. An owner's attempt continues; the
// owner learns of the cancellation with its next Tick.
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

// Share makes the next op that changes rows copy them first, so that a copy of the Run made now
// keeps its rows.
func (l *Tasks) Share() { l.own = false }

// takeOver allows changes in place until the next Share, so that an op that changes thousands of
// rows copies them only once.
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

// newTask returns the row of an activity that a commit of r schedules.
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

// At returns the current attempt.
func (t *Task) At() store.Attempt { return store.Attempt{N: t.Attempt, Claim: t.Claim} }

// Quarantined reports whether t may be tried only in quarantine.
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

// Find returns the index of an activity's row in Loaded, or the index at which it belongs.
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

// held returns the row if worker owns it at that attempt.
func (l *Tasks) held(id int64, worker store.WorkerID, at store.Attempt) (int, bool) {
	i, ok := l.Find(id)
	return i, ok && worker != uuid.Nil && l.Loaded[i].Owner == worker && l.Loaded[i].At() == at
}

// leave records that t leaves every worker's quarantine.
func (l *Tasks) leave(t *Task) {
	if t.Quarantined() {
		l.Left = append(l.Left, t.ID)
	}
}

// Claim gives the row at i, which has no owner, to a worker.
//
// A2. A claim counts an attempt, which begins now, unless the row is cancelled: a cancelled row is
// claimed only to be ended.
func (l *Tasks) Claim(i int, o *store.ClaimActivities, now time.Time) store.Task {
	return l.edit(i, func(t *Task) {
		t.Owner, t.Claim, t.Claimed, t.Beat = o.Worker, o.ID, now, time.Time{}
		if !t.Cancelled {
			t.Attempt++
		}
	}).Task
}

// Disown takes the row at i from its owner, which has died or releases it.
//
// A3. The row is ready at once; the attempt stays counted. A death counts against an activity without a
// limit of attempts.
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
// A4. A row whose wait is over stays ready, even if the clock is set back.
func (l *Tasks) EndDelay(i int) { l.edit(i, func(t *Task) { t.Delayed = false }) }

// EndActivity ends an activity.
//
// A5. Worker must own the row at Attempt by Claim. The row is removed, and the run's inbox accepts the
// end. An owner of the run other than Worker is marked dirty, unless the batch's Take holds the run.
// A6. Otherwise, while an entry of that activity with the ID of o is unread, the answer is Done again;
// in all other cases it is Fenced.
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

// EndHeld is A5 alone: a transactional activity must not take another attempt's end for its own.
//
// A12. With Keep the run's namespace keeps the result from now on, under its key and for its time,
// unless it already keeps one that has not expired.
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

// Retry releases a row for another attempt.
//
// A7. Worker must own the row at Attempt by Claim; otherwise the answer is Fenced.
// A8. The row is claimable after Delay. Last replaces the row's unless it is nil.
// A9. With Consume the attempt counts and deaths are reset; otherwise it does not count. The number of
// a cancelled row stays, because its claim did not count an attempt.
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
// A10. Worker must own the row at Attempt by Claim; otherwise the answer is Fenced. Details replace the
// row's unless they are nil.
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
