package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlIsRemoved   = "SELECT count(*) FROM ~tombstone WHERE run_id = ?1"
	sqlLastRemoved = "SELECT run_id FROM ~tombstone INDEXED BY ~tombstone_name WHERE namespace = ?1 AND workflow_id = ?2 ORDER BY run DESC LIMIT 1"
	// A run that is removed in steps keeps its tombstone until nothing is left of it.
	sqlForgetOldest = `DELETE FROM ~tombstone WHERE run_id IN (SELECT t.run_id FROM ~tombstone t INDEXED BY ~tombstone_at
		WHERE t.namespace = ?1 AND t.at <= ?2 AND NOT EXISTS (SELECT 1 FROM ~run r WHERE r.run_id = t.run_id) ORDER BY t.at, t.run LIMIT ?3)`
)

// forget deletes tombstones of runs that were removed long ago, and reports whether there may be
// more.
func (x *tx) forget(o *store.Retain) (more bool) {
	return x.Exec(sqlForgetOldest, o.Namespace, x.now.Add(-o.Tombstones), o.Max) == int64(o.Max)
}

// removed reports whether retention has removed a run with that id.
func (c *conn) removed(id store.RunID) bool { return c.Number(sqlIsRemoved, id) > 0 }

// lastRemoved returns the last removed run of the workflow id.
func (c *conn) lastRemoved(namespace, workflowID string) (id store.RunID, ok bool) {
	q := c.Query(sqlLastRemoved, namespace, workflowID)
	if ok = q.Next(); ok {
		id = q.ID(0)
		q.End()
	}
	return id, ok
}

// missing says why there is no run that ref names.
func (c *conn) missing(ref store.Ref) error {
	removed := false
	if ref.Run != uuid.Nil {
		removed = c.removed(ref.Run)
	} else {
		_, removed = c.lastRemoved(ref.Namespace, ref.WorkflowID)
	}
	if removed {
		return store.ErrRemoved
	}
	return store.ErrNotFound
}
