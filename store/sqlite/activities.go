package sqlite

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlSchedule = `INSERT INTO ~activity (run, activity, owner, attempt, limited, namespace, queue, name, prio, scheduled_at,
		ready_at, claimed_at, deadline, data, last, details)
		SELECT ?1, ?2, ?3, ?4, ?5, namespace, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15 FROM ~run WHERE run = ?1`

	sqlTask = `SELECT r.run_id, r.workflow_id, r.workflow, a.activity, a.name, a.queue, a.prio, a.attempt, a.deadline, a.limited,
		a.owner, a.data, a.last, a.details, a.scheduled_at, a.ready_at, a.claimed_at, a.beat_at, a.deaths
		FROM ~activity a JOIN ~run r ON r.run = a.run `
	sqlTaskByKey = sqlTask + "WHERE a.run = ?1 AND a.activity = ?2"
	sqlTasksOf   = sqlTask + "WHERE a.run = ?1 ORDER BY a.activity"

	sqlTasksHeld    = "SELECT run, activity FROM ~activity INDEXED BY ~activity_owner WHERE owner = ?1 AND claim = ?2 ORDER BY run, activity"
	sqlTaskTake     = "UPDATE ~activity SET owner = ?3, claim = ?4, attempt = attempt + 1, claimed_at = ?5, beat_at = NULL WHERE run = ?1 AND activity = ?2"
	sqlOverdue      = "SELECT run, activity FROM ~activity INDEXED BY ~activity_deadline WHERE owner IS NULL AND suspect = 0 AND deadline IS NOT NULL AND namespace = ?1 AND deadline <= ?2 ORDER BY deadline, run, activity LIMIT ?3"
	sqlNextDeadline = "SELECT deadline FROM ~activity INDEXED BY ~activity_deadline WHERE owner IS NULL AND suspect = 0 AND deadline IS NOT NULL AND namespace = ?1 AND deadline > ?2 ORDER BY deadline LIMIT 1"
	sqlFreeTasks    = "SELECT run, activity, queue, name, ready_at, deadline FROM ~activity INDEXED BY ~activity_free WHERE owner IS NULL AND suspect = 0 AND namespace = ?1 AND prio = ?2 "
	sqlReadyTasks   = sqlFreeTasks + "AND ready_at <= ?3 ORDER BY ready_at, run, activity"
	sqlLaterTasks   = sqlFreeTasks + "AND ready_at > ?3 ORDER BY ready_at"
	sqlNextPrio     = "SELECT prio FROM ~activity INDEXED BY ~activity_free WHERE owner IS NULL AND suspect = 0 AND namespace = ?1 AND prio > ?2 ORDER BY prio LIMIT 1"
	sqlFirstPrio    = "SELECT prio FROM ~activity INDEXED BY ~activity_free WHERE owner IS NULL AND suspect = 0 AND namespace = ?1 ORDER BY prio LIMIT 1"
	sqlSuspectTasks = `SELECT run, activity, queue, name, ready_at FROM ~activity INDEXED BY ~activity_suspect
		WHERE owner IS NULL AND suspect = 1 AND namespace = ?1 ORDER BY deaths, prio, ready_at, run, activity`

	sqlEnd   = "DELETE FROM ~activity WHERE run = ?1 AND activity = ?2 AND owner = ?3 AND attempt = ?4"
	sqlRetry = `UPDATE ~activity SET owner = NULL, claim = NULL, claimed_at = NULL, beat_at = NULL, ready_at = ?5, last = coalesce(?6, last),
		deaths = CASE WHEN ?7 THEN 0 ELSE deaths END, suspect = CASE WHEN ?7 THEN 0 ELSE suspect END,
		attempt = CASE WHEN ?7 THEN attempt ELSE attempt - 1 END
		WHERE run = ?1 AND activity = ?2 AND owner = ?3 AND attempt = ?4`
	sqlBeat = `UPDATE ~activity SET beat_at = ?5, details = coalesce(?6, details)
		WHERE run = (SELECT run FROM ~run WHERE run_id = ?1) AND activity = ?2 AND owner = ?3 AND attempt = ?4`
)

type taskKey struct{ run, activity int64 }

func (x *tx) schedule(a *store.Activity, run int64) {
	attempt, ready := a.Attempt, stamp(x.now.Add(a.Delay))
	var claimed time.Time
	if a.Owner != uuid.Nil {
		attempt, ready, claimed = attempt+1, x.now, x.now
	}
	x.exec(sqlSchedule, run, a.ID, a.Owner, attempt, a.Limited, a.Queue, a.Name, a.Priority, x.us,
		ready.UnixMicro(), claimed, stamp(a.Deadline), a.Data, a.Last, a.Details)
}

func showTask(q *rows) store.Task {
	return store.Task{
		Run: q.id(0), WorkflowID: q.text(1), Workflow: q.text(2),
		Activity: store.Activity{
			ID: q.int(3), Name: q.text(4), Queue: q.text(5), Priority: int(q.int(6)), Attempt: int(q.int(7)), Deadline: q.time(8),
			Limited: q.bool(9), Owner: q.id(10), Data: q.blob(11), Last: q.blob(12), Details: q.blob(13),
		},
		Scheduled: q.time(14), Ready: q.time(15), Claimed: q.time(16), Beat: q.time(17), Deaths: int(q.int(18)),
	}
}

// tasks is every activity row that the query finds.
func (c *conn) tasks(sql string, args ...any) []store.Task {
	var all []store.Task
	for q := c.query(sql, args...); q.next(); {
		all = append(all, showTask(&q))
	}
	return all
}

// collectTasks reads up to most rows that f matches and accept, if set, takes.
func (c *conn) collectTasks(most int, f *store.Filter, accept func(*rows) bool, sql string, args ...any) []taskKey {
	var all []taskKey
	if most <= 0 {
		return nil
	}
	queues := f.ActivityQueues()
	for q := c.query(sql, args...); q.next(); {
		if slices.Contains(queues, q.text(2)) && slices.Contains(f.Activities, q.text(3)) && (accept == nil || accept(&q)) {
			all = append(all, taskKey{q.int(0), q.int(1)})
			if len(all) == most {
				q.end()
			}
		}
	}
	return all
}

// prios are the priorities of the rows that nobody owns, suspects aside. The ready
// ones of each are together in the index, whatever waits in the others.
func (c *conn) prios(namespace string) []int64 {
	var all []int64
	for found := c.numbers(sqlFirstPrio, namespace); len(found) == 1; found = c.numbers(sqlNextPrio, namespace, found[0]) {
		all = append(all, found[0])
	}
	return all
}

// readyTasks reads up to most rows, suspects aside: those whose deadline has passed,
// whatever f says of their queue and name, then those that f matches and that are due.
func (x *tx) readyTasks(most int, f *store.Filter) []taskKey {
	var all []taskKey
	for q := x.query(sqlOverdue, f.Namespace, x.us, most); q.next(); {
		all = append(all, taskKey{q.int(0), q.int(1)})
	}
	for _, prio := range x.prios(f.Namespace) {
		all = append(all, x.collectTasks(most-len(all), f, x.inTime, sqlReadyTasks, f.Namespace, prio, x.us)...)
	}
	return all
}

// inTime says whether the deadline of a free task, if it has one, is still to come.
func (x *tx) inTime(q *rows) bool { return q.int(5) == 0 || q.int(5) > x.us }

// suspectTasks reads up to most suspects that f matches and that are due.
func (x *tx) suspectTasks(most int, f *store.Filter) []taskKey {
	due := func(q *rows) bool { return q.int(4) <= x.us }
	return x.collectTasks(most, f, due, sqlSuspectTasks, f.Namespace)
}

func (x *tx) claimActivities(o *store.ClaimActivities) store.Outcome {
	if held := x.tasksHeld(o); len(held) > 0 {
		return store.Outcome{Tasks: x.show(held)} // the repetition of a claim
	}
	var free []taskKey
	switch {
	case !o.Lane:
		free = x.readyTasks(o.Max, &o.Filter)
	case !x.laneHolds(o.Worker):
		free = x.suspectTasks(min(o.Max, 1), &o.Filter)
	}
	for _, k := range free {
		x.exec(sqlTaskTake, k.run, k.activity, o.Worker, o.ID, x.us)
		if o.Lane {
			x.enterLane(o.Worker, k.run, k.activity)
		}
	}
	return store.Outcome{Tasks: x.show(free)}
}

func (x *tx) tasksHeld(o *store.ClaimActivities) []taskKey {
	var all []taskKey
	for q := x.query(sqlTasksHeld, o.Worker, o.ID); q.next(); {
		all = append(all, taskKey{q.int(0), q.int(1)})
	}
	return all
}

func (x *tx) show(keys []taskKey) []store.Task {
	var all []store.Task
	for _, k := range keys {
		all = append(all, x.tasks(sqlTaskByKey, k.run, k.activity)...)
	}
	return all
}

func (x *tx) endActivity(o *store.EndActivity) store.Outcome {
	r, ok := x.byID(o.Run)
	if !ok {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	if out, ok := r.endHeld(x, o, x.now); ok {
		x.s.accepted(&r)
		return out
	}
	// A repetition whose entry is still unread.
	if e, ok := x.known(&r, store.EntryActivity, o.Entry.ID); ok && e.Ref == o.Activity {
		return store.Outcome{Run: r.id, Owner: r.owner, Entries: []store.Entry{e}}
	}
	return store.Outcome{Code: store.Fenced, Run: o.Run}
}

// endHeld ends an activity of the run if its row is the worker's at that attempt.
func (r *row) endHeld(w inserter, o *store.EndActivity, now time.Time) (store.Outcome, bool) {
	if w.exec(sqlEnd, r.run, o.Activity, o.Worker, o.Attempt) == 0 {
		return store.Outcome{}, false
	}
	w.exec(sqlLeaveLane, r.run, o.Activity)
	e := o.Entry
	e.Kind, e.Ref = store.EntryActivity, o.Activity
	e = r.accept(w, e, r.owner != o.Worker, now)
	return store.Outcome{Run: r.id, Owner: r.owner, Entries: []store.Entry{e}}, true
}

func (x *tx) retryActivity(o *store.RetryActivity) store.Outcome {
	r, ok := x.byID(o.Run)
	next := stamp(x.now.Add(o.Delay))
	if !ok || x.exec(sqlRetry, r.run, o.Activity, o.Worker, o.Attempt, next.UnixMicro(), o.Last, o.Consume) == 0 {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	x.leaveLane(r.run, o.Activity)
	return store.Outcome{Run: r.id, Next: next}
}

func (x *tx) beat(o *store.Beat) store.Outcome {
	if x.exec(sqlBeat, o.Run, o.Activity, o.Worker, o.Attempt, x.us, o.Details) == 0 {
		return store.Outcome{Code: store.Fenced, Run: o.Run}
	}
	return store.Outcome{Run: o.Run}
}
