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
	delayed   bool // ready from Ready on; else it is ready, whatever the clock says

	fresh   bool // it is scheduled here
	changed bool
	gone    bool
}

const (
	sqlTaskColumns = `a.run_id, a.workflow_id, a.workflow, a.activity, a.name, a.queue, a.prio, a.attempt, a.deadline, a.limited,
		a.owner, a.data, a.last, a.details, a.scheduled_at, a.ready_at, a.claimed_at, a.beat_at, a.deaths, a.suspect, a.claim, a.delayed`
	sqlLoadTasksFree = sqlLoadTasks + " SKIP LOCKED) a"
	sqlLoadTasksAll  = sqlLoadTasks + ") a"
	sqlLoadTasks     = "SELECT " + sqlTaskColumns + ` FROM (SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity) ORDER BY 1, 2) m
		CROSS JOIN LATERAL (SELECT * FROM ~activity k WHERE k.run_id = m.run_id AND k.activity = m.activity FOR UPDATE`
	sqlSeeTasks = `SELECT k.run_id, k.activity FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity)
		CROSS JOIN LATERAL (SELECT * FROM ~activity k WHERE k.run_id = m.run_id AND k.activity = m.activity OFFSET 0) k`
)

func readTask(rows pgx.Rows) (*task, error) {
	var run, owner, claim pgtype.UUID
	var deadline, scheduled, ready, claimed, beat pgtype.Timestamptz
	t := &task{}
	if err := rows.Scan(&run, &t.WorkflowID, &t.Workflow, &t.ID, &t.Name, &t.Queue, &t.Priority, &t.Attempt, &deadline, &t.Limited,
		&owner, &t.Data, &t.Last, &t.Details, &scheduled, &ready, &claimed, &beat, &t.Deaths, &t.suspect, &claim, &t.delayed); err != nil {
		return nil, err
	}
	t.Run, t.Owner, t.Claim, t.Deadline = uuidOf(run), uuidOf(owner), uuidOf(claim), timeOf(deadline)
	t.Scheduled, t.Ready, t.Claimed, t.Beat = timeOf(scheduled), timeOf(ready), timeOf(claimed), timeOf(beat)
	return t, nil
}

// loadTasks locks and reads activity rows. Those that somebody else has locked it only
// notes, unless the batch waits for them.
func (u *unit) loadTasks(keys map[store.ActivityKey]bool) {
	run, number := keyColumns(keys)
	sql := sqlLoadTasksFree
	if u.waits {
		sql = sqlLoadTasksAll
	} else {
		defer func() {
			rows(u.queue(sqlSeeTasks, run, number), func(rows pgx.Rows) error {
				var run pgtype.UUID
				var k store.ActivityKey
				err := rows.Scan(&run, &k.Activity)
				if k.Run = uuidOf(run); u.tasks[k] == nil {
					u.taken[k] = true
				}
				return err
			})
		}()
	}
	rows(u.queue(sql, run, number), func(rows pgx.Rows) error {
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

func newTask(r *run, a *store.Activity, commit store.Token, now time.Time) *task {
	t := &task{
		Task: store.Task{
			Run: r.ID, WorkflowID: r.WorkflowID, Workflow: r.Workflow, Activity: *a,
			Scheduled: now, Ready: stamp(now.Add(a.Delay)),
		},
		namespace: r.Namespace, delayed: a.Delay > 0, fresh: true,
	}
	t.Delay, t.Deadline = 0, stamp(a.Deadline)
	if a.Owner != uuid.Nil {
		t.Attempt++
		t.Claim, t.Ready, t.Claimed, t.delayed = commit, now, now, false
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

// held finds the row that worker owns at that attempt.
func (u *unit) held(id store.RunID, activity int64, worker store.WorkerID, at store.Attempt) *task {
	t := u.tasks[store.ActivityKey{Run: id, Activity: activity}]
	if t == nil || t.gone || worker == uuid.Nil || t.Owner != worker || t.Attempt != at.N || t.Claim != at.Claim {
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
	t := u.held(o.Run, o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
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
	t := u.held(o.Run, o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
	if t == nil {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	u.leave(t)
	t.changed = true
	t.Owner, t.Claim, t.Claimed, t.Beat = uuid.Nil, uuid.Nil, time.Time{}, time.Time{}
	t.Ready, t.delayed = stamp(u.now.Add(o.Delay)), o.Delay > 0
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
	t := u.held(o.Run, o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
	if t == nil {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	t.Beat, t.changed = u.now, true
	if o.Details != nil {
		t.Details = slices.Clone(o.Details)
	}
	return store.Outcome{Run: o.Run}
}
