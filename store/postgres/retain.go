package postgres

import (
	"math"

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
	sqlLastOf = `FROM ~run r WHERE r.namespace = $1 AND r.closed_at <= now() - $2::interval AND (r.status NOT IN (0, 6)
		OR (SELECT n.chain_id FROM ~run n WHERE n.namespace = r.namespace AND n.workflow_id = r.workflow_id AND n.nth > r.nth
			ORDER BY n.nth LIMIT 1) IS DISTINCT FROM r.chain_id)`
	// Nobody else has locks of runs that have ended: what is passed over, another Retain
	// is at. A history with more events than $4 is not added up, because it may be long.
	sqlOver = `WITH c AS MATERIALIZED (SELECT r.run_id, r.chain_id, r.workflow_id, r.nth, r.status, r.next_seq, r.closed_at ` + sqlLastOf + `
			ORDER BY r.closed_at, r.run_id LIMIT $3 FOR UPDATE OF r SKIP LOCKED)
		SELECT c.run_id, m.run_id, m.workflow_id, m.nth, m.status, m.next_seq > $4, k.rows, k.bytes
		FROM c CROSS JOIN LATERAL (SELECT c.run_id, c.workflow_id, c.nth, c.status, c.next_seq WHERE c.chain_id = c.run_id
			UNION ALL SELECT o.run_id, o.workflow_id, o.nth, o.status, o.next_seq FROM ~run o WHERE c.chain_id <> c.run_id
				AND o.namespace = $1 AND o.workflow_id = c.workflow_id AND o.chain_id = c.chain_id AND o.nth <= c.nth
				AND o.nth >= coalesce((SELECT f.nth FROM ~run f WHERE f.run_id = c.chain_id), c.nth)) m
		CROSS JOIN LATERAL (SELECT count(*) AS rows, coalesce(sum(octet_length(e.data)), 0) AS bytes FROM ~event e
			WHERE e.run_id = m.run_id AND m.next_seq <= $4) k
		ORDER BY c.closed_at, c.run_id, m.nth DESC`
	sqlCountOver = "SELECT count(*) FROM (SELECT 1 " + sqlLastOf + " AND r.status <> 0 LIMIT $3) x"

	sqlSizes    = "SELECT e.seq, coalesce(octet_length(e.data), 0) FROM ~event e WHERE e.run_id = $1 ORDER BY e.seq DESC LIMIT $2"
	sqlKeepKeys = `INSERT INTO ~start_key (run_id, namespace, key, nth, at) SELECT m.run_id, $1, m.key, m.nth, now()
		FROM unnest($2::uuid[], $3::text[], $4::int[]) AS m(run_id, key, nth) ON CONFLICT (run_id) DO NOTHING`
	sqlDropRows = `DELETE FROM ~event e USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, first)
		WHERE e.run_id == m.run_id AND e.seq >= m.first`
	sqlDropRuns = "DELETE FROM ~run r WHERE r.run_id = ANY($1::uuid[])"
	sqlHideRuns = "UPDATE ~run r SET status = 0 WHERE r.run_id = ANY($1::uuid[])"
	sqlDropKeys = `DELETE FROM ~start_key WHERE run_id = ANY(ARRAY(SELECT k.run_id FROM ~start_key k WHERE k.namespace = $1 COLLATE "POSIX" AND k.at <= now() - $2::interval
		AND NOT EXISTS (SELECT 1 FROM ~run r WHERE r.run_id == k.run_id) ORDER BY k.at LIMIT $3 FOR UPDATE OF k SKIP LOCKED))`

	// Two indexes begin with the namespace of a run, and which is the better one for those
	// that are over depends on how many there are: a step of retention is worth a plan.
	sqlAnew = "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"

	maxChains = 300 // at once
)

// over is a run that is to go.
type over struct {
	id, last store.RunID // last is that of its chain
	name     string
	nth      int
	hidden   bool

	long        bool // its history was not added up
	rows, bytes int64
}

func (u *unit) retain(i int, o *store.Retain) error {
	out := &u.outs[i]
	u.queue(sqlAnew)
	if o.Dry {
		u.queue(sqlCountOver, o.Namespace, interval(o.Age), o.Max).QueryRow(func(row pgx.Row) error { return row.Scan(&out.Count) })
		return u.send(false)
	}
	all, more, err := u.over(o)
	if err != nil {
		return err
	}
	if len(all) > 0 {
		gone, rest, err := u.wear(all, o)
		if err != nil {
			return err
		}
		out.Count, more = gone, more || rest
	}
	if o.Keys > 0 {
		u.queue(sqlDropKeys, o.Namespace, interval(o.Keys), o.Max).Exec(func(tag pgconn.CommandTag) error {
			more = more || tag.RowsAffected() == int64(o.Max)
			return u.count(tag)
		})
		if err := u.send(false); err != nil {
			return err
		}
	}
	if more {
		out.Next = u.now
	}
	return nil
}

// over finds the runs of the chains that are to go first, and says whether there are more.
func (u *unit) over(o *store.Retain) (all []over, more bool, err error) {
	rows(u.queue(sqlOver, o.Namespace, interval(o.Age), maxChains, o.Max), func(rows pgx.Rows) error {
		var last, run pgtype.UUID
		var r over
		var status int16
		err := rows.Scan(&last, &run, &r.name, &r.nth, &status, &r.long, &r.rows, &r.bytes)
		r.last, r.id, r.hidden = uuidOf(last), uuidOf(run), status == 0
		all = append(all, r)
		return err
	})
	if err := u.send(false); err != nil {
		return nil, false, err
	}
	rows, chains := int64(0), 0
	for i, r := range all {
		if i == 0 || r.last != all[i-1].last {
			if rows >= int64(o.Max) { // no more can go at once
				return all[:i], true, nil
			}
			chains++
		}
		if rows += r.rows; r.long {
			rows += int64(o.Max)
		}
	}
	return all, chains == maxChains, nil
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

// wear removes rows, the newest of each run first, and runs with the last of them. It says
// how many runs are gone since, and whether rows are left.
func (u *unit) wear(all []over, o *store.Retain) (gone int, rest bool, err error) {
	var kept, emptied, hidden, worn ids
	var keys names
	var nths, from ints
	budget := o.Allowance()
	for i := range all {
		r := &all[i]
		if (i == 0 || r.last != all[i-1].last) && rest {
			break // a chain goes as a whole, or not yet
		}
		if !r.hidden {
			gone++
			kept, keys, nths = append(kept, token(r.id)), append(keys, r.name), append(nths, int64(r.nth))
		}
		first, whole := int64(0), !r.long && budget.SpendAll(int(r.rows), int(r.bytes))
		switch {
		case whole:
		case rest:
			first = math.MaxInt64
		default:
			if first, whole, err = u.from(r, o.Max, &budget); err != nil {
				return 0, false, err
			}
		}
		if first < math.MaxInt64 {
			worn, from = append(worn, token(r.id)), append(from, first)
		}
		switch {
		case whole:
			emptied = append(emptied, token(r.id))
		case !r.hidden:
			hidden = append(hidden, token(r.id))
			fallthrough
		default:
			rest = true
		}
	}
	u.write(sqlKeepKeys, o.Namespace, kept, keys, nths)
	u.write(sqlDropRows, worn, from)
	u.write(sqlDropRuns, emptied)
	if len(hidden) > 0 {
		u.write(sqlHideRuns, hidden)
	}
	return gone, rest, nil
}

const (
	sqlLastKey = `CROSS JOIN LATERAL (SELECT * FROM ~start_key k WHERE k.namespace = m.namespace AND k.key = m.workflow_id
		ORDER BY k.nth DESC LIMIT 1)`
	sqlLoadKeys = `SELECT k.run_id, k.namespace, k.key, k.nth, true FROM ~start_key k WHERE k.run_id = ANY($1::uuid[])
		UNION ALL SELECT k.run_id, k.namespace, k.key, k.nth, false FROM unnest($2::text[], $3::text[]) AS m(namespace, workflow_id) ` + sqlLastKey + " k"
)

// lastKey is the run that had a workflow id last, of those that were removed.
type lastKey struct {
	run store.RunID
	nth int
}

// loadKeys looks up what is known of runs that were removed. It comes after the look at
// the runs: what was removed in between is then found by its key.
func (u *unit) loadKeys(ops []store.Op) {
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
	rows(u.queue(sqlLoadKeys, run, namespace, workflowID), func(rows pgx.Rows) error {
		var v pgtype.UUID
		var name nameKey
		var byID bool
		k := lastKey{}
		if err := rows.Scan(&v, &name.namespace, &name.workflowID, &k.nth, &byID); err != nil {
			return err
		}
		if k.run = uuidOf(v); byID {
			u.removed[k.run] = true
		} else {
			u.lastKeys[name] = k
		}
		return nil
	})
}
