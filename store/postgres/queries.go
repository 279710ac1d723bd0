package postgres

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	// A page ends when the sizes add up to $3. Rows are sent while the next ones are read.
	sqlHistory = `SELECT p.seq, p.n, p.token, p.data FROM (
			SELECT e.seq, e.n, e.token, e.data, sum(octet_length(e.data)) OVER (ORDER BY e.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM ~event e
			WHERE e.run_id = $1 AND e.seq >= $2 AND EXISTS (SELECT 1 FROM ~run r WHERE r.run_id = $1 AND r.status <> 0) ORDER BY e.seq LIMIT $4) p
		WHERE coalesce(p.before, 0) < $3 ORDER BY p.seq`
	sqlHistoryLast = `SELECT e.seq, e.n, e.token, e.data FROM ~event e WHERE e.run_id = $1 AND e.seq >= $2
		AND EXISTS (SELECT 1 FROM ~run r WHERE r.run_id = $1 AND r.status <> 0) ORDER BY e.seq DESC LIMIT 1`

	defaultBytes = 4 << 20 // for a HistoryQuery.MaxBytes of zero
	mostRows     = 20000   // on a page: the sizes of all that follow are read
)

// History implements [store.Store].
func (s *Store) History(ctx context.Context, q store.HistoryQuery) (all []store.Row, err error) {
	if q.MaxBytes <= 0 {
		q.MaxBytes = defaultBytes
	}
	if q.MaxRows <= 0 {
		q.MaxRows = mostRows
	}
	var w store.Row // allocated once
	columns := []any{&w.Seq, &w.N, anID(&w.Token), &w.Data}
	read := func(rows pgx.Rows) error {
		err := rows.Scan(columns...)
		if len(all) == cap(all) {
			all = slices.Grow(all, max(8, len(all))) // a long slice grows in smaller steps by itself, and is copied each time
		}
		all = append(all, w)
		return err
	}
	err = s.look(ctx, func(x *tx) {
		all = nil
		if q.Last {
			rows(x.queue(sqlHistoryLast, id(q.Run), q.From), read)
			return
		}
		rows(x.queue(sqlHistory, id(q.Run), q.From, q.MaxBytes, min(q.MaxRows, mostRows)), read)
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

const (
	sqlShowRun   = "SELECT " + sqlRunColumns + " FROM ~run r "
	sqlShowByID  = sqlShowRun + "WHERE r.run_id = $1 AND r.status <> 0"
	sqlShowNamed = sqlShowRun + "WHERE r.namespace = $1 AND r.workflow_id = $2 AND r.status <> 0 ORDER BY r.nth DESC LIMIT 1"
	sqlMissing   = `SELECT EXISTS (SELECT 1 FROM ~tombstone k WHERE k.run_id = $1)
		OR $1 IS NULL AND EXISTS (SELECT 1 FROM ~tombstone k WHERE k.namespace = $2 AND k.workflow_id = $3)`
)

// Run implements [store.Store].
func (s *Store) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	var found []store.Run
	read := func(rows pgx.Rows) error {
		r, err := readRun(rows)
		if err == nil {
			found = append(found, r.Show())
		}
		return err
	}
	err := s.look(ctx, func(x *tx) {
		found = nil
		if ref.Run != uuid.Nil {
			rows(x.queue(sqlShowByID, id(ref.Run)), read)
			return
		}
		rows(x.queue(sqlShowNamed, ref.Namespace, ref.WorkflowID), read)
	})
	switch {
	case err != nil:
		return store.Run{}, err
	case len(found) == 0:
		return store.Run{}, s.missing(ctx, ref)
	case ref.Foreign(found[0].Namespace):
		return store.Run{}, store.ErrNotFound
	}
	return found[0], nil
}

// missing says why there is no run that ref names. It is called after the query for the
// run, so that a run removed in between has left a tombstone.
func (s *Store) missing(ctx context.Context, ref store.Ref) error {
	removed := false
	err := s.look(ctx, func(x *tx) {
		x.queue(sqlMissing, id(ref.Run), ref.Namespace, ref.WorkflowID).QueryRow(func(row pgx.Row) error { return row.Scan(&removed) })
	})
	switch {
	case err != nil:
		return err
	case removed:
		return store.ErrRemoved
	}
	return store.ErrNotFound
}

const (
	sqlTimersOf   = "SELECT t.timer, t.fire_at FROM ~timer t WHERE t.run_id = $1 ORDER BY t.timer"
	sqlTasksOfRun = "SELECT " + sqlTaskColumns + " FROM ~activity a WHERE a.run_id = $1 ORDER BY a.activity"
	sqlEntriesOf  = "SELECT " + sqlEntryColumns + " FROM ~inbox i WHERE i.run_id = $1 ORDER BY i.ord"
	sqlOwnedRuns  = "SELECT r.run_id, r.epoch FROM ~dispatch d JOIN ~run r ON r.run_id = ANY(ARRAY[d.run_id]) WHERE d.owner = $1 AND r.owner = $1"
	sqlOwnedTasks = "SELECT a.run_id, a.activity, a.attempt, a.claim FROM ~activity a WHERE a.owner = $1"
)

// Pending implements [store.Store].
func (s *Store) Pending(ctx context.Context, run store.RunID) (p store.Pending, err error) {
	err = s.look(ctx, func(x *tx) {
		p = store.Pending{}
		rows(x.queue(sqlTimersOf, id(run)), func(rows pgx.Rows) error {
			var t store.Timer
			err := rows.Scan(&t.ID, aTime(&t.FireAt))
			p.Timers = append(p.Timers, t)
			return err
		})
		rows(x.queue(sqlTasksOfRun, id(run)), func(rows pgx.Rows) error {
			t, err := readTask(rows)
			if err == nil {
				p.Activities = append(p.Activities, t)
			}
			return err
		})
		rows(x.queue(sqlEntriesOf, id(run)), func(rows pgx.Rows) error {
			_, e, err := readEntry(rows)
			p.Entries = append(p.Entries, e)
			return err
		})
	})
	if err != nil {
		return store.Pending{}, err
	}
	return p, nil
}

// Owned implements [store.Store].
func (s *Store) Owned(ctx context.Context, worker store.WorkerID) (o store.Owned, err error) {
	err = s.look(ctx, func(x *tx) {
		o = store.Owned{Runs: make(map[store.RunID]int64), Activities: make(map[store.ActivityKey]store.Attempt)}
		rows(x.queue(sqlOwnedRuns, id(worker)), func(rows pgx.Rows) error {
			var run store.RunID
			var epoch int64
			err := rows.Scan(anID(&run), &epoch)
			o.Runs[run] = epoch
			return err
		})
		rows(x.queue(sqlOwnedTasks, id(worker)), func(rows pgx.Rows) error {
			var k store.ActivityKey
			var at store.Attempt
			err := rows.Scan(anID(&k.Run), &k.Activity, &at.N, anID(&at.Claim))
			o.Activities[k] = at
			return err
		})
	})
	if err != nil {
		return store.Owned{}, err
	}
	return o, nil
}
