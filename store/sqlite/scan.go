package sqlite

import (
	"context"
	"iter"

	"github.com/reprise-run/reprise/store"
)

const (
	// sqlScan also says where the history ends at that moment.
	sqlScan = "SELECT " + sqlRunColumns + `, (SELECT max(seq) FROM ~event e INDEXED BY ~event_seq WHERE e.run = r.run)
		FROM ~run r WHERE r.run > ?1 AND r.run <= ?2 ORDER BY r.run LIMIT ?3`
	sqlLastRun  = "SELECT max(run) FROM ~run"
	sqlScanRows = "SELECT seq, n, token, data FROM ~event INDEXED BY ~event_seq WHERE run = ?1 AND seq >= ?2 AND seq <= ?3 ORDER BY seq"

	// What a scan reads at once: so long it keeps a moment of the database, and the WAL
	// from beginning anew.
	scanRuns  = 256
	scanBytes = 1 << 20
)

// scanned is a run and where its history ended when the run was read.
type scanned struct {
	shown
	last int64
}

// Scan implements [store.Inspector]. It reads in small pieces and holds nothing between
// them. Run and rows are of one moment all the same, because rows are appended and never
// changed: those up to the last one of a moment are those of that moment for ever.
func (s *Store) Scan(ctx context.Context, visit func(store.Run, iter.Seq[store.Row]) error) error {
	last := int64(0)
	if err := s.look(ctx, func(c *conn) { last = c.number(sqlLastRun) }); err != nil {
		return err
	}
	for after := int64(0); ; {
		runs, err := s.scanRuns(ctx, after, last)
		if err != nil || len(runs) == 0 {
			return err
		}
		for i := range runs {
			r := &runs[i]
			var failed error
			err := visit(r.Run, func(yield func(store.Row) bool) { failed = s.scanRows(ctx, r, yield) })
			if failed != nil {
				return failed // what visit made of the rows it had means nothing
			}
			if err != nil {
				return err
			}
		}
		after = runs[len(runs)-1].run
	}
}

// scanRuns reads the runs that follow the one with number after, up to the one with last.
func (s *Store) scanRuns(ctx context.Context, after, last int64) (runs []scanned, err error) {
	err = s.look(ctx, func(c *conn) {
		for q := c.query(sqlScan, after, last, scanRuns); q.next(); {
			runs = append(runs, scanned{showRun(&q), q.int(scanLast)})
		}
	})
	return runs, err
}

// scanLast is the column of sqlScan after those of a run.
const scanLast = 29

// scanRows yields the history of r.
func (s *Store) scanRows(ctx context.Context, r *scanned, yield func(store.Row) bool) error {
	for from := int64(0); from <= r.last; {
		var piece []store.Row
		err := s.look(ctx, func(c *conn) {
			size := 0
			for q := c.query(sqlScanRows, r.run, from, r.last); q.next(); {
				w := readRow(&q)
				piece = append(piece, w)
				if size += len(w.Data); size >= scanBytes {
					q.end()
				}
			}
		})
		if err != nil {
			return err
		}
		for _, w := range piece {
			if !yield(w) {
				return nil
			}
		}
		if len(piece) == 0 {
			return nil
		}
		from = piece[len(piece)-1].Seq + 1
	}
	return nil
}
