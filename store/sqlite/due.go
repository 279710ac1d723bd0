package sqlite

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlClosed = `SELECT run, run_id, chain_id, workflow_id, status, closed_at FROM ~run WHERE run >= ?1 AND run <= ?2 AND status <> 1
		AND (status > 0 OR closed_at IS NOT NULL)`
	// No other run comes between the runs of a chain.
	sqlGoesOn = `SELECT count(*) FROM ~run r WHERE r.run = (SELECT n.run FROM ~run n INDEXED BY ~run_name WHERE n.namespace = ?1 AND n.workflow_id = ?2
		AND n.run > ?3 ORDER BY n.run LIMIT 1) AND r.chain_id = ?4 AND ` + sqlLeft
	// The key of the first one may be forgotten.
	sqlChain = `SELECT r.run, r.run_id, r.status, r.closed_at FROM ~run r INDEXED BY ~run_name WHERE r.namespace = ?1 AND r.workflow_id = ?2
		AND r.run < ?3 AND r.run >= coalesce((SELECT f.run FROM ~run f WHERE f.run_id = ?4), 0) AND r.chain_id = ?4 AND ` + sqlLeft + " ORDER BY r.run DESC"

	// That something of a run, r, is left: it may go in steps.
	sqlLeft = "(" + sqlThere + " OR r.status = 0 AND r.closed_at IS NOT NULL)"
)

// over is a run that is to go.
type over struct {
	run    int64
	id     store.RunID
	chain  store.RunID
	name   string
	hidden bool
	at     int64     // when it closed or, if it is hidden, where it was noted last
	closed time.Time // when the last run of its chain did
	last   int       // where that stands in due.last

	weighed     bool // its history was added up
	rows, bytes int
}

// due is what closed by then and is to go first, chain by chain, and when the first closed of
// what comes after it: zero if nothing does.
type due struct {
	by      time.Time
	all     []over
	last    []last
	batches []batch
	next    time.Time
}

// last is what a chain is found by: the last run of it that is left.
type last struct {
	batch int // where it is noted
	at    int64
	run   int64
	left  int64 // what is noted instead once others were removed: 0 if nothing is left
}

// due adds up what o may remove of what closed by then.
func (c *conn) due(o *store.Retain, by time.Time) (due, error) {
	d, err := c.overdue(o, by, maxChains, o.Max)
	known, rows := d.known(o)
	c.weigh(d.all[known:], o.Max-rows)
	return d, err
}

// known weighs the first of the runs that are due by what was noted when they ended, as long as
// that is known and all of it may go: how many, and how many rows. The first run of a batch stands for all of it.
func (d *due) known(o *store.Retain) (n, rows int) {
	var sum size
	seen := make([]bool, len(d.batches))
	for i := range d.all {
		r := &d.all[i]
		at := d.last[r.last].batch
		b := &d.batches[at]
		if !seen[at] {
			sum = sum.and(b.size)
		}
		if b.size.rows == 0 || r.hidden || r.chain != r.id || sum.rows > o.Max || sum.bytes > store.RetainBytes {
			return i, rows
		}
		if !seen[at] {
			r.rows, r.bytes, rows = b.size.rows, b.size.bytes, sum.rows
		}
		r.weighed, seen[at] = true, true
	}
	return len(d.all), rows
}

// overdue are the runs of the chains that are to go first, one chain after the other: so many
// chains, and once there are so many runs no more, for each has a row at least.
func (c *conn) overdue(o *store.Retain, by time.Time, chains, runs int) (d due, err error) {
	d.by = by
	if d.batches, err = c.batches(o.Namespace, o.From, by, chains+1); err != nil {
		return due{}, err
	}
	for i, b := range d.batches {
		for _, run := range b.left {
			d.last = append(d.last, last{batch: i, at: b.at, run: run, left: run})
		}
	}
	slices.SortFunc(d.last, func(a, b last) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.run, b.run)) })
	d.cut(chains)
	d.last = slices.CompactFunc(d.last, func(a, b last) bool { return a.at == b.at && a.run == b.run })
	closed := c.closed(d.last)
	taken := make(map[int64]bool) // two runs of a chain may be noted
	for i := range d.last {
		if len(d.all) >= runs {
			d.cut(i)
			break
		}
		l := &d.last[i]
		d.batches[l.batch].asked = true
		r, there := closed[l.run]
		there = there && r.at == l.at // or else another run has the number by now
		if !there || taken[r.run] || r.continued && c.number(sqlGoesOn, o.Namespace, r.name, r.run, r.chain) > 0 {
			l.left = 0 // its chain is found by another one
			continue
		}
		n := len(d.all)
		r.last, r.closed = i, time.UnixMicro(l.at).UTC()
		d.all = append(d.all, r.over)
		if r.chain != r.id {
			d.all = c.before(d.all, o.Namespace, r.over, taken)
		}
		for _, r := range d.all[n:] {
			taken[r.run] = true
		}
	}
	return d, nil
}

// cut leaves what comes after the first n for another time.
func (d *due) cut(n int) {
	if n < len(d.last) {
		d.next = time.UnixMicro(d.last[n].at).UTC()
		d.last = d.last[:n]
	}
}

// closedRun is a run that has ended and was not removed, or not wholly.
type closedRun struct {
	over
	continued bool // or it may have been: of another one nobody need look for the next
}

// closed are those of all that are such runs, by their numbers.
func (c *conn) closed(all []last) map[int64]closedRun {
	runs := make([]int64, len(all))
	for i, l := range all {
		runs[i] = l.run
	}
	found := make(map[int64]closedRun, len(all))
	for first, last := range neighbours(runs) {
		for q := c.query(sqlClosed, first, last); q.next(); {
			r := closedRun{over: over{run: q.int(0), id: q.id(1), chain: q.id(2)}}
			r.at = q.int(5)
			status := store.Status(q.int(4))
			r.hidden, r.continued = status == 0, status == 0 || status == store.Continued
			if r.continued || r.chain != r.id {
				r.name = q.text(3)
			}
			found[r.run] = r
		}
		for gone := c.gone(last); gone != (span{}) && gone.last >= first; gone = c.gone(gone.first - 1) {
			for run := max(first, gone.first); run <= min(last, gone.last); run++ {
				delete(found, run)
			}
		}
	}
	return found
}

// before appends the runs of the chain that ends with last, but for that one and for those that
// were taken.
func (c *conn) before(all []over, namespace string, last over, taken map[int64]bool) []over {
	for q := c.query(sqlChain, namespace, last.name, last.run, last.chain); q.next(); {
		if !taken[q.int(0)] {
			all = append(all, over{run: q.int(0), id: q.id(1), chain: last.chain, hidden: q.int(2) == 0, at: q.int(3), closed: last.closed, last: last.last})
		}
	}
	return all
}

// overdueChains is how many are to go that nobody has begun to remove, up to o.Max. How many
// notes they have is not known: one for each run of a chain.
func (c *conn) overdueChains(o *store.Retain, by time.Time) (n int, err error) {
	for notes := maxChains; ; notes *= 4 {
		d, err := c.overdue(o, by, notes, math.MaxInt)
		if err != nil {
			return 0, err
		}
		n = 0
		for i, r := range d.all {
			if !r.hidden && (i == 0 || r.last != d.all[i-1].last) {
				n++
			}
		}
		if n >= o.Max || d.next.IsZero() {
			return min(n, o.Max), nil
		}
	}
}

// strike takes from the batches what was removed.
func (d *due) strike() {
	type place struct {
		batch int
		run   int64
	}
	left := make(map[place]int64, len(d.last))
	for _, l := range d.last {
		left[place{l.batch, l.run}] = l.left
	}
	for i := range d.batches {
		b := &d.batches[i]
		all := b.left[:0]
		for _, run := range b.left {
			if to, asked := left[place{i, run}]; asked {
				run = to
			}
			if run != 0 {
				all = append(all, run)
			}
		}
		b.left = all
	}
}
