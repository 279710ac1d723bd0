package memory

import (
	"bytes"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

func newTask(r *run, a store.Activity, x *tx) task {
	a.Data, a.Last, a.Details = bytes.Clone(a.Data), bytes.Clone(a.Last), bytes.Clone(a.Details)
	t := task{Task: store.Task{
		Run: r.ID, WorkflowID: r.WorkflowID, Workflow: r.Workflow, Activity: a,
		Scheduled: x.now, Ready: stamp(x.now.Add(a.Delay)),
	}}
	t.Delay, t.Deadline = 0, stamp(a.Deadline)
	if a.Owner != uuid.Nil {
		t.Attempt++
		t.Ready = x.now
		t.start(x)
	}
	return t
}

// start begins an attempt.
func (t *task) start(x *tx) { t.Claimed, t.Beat = x.now, time.Time{} }

// held finds the row that worker owns at attempt.
func (x *tx) held(id store.RunID, activity int64, worker store.WorkerID, attempt int) (*run, int, bool) {
	r := x.runs[id]
	if r == nil || worker == uuid.Nil {
		return nil, 0, false
	}
	i, ok := r.task(activity)
	if !ok || r.tasks[i].Owner != worker || r.tasks[i].Attempt != attempt {
		return nil, 0, false
	}
	return r, i, true
}

func (x *tx) endActivity(o *store.EndActivity) store.Outcome {
	if out, ok := x.endHeld(o); ok {
		return out
	}
	return x.ended(o)
}

// endHeld ends the activity if the row is the worker's at that attempt.
func (x *tx) endHeld(o *store.EndActivity) (store.Outcome, bool) {
	r, i, ok := x.held(o.Run, o.Activity, o.Worker, o.Attempt)
	if !ok {
		return store.Outcome{}, false
	}
	x.edit(r, func() { r.tasks = drop(r.tasks, i) })
	x.leaveLane(store.ActivityKey{Run: o.Run, Activity: o.Activity})
	e := o.Entry
	e.Kind, e.Ref = store.EntryActivity, o.Activity
	e = x.accept(r, e, r.dispatch.owner != o.Worker)
	return store.Outcome{Run: r.ID, Owner: r.dispatch.owner, Entries: []store.Entry{e}}, true
}

// ended answers a repetition whose entry is still unread.
func (x *tx) ended(o *store.EndActivity) store.Outcome {
	if r := x.runs[o.Run]; r != nil {
		if e, ok := r.known(store.EntryActivity, o.Entry.ID); ok && e.Ref == o.Activity {
			return store.Outcome{Run: r.ID, Owner: r.dispatch.owner, Entries: []store.Entry{e}}
		}
	}
	return store.Outcome{Code: store.Fenced, Run: o.Run}
}

func (x *tx) retryActivity(o *store.RetryActivity) store.Outcome {
	r, i, ok := x.held(o.Run, o.Activity, o.Worker, o.Attempt)
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	next := stamp(x.now.Add(o.Delay))
	x.editTask(r, i, func(t *task) {
		t.disown(next)
		if o.Last != nil {
			t.Last = bytes.Clone(o.Last)
		}
		if o.Consume {
			t.Deaths = 0
		} else {
			t.Attempt--
		}
	})
	x.leaveLane(store.ActivityKey{Run: o.Run, Activity: o.Activity})
	return store.Outcome{Run: r.ID, Next: next}
}

// disown makes the row claimable from ready on. The attempt stays counted.
func (t *task) disown(ready time.Time) {
	t.Owner, t.claim, t.Ready = uuid.Nil, uuid.Nil, ready
	t.Claimed, t.Beat = time.Time{}, time.Time{}
}

func (x *tx) beat(o *store.Beat) store.Outcome {
	r, i, ok := x.held(o.Run, o.Activity, o.Worker, o.Attempt)
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	x.editTask(r, i, func(t *task) {
		t.Beat = x.now
		if o.Details != nil {
			t.Details = bytes.Clone(o.Details)
		}
	})
	return store.Outcome{Run: r.ID}
}
