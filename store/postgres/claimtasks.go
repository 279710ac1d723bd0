package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlHoldsTasks = "EXISTS (SELECT 1 FROM ~activity h WHERE h.owner = $1 AND h.claim = $2)"
	sqlTaskKinds  = "(SELECT DISTINCT q.queue, n.name FROM unnest($4::text[]) AS q(queue) CROSS JOIN unnest($5::text[]) AS n(name)) k"
	sqlTasksLike  = "SELECT a.run_id, a.activity, a.prio, a.ready_at, a.deadline, a.deaths FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND a.queue = k.queue AND a.name = k.name"

	// Once a claim has seen that a delay is over, its row stays ready, even if the clock is set
	// back. The claim ends the oldest delays of each kind, as many as are needed for priorities
	// to decide which rows are taken.
	sqlEndDelays = `UPDATE ~activity a SET delayed = false FROM (SELECT l.* FROM ` + sqlTaskKinds + ` CROSS JOIN LATERAL (
				SELECT a.run_id, a.activity FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND a.queue = k.queue AND a.name = k.name
					AND NOT a.quarantined AND a.delayed AND a.ready_at <= now() ORDER BY a.ready_at LIMIT ` + sqlMost + ` FOR UPDATE SKIP LOCKED) l
			WHERE NOT ` + sqlHoldsTasks + `) m
		WHERE a.run_id = ANY(ARRAY[m.run_id]) AND a.activity = m.activity`

	// Any worker ends overdue rows, whatever it serves.
	sqlClaimTasks = `WITH ready AS MATERIALIZED ((SELECT a.run_id, a.activity, NULL::int AS prio, a.ready_at, NULL::timestamptz AS since, a.deadline, 0 AS intime FROM ~activity a
				WHERE a.owner IS NULL AND a.namespace = $3 AND NOT a.quarantined AND a.deadline <= now() AND NOT ` + sqlHoldsTasks + `
				ORDER BY a.deadline, a.run_id, a.activity LIMIT $7)
			UNION ALL (SELECT c.run_id, c.activity, c.prio, c.ready_at, c.ready_at, NULL, 1 FROM ` + sqlTaskKinds + ` CROSS JOIN LATERAL (
				` + sqlTasksLike + ` AND NOT a.quarantined AND NOT a.delayed AND (a.deadline IS NULL OR a.deadline > now())
				ORDER BY a.prio, a.ready_at LIMIT $7) c WHERE NOT ` + sqlHoldsTasks + `)
			ORDER BY intime, deadline, prio, since, run_id, activity)` + sqlTakeTasks + ` SELECT (SELECT count(*) FROM u), (SELECT count(*) FROM ready), ` + sqlPassedTasks

	sqlClaimQuarantinedTask = `WITH ready AS MATERIALIZED (SELECT c.* FROM ` + sqlTaskKinds + ` CROSS JOIN LATERAL (
				` + sqlTasksLike + ` AND a.quarantined AND (NOT a.delayed OR a.ready_at <= now()) ORDER BY a.deaths, a.prio, a.ready_at LIMIT $7) c
			WHERE NOT ` + sqlHoldsTasks + ` AND NOT ` + sqlQuarantineHolds + ` ORDER BY c.deaths, c.prio, c.ready_at)` + sqlTakeTasks + `,
		w AS (UPDATE ~worker w SET quarantine_run = u.run_id, quarantine_activity = u.activity FROM u WHERE w.worker_id = $1)
		SELECT (SELECT count(*) FROM u), (SELECT count(*) FROM ready), ` + sqlPassedTasks

	sqlPassedTasks = "ARRAY(SELECT DISTINCT c.run_id FROM ready c WHERE (SELECT count(*) FROM t) < $6 AND (c.run_id, c.activity) NOT IN (SELECT t.run_id, t.activity FROM t) LIMIT 10)"

	sqlTakeTasks = `,
		t AS MATERIALIZED (SELECT l.* FROM ready c CROSS JOIN LATERAL (SELECT a.run_id, a.activity FROM ~activity a
			WHERE a.run_id = c.run_id AND a.activity = c.activity AND a.owner IS NULL AND a.ready_at = c.ready_at FOR UPDATE SKIP LOCKED) l LIMIT $6)` + sqlUpdateTaken

	sqlUpdateTaken = `,
		u AS (UPDATE ~activity a SET owner = $1, claim = $2, attempt = a.attempt + CASE WHEN a.cancelled THEN 0 ELSE 1 END, claimed_at = now(), beat_at = NULL FROM t
			WHERE a.run_id = ANY(ARRAY[t.run_id]) AND a.activity = t.activity RETURNING a.run_id, a.activity, a.partition_key)`

	// Overdue rows come first, as they were taken.
	sqlClaimedTasks = "SELECT " + sqlTaskColumns + ` FROM ~activity a WHERE a.owner = $1 AND a.claim = $2
		ORDER BY CASE WHEN a.deadline <= now() THEN 0 ELSE 1 END, CASE WHEN a.deadline <= now() THEN a.deadline END, a.prio, a.ready_at, a.run_id, a.activity`
)

func (u *unit) claimActivities(i int, o *store.ClaimActivities) error {
	most, sql := max(0, o.Max), sqlClaimTasks
	if o.Gone {
		return u.claimGone(i, o, most)
	}
	if o.Partitioned {
		return u.claimPartitions(i, o, most)
	}
	if o.Quarantine {
		u.queue(sqlLockWorker, id(o.Worker))
		most, sql = min(most, 1), sqlClaimQuarantinedTask
	}
	f := &o.Filter
	return u.take(i, "activity", most, func(look int) *pgx.QueuedQuery {
		if !o.Quarantine {
			u.queue(sqlEndDelays, id(o.Worker), id(o.ID), f.Namespace, f.ActivityQueues(), f.Activities).Exec(u.count)
		}
		return u.queue(sql, id(o.Worker), id(o.ID), f.Namespace, f.ActivityQueues(), f.Activities, most, look)
	}, func() { u.readTasks(i, o) })
}

// readTasks queues the query for what a claim of activities holds.
func (u *unit) readTasks(i int, o *store.ClaimActivities) {
	u.outs[i].Tasks = nil
	rows(u.queue(sqlClaimedTasks, id(o.Worker), id(o.ID)), func(rows pgx.Rows) error {
		t, err := readTask(rows)
		if err == nil {
			u.outs[i].Tasks = append(u.outs[i].Tasks, t)
		}
		return err
	})
}
