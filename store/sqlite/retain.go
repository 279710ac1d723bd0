package sqlite

import (
	"cmp"
	"math"
	"time"

	"github.com/reprise-run/reprise/store"
)

// A run whose history does not fit into one transaction is hidden first: its row has status 0,
// which no query shows, and the end of its chain, until the last of its rows is gone.
const (
	sqlSizes    = "SELECT seq, length(data) FROM ~event INDEXED BY ~event_seq WHERE run = ?1 ORDER BY seq DESC"
	sqlDropRows = "DELETE FROM ~event WHERE run = ?1 AND seq >= ?2"
	// Who looks for what closed since then finds those that are left, in whatever order they go.
	sqlHideRun  = "UPDATE ~run SET status = 0, removed_at = ?2, closed_at = ?3 WHERE run = ?1 AND closed_at IS NOT NULL AND status <> 0"
	sqlHideAs   = "UPDATE ~run SET closed_at = ?2 WHERE run = ?1 AND closed_at IS NOT NULL AND status = 0"
	sqlIsHidden = "SELECT count(*) FROM ~run WHERE run = ?1 AND closed_at IS NOT NULL AND status = 0"

	maxChains = 400 // at once: some milliseconds
)

func (x *tx) retain(o *store.Retain) (out store.Outcome) {
	by := x.now.Add(-o.Age)
	x.noteEnded() // what ended in this transaction
	if o.Dry {
		out.Count, x.member = x.overdueChains(o, by)
		return out
	}
	d := x.ahead
	if d == nil {
		now, err := x.due(o, by)
		if err != nil {
			x.member = err
			return out
		}
		d = &now
	}
	out.Count, out.Next = x.drop(d, o)
	for i := range d.batches {
		x.settle(o, &d.batches[i])
	}
	out.Next = cmp.Or(out.Next, d.next)
	if o.Keys > 0 && x.forget(o) {
		out.Next = cmp.Or(out.Next, d.by)
	}
	return out
}

// drop removes the runs of d. It says how many are gone since and, unless there was room for
// all, when the first closed of those that are left.
func (x *tx) drop(d *due, o *store.Retain) (gone int, next time.Time) {
	budget := o.Allowance()
	light := make([]int64, 0, len(d.all)) // what goes without a look at each row
	for i, r := range d.all {
		last := &d.last[r.last]
		if i == 0 || r.last != d.all[i-1].last {
			if !next.IsZero() {
				break // a chain goes as a whole, or not yet
			}
			last.left = 0
		}
		if !r.hidden {
			gone++
			delete(x.s.hints, r.id)
		}
		if next.IsZero() && !r.hidden && r.weighed && budget.SpendAll(r.rows, r.bytes) {
			light = append(light, r.run)
		} else if !x.wear(r, &budget, next.IsZero()) {
			next, last.left = r.closed, cmp.Or(last.left, r.run)
		}
	}
	for first, last := range neighbours(light) {
		x.exec(sqlDropAll, first, last)
		if last-first+1 >= x.s.noteFrom {
			x.note(o.Namespace, first, last)
		} else {
			x.keep(first, last, false)
		}
	}
	d.strike()
	return gone, next
}

// wear removes rows of r, the newest first, if any may go, and with the last of them what r
// has beside its key. It says whether that was so. What is older than a run that has rows
// left has to wait: who reads it sees a history that ends early.
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
	case r.hidden && r.at != r.closed.UnixMicro(): // it was of another note
		x.found(x.exec(sqlHideAs, r.run, r.closed), 1)
	case r.hidden:
		x.found(x.number(sqlIsHidden, r.run), 1)
	default:
		x.found(x.exec(sqlHideRun, r.run, x.us, r.closed), 1)
	}
	return whole
}
