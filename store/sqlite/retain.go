package sqlite

import (
	"cmp"
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
	sqlLastOf = `FROM ~run r INDEXED BY ~run_closed WHERE r.namespace = ?1 AND r.closed_at <= ?2 AND r.closed_at >= ?4
		AND (r.status NOT IN (0, 6) OR (SELECT n.chain_id FROM ~run n INDEXED BY ~run_name WHERE n.namespace = r.namespace AND n.workflow_id = r.workflow_id
			AND n.run > r.run ORDER BY n.run LIMIT 1) IS NOT r.chain_id)`
	sqlOver      = "SELECT r.run, r.run_id, r.chain_id, r.workflow_id, r.status, r.closed_at " + sqlLastOf + " ORDER BY r.closed_at, r.run LIMIT ?3"
	sqlCountOver = "SELECT count(*) FROM (SELECT 1 " + sqlLastOf + " AND r.status <> 0 LIMIT ?3)"
	sqlChain     = `SELECT r.run, r.run_id, r.status FROM ~run r INDEXED BY ~run_name WHERE r.namespace = ?1 AND r.workflow_id = ?2
		AND r.run < ?3 AND r.run >= (SELECT f.run FROM ~run f WHERE f.run_id = ?4) AND r.chain_id = ?4 ORDER BY r.run DESC`

	sqlSizes    = "SELECT seq, length(data) FROM ~event INDEXED BY ~event_seq WHERE run = ?1 ORDER BY seq DESC"
	sqlDropRows = "DELETE FROM ~event WHERE run = ?1 AND seq >= ?2"
	// The runs of a chain have the end of its last one from then on: in whatever order they
	// go, who looks for what closed since then finds those that are left.
	sqlHideRun  = "UPDATE ~run SET status = 0, removed_at = ?2, closed_at = ?3 WHERE run = ?1 AND closed_at IS NOT NULL AND status <> 0"
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
	closed time.Time // when the last run of its chain was

	weighed     bool // its history was added up
	rows, bytes int
}

// due is what closed by then and is to go first, chain by chain, and when the first closed of
// what comes after it: zero if nothing does.
type due struct {
	by   time.Time
	all  []over
	next time.Time
}

// due adds up what o may remove of what closed by then.
func (c *conn) due(o *store.Retain, by time.Time) (d due) {
	d.by = by
	d.all, d.next = c.overdue(o, by)
	c.weigh(d.all, o.Max)
	return d
}

func (x *tx) retain(o *store.Retain) (out store.Outcome) {
	by := x.now.Add(-o.Age)
	if o.Dry {
		out.Count = int(x.number(sqlCountOver, o.Namespace, by, o.Max, o.From.UnixMicro()))
		return out
	}
	d := x.ahead
	if d == nil {
		now := x.due(o, by)
		d = &now
	} else if !x.stands(d) {
		return out
	}
	out.Count, out.Next = x.drop(d.all, o)
	out.Next = cmp.Or(out.Next, d.next)
	if o.Keys > 0 && x.forget(o) {
		out.Next = cmp.Or(out.Next, d.by)
	}
	return out
}

// overdue are the runs of the chains that are to go first, one chain after the other. It says
// when the first closed of those that come after them.
func (c *conn) overdue(o *store.Retain, by time.Time) (all []over, next time.Time) {
	last := make([]over, 0, maxChains)
	for q := c.query(sqlOver, o.Namespace, by, maxChains, o.From.UnixMicro()); q.next(); {
		r := over{run: q.int(0), id: q.id(1), chain: q.id(2), hidden: q.int(4) == 0, closed: q.time(5)}
		if r.chain != r.id {
			r.name = q.text(3)
		}
		last = append(last, r)
	}
	all = make([]over, 0, len(last))
	for i := range last {
		if len(all) >= o.Max { // each has a row at least: no more can go at once
			return all, last[i].closed
		}
		all = append(all, last[i])
		if r := &last[i]; r.chain != r.id {
			all = c.before(all, o.Namespace, r)
		}
	}
	if len(last) == maxChains {
		next = last[len(last)-1].closed
	}
	return all, next
}

// before appends the runs of the chain that ends with last, but for that one.
func (c *conn) before(all []over, namespace string, last *over) []over {
	for q := c.query(sqlChain, namespace, last.name, last.run, last.chain); q.next(); {
		all = append(all, over{run: q.int(0), id: q.id(1), chain: last.chain, hidden: q.int(2) == 0, closed: last.closed})
	}
	return all
}

// drop removes runs. It says how many are gone since and, unless there was room for all, when
// the first closed of those that are left.
func (x *tx) drop(all []over, o *store.Retain) (gone int, next time.Time) {
	budget := o.Allowance()
	light := make([]int64, 0, len(all)) // what goes without a look at each row
	for i, r := range all {
		if !next.IsZero() && r.chain != all[i-1].chain {
			break // a chain goes as a whole, or not yet
		}
		if !r.hidden {
			gone++
			delete(x.s.hints, r.id)
		}
		if next.IsZero() && !r.hidden && r.weighed && budget.SpendAll(r.rows, r.bytes) {
			light = append(light, r.run)
		} else if !x.wear(r, &budget, next.IsZero()) {
			next = r.closed
		}
	}
	for first, last := range neighbours(light) {
		x.exec(sqlDropAll, first, last)
		x.keep(first, last, false)
	}
	return gone, next
}

// wear removes rows of r, the newest first, if any may go, and with the last of them what r
// has beside its key. It says whether that was so. What is older than a run that has rows
// left has to wait: its own last run would be taken for that of a chain.
func (x *tx) wear(r over, budget *store.Allowance, may bool) bool {
	from, whole := int64(math.MaxInt64), may
	if may {
		for q := x.query(sqlSizes, r.run); q.next(); from = q.int(0) {
			if !budget.Spend(int(q.int(1))) {
				q.end()
				whole = false
				break
			}
		}
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
		x.found(x.exec(sqlHideRun, r.run, x.us, r.closed), 1)
	}
	return whole
}
