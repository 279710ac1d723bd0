package postgres

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// task is an activity row as a batch knows and changes it. The batch has its lock.
type task struct {
	store.Task
	namespace string
	suspect   bool

	fresh   bool // it is scheduled here
	changed bool
	gone    bool
}

const (
	sqlTaskColumns = `a.run_id, a.workflow_id, a.workflow, a.activity, a.name, a.queue, a.prio, a.attempt, a.deadline, a.limited,
		a.owner, a.data, a.last, a.details, a.scheduled_at, a.ready_at, a.claimed_at, a.beat_at, a.deaths, a.suspect`
	sqlLoadTasks = "SELECT " + sqlTaskColumns + ` FROM (SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity) ORDER BY 1, 2) m
		CROSS JOIN LATERAL (SELECT * FROM ~activity k WHERE k.run_id = m.run_id AND k.activity = m.activity FOR UPDATE) a`
)

func readTask(rows pgx.Rows) (*task, error) {
	var run, owner pgtype.UUID
	var deadline, scheduled, ready, claimed, beat pgtype.Timestamptz
	t := &task{}
	if err := rows.Scan(&run, &t.WorkflowID, &t.Workflow, &t.ID, &t.Name, &t.Queue, &t.Priority, &t.Attempt, &deadline, &t.Limited,
		&owner, &t.Data, &t.Last, &t.Details, &scheduled, &ready, &claimed, &beat, &t.Deaths, &t.suspect); err != nil {
		return nil, err
	}
	t.Run, t.Owner, t.Deadline = uuidOf(run), uuidOf(owner), timeOf(deadline)
	t.Scheduled, t.Ready, t.Claimed, t.Beat = timeOf(scheduled), timeOf(ready), timeOf(claimed), timeOf(beat)
	return t, nil
}

func (u *unit) loadTasks(keys map[store.ActivityKey]bool) {
	run, number := keyColumns(keys)
	rows(u.queue(sqlLoadTasks, run, number), func(rows pgx.Rows) error {
		t, err := readTask(rows)
		if err == nil {
			u.addTask(t)
		}
		return err
	})
}

func (u *unit) addTask(t *task) {
	u.tasks[store.ActivityKey{Run: t.Run, Activity: t.ID}] = t
	u.taskOrder = append(u.taskOrder, t)
}

func newTask(r *run, a *store.Activity, now time.Time) *task {
	t := &task{
		Task: store.Task{
			Run: r.ID, WorkflowID: r.WorkflowID, Workflow: r.Workflow, Activity: *a,
			Scheduled: now, Ready: stamp(now.Add(a.Delay)),
		},
		namespace: r.Namespace, fresh: true,
	}
	t.Delay, t.Deadline = 0, stamp(a.Deadline)
	if a.Owner != uuid.Nil {
		t.Attempt++
		t.Ready, t.Claimed = now, now
	}
	return t
}

// dropTask removes an activity row, whether the batch has looked it up or not.
func (u *unit) dropTask(r *run, id int64) {
	if t := u.tasks[store.ActivityKey{Run: r.ID, Activity: id}]; t != nil {
		t.gone = true
		return
	}
	r.dropped = append(r.dropped, id)
}

// held finds the row that worker owns at attempt.
func (u *unit) held(id store.RunID, activity int64, worker store.WorkerID, attempt int) *task {
	t := u.tasks[store.ActivityKey{Run: id, Activity: activity}]
	if t == nil || t.gone || worker == uuid.Nil || t.Owner != worker || t.Attempt != attempt {
		return nil
	}
	return t
}

// leave says that no lane holds t any more; only a suspect was ever in one.
func (u *unit) leave(t *task) {
	if t.suspect {
		u.lanes = append(u.lanes, store.ActivityKey{Run: t.Run, Activity: t.ID})
	}
}

func (u *unit) endActivity(o *store.EndActivity) store.Outcome {
	if out, ok := u.endHeld(o); ok {
		return out
	}
	if r := u.runs[o.Run]; r != nil {
		// A repetition whose entry is still unread.
		if e, ok := r.known(store.EntryActivity, o.Entry.ID); ok && e.Ref == o.Activity {
			return store.Outcome{Run: r.ID, Owner: r.Owner, Entries: []store.Entry{e}}
		}
	}
	return store.Outcome{Code: store.Fenced, Run: o.Run}
}

// endHeld ends the activity if the row is the worker's at that attempt.
func (u *unit) endHeld(o *store.EndActivity) (store.Outcome, bool) {
	r := u.runs[o.Run]
	t := u.held(o.Run, o.Activity, o.Worker, o.Attempt)
	if t == nil || r == nil {
		return store.Outcome{}, false
	}
	t.gone = true
	u.leave(t)
	e := o.Entry
	e.Kind, e.Ref = store.EntryActivity, o.Activity
	e = r.accept(e, u.now, r.Owner != o.Worker)
	return store.Outcome{Run: r.ID, Owner: r.Owner, Entries: []store.Entry{e}}, true
}

func (u *unit) retryActivity(o *store.RetryActivity) store.Outcome {
	t := u.held(o.Run, o.Activity, o.Worker, o.Attempt)
	if t == nil {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	u.leave(t)
	t.changed = true
	t.Owner, t.Claimed, t.Beat = uuid.Nil, time.Time{}, time.Time{}
	t.Ready = stamp(u.now.Add(o.Delay))
	if o.Last != nil {
		t.Last = slices.Clone(o.Last)
	}
	if o.Consume {
		t.Deaths, t.suspect = 0, false
	} else {
		t.Attempt--
	}
	return store.Outcome{Run: o.Run, Next: t.Ready}
}

func (u *unit) beat(o *store.Beat) store.Outcome {
	t := u.held(o.Run, o.Activity, o.Worker, o.Attempt)
	if t == nil {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	t.Beat, t.changed = u.now, true
	if o.Details != nil {
		t.Details = slices.Clone(o.Details)
	}
	return store.Outcome{Run: o.Run}
}
