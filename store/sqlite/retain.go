package sqlite

import (
	"math"
	"time"

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
	sqlHideRun  = "UPDATE ~run SET status = 0, removed_at = ?2 WHERE run = ?1 AND closed_at IS NOT NULL AND status <> 0"
	sqlIsHidden = "SELECT count(*) FROM ~run WHERE run = ?1 AND closed_at IS NOT NULL"

	maxChains = 400 // at once: some milliseconds
)

// over is a run that is to go.
type over struct {
	run    int64
	id     store.RunID
	chain  store.RunID
	name   string
	hidden bool

	weighed     bool // its history was added up
	rows, bytes int
}

// due is what is to go first, chain by chain, and whether there is more.
type due struct {
	all  []over
	more bool
}

// due adds up what o may remove of what closed by then.
func (c *conn) due(o *store.Retain, by time.Time) (d due) {
	d.all, d.more = c.overdue(o, by)
	c.weigh(d.all, o.Max)
	return d
}

func (x *tx) retain(o *store.Retain) (out store.Outcome) {
	by := x.now.Add(-o.Age)
	if o.Dry {
		out.Count = int(x.number(sqlCountOver, o.Namespace, by, o.Max))
		return out
	}
	d := x.ahead
	if d == nil {
		now := x.due(o, by)
		d = &now
	} else if !x.stands(d) {
		return out
	}
	gone, whole := x.drop(d.all, o)
	more := d.more || !whole
	out.Count = gone
	if o.Keys > 0 {
		more = x.forget(o) || more
	}
	if more {
		out.Next = x.now
	}
	return out
}

// overdue are the runs of the chains that are to go first, one chain after the other. It says
// whether there are more.
func (c *conn) overdue(o *store.Retain, by time.Time) (all []over, more bool) {
	last := make([]over, 0, maxChains)
	for q := c.query(sqlOver, o.Namespace, by, maxChains); q.next(); {
		r := over{run: q.int(0), id: q.id(1), chain: q.id(2), hidden: q.int(4) == 0}
		if r.chain != r.id {
			r.name = q.text(3)
		}
		last = append(last, r)
	}
	all = make([]over, 0, len(last))
	for i := range last {
		if len(all) >= o.Max { // each has a row at least: no more can go at once
			return all, true
		}
		all = append(all, last[i])
		if r := &last[i]; r.chain != r.id {
			all = c.before(all, o.Namespace, r)
		}
	}
	return all, len(last) == maxChains
}

// before appends the runs of the chain that ends with last, but for that one.
func (c *conn) before(all []over, namespace string, last *over) []over {
	for q := c.query(sqlChain, namespace, last.name, last.run, last.chain); q.next(); {
		all = append(all, over{run: q.int(0), id: q.id(1), chain: last.chain, hidden: q.int(2) == 0})
	}
	return all
}

// drop removes runs. It says how many are gone since, and whether there was room for all.
func (x *tx) drop(all []over, o *store.Retain) (gone int, whole bool) {
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
		if !r.hidden && r.weighed && budget.SpendAll(r.rows, r.bytes) {
			light = append(light, r.run)
		} else {
			whole = x.wear(r, &budget) && whole
		}
	}
	for first, last := range neighbours(light) {
		x.exec(sqlDropAll, first, last)
		x.keep(first, last, false)
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
		x.keep(r.run, r.run, r.hidden)
	case r.hidden:
		x.found(x.number(sqlIsHidden, r.run), 1)
	default:
		x.found(x.exec(sqlHideRun, r.run, x.us), 1)
	}
	return whole
}
