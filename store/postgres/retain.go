package postgres

import (
	"cmp"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reprise-run/reprise/store"
)

// A removed run leaves a tombstone. A run whose history does not fit into one transaction stays
// in its table with status 0, which no query returns, until its last row is gone: rows without
// a run would look like damage.
const (
	// The last runs of chains. No other run comes between the runs of a chain, and only a
	// continued run has a next one: for the others no search is needed.
	sqlLastOf = `FROM ~run r WHERE r.namespace = $1 AND r.closed_at <= now() - $2::interval AND r.closed_at >= $4 AND (r.status NOT IN (0, 6)
		OR (SELECT n.chain_id FROM ~run n WHERE n.namespace = r.namespace AND n.workflow_id = r.workflow_id AND n.nth > r.nth
			ORDER BY n.nth LIMIT 1) IS DISTINCT FROM r.chain_id)
		AND (SELECT o.run_id FROM ~outbox o WHERE o.run_id = r.run_id LIMIT 1) IS NULL`
	// Nobody else locks runs that have ended: another Retain is removing what this query skips.
	// Until the server has vacuumed the index, entries of removed runs are at its beginning. $4
	// moves a pass beyond those that it has left there itself. Fewer runs are locked if their
	// histories are long: until they have $5 events.
	sqlOver      = sqlOverOf + sqlOverFrom
	sqlOverChain = sqlOverOf + " AND r.workflow_id = $6 AND r.chain_id = $7" + sqlOverFrom
	sqlOverOf    = `WITH o AS MATERIALIZED (SELECT o.*, row_number() OVER w > $3 OR sum(o.next_seq) OVER w - o.next_seq >= $5 AS later
			FROM (SELECT r.run_id, r.closed_at, r.next_seq ` + sqlLastOf
	sqlOverFrom = ` ORDER BY r.closed_at, r.run_id LIMIT $3 + 1) o WINDOW w AS (ORDER BY o.closed_at, o.run_id)),
		c AS MATERIALIZED (SELECT l.* FROM (SELECT * FROM o WHERE NOT o.later ORDER BY o.closed_at, o.run_id) m CROSS JOIN LATERAL
			(SELECT * FROM ~run r WHERE r.run_id = m.run_id FOR UPDATE SKIP LOCKED) l)
		SELECT c.run_id, c.closed_at, m.run_id, m.status, m.next_seq, EXISTS (SELECT 1 FROM o WHERE o.later)
		FROM c CROSS JOIN LATERAL (SELECT c.run_id, c.nth, c.status, c.next_seq WHERE c.chain_id = c.run_id
			UNION ALL SELECT o.run_id, o.nth, o.status, o.next_seq FROM ~run o WHERE c.chain_id <> c.run_id
				AND o.namespace = $1 AND o.workflow_id = c.workflow_id AND o.chain_id = c.chain_id AND o.nth <= c.nth
				AND o.nth >= coalesce((SELECT f.nth FROM ~run f WHERE f.run_id = c.chain_id), c.nth)) m
		ORDER BY c.closed_at, c.run_id, m.nth DESC`
	sqlListOver  = sqlListOf + " ORDER BY r.closed_at, r.run_id LIMIT $3"
	sqlListChain = sqlListOf + " AND r.workflow_id = $5 AND r.chain_id = $6 ORDER BY r.closed_at, r.run_id LIMIT $3"
	sqlListOf    = "SELECT r.run_id, r.chain_id, r.workflow_id, r.queue, r.status, r.closed_at " + sqlLastOf

	sqlWeigh = `SELECT m.run_id, s.n, s.bytes FROM unnest($1::uuid[]) AS m(run_id)
		CROSS JOIN LATERAL (SELECT count(*) AS n, coalesce(sum(octet_length(e.data)), 0) AS bytes FROM ~event e WHERE e.run_id = m.run_id) s`
	sqlSizes = "SELECT e.seq, coalesce(octet_length(e.data), 0) FROM ~event e WHERE e.run_id = $1 ORDER BY e.seq DESC LIMIT $2"

	sqlDropRows      = "DELETE FROM ~event e WHERE e.run_id = $1 AND e.seq >= $2"
	sqlDropHistories = "DELETE FROM ~event e WHERE e.run_id = ANY($1::uuid[])"
	sqlDropAttrs     = "DELETE FROM ~attr a WHERE a.run_id = ANY($1::uuid[])"
	sqlDropRuns      = "WITH gone AS (DELETE FROM ~run r WHERE r.run_id = ANY($1::uuid[]) RETURNING r.run_id, r.namespace, r.workflow_id, r.nth, r.status) " +
		sqlEntomb + " WHERE g.status <> 0" + sqlOnce
	// From then on all runs of a chain have the closing time of its last one. So whatever the
	// order in which they are removed, a search by that time finds those that are left.
	sqlHideRuns = `WITH gone AS (UPDATE ~run r SET status = 0, closed_at = $2 WHERE r.run_id = ANY($1::uuid[]) AND r.status <> 0
		RETURNING r.run_id, r.namespace, r.workflow_id, r.nth) ` + sqlEntomb + sqlOnce
	sqlEntomb = "INSERT INTO ~tombstone (run_id, namespace, workflow_id, nth, at) SELECT g.run_id, g.namespace, g.workflow_id, g.nth, now() FROM gone g"
	sqlOnce   = " ON CONFLICT DO NOTHING" // only damage can have caused another tombstone

	// Two indexes begin with the namespace of a run. Which one is better for ended runs depends on
	// how many there are, so this search is planned each time. Later statements use the ids.
	sqlAnew  = "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"
	sqlAgain = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true)"

	// A row of a history has one or more events. The search finds at most so many events for each
	// row that may be removed.
	eventsOfRows = 10
	maxChains    = 500 // in one transaction
)

// over is a run that is to be removed.
type over struct {
	id, last store.RunID // last is the last run of its chain
	closed   time.Time   // when the last run closed
	hidden   bool
	events   int64 // there are no more rows than this

	weighed     bool // its history was added up
	rows, bytes int
}

func (u *unit) retain(i int, o *store.Retain) error {
	out := &u.outs[i]
	out.Count, out.Next = 0, time.Time{}
	u.queue(sqlAnew)
	if o.Dry {
		out.Over = nil
		list, args := sqlListOver, []any{o.Namespace, interval(o.Age), o.Max, since(o.From)}
		if o.Chain != (store.RunID{}) {
			list, args = sqlListChain, append(args, o.WorkflowID, token(o.Chain))
		}
		rows(u.queue(list, args...), func(rows pgx.Rows) error {
			var c store.Over
			err := rows.Scan(anID(&c.Run), anID(&c.Chain), &c.WorkflowID, &c.Queue, &c.Status, aTime(&c.Closed))
			if out.Over = append(out.Over, c); c.Status != 0 {
				out.Count++
			}
			return err
		})
		u.queue(sqlAgain)
		return u.send(false)
	}
	u.mayRemove(i)
	all, more, err := u.over(o)
	if err != nil {
		return err
	}
	if out.Next, err = u.wear(all, o, out); err != nil {
		return err
	}
	if more && len(all) > 0 {
		out.Next = cmp.Or(out.Next, all[len(all)-1].closed)
	}
	if o.Tombstones == 0 {
		return nil
	}
	u.queue(sqlDropTombstones, o.Namespace, interval(o.Tombstones), o.Max).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() == int64(o.Max) && out.Next.IsZero() {
			out.Next = u.now.Add(-o.Age)
		}
		return u.count(tag)
	})
	return u.send(false)
}

// over finds and locks the runs of the chains that must be removed first, one chain after
// another, and reports whether there are more.
func (u *unit) over(o *store.Retain) (all []over, more bool, err error) {
	seen := make(map[store.RunID]bool)
	find, args := sqlOver, []any{o.Namespace, interval(o.Age), maxChains, since(o.From), eventsOfRows * int64(o.Max)}
	if o.Chain != (store.RunID{}) {
		find, args = sqlOverChain, append(args, o.WorkflowID, token(o.Chain))
	}
	rows(u.queue(find, args...), func(rows pgx.Rows) error {
		var r over
		var status store.Status
		err := rows.Scan(anID(&r.last), aTime(&r.closed), anID(&r.id), &status, &r.events, &more)
		r.hidden = status == 0
		if !seen[r.id] { // a chain with two ends would return it twice
			seen[r.id], all = true, append(all, r)
		}
		return err
	})
	u.queue(sqlAgain)
	err = u.send(false)
	return all, more, err
}

// weigh adds up the histories of all, except those with more events than rows may be removed at
// once, which may be long.
func (u *unit) weigh(all []over, o *store.Retain) error {
	byID := make(map[store.RunID]*over, len(all))
	short := make(ids, 0, len(all))
	for i := range all {
		if r := &all[i]; r.events <= int64(o.Max) {
			byID[r.id], short = r, append(short, token(r.id))
		}
	}
	rows(u.queue(sqlWeigh, short), func(rows pgx.Rows) error {
		var run store.RunID
		var n, bytes int
		err := rows.Scan(anID(&run), &n, &bytes)
		if r := byID[run]; r != nil {
			r.weighed, r.rows, r.bytes = true, n, bytes
		}
		return err
	})
	return u.send(false)
}

// from returns how much of a run's history may be removed, newest rows first: all rows from a
// seq on, and whether that is the whole history.
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

// wear removes rows, the newest of a chain first, and runs with their last row. If something is
// left, next is when the first of it closed. In out it counts the runs removed since; another
// Retain may have hidden some of these before they were locked.
func (u *unit) wear(all []over, o *store.Retain, out *store.Outcome) (next time.Time, err error) {
	if err := u.weigh(all, o); err != nil {
		return next, err
	}
	var gone, hidden ids
	budget, rows, rest := o.Allowance(), 0, false
	for i := range all {
		r := &all[i]
		if begins := i == 0 || r.last != all[i-1].last; begins && (rest || rows >= o.Max) { // a chain is removed as a whole, or not yet
			next = cmp.Or(next, r.closed)
			break
		}
		if rows += r.rows; !r.weighed {
			rows += o.Max
		}
		whole := !rest && r.weighed && budget.SpendAll(r.rows, r.bytes)
		if !rest && !whole {
			var first int64
			if first, whole, err = u.from(r, o.Max, &budget); err != nil {
				return next, err
			}
			if !whole && first < math.MaxInt64 {
				u.write(sqlDropRows, token(r.id), first)
			}
		}
		switch {
		case whole:
			gone = append(gone, token(r.id))
		case !r.hidden:
			hidden = append(hidden, token(r.id))
		}
		if !whole {
			rest, next = true, r.closed
		}
	}
	counted := func(tag pgconn.CommandTag) error {
		out.Count += int(tag.RowsAffected())
		return nil
	}
	if len(gone) > 0 {
		u.write(sqlDropHistories, gone)
		u.write(sqlDropAttrs, gone)
		u.write(sqlDropRuns, gone).Exec(counted)
	}
	if len(hidden) > 0 {
		u.write(sqlHideRuns, hidden, at(next)).Exec(counted)
	}
	return next, u.send(false)
}
