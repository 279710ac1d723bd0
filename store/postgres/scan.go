package postgres

import (
	"cmp"
	"context"
	"iter"
	"sort"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

const (
	// sqlLastRun finds the newest run among the newest of each group that the index for lists has: one
	// look-up for each group, not for each run.
	sqlLastRun = `WITH RECURSIVE g(namespace, status, workflow) AS (
			(SELECT r.namespace, r.status, r.workflow FROM ~run r WHERE r.namespace >= '' COLLATE "POSIX" ORDER BY r.namespace COLLATE "POSIX", r.status, r.workflow LIMIT 1)
			UNION ALL SELECT r.namespace, r.status, r.workflow FROM g CROSS JOIN LATERAL (SELECT r.namespace, r.status, r.workflow FROM ~run r
				WHERE (r.namespace COLLATE "POSIX", r.status, r.workflow) > (g.namespace, g.status, g.workflow) ORDER BY r.namespace COLLATE "POSIX", r.status, r.workflow LIMIT 1) r)
		SELECT r.created_at, r.run_id FROM g CROSS JOIN LATERAL (SELECT r.created_at, r.run_id FROM ~run r
			WHERE r.namespace = g.namespace COLLATE "POSIX" AND r.status = g.status AND r.workflow = g.workflow` + newestFirst + " LIMIT 1) r" + newestFirst + " LIMIT 1"

	// sqlScan also returns where the history ends in this snapshot, and how much the run has outstanding.
	sqlScan = "SELECT " + sqlRunColumns + `, (SELECT max(e.seq) FROM ~event e WHERE e.run_id = r.run_id),
			CASE WHEN r.status = 1 THEN (SELECT count(*) FROM ~timer t WHERE t.run_id = r.run_id) + (SELECT count(*) FROM ~activity a WHERE a.run_id = r.run_id)
				+ (SELECT count(*) FROM ~inbox i WHERE i.run_id = r.run_id) ELSE 0 END
		FROM ~run r WHERE r.run_id > $1 AND r.status <> 0 AND (r.created_at, r.run_id) <= ($2::timestamptz, $3::uuid) ORDER BY r.run_id LIMIT $4`

	// The sizes are read without the bytes: a piece ends when they add up to $4.
	sqlScanRows = `WITH o AS MATERIALIZED (SELECT m.i, m.run_id, k.seq, k.size FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS m(run_id, first, last, i)
			CROSS JOIN LATERAL (SELECT e.seq, coalesce(octet_length(e.data), 0) + 100 AS size FROM ~event e
				WHERE e.run_id = m.run_id AND e.seq >= m.first AND e.seq <= m.last ORDER BY e.seq LIMIT 20000) k),
		s AS (SELECT o.*, sum(o.size) OVER (ORDER BY o.i, o.seq) - o.size AS before FROM o)
		SELECT s.i, e.seq, e.n, e.token, e.data FROM s CROSS JOIN LATERAL (SELECT * FROM ~event e WHERE e.run_id = ANY(ARRAY[s.run_id]) AND e.seq = s.seq) e
		WHERE s.before < $4 ORDER BY s.i, s.seq`

	// What a scan reads in one transaction, which bounds the age of its snapshot.
	scanRuns    = 256
	scanPending = 1000    // outstanding for these runs, apart from the last one
	scanEvents  = 4000    // in the histories of these runs, apart from the last one
	scanBytes   = 1 << 20 // with 100 for each row besides its data, so that 20,000 rows are never reached
	rowBytes    = 100
)

// What runs have outstanding, without the payloads.
const (
	sqlScanTimers  = "SELECT t.run_id, t.timer, t.fire_at FROM ~timer t WHERE t.run_id = ANY($1::uuid[]) ORDER BY t.run_id, t.timer"
	sqlScanEntries = "SELECT i.run_id, i.ord, i.id, i.kind, i.ref, i.at, NULL::bytea FROM ~inbox i WHERE i.run_id = ANY($1::uuid[]) ORDER BY i.run_id, i.ord"
)

var sqlScanTasks = strings.Replace("SELECT "+sqlTaskColumns+" FROM ~activity a WHERE a.run_id = ANY($1::uuid[]) ORDER BY a.run_id, a.activity",
	"a.data, a.last, a.details", "NULL::bytea, NULL::bytea, NULL::bytea", 1)

// Scan implements [store.Inspector]. It goes by run id, reads in small pieces and holds nothing between
// them. A run and its rows are still consistent, because rows are only appended and never changed: the
// rows up to the last one at some moment are the rows of that moment for ever.
func (s *Store) Scan(ctx context.Context, visit func(store.Run, store.Pending, iter.Seq[store.Row]) error) error {
	x := scan{s: s, ctx: ctx}
	last, err := x.end()
	if err != nil || !last.run.Valid {
		return err
	}
	for after := token(uuid.Nil); ; {
		if err := x.next(after, last); err != nil || len(x.runs) == 0 {
			return err
		}
		asked := -1 // the run whose rows were last requested
		for i := range x.runs {
			r := &x.runs[i]
			err := visit(r.Show(), r.pending, func(yield func(store.Row) bool) {
				ahead := asked == i-1 // a caller that wants the rows of each run gets them read ahead
				asked = i
				x.rows(i, ahead, yield)
			})
			if x.err != nil {
				return x.err // what visit made of the rows it got does not count
			}
			if err != nil {
				return err
			}
		}
		after = token(x.runs[len(x.runs)-1].ID)
	}
}

// Requests implements [store.Inspector].
func (s *Store) Requests(ctx context.Context, found func(data []byte) error) error {
	return s.apart(ctx, func(v *visit) error {
		return v.moment(func() error {
			return v.each(func(rows pgx.Rows) error {
				var data []byte
				if err := rows.Scan(&data); err != nil {
					return err
				}
				return found(data)
			}, "SELECT q.data FROM ~request q")
		})
	})
}

// Behind implements [store.Inspector].
func (s *Store) Behind(ctx context.Context, found func(store.Row) error) error {
	return s.apart(ctx, func(v *visit) error {
		return v.moment(func() error {
			return v.each(func(rows pgx.Rows) error {
				var column string
				row := store.Row{Seq: 1}
				if err := rows.Scan(aText(&column), &row.Data); err != nil {
					return err
				}
				b, err := store.DecodeBehind(column)
				if err != nil || b == nil {
					return err
				}
				row.N, row.Token = b.N, b.Token
				return found(row)
			}, "SELECT r.behind, r.behind_data FROM ~run r WHERE r.behind_data IS NOT NULL")
		})
	})
}

// scan is a Scan in progress.
type scan struct {
	s   *Store
	ctx context.Context
	err error // why rows ended early

	runs []scanned

	// ahead holds all rows from one spot to another.
	ahead    []scannedRow
	from, to spot
}

// scanned is a run, with the end of its history and what it had outstanding when the run was read.
type scanned struct {
	*run
	last    int64
	pending store.Pending
}

// spot is the place of a row among those of the runs that were read together.
type spot struct {
	run int
	seq int64
}

func (p spot) before(o spot) bool {
	return cmp.Or(cmp.Compare(p.run, o.run), cmp.Compare(p.seq, o.seq)) < 0
}

type scannedRow struct {
	run int
	store.Row
}

// end returns the place of the last run; the zero place if there is none.
func (x *scan) end() (last place, err error) {
	err = x.s.look(x.ctx, func(t *tx) {
		last = place{}
		rows(t.queue(sqlLastRun), func(rows pgx.Rows) error { return rows.Scan(&last.created, &last.run) })
	})
	return last, err
}

// next reads the runs whose ids follow after, of those that existed when last was the last.
func (x *scan) next(after pgtype.UUID, last place) error {
	x.ahead, x.from, x.to = nil, spot{}, spot{}
	return x.s.moment(x.ctx, func(t *tx) error {
		x.runs = nil
		pending, full := int64(0), false
		rows(t.queue(sqlScan, after, last.created, last.run, scanRuns), func(rows pgx.Rows) error {
			var end, n int64
			r, err := readRun(rows, anInt(&end), &n)
			if err == nil && !full {
				x.runs = append(x.runs, scanned{run: r, last: end})
				pending += n
				full = pending > scanPending
			}
			return err
		})
		if err := t.send(false); err != nil {
			return err
		}
		x.outstanding(t)
		return t.send(true)
	})
}

// outstanding reads what the open runs have outstanding.
func (x *scan) outstanding(t *tx) {
	var open ids
	of := make(map[store.RunID]*store.Pending)
	for i := range x.runs {
		if r := &x.runs[i]; r.Status == store.Open {
			open = append(open, token(r.ID))
			of[r.ID] = &r.pending
		}
	}
	if len(open) == 0 {
		return
	}
	rows(t.queue(sqlScanTimers, open), func(rows pgx.Rows) error {
		var run store.RunID
		var timer store.Timer
		err := rows.Scan(anID(&run), &timer.ID, aTime(&timer.FireAt))
		if err == nil {
			p := of[run]
			p.Timers = append(p.Timers, timer)
		}
		return err
	})
	rows(t.queue(sqlScanTasks, open), func(rows pgx.Rows) error {
		task, err := readTask(rows)
		if err == nil {
			p := of[task.Run]
			p.Activities = append(p.Activities, task)
		}
		return err
	})
	rows(t.queue(sqlScanEntries, open), func(rows pgx.Rows) error {
		run, e, err := readEntry(rows)
		if err == nil {
			p := of[run]
			p.Entries = append(p.Entries, e)
		}
		return err
	})
}

// rows yields the history of the i-th run. If it must read, it reads ahead if that pays.
func (x *scan) rows(i int, ahead bool, yield func(store.Row) bool) {
	last := x.runs[i].last
	for at := (spot{i, 0}); at.run == i && x.err == nil; {
		if at.before(x.from) || !at.before(x.to) {
			if x.err = x.read(at, ahead); x.err != nil {
				return
			}
		}
		to := x.to // a nested call may read elsewhere
		here := sort.Search(len(x.ahead), func(n int) bool { w := &x.ahead[n]; return !spot{w.run, w.Seq}.before(at) })
		for _, w := range x.ahead[here:] {
			if w.run != i || w.Seq > last || !yield(w.Row) {
				return
			}
		}
		at = to
	}
}

// read reads the rows from at: those of its run and, with ahead, of further runs while their histories
// are short.
func (x *scan) read(at spot, ahead bool) error {
	var run ids
	var first, last ints
	events, end := int64(0), at.run
	for ; end < len(x.runs) && (end == at.run || ahead && events < scanEvents); end++ {
		r := &x.runs[end]
		run, first, last = append(run, token(r.ID)), append(first, 0), append(last, r.last)
		events += r.NextSeq
	}
	first[0] = at.seq
	x.from, x.to = at, spot{end, 0}
	return x.s.look(x.ctx, func(t *tx) {
		x.ahead, x.to = nil, spot{end, 0}
		size := 0
		rows(t.queue(sqlScanRows, run, first, last, scanBytes), func(rows pgx.Rows) error {
			var w scannedRow
			var i int64
			if err := rows.Scan(&i, &w.Seq, &w.N, anID(&w.Token), &w.Data); err != nil {
				return err
			}
			w.run = at.run + int(i) - 1
			x.ahead = append(x.ahead, w)
			if size += len(w.Data) + rowBytes; size >= scanBytes {
				x.to = spot{w.run, w.Seq + 1}
			}
			return nil
		})
	})
}
