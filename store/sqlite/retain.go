package sqlite

import (
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// A run that is removed stays in its table with status 0, which no query shows. Where its
// history does not fit into one transaction it is still one of those that have closed,
// until the last of its rows is gone; from then on its row is nothing but its key.
const (
	// The last runs of chains. No other run comes between the runs of a chain, and only one
	// that was continued has a next one: of the others nobody need look for it.
	sqlLastOf = `FROM ~run r INDEXED BY ~run_closed WHERE r.namespace = ?1 AND r.closed_at <= ?2
		AND (r.status NOT IN (0, 6) OR (SELECT n.chain_id FROM ~run n INDEXED BY ~run_name WHERE n.namespace = r.namespace AND n.workflow_id = r.workflow_id
			AND n.run > r.run ORDER BY n.run LIMIT 1) IS NOT r.chain_id)`
	sqlOver      = "SELECT r.run, r.run_id, r.chain_id, r.workflow_id, r.status " + sqlLastOf + " ORDER BY r.closed_at, r.run LIMIT ?3"
	sqlCountOver = "SELECT count(*) FROM (SELECT 1 " + sqlLastOf + " AND r.status <> 0 LIMIT ?3)"
	sqlChain     = `SELECT r.run, r.run_id, r.status FROM ~run r INDEXED BY ~run_name WHERE r.namespace = ?1 AND r.workflow_id = ?2
		AND r.run < ?3 AND r.run >= (SELECT f.run FROM ~run f WHERE f.run_id = ?4) AND r.chain_id = ?4 ORDER BY r.run DESC`

	sqlSizes    = "SELECT seq, length(data) FROM ~event INDEXED BY ~event_seq WHERE run = ?1 ORDER BY seq DESC"
	sqlDropRows = "DELETE FROM ~event WHERE run = ?1 AND seq >= ?2"
	sqlHideRun  = "UPDATE ~run SET status = 0, removed_at = ?2 WHERE run = ?1"
	// Of a chain, the run before one that is gone is the last one.
	sqlKept = `UPDATE ~run SET status = 0, removed_at = coalesce(removed_at, ?2), closed_at = NULL, chain_id = x'', last_commit = x'',
		workflow = '', queue = '', build = '' WHERE `
	sqlKeepKey  = sqlKept + "run = ?1"
	sqlDropKeys = `DELETE FROM ~run WHERE run IN (SELECT run FROM ~run INDEXED BY ~run_removed WHERE namespace = ?1 AND removed_at <= ?2
		AND closed_at IS NULL ORDER BY removed_at LIMIT ?3)`
	sqlIsRemoved = "SELECT count(*) FROM ~run WHERE run_id = ?1 AND status = 0"
	sqlLastKey   = "SELECT run_id FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id = ?2 AND status = 0 ORDER BY run DESC LIMIT 1"

	maxChains = 300 // at once: some milliseconds
)

// over is a run that is to go.
type over struct {
	run    int64
	id     store.RunID
	chain  store.RunID
	name   string
	hidden bool
}

func (x *tx) retain(o *store.Retain) (out store.Outcome) {
	by := x.now.Add(-o.Age)
	if o.Dry {
		out.Count = int(x.number(sqlCountOver, o.Namespace, by, o.Max))
		return out
	}
	all, more := x.over(o, by)
	gone, whole := x.drop(all, o)
	out.Count = gone
	if !whole {
		more = true
	}
	if o.Keys > 0 && x.exec(sqlDropKeys, o.Namespace, x.now.Add(-o.Keys), o.Max) == int64(o.Max) {
		more = true
	}
	if more {
		out.Next = x.now
	}
	return out
}

// over are the runs of the chains that are to go first, one chain after the other. It says
// whether there are more.
func (x *tx) over(o *store.Retain, by time.Time) (all []over, more bool) {
	var last []over
	for q := x.query(sqlOver, o.Namespace, by, maxChains); q.next(); {
		last = append(last, over{q.int(0), q.id(1), q.id(2), q.text(3), q.int(4) == 0})
	}
	for i := range last {
		if len(all) >= o.Max { // each has a row at least: no more can go at once
			return all, true
		}
		all = append(all, x.chain(o.Namespace, &last[i])...)
	}
	return all, len(last) == maxChains
}

// chain are the runs of the chain that ends with last, which comes first.
func (x *tx) chain(namespace string, last *over) []over {
	all := []over{*last}
	if last.chain == last.id {
		return all
	}
	for q := x.query(sqlChain, namespace, last.name, last.run, last.chain); q.next(); {
		all = append(all, over{q.int(0), q.id(1), last.chain, last.name, q.int(2) == 0})
	}
	return all
}

// drop removes runs. It says how many are gone since, and whether there was room for all.
func (x *tx) drop(all []over, o *store.Retain) (gone int, whole bool) {
	weights := x.weigh(all, o.Max)
	budget := o.Allowance()
	light := make([]int64, 0, len(all)) // what goes without a look at each row
	whole = true
	for i, r := range all {
		if !whole && r.chain != all[i-1].chain {
			break // a chain goes as a whole, or not yet
		}
		if !r.hidden {
			gone++
			delete(x.s.hints, r.id)
		}
		if w, known := weights[r.run]; known && budget.SpendAll(w.rows, w.bytes) {
			light = append(light, r.run)
		} else {
			whole = x.wear(r, &budget) && whole
		}
	}
	for first, last := range neighbours(light) {
		x.exec(sqlDropAll, first, last)
		x.exec(sqlKeepKeys, first, x.us, last)
	}
	return gone, whole
}

// wear removes rows of r, the newest first, and with the last of them what r has beside its
// key. It says whether that was so.
func (x *tx) wear(r over, budget *store.Allowance) bool {
	from, whole := int64(math.MaxInt64), true
	for q := x.query(sqlSizes, r.run); q.next(); {
		if !budget.Spend(int(q.int(1))) {
			q.end()
			whole = false
			break
		}
		from = q.int(0)
	}
	if from < math.MaxInt64 {
		x.exec(sqlDropRows, r.run, from)
	}
	switch {
	case whole:
		x.exec(sqlKeepKey, r.run, x.us)
	case !r.hidden:
		x.exec(sqlHideRun, r.run, x.us)
	}
	return whole
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
