package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Of a run that is removed its row stays, with nothing in it but what a start asks for: to
// write constants into the rest takes less than to read it and write it again. The runs that
// went at once, with one number after the other, have a row together that says when.
const (
	sqlKeepKeys = `UPDATE ~run SET status = 0, epoch = 0, next_seq = 0, gen = 0, owner = NULL, deaths = 0, lane_deaths = 0, block_count = 0,
		entries = 0, unread = 0, closing = 0, level = 0, last_commit = x'', chain_id = x'', workflow = '', queue = '', prio = 0, build = '',
		pin = NULL, last_owner = NULL, prev_run_id = NULL, next_run_id = NULL, root_run_id = NULL, parent_run_id = NULL, parent_seq = NULL,
		created_at = 0, closed_at = NULL, deadline = NULL, undelivered = 0, waiting = NULL, block_reason = NULL,
		block_build = NULL, block_until = NULL, block_text = NULL WHERE run >= ?1 AND run <= ?2 AND closed_at IS NOT NULL AND (status = 0) = ?3`
	// A run whose history went in steps was removed when it was hidden.
	sqlAddRemoved = "INSERT INTO ~removed (namespace, at, first, last) SELECT namespace, coalesce(removed_at, ?3), ?1, ?2 FROM ~run WHERE run = ?1"

	sqlOldestKeys  = "SELECT at, first, last FROM ~removed WHERE namespace = ?1 AND at <= ?2 ORDER BY at, first LIMIT 1"
	sqlDropKeys    = "DELETE FROM ~run WHERE run >= ?1 AND run <= ?2"
	sqlDropRemoved = "DELETE FROM ~removed WHERE namespace = ?1 AND at = ?2 AND first = ?3"
	sqlTrimRemoved = "UPDATE ~removed SET first = ?4 WHERE namespace = ?1 AND at = ?2 AND first = ?3"

	sqlIsRemoved = "SELECT count(*) FROM ~run WHERE run_id = ?1 AND status = 0"
	sqlLastKey   = "SELECT run_id FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id = ?2 AND status = 0 ORDER BY run DESC LIMIT 1"
)

// keep leaves nothing of runs with these numbers but their keys. They were hidden before, or
// not: who hid them has counted them.
func (x *tx) keep(first, last int64, hidden bool) {
	if x.found(x.exec(sqlKeepKeys, first, last, hidden), last-first+1) {
		x.exec(sqlAddRemoved, first, last, x.us)
	}
}

// forget drops keys of runs that were removed long ago, and says whether there may be more.
func (x *tx) forget(o *store.Retain) (more bool) {
	by := x.now.Add(-o.Keys)
	for left := int64(o.Max); left > 0; {
		q := x.query(sqlOldestKeys, o.Namespace, by)
		if !q.next() {
			return false
		}
		at, first, last := q.int(0), q.int(1), q.int(2)
		q.end()
		n := min(left, last-first+1)
		x.exec(sqlDropKeys, first, first+n-1)
		if first+n > last {
			x.exec(sqlDropRemoved, o.Namespace, at, first)
		} else {
			x.exec(sqlTrimRemoved, o.Namespace, at, first, first+n)
		}
		left -= n
	}
	return true
}

// removed says whether retention has removed a run with that id.
func (c *conn) removed(id store.RunID) bool { return c.number(sqlIsRemoved, id) > 0 }

// lastKey is the run that had the workflow id last, of those that were removed.
func (c *conn) lastKey(namespace, workflowID string) (id store.RunID, ok bool) {
	q := c.query(sqlLastKey, namespace, workflowID)
	if ok = q.next(); ok {
		id = q.id(0)
		q.end()
	}
	return id, ok
}

// missing is why there is no run that ref names.
func (c *conn) missing(ref store.Ref) error {
	removed := false
	if ref.Run != uuid.Nil {
		removed = c.removed(ref.Run)
	} else {
		_, removed = c.lastKey(ref.Namespace, ref.WorkflowID)
	}
	if removed {
		return store.ErrRemoved
	}
	return store.ErrNotFound
}
