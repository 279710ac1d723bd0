package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlTaskColumns = `a.run_id, a.workflow_id, a.workflow, a.activity, a.name, a.queue, a.prio, a.attempt, a.deadline, a.limited,
		a.owner, a.data, a.last, a.details, a.scheduled_at, a.ready_at, a.claimed_at, a.beat_at, a.deaths, a.claim, a.cancelled, a.partition_key`

	// The columns that the rules use.
	sqlRowColumns    = "a.run_id, a.activity, a.owner, a.claim, a.attempt, a.limited, a.deaths, a.ready_at, a.delayed, a.claimed_at, a.beat_at, a.cancelled"
	sqlLoadTasksFree = sqlLoadTasks + " SKIP LOCKED) a"
	sqlLoadTasksAll  = sqlLoadTasks + ") a"
	sqlLoadTasks     = "SELECT " + sqlRowColumns + ` FROM (SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity) ORDER BY 1, 2) m
		CROSS JOIN LATERAL (SELECT * FROM ~activity k WHERE k.run_id = m.run_id AND k.activity = m.activity FOR UPDATE`
	sqlLoadTasksOf     = "SELECT " + sqlRowColumns + " FROM ~activity a WHERE a.run_id = ANY($1::uuid[]) ORDER BY a.run_id, a.activity FOR UPDATE"
	sqlLoadTasksOfFree = sqlLoadTasksOf + " SKIP LOCKED"
	sqlSeeTasksOf      = "SELECT a.run_id, a.activity FROM ~activity a WHERE a.run_id = ANY($1::uuid[])"
	sqlSeeTasks        = `SELECT k.run_id, k.activity FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity)
		CROSS JOIN LATERAL (SELECT * FROM ~activity k WHERE k.run_id = m.run_id AND k.activity = m.activity OFFSET 0) k`
)

// readTask reads an activity row as it is displayed.
func readTask(rows pgx.Rows) (t store.Task, err error) {
	err = rows.Scan(anID(&t.Run), &t.WorkflowID, &t.Workflow, &t.ID, &t.Name, &t.Queue, &t.Priority, &t.Attempt, aTime(&t.Deadline), &t.Limited,
		anID(&t.Owner), &t.Data, &t.Last, &t.Details, aTime(&t.Scheduled), aTime(&t.Ready), aTime(&t.Claimed), aTime(&t.Beat), &t.Deaths, anID(&t.Claim), &t.Cancelled, aText(&t.Partition))
	return t, err
}

// readRow reads an activity row as the rules use it.
func readRow(rows pgx.Rows) (t rules.Task, err error) {
	err = rows.Scan(anID(&t.Run), &t.ID, anID(&t.Owner), anID(&t.Claim), &t.Attempt, &t.Limited, &t.Deaths, aTime(&t.Ready), &t.Delayed, aTime(&t.Claimed), aTime(&t.Beat), &t.Cancelled)
	return t, err
}

// addTask adds such a row to its run. An op that needs only the row need not know its
// run.
func (u *unit) addTask(rows pgx.Rows) error {
	t, err := readRow(rows)
	if err != nil {
		return err
	}
	r := u.runs[t.Run]
	if r == nil {
		r = u.looseRun(t.Run)
	}
	r.Tasks.Load(t)
	u.taken[store.ActivityKey{Run: t.Run, Activity: t.ID}] = false
	return nil
}

func (u *unit) looseRun(id store.RunID) *run {
	r := u.loose[id]
	if r == nil {
		r = &run{}
		r.ID = id
		u.loose[id] = r
	}
	return r
}

// loadTasks locks and reads activity rows. Rows that others have locked it only notes,
// unless the batch waits for them.
func (u *unit) loadTasks(keys map[store.ActivityKey]bool) {
	run, number := keyColumns(keys)
	if u.waits {
		rows(u.queue(sqlLoadTasksAll, run, number), u.addTask)
		return
	}
	rows(u.queue(sqlLoadTasksFree, run, number), u.addTask)
	rows(u.queue(sqlSeeTasks, run, number), u.noteTask)
}

// loadTasksOf is loadTasks for all rows of runs.
func (u *unit) loadTasksOf(runs ids) {
	if u.waits {
		rows(u.queue(sqlLoadTasksOf, runs), u.addTask)
		return
	}
	rows(u.queue(sqlLoadTasksOfFree, runs), u.addTask)
	rows(u.queue(sqlSeeTasksOf, runs), u.noteTask)
}

// noteTask notes a row that is not locked here: another transaction has it.
func (u *unit) noteTask(rows pgx.Rows) error {
	var k store.ActivityKey
	err := rows.Scan(anID(&k.Run), &k.Activity)
	if _, mine := u.taken[k]; !mine {
		u.taken[k] = true
	}
	return err
}
