package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlDropTombstones = `DELETE FROM ~tombstone WHERE run_id = ANY(ARRAY(SELECT k.run_id FROM ~tombstone k WHERE k.namespace = $1 COLLATE "POSIX" AND k.at <= now() - $2::interval
		AND NOT EXISTS (SELECT 1 FROM ~run r WHERE r.run_id = ANY(ARRAY[k.run_id])) ORDER BY k.at LIMIT $3 FOR UPDATE OF k SKIP LOCKED))`
	sqlLastTombstone = `CROSS JOIN LATERAL (SELECT * FROM ~tombstone k WHERE k.namespace = m.namespace AND k.workflow_id = m.workflow_id
		ORDER BY k.nth DESC LIMIT 1)`
	sqlLoadTombstones = `SELECT k.run_id, k.namespace, k.workflow_id, k.nth, true FROM ~tombstone k WHERE k.run_id = ANY($1::uuid[])
		UNION ALL SELECT k.run_id, k.namespace, k.workflow_id, k.nth, false FROM unnest($2::text[], $3::text[]) AS m(namespace, workflow_id) ` + sqlLastTombstone + " k"
)

// lastTombstone is the last removed run of a workflow id.
type lastTombstone struct {
	run store.RunID
	nth int
}

// loadTombstones reads what is known of removed runs. It comes after the query for the runs,
// so that a run removed in between is found by its tombstone.
func (u *unit) loadTombstones(ops []store.Op) {
	var run ids
	var namespace, workflowID names
	for _, op := range ops {
		if o, ok := op.(*store.Start); ok {
			run, namespace, workflowID = append(run, token(o.Run)), append(namespace, o.Namespace), append(workflowID, o.WorkflowID)
		}
	}
	if len(run) == 0 {
		return
	}
	rows(u.queue(sqlLoadTombstones, run, namespace, workflowID), func(rows pgx.Rows) error {
		var name nameKey
		var byID bool
		k := lastTombstone{}
		err := rows.Scan(anID(&k.run), &name.namespace, &name.workflowID, &k.nth, &byID)
		if byID {
			u.removed[k.run] = true
		} else {
			u.lastRemoved[name] = k
		}
		return err
	})
}
