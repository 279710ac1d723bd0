package sqlite

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Of a run that is removed its row stays, for a start to find. Where many go that have one
// number after the other they are noted together and their rows stay as they are: to empty a
// row takes more than all else of its removal. Few are not noted, for who lists runs passes over
// what was noted together at once: their rows are emptied, which takes them from the lists. To
// write constants into such a row takes less than to read it and write it again.
const (
	sqlKeepKeys = `UPDATE ~run SET status = 0, epoch = 0, next_seq = 0, gen = 0, owner = NULL, deaths = 0, lane_deaths = 0, block_count = 0,
		entries = 0, unread = 0, closing = 0, level = 0, last_commit = x'', chain_id = x'', workflow = '', queue = '', prio = 0, build = '',
		pin = NULL, last_owner = NULL, prev_run_id = NULL, next_run_id = NULL, root_run_id = NULL, parent_run_id = NULL, parent_seq = NULL,
		created_at = 0, closed_at = NULL, deadline = NULL, undelivered = 0, waiting = NULL, block_reason = NULL,
		block_build = NULL, block_until = NULL, block_text = NULL WHERE run >= ?1 AND run <= ?2 AND closed_at IS NOT NULL AND (status = 0) = ?3`
	// A run whose history went in steps was removed when it was hidden.
	sqlAddRemoved  = "INSERT INTO ~removed (first, last, namespace, at) SELECT ?1, ?2, namespace, coalesce(removed_at, ?3) FROM ~run WHERE run = ?1 ON CONFLICT DO NOTHING"
	sqlNoteRemoved = "INSERT INTO ~removed (first, last, namespace, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING"
	sqlCountClosed = "SELECT count(*) FROM ~run WHERE run >= ?1 AND run <= ?2 AND status > 1"

	// That a run, r, was not removed.
	sqlThere = "(r.status = 1 OR r.status > 1 AND r.run > coalesce((SELECT g.last FROM ~removed g WHERE g.first <= r.run ORDER BY g.first DESC LIMIT 1), 0))"
	sqlGone  = "SELECT first, last FROM ~removed WHERE first <= ?1 ORDER BY first DESC LIMIT 1"

	sqlOldestKeys  = "SELECT first, last FROM ~removed INDEXED BY ~removed_at WHERE namespace = ?1 AND at <= ?2 ORDER BY at, first LIMIT 1"
	sqlDropKeys    = "DELETE FROM ~run WHERE run >= ?1 AND run <= ?2"
	sqlDropRemoved = "DELETE FROM ~removed WHERE first = ?1"
	sqlTrimRemoved = "UPDATE ~removed SET first = ?2 WHERE first = ?1"

	sqlIsRemoved = "SELECT count(*) FROM ~run r WHERE r.run_id = ?1 AND NOT " + sqlThere
	sqlLastKey   = "SELECT r.run_id FROM ~run r WHERE r.run = " + sqlNewest + " AND NOT " + sqlThere

	noteFrom = 16 // runs that have one number after the other
)

// keep leaves nothing of runs with these numbers but their keys. They were hidden before, or
// not: who hid them has counted them.
func (x *tx) keep(first, last int64, hidden bool) {
	if x.found(x.exec(sqlKeepKeys, first, last, hidden), last-first+1) {
		x.found(x.exec(sqlAddRemoved, first, last, x.us), 1)
	}
}

// note notes that runs with these numbers were removed. None of them was hidden.
func (x *tx) note(namespace string, first, last int64) {
	if x.found(x.number(sqlCountClosed, first, last), last-first+1) {
		x.found(x.exec(sqlNoteRemoved, first, last, namespace, x.us), 1)
	}
}

// span are runs that were removed together, from the first to the last.
type span struct{ first, last int64 }

// gone are those that were removed together of which the first has that number or the next
// lower one: the last of them may be a higher one. None: zero.
func (c *conn) gone(run int64) (s span) {
	if q := c.query(sqlGone, run); q.next() {
		s = span{q.int(0), q.int(1)}
		q.end()
	}
	return s
}

// forget drops keys of runs that were removed long ago, and says whether there may be more.
func (x *tx) forget(o *store.Retain) (more bool) {
	by := x.now.Add(-o.Keys)
	for left := int64(o.Max); left > 0; {
		q := x.query(sqlOldestKeys, o.Namespace, by)
		if !q.next() {
			return false
		}
		first, last := q.int(0), q.int(1)
		q.end()
		n := min(left, last-first+1)
		x.exec(sqlDropKeys, first, first+n-1)
		if first+n > last {
			x.exec(sqlDropRemoved, first)
		} else {
			x.exec(sqlTrimRemoved, first, first+n)
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
