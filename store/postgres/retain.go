package postgres

import (
	"cmp"
	"math"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// A run whose history does not fit into one transaction stays in its table with status 0,
// which no query shows, until the last of its rows is gone: rows without a run would be
// damage to whoever looks the database over.
const (
	// The last runs of chains. No other run comes between the runs of a chain, and only one
	// that was continued has a next one: of the others nobody need look for it.
	sqlLastOf = `FROM ~run r WHERE r.namespace = $1 AND r.closed_at <= now() - $2::interval AND r.closed_at >= $4 AND (r.status NOT IN (0, 6)
		OR (SELECT n.chain_id FROM ~run n WHERE n.namespace = r.namespace AND n.workflow_id = r.workflow_id AND n.nth > r.nth
			ORDER BY n.nth LIMIT 1) IS DISTINCT FROM r.chain_id)`
	// Nobody else has locks of runs that have ended: what is passed over, another Retain
	// is at. Until the server has vacuumed the index, what was removed has its entries at the
	// beginning of it: $4 leads a pass beyond those that it has left there itself.
	sqlOver = `WITH c AS MATERIALIZED (SELECT r.run_id, r.chain_id, r.workflow_id, r.nth, r.status, r.next_seq, r.closed_at, r.ctid AS place ` + sqlLastOf + `
			ORDER BY r.closed_at, r.run_id LIMIT $3 FOR UPDATE OF r SKIP LOCKED)
		SELECT c.run_id, c.closed_at, m.run_id, m.status, m.next_seq, m.place
		FROM c CROSS JOIN LATERAL (SELECT c.run_id, c.nth, c.status, c.next_seq, c.place WHERE c.chain_id = c.run_id
			UNION ALL SELECT o.run_id, o.nth, o.status, o.next_seq, NULL FROM ~run o WHERE c.chain_id <> c.run_id
				AND o.namespace = $1 AND o.workflow_id = c.workflow_id AND o.chain_id = c.chain_id AND o.nth <= c.nth
				AND o.nth >= coalesce((SELECT f.nth FROM ~run f WHERE f.run_id = c.chain_id), c.nth)) m
		ORDER BY c.closed_at, c.run_id, m.nth DESC`
	sqlCountOver = "SELECT count(*) FROM (SELECT 1 " + sqlLastOf + " AND r.status <> 0 LIMIT $3) x"

	sqlWeigh = "SELECT e.run_id, e.ctid, coalesce(octet_length(e.data), 0) FROM ~event e WHERE e.run_id = ANY($1::uuid[])"
	sqlSizes = "SELECT e.seq, coalesce(octet_length(e.data), 0) FROM ~event e WHERE e.run_id = $1 ORDER BY e.seq DESC LIMIT $2"

	// Two indexes begin with the namespace of a run, and which is the better one for those
	// that are over depends on how many there are: to look for them is worth a plan. What is
	// done with them goes by their ids and places.
	sqlAnew  = "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"
	sqlAgain = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true)"

	firstChains = 32 // of a process
	// A row of a history has an event or some. Of what has more than this many events for
	// each row that may go, the first are added up, no more.
	eventsOfRows = 10
	maxChains    = 500 // at once
)

// chains is how many chains a Retain looks for: what it finds it locks and weighs, and how
// many of them may go at once depends on how long they are.
type chains struct{ n atomic.Int64 }

func (c *chains) most() int64 {
	n := c.n.Load()
	if n == 0 {
		n = firstChains
	}
	return min(n, maxChains)
}

// try is most, and the half of it next time unless this one adds up what it has found.
func (c *chains) try() int64 {
	n := c.most()
	c.n.Store((n + 1) / 2)
	return n
}

// learn says that so many were tried, of which there was room for begun, or for more if none
// was left.
func (c *chains) learn(begun, tried int64, left bool) {
	switch {
	case left:
		tried = begun + begun/4 + 1
	case begun == tried:
		tried *= 2
	}
	c.n.Store(tried)
}

// over is a run that is to go.
type over struct {
	id, last store.RunID // last is that of its chain
	closed   time.Time   // when that one was
	hidden   bool
	events   int64 // there are no more rows than these

	weighed     bool // its history was added up
	rows, bytes int64
	places      places // of the rows

	place pgtype.TID // of the run itself, if it is all of its chain: it is locked then
}

func (u *unit) retain(i int, o *store.Retain) error {
	out := &u.outs[i]
	out.Count, out.Next = 0, time.Time{}
	u.queue(sqlAnew)
	if o.Dry {
		u.queue(sqlCountOver, o.Namespace, interval(o.Age), o.Max, since(o.From)).QueryRow(func(row pgx.Row) error { return row.Scan(&out.Count) })
		u.queue(sqlAgain)
		return u.send(false)
	}
	u.mayRemove(i)
	most := u.s.chains.try()
	all, found, err := u.over(o, most)
	if err != nil {
		return err
	}
	if out.Next, err = u.wear(all, found, most, o, out); err != nil || o.Tombstones == 0 {
		return err
	}
	u.queue(sqlDropTombstones, o.Namespace, interval(o.Tombstones), o.Max).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() == int64(o.Max) && out.Next.IsZero() {
			out.Next = u.now.Add(-o.Age)
		}
		return u.count(tag)
	})
	return u.send(false)
}

// over finds the runs of the chains that are to go first, at most so many, one chain after
// the other, and says how many chains.
func (u *unit) over(o *store.Retain, most int64) (all []over, found int64, err error) {
	seen, before := make(map[store.RunID]bool), store.RunID{}
	rows(u.queue(sqlOver, o.Namespace, interval(o.Age), most, since(o.From)), func(rows pgx.Rows) error {
		var last, run pgtype.UUID
		var closed pgtype.Timestamptz
		var r over
		var status int16
		err := rows.Scan(&last, &closed, &run, &status, &r.events, &r.place)
		r.last, r.closed, r.id, r.hidden = uuidOf(last), timeOf(closed), uuidOf(run), status == 0
		if r.last != before {
			found, before = found+1, r.last
		}
		if !seen[r.id] { // a chain with two ends would have it twice
			seen[r.id], all = true, append(all, r)
		}
		return err
	})
	u.queue(sqlAgain)
	err = u.send(false)
	return all, found, err
}

// weigh adds up the histories of the first of all, as far as there may be room for them, but
// for those with more events than rows may go at once: they may be long.
func (u *unit) weigh(all []over, o *store.Retain) error {
	byID := make(map[store.RunID]*over, len(all))
	short := make(ids, 0, len(all))
	events := int64(0)
	for i := range all {
		r := &all[i]
		if byID[r.id] = r; r.events <= int64(o.Max) && events < eventsOfRows*int64(o.Max) {
			r.weighed, short = true, append(short, token(r.id))
			events += r.events
		}
	}
	rows(u.queue(sqlWeigh, short), func(rows pgx.Rows) error {
		var run pgtype.UUID
		var place pgtype.TID
		var bytes int64
		err := rows.Scan(&run, &place, &bytes)
		if r := byID[uuidOf(run)]; r != nil {
			r.rows, r.bytes, r.places = r.rows+1, r.bytes+bytes, append(r.places, place)
		}
		return err
	})
	return u.send(false)
}

// from says how much of a run's history may go, the newest rows first: all from a seq on,
// and whether that is all of it.
func (u *unit) from(r *over, limit int, budget *store.Allowance) (first int64, whole bool, err error) {
	first, whole = math.MaxInt64, true
	rows(u.queue(sqlSizes, token(r.id), limit+1), func(rows pgx.Rows) error {
		var seq int64
		size := 0
		err := rows.Scan(&seq, &size)
		if whole = whole && budget.Spend(size); whole {
			first = seq
		}
		return err
	})
	return first, whole, u.send(false)
}

// wear removes rows, the newest of a chain first, and runs with the last of them. If
// something is left it says when the first of it closed. In out it counts the runs that are
// gone since: another Retain may have hidden some of these before they were locked.
func (u *unit) wear(all []over, found, most int64, o *store.Retain, out *store.Outcome) (next time.Time, err error) {
	if len(all) == 0 {
		u.s.chains.learn(0, most, false)
		return next, nil
	}
	if err := u.weigh(all, o); err != nil {
		return next, err
	}
	var g going
	budget, rows, begun, rest := o.Allowance(), int64(0), int64(0), false
	for i := range all {
		r := &all[i]
		if i == 0 || r.last != all[i-1].last {
			if rest || rows >= int64(o.Max) { // a chain goes as a whole, or not yet
				next = cmp.Or(next, r.closed)
				break
			}
			begun++
		}
		if rows += r.rows; !r.weighed {
			rows += int64(o.Max)
		}
		first, whole := int64(math.MaxInt64), !rest && r.weighed && budget.SpendAll(int(r.rows), int(r.bytes))
		switch {
		case whole:
			g.histories.add(r)
		case !rest:
			if first, whole, err = u.from(r, o.Max, &budget); err != nil {
				return next, err
			}
		}
		if first < math.MaxInt64 {
			u.write(sqlDropRows, token(r.id), first)
		}
		switch {
		case whole && r.place.Valid:
			g.locked = append(g.locked, r.place)
		case whole:
			g.emptied = append(g.emptied, token(r.id))
		case !r.hidden:
			g.hidden = append(g.hidden, token(r.id))
		}
		if !whole {
			rest, next = true, r.closed
		}
	}
	u.s.chains.learn(begun, most, !next.IsZero())
	if found == most {
		next = cmp.Or(next, all[len(all)-1].closed)
	}
	return next, u.remove(&g, next, out)
}
