package sqlite

import (
	"slices"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlTask = `SELECT r.run_id, r.workflow_id, r.workflow, a.activity, a.name, a.queue, a.prio, a.attempt, a.deadline, a.limited,
		a.owner, a.data, a.last, a.details, a.scheduled_at, a.ready_at, a.claimed_at, a.beat_at, a.deaths, a.claim, a.cancelled, a.partition_key
		FROM ~activity a JOIN ~run r ON r.run = a.run `
	sqlTaskByKey = sqlTask + "WHERE a.run = ?1 AND a.activity = ?2"
	sqlTasksOf   = sqlTask + "WHERE a.run = ?1 ORDER BY a.activity"

	sqlTasksHeld    = "SELECT run, activity FROM ~activity INDEXED BY ~activity_owner WHERE owner = ?1 AND claim = ?2 ORDER BY run, activity"
	sqlOverdue      = "SELECT run, activity FROM ~activity INDEXED BY ~activity_deadline WHERE owner IS NULL AND quarantined = 0 AND deadline IS NOT NULL AND namespace = ?1 AND deadline <= ?2 ORDER BY deadline, run, activity LIMIT ?3"
	sqlNextDeadline = "SELECT deadline FROM ~activity INDEXED BY ~activity_deadline WHERE owner IS NULL AND quarantined = 0 AND deadline IS NOT NULL AND namespace = ?1 AND deadline > ?2 ORDER BY deadline LIMIT 1"
	// The first five columns are those of [rowOf], and each query reads one queue, as those for runs do.
	sqlReadyTasks   = "SELECT run, activity, 0, prio, " + sqlWaitingTask + "INDEXED BY ~activity_free WHERE owner IS NULL AND quarantined = 0 AND delayed = 0 AND namespace = ?1 AND queue = ?2 ORDER BY prio, ready_at, run, activity"
	sqlDueDelayed   = "SELECT run, activity, 0, 0, " + sqlWaitingTask + sqlDelayed + "ready_at <= ?3 ORDER BY ready_at, run, activity"
	sqlLaterDelayed = "SELECT run, activity, 0, 0, " + sqlWaitingTask + sqlDelayed + "ready_at > ?3 ORDER BY ready_at, run, activity"
	sqlWaitingTask  = "ready_at, name, deadline, delayed, partition_key FROM ~activity "
	sqlDelayed      = "INDEXED BY ~activity_delayed WHERE owner IS NULL AND quarantined = 0 AND delayed = 1 AND namespace = ?1 AND queue = ?2 AND "
	// Once a search has seen that a delay is over, its row stays ready, even if the clock is set
	// back.
	sqlDelayOver        = "SELECT run, activity, 0, 0, ready_at FROM ~activity " + sqlDelayed + "ready_at <= ?3 ORDER BY ready_at, run, activity"
	sqlQuarantinedTasks = "SELECT run, activity, deaths, prio, " + sqlWaitingTask + `INDEXED BY ~activity_quarantined
		WHERE owner IS NULL AND quarantined = 1 AND namespace = ?1 AND queue = ?2 ORDER BY deaths, prio, ready_at, run, activity`
)

const sqlHasRun = "SELECT 1 FROM ~run WHERE run = ?1"

type taskKey struct{ run, activity int64 }

func showTask(q *lib.Rows) store.Task {
	return store.Task{
		Run: q.ID(0), WorkflowID: q.Text(1), Workflow: q.Text(2),
		Activity: store.Activity{
			ID: q.Int(3), Name: q.Text(4), Queue: q.Text(5), Priority: int(q.Int(6)), Attempt: int(q.Int(7)), Deadline: q.Time(8),
			Limited: q.Bool(9), Owner: q.ID(10), Data: q.Blob(11), Last: q.Blob(12), Details: q.Blob(13), Cancelled: q.Bool(20), Partition: q.Text(21),
		},
		Scheduled: q.Time(14), Ready: q.Time(15), Claimed: q.Time(16), Beat: q.Time(17), Deaths: int(q.Int(18)), Claim: q.ID(19),
	}
}

// tasks returns every activity row that the query finds.
func (c *conn) tasks(sql string, args ...any) []store.Task {
	var all []store.Task
	for q := c.Query(sql, args...); q.Next(); {
		all = append(all, showTask(&q))
	}
	return all
}

// does returns a function that reports whether f has the activity of a row, and accept accepts it.
func does(f *store.Filter, accept func(*lib.Rows) bool) func(*lib.Rows) bool {
	return func(q *lib.Rows) bool { return slices.Contains(f.Activities, q.Text(5)) && accept(q) }
}

// readyTasks reads up to most rows outside quarantine: first overdue rows, whatever f says
// about their queue and name, then rows that f matches and that are ready.
func (x *tx) readyTasks(most int, f *store.Filter, accept func(*lib.Rows) bool) []taskKey {
	var all []taskKey
	for q := x.Query(sqlOverdue, f.Namespace, x.us, most); q.Next(); {
		all = append(all, taskKey{q.Int(0), q.Int(1)})
	}
	ready := func(q *lib.Rows) bool { return x.inTime(q) && accept(q) }
	return append(all, keysOf(x.collectFirst(most-len(all), f.Namespace, f.ActivityQueues(), does(f, ready), sqlReadyTasks))...)
}

func keysOf(all []waitingRow) []taskKey {
	keys := make([]taskKey, len(all))
	for i, w := range all {
		keys[i] = w.taskKey
	}
	return keys
}

// maxDelays is how many delays, the oldest ones of all its queues together, a claim ends. If more end at the
// same moment, the order of that claim is not exact.
const maxDelays = 2000

// endDelays makes rows ready whose delay is over, in the queues of f.
func (x *tx) endDelays(f *store.Filter) {
	for _, k := range keysOf(x.collectFirst(maxDelays, f.Namespace, f.ActivityQueues(), everyRow, sqlDelayOver, x.us)) {
		x.change(k, func(r *run) { r.Tasks.EndDelay(0) })
	}
}

// inTime reports whether the deadline of a free task is not over, or not set.
func (x *tx) inTime(q *lib.Rows) bool { return q.Int(6) == 0 || q.Int(6) > x.us }

// quarantinedTasks reads up to most rows in quarantine that f matches and that are due.
func (x *tx) quarantinedTasks(most int, f *store.Filter, accept func(*lib.Rows) bool) []taskKey {
	due := func(q *lib.Rows) bool { return (!q.Bool(7) || q.Int(4) <= x.us) && accept(q) } // delayed, ready_at
	return keysOf(x.collectFirst(most, f.Namespace, f.ActivityQueues(), does(f, due), sqlQuarantinedTasks))
}

func (x *tx) claimActivities(o *store.ClaimActivities) store.Outcome {
	if held := x.tasksHeld(o); len(held) > 0 {
		return store.Outcome{Tasks: x.show(held)} // the claim is a repetition
	}
	var free []taskKey
	switch {
	case o.Gone:
		free = x.goneTasks(o.Filter.Namespace, o.Max)
	case !o.Quarantine:
		x.endDelays(&o.Filter)
		free = x.readyTasks(o.Max, &o.Filter, unkeyed(o))
	case !x.quarantineHolds(o.Worker):
		free = x.quarantinedTasks(min(o.Max, 1), &o.Filter, x.hasPlace(o))
	}
	if o.Partitioned && !o.Quarantine {
		free = append(free, x.byPartition(o, o.Max-len(free))...)
	}
	taken := free[:0]
	for _, k := range free {
		if !x.change(k, func(r *run) { r.Tasks.Claim(0, o, x.now) }) {
			x.setAsideTask(k)
			continue
		}
		taken = append(taken, k)
		if o.Quarantine {
			x.enterQuarantine(o.Worker, k.run, k.activity)
		}
	}
	return store.Outcome{Tasks: x.show(taken)}
}

func (x *tx) tasksHeld(o *store.ClaimActivities) []taskKey {
	var all []taskKey
	for q := x.Query(sqlTasksHeld, o.Worker, o.ID); q.Next(); {
		all = append(all, taskKey{q.Int(0), q.Int(1)})
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

// change changes one activity row. It reports whether there is an undamaged one.
func (x *tx) change(k taskKey, how func(*run)) bool {
	r := &run{number: k.run}
	if !loadTask(x.session(), r, k.activity) || !within(int64(r.Tasks.Loaded[0].Attempt), maxNumber-1) || x.Number(sqlHasRun, k.run) == 0 {
		return false
	}
	how(r)
	_ = save(x.session(), r, x.now) // only the row is loaded
	return true
}
