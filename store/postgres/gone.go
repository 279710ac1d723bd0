package postgres

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlOwnRow = "a.owner IS NULL AND a.namespace = $3 AND left(a.queue, 7) = 'worker/'"

	// The queues of workers that are gone, as far as something waits in them. Each is found by one
	// index look-up. At most a thousand queues are looked at.
	sqlGoneQueues = `WITH RECURSIVE q(queue, n) AS (
			SELECT (SELECT a.queue FROM ~activity a WHERE ` + sqlOwnRow + ` ORDER BY a.queue LIMIT 1), 1
			UNION ALL SELECT (SELECT a.queue FROM ~activity a WHERE ` + sqlOwnRow + ` AND a.queue > q.queue ORDER BY a.queue LIMIT 1), q.n + 1
				FROM q WHERE q.queue IS NOT NULL AND q.n < 1000)
		SELECT q.queue FROM q WHERE q.queue IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM ~worker w WHERE 'worker/' || w.worker_id::text = q.queue AND NOT w.dead AND w.namespace = $3)`
	sqlAnyGone = "EXISTS (" + sqlGoneQueues + ")"
)

var sqlClaimGone = `WITH ready AS MATERIALIZED (SELECT c.* FROM (` + sqlGoneQueues + `) g CROSS JOIN LATERAL (
			SELECT a.run_id, a.activity, a.ready_at FROM ~activity a WHERE ` + sqlOwnRow + ` AND a.queue = g.queue ORDER BY a.run_id, a.activity LIMIT $5) c
		WHERE NOT ` + sqlHoldsTasks + ` ORDER BY c.run_id, c.activity LIMIT $5)` +
	strings.ReplaceAll(sqlTakeTasks+" SELECT (SELECT count(*) FROM u), (SELECT count(*) FROM ready), "+sqlPassedTasks, "$6", "$4")

// claimGone takes rows that wait for workers that are gone.
func (u *unit) claimGone(i int, o *store.ClaimActivities, most int) error {
	return u.take(i, "activity", most, func(look int) *pgx.QueuedQuery {
		return u.queue(sqlClaimGone, id(o.Worker), id(o.ID), o.Filter.Namespace, most, look)
	}, func() { u.readTasks(i, o) })
}
