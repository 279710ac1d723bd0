package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlHoldsTasks = "EXISTS (SELECT 1 FROM ~activity h WHERE h.owner = $1 AND h.claim = $2)"
	sqlFreeTask   = "SELECT a.run_id, a.activity, a.prio, a.ready_at, a.deadline FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND NOT "
	sqlMatchTask  = " AND a.queue = ANY($4::text[]) AND a.name = ANY($5::text[]) AND a.ready_at <= now()"
	sqlTakeTask   = " LIMIT $6 FOR UPDATE OF a SKIP LOCKED"
	sqlTakeTasks  = `, u AS (UPDATE ~activity a SET owner = $1, claim = $2, attempt = a.attempt + 1, claimed_at = now(), beat_at = NULL FROM t
			WHERE a.run_id == t.run_id AND a.activity = t.activity RETURNING a.run_id, a.activity)`

	sqlClaimTasks = `WITH overdue AS MATERIALIZED (` + sqlFreeTask + sqlHoldsTasks + ` AND NOT a.suspect AND a.deadline <= now()
			ORDER BY a.deadline, a.run_id, a.activity` + sqlTakeTask + `),
		free AS MATERIALIZED (` + sqlFreeTask + sqlHoldsTasks + sqlMatchTask + ` AND NOT a.suspect AND (a.deadline IS NULL OR a.deadline > now())
			ORDER BY a.prio, a.ready_at` + sqlTakeTask + `),
		t AS MATERIALIZED (SELECT y.* FROM (SELECT x.*, 0 AS intime FROM overdue x UNION ALL SELECT x.*, 1 FROM free x) y
			ORDER BY y.intime, CASE WHEN y.intime = 0 THEN y.deadline END, y.prio, y.ready_at LIMIT $6)` + sqlTakeTasks + ` SELECT count(*) FROM u`
	sqlClaimSuspectTask = `WITH t AS MATERIALIZED (` + sqlFreeTask + sqlHoldsTasks + sqlMatchTask + ` AND a.suspect AND NOT ` + sqlLaneHolds + `
			ORDER BY a.deaths, a.prio, a.ready_at` + sqlTakeTask + `)` + sqlTakeTasks + `,
		w AS (UPDATE ~worker w SET lane_run = u.run_id, lane_activity = u.activity FROM u WHERE w.worker_id = $1)
		SELECT count(*) FROM u`

	// Those whose deadline has passed stand first, as they were taken.
	sqlClaimedTasks = "SELECT " + sqlTaskColumns + ` FROM ~activity a WHERE a.owner = $1 AND a.claim = $2
		ORDER BY CASE WHEN a.deadline <= now() THEN 0 ELSE 1 END, CASE WHEN a.deadline <= now() THEN a.deadline END, a.prio, a.ready_at, a.run_id, a.activity`
)

func (u *unit) claimActivities(i int, o *store.ClaimActivities) error {
	most, sql := max(0, o.Max), sqlClaimTasks
	if o.Lane {
		u.queue(sqlLockWorker, id(o.Worker))
		most, sql = min(most, 1), sqlClaimSuspectTask
	}
	f := &o.Filter
	u.queue(sql, id(o.Worker), id(o.ID), f.Namespace, f.ActivityQueues(), f.Activities, most).QueryRow(func(row pgx.Row) error {
		n := 0
		err := row.Scan(&n)
		u.wrote = u.wrote || n > 0
		return err
	})
	var tasks []store.Task
	rows(u.queue(sqlClaimedTasks, id(o.Worker), id(o.ID)), func(rows pgx.Rows) error {
		t, err := readTask(rows)
		if err == nil {
			tasks = append(tasks, t.Task)
		}
		return err
	})
	if err := u.send(u.last(i)); err != nil {
		return err
	}
	u.outs[i] = store.Outcome{Tasks: tasks}
	return nil
}
