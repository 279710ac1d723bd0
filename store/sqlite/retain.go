package sqlite

import (
	"cmp"
	"encoding/json"
	"math"
	"time"

	"github.com/reprise-run/reprise/store"
)

// A removed run leaves a tombstone. A run whose history does not fit into one transaction is
// hidden first: its row has status 0, which no query returns, and the end of its chain, until
// its last row is gone.
const (
	// The last runs of chains. No other run comes between the runs of a chain, and only a
	// continued run has a next one: for the others no search is needed.
	sqlLastRuns  = "FROM ~run r INDEXED BY ~run_over WHERE "
	sqlLastChain = "FROM ~run r INDEXED BY ~run_name WHERE r.workflow_id = ?5 AND r.chain_id = ?6 AND "
	sqlLastOf    = `r.closed_at IS NOT NULL AND r.namespace = ?1 AND r.closed_at <= ?2 AND r.closed_at >= ?3
		AND (r.status NOT IN (0, 6) OR (SELECT n.chain_id FROM ~run n INDEXED BY ~run_name WHERE n.namespace = r.namespace
			AND n.workflow_id = r.workflow_id AND n.run > r.run ORDER BY n.run LIMIT 1) IS NOT r.chain_id)
		AND NOT EXISTS (SELECT 1 FROM ~outbox o WHERE o.run_id = r.run_id)`
	sqlOverColumns = "SELECT r.run, r.run_id, r.chain_id, r.workflow_id, r.status, r.closed_at, r.queue "
	sqlOverOrder   = " ORDER BY r.closed_at, r.run LIMIT ?4"
	sqlOver        = sqlOverColumns + sqlLastRuns + sqlLastOf + sqlOverOrder
	sqlOverChain   = sqlOverColumns + sqlLastChain + sqlLastOf + sqlOverOrder
	// The other runs of a chain. The first one may already be removed.
	sqlBefore = `SELECT r.run, r.run_id, r.status = 0 FROM ~run r INDEXED BY ~run_name WHERE r.namespace = ?1 AND r.workflow_id = ?2
		AND r.run < ?3 AND r.run >= coalesce((SELECT f.run FROM ~run f WHERE f.run_id = ?4), 0) AND r.chain_id = ?4 ORDER BY r.run DESC`

	sqlSizes    = "SELECT seq, length(data) FROM ~event INDEXED BY ~event_seq WHERE run = ?1 ORDER BY seq DESC"
	sqlDropRows = "DELETE FROM ~event WHERE run = ?1 AND seq >= ?2"
	// A search by the closing time finds those that are left, whatever the order of their
	// removal.
	sqlHide = "UPDATE ~run SET status = 0, closed_at = ?2 WHERE run = ?1"

	// Statements about a list of runs.
	sqlEntomb        = "INSERT INTO ~tombstone (run_id, run, namespace, workflow_id, at) SELECT run_id, run, namespace, workflow_id, ?2 FROM ~run WHERE run IN (SELECT value FROM json_each(?1)) ON CONFLICT DO NOTHING"
	sqlDropHistories = "DELETE FROM ~event WHERE run IN (SELECT value FROM json_each(?1))"
	sqlDropAttrs     = "DELETE FROM ~attr WHERE run IN (SELECT value FROM json_each(?1))"
	sqlDropRuns      = "DELETE FROM ~run WHERE run IN (SELECT value FROM json_each(?1))"

	maxChains = 400 // in one transaction, which takes some milliseconds
)

// over is a run that is to be removed.
type over struct {
	run    int64
	id     store.RunID
	hidden bool
}

// chain is a chain to remove: its last remaining run, and when the chain closed.
type chain struct {
	over
	first  store.RunID
	name   string
	closed time.Time
}

func (x *tx) retain(o *store.Retain) (out store.Outcome) {
	by := x.now.Add(-o.Age)
	from := o.From.UnixMicro()
	find, chosen := sqlOver, []any(nil)
	if o.Chain != (store.RunID{}) {
		find, chosen = sqlOverChain, []any{o.WorkflowID, o.Chain}
	}
	if o.Dry {
		for q := x.Query(find, append([]any{o.Namespace, by, from, o.Max}, chosen...)...); q.Next(); {
			c := store.Over{Run: q.ID(1), Chain: q.ID(2), WorkflowID: q.Text(3), Status: store.Status(q.Int(4)), Closed: q.Time(5), Queue: q.Text(6)}
			out.Over = append(out.Over, c)
			if c.Status != 0 {
				out.Count++
			}
		}
		return out
	}
	var chains []chain
	for q := x.Query(find, append([]any{o.Namespace, by, from, maxChains + 1}, chosen...)...); q.Next(); {
		chains = append(chains, chain{over{q.Int(0), q.ID(1), q.Int(4) == 0}, q.ID(2), q.Text(3), q.Time(5)})
	}
	if len(chains) > maxChains {
		out.Next, chains = chains[maxChains].closed, chains[:maxChains]
	}
	removal := removal{budget: o.Allowance()}
	for _, c := range chains {
		if !x.wear(o.Namespace, c, &removal) {
			out.Next = c.closed
			break
		}
	}
	x.remove(&removal)
	out.Count = len(removal.entombed)
	if o.Tombstones > 0 && x.forget(o) {
		out.Next = cmp.Or(out.Next, by)
	}
	return out
}

// removal is what a Retain removes.
type removal struct {
	budget   store.Allowance
	entombed []int64 // runs that were not hidden before
	emptied  []int64 // runs that are removed as a whole
	hidden   []int64 // runs with rows left
	end      time.Time
}

// wear removes rows of a chain, the newest run and the newest row first, and reports whether
// there was room for all. Nothing older than a remaining row is removed: a reader of a
// history must see one that merely ends early.
func (x *tx) wear(namespace string, c chain, m *removal) (whole bool) {
	runs := []over{c.over}
	if c.first != c.id {
		for q := x.Query(sqlBefore, namespace, c.name, c.run, c.first); q.Next(); {
			runs = append(runs, over{q.Int(0), q.ID(1), q.Bool(2)})
		}
	}
	whole = true
	for _, r := range runs {
		if !r.hidden {
			m.entombed = append(m.entombed, r.run)
		}
		if whole = whole && x.spend(r, &m.budget); whole {
			m.emptied = append(m.emptied, r.run)
		} else {
			m.hidden, m.end = append(m.hidden, r.run), c.closed
		}
	}
	return whole
}

// spend reports whether there is room for all rows of a run. If not, it removes those for
// which there is.
func (x *tx) spend(r over, budget *store.Allowance) (whole bool) {
	from := int64(math.MaxInt64)
	whole = true
	for q := x.Query(sqlSizes, r.run); q.Next(); from = q.Int(0) {
		if !budget.Spend(int(q.Int(1))) {
			q.End()
			whole = false
			break
		}
	}
	if !whole && from < math.MaxInt64 {
		x.Exec(sqlDropRows, r.run, from)
	}
	return whole
}

// remove carries out what remains to be done for m.
func (x *tx) remove(m *removal) {
	if len(m.entombed) > 0 {
		x.Exec(sqlEntomb, numbered(m.entombed), x.us)
	}
	for _, run := range m.hidden {
		x.Exec(sqlHide, run, m.end)
	}
	if len(m.emptied) > 0 {
		runs := numbered(m.emptied)
		x.Exec(sqlDropHistories, runs)
		x.Exec(sqlDropAttrs, runs)
		x.Exec(sqlDropRuns, runs)
	}
}

func numbered(runs []int64) string {
	b, _ := json.Marshal(runs) // numbers can always be marshalled
	return string(b)
}
