package sqlite

import (
	"cmp"
	"context"
	"iter"
	"sort"
	"strings"

	"github.com/reprise-run/reprise/store"
)

const (
	// sqlScan also returns where the history ends in this snapshot.
	sqlScan = "SELECT " + sqlRunColumns + `, (SELECT max(seq) FROM ~event e INDEXED BY ~event_seq WHERE e.run = r.run)
		FROM ~run r WHERE r.run > ?1 AND r.run <= ?2 AND r.status > 0 ORDER BY r.run LIMIT ?3`
	sqlScanRows = "SELECT seq, n, token, data, run FROM ~event INDEXED BY ~event_seq WHERE (run, seq) >= (?1, ?2) AND run <= ?3 ORDER BY run, seq"
	sqlLastRun  = "SELECT max(run) FROM ~run"

	// What a scan reads in one transaction, which bounds the age of its snapshot, and how
	// long it keeps the WAL from beginning anew.
	scanRuns    = 256
	scanPending = 1000 // outstanding for these runs, apart from the last one
	scanBytes   = 1 << 20
)

// What a run has outstanding, without the payloads.
const (
	sqlScanTimers  = "SELECT timer, fire_at FROM ~timer WHERE run = ?1 ORDER BY timer"
	sqlScanEntries = "SELECT ord, id, kind, ref, at, NULL FROM ~inbox WHERE run = ?1 ORDER BY ord"
)

var sqlScanTasks = strings.Replace(sqlTasksOf, "a.data, a.last, a.details", "NULL, NULL, NULL", 1)

// Scan implements [store.Inspector]. It reads in small pieces, and holds no snapshot
// between them. A run and its rows are consistent all the same, because rows are
// appended and never changed: the rows up to the last one of a snapshot stay the same.
func (s *Store) Scan(ctx context.Context, visit func(store.Run, store.Pending, iter.Seq[store.Row]) error) error {
	last := int64(0)
	if err := s.look(ctx, func(c *conn) { last = c.Number(sqlLastRun) }); err != nil {
		return err
	}
	x := scan{s: s, ctx: ctx}
	for after := int64(0); ; {
		runs, err := x.next(after, last)
		if err != nil || len(runs) == 0 {
			return err
		}
		after = runs[len(runs)-1].run
		asked := -1 // the run whose rows were last requested
		for i := range runs {
			err := visit(runs[i].Run, runs[i].pending, func(yield func(store.Row) bool) {
				upto := runs[i].run
				if asked == i-1 { // a caller that wants the rows of each run gets them read ahead
					upto = after
				}
				asked = i
				x.rows(&runs[i], upto, yield)
			})
			if x.err != nil {
				return x.err // what visit made of the rows it got does not count
			}
			if err != nil {
				return err
			}
		}
	}
}

// Requests implements [store.Inspector].
func (s *Store) Requests(ctx context.Context, visit func(data []byte) error) (err error) {
	failed := s.look(ctx, func(c *conn) {
		for q := c.Query("SELECT data FROM ~request"); q.Next(); {
			if err = visit(q.Blob(0)); err != nil {
				q.End()
				return
			}
		}
	})
	return cmp.Or(failed, err)
}

// Behind implements [store.Inspector].
func (s *Store) Behind(ctx context.Context, visit func(store.Row) error) (err error) {
	failed := s.look(ctx, func(c *conn) {
		for q := c.Query("SELECT behind, behind_data FROM ~run WHERE behind_data IS NOT NULL"); q.Next(); {
			b, broken := store.DecodeBehind(q.Text(0))
			if err = broken; err == nil && b != nil {
				err = visit(store.Row{Seq: 1, N: b.N, Token: b.Token, Data: q.Blob(1)})
			}
			if err != nil {
				q.End()
				return
			}
		}
	})
	return cmp.Or(failed, err)
}

// scan is a Scan in progress.
type scan struct {
	s   *Store
	ctx context.Context
	err error // why rows ended early

	// ahead holds all rows from one place to another.
	ahead    []scannedRow
	from, to place
}

// scanned is a run, with the end of its history and what it had outstanding when the run
// was read.
type scanned struct {
	shown
	last    int64
	pending store.Pending
}

// scanLast is the column of sqlScan after those of a run.
const scanLast = 34

// place is the place of a row among those of all runs.
type place struct{ run, seq int64 }

func (p place) before(o place) bool {
	return cmp.Or(cmp.Compare(p.run, o.run), cmp.Compare(p.seq, o.seq)) < 0
}

type scannedRow struct {
	run int64
	store.Row
}

// next reads the runs whose numbers follow after, up to last.
func (x *scan) next(after, last int64) (runs []scanned, err error) {
	err = x.s.look(x.ctx, func(c *conn) {
		c.snapshot()
		for q := c.Query(sqlScan, after, last, scanRuns); q.Next(); {
			runs = append(runs, scanned{shown: showRun(&q), last: q.Int(scanLast)})
		}
		pending := 0
		for i := range runs {
			if runs[i].Status != store.Open {
				continue
			}
			p := c.outstanding(runs[i].run)
			runs[i].pending = p
			if pending += len(p.Timers) + len(p.Activities) + len(p.Entries); pending > scanPending {
				runs = runs[:i+1]
				return
			}
		}
	})
	return runs, err
}

// outstanding returns what a run has outstanding, without the payloads.
func (c *conn) outstanding(run int64) (p store.Pending) {
	for q := c.Query(sqlScanTimers, run); q.Next(); {
		p.Timers = append(p.Timers, store.Timer{ID: q.Int(0), FireAt: q.Time(1)})
	}
	p.Activities = c.tasks(sqlScanTasks, run)
	for q := c.Query(sqlScanEntries, run); q.Next(); {
		p.Entries = append(p.Entries, showEntry(&q))
	}
	return p
}

// rows yields the history of r. If it must read, it reads ahead up to another run.
func (x *scan) rows(r *scanned, upto int64, yield func(store.Row) bool) {
	for at := (place{r.run, 0}); at.run == r.run && x.err == nil; {
		if at.before(x.from) || !at.before(x.to) {
			if x.err = x.read(at, upto); x.err != nil {
				return
			}
		}
		to := x.to // a nested call may read elsewhere
		here := sort.Search(len(x.ahead), func(i int) bool { w := &x.ahead[i]; return !place{w.run, w.Seq}.before(at) })
		for _, w := range x.ahead[here:] {
			if w.run != r.run || w.Seq > r.last || !yield(w.Row) {
				return
			}
		}
		at = to
	}
}

func (x *scan) read(at place, upto int64) error {
	x.ahead, x.from, x.to = nil, at, place{upto + 1, 0}
	return x.s.look(x.ctx, func(c *conn) {
		size := 0
		for q := c.Query(sqlScanRows, at.run, at.seq, upto); q.Next(); {
			w := scannedRow{q.Int(4), readRow(&q)}
			x.ahead = append(x.ahead, w)
			if size += len(w.Data); size >= scanBytes {
				x.to = place{w.run, w.Seq + 1}
				q.End()
			}
		}
	})
}
