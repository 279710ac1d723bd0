package sqlite

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// look runs f on a read connection. One statement sees one snapshot; several do in a
// [conn.snapshot].
func (s *Store) look(ctx context.Context, f func(*conn)) error {
	if err := s.enterReading(ctx, s.read); err != nil {
		return err
	}
	defer func() { <-s.read }()
	c, err := s.reader()
	if err != nil {
		return s.explain(err, false)
	}
	f(c)
	err = c.Clear()
	c.Rollback()
	if err != nil && breaks(err) {
		c.Close()
	} else {
		s.mu.Lock()
		s.idle = append(s.idle, c)
		s.mu.Unlock()
	}
	return s.explain(err, false)
}

// enterReading waits for a free place to read in.
func (s *Store) enterReading(ctx context.Context, places chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.isClosed() {
		return store.ErrStoreClosed
	}
	select {
	case places <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closed:
		return store.ErrStoreClosed
	}
	if s.isClosed() {
		<-places
		return store.ErrStoreClosed
	}
	return nil
}

// reader takes an idle connection, or dials one.
func (s *Store) reader() (*conn, error) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 {
		c := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.mu.Unlock()
		return c, nil
	}
	s.mu.Unlock()
	return s.dialReader()
}

// snapshot makes all statements until the next rollback see the same snapshot.
func (c *conn) snapshot() { c.Exec("BEGIN") }

func (s *Store) dialReader() (*conn, error) {
	c, err := s.dial(false)
	if err != nil {
		return nil, err
	}
	c.Script("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000")
	if err := c.Clear(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

const (
	sqlHistory     = "SELECT seq, n, token, data FROM ~event WHERE run = (SELECT r.run FROM ~run r WHERE r.run_id = ?1 AND r.status > 0) AND seq >= ?2 ORDER BY seq"
	sqlHistoryLast = sqlHistory + " DESC LIMIT 1"

	defaultBytes = 4 << 20 // for a HistoryQuery.MaxBytes of zero
)

// History implements [store.Store].
func (s *Store) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	if q.MaxBytes <= 0 {
		q.MaxBytes = defaultBytes
	}
	sql := sqlHistory
	if q.Last {
		sql = sqlHistoryLast
	}
	var parts [][]store.Row
	err := s.look(ctx, func(c *conn) {
		size, n := 0, 0
		var part []store.Row // a slice that grows by itself is copied four times
		for r := c.Query(sql, q.Run, q.From); r.Next(); {
			w := readRow(&r)
			if len(part) == cap(part) {
				parts = append(parts, part)
				part = make([]store.Row, 0, min(max(8, 2*cap(part)), 1024))
			}
			part = append(part, w)
			n++
			if size += len(w.Data); size >= q.MaxBytes || n == q.MaxRows {
				r.End()
			}
		}
		parts = append(parts, part)
	})
	if err != nil {
		return nil, err
	}
	return slices.Concat(parts...), nil
}

func readRow(q *lib.Rows) store.Row {
	return store.Row{Seq: q.Int(0), N: int(q.Int(1)), Token: q.ID(2), Data: q.Blob(3)}
}

const (
	sqlShowRun     = "SELECT " + sqlRunColumns + " FROM ~run r "
	sqlShow        = sqlShowRun + "WHERE r.run = ?1"
	sqlShowByID    = sqlShowRun + "WHERE r.run_id = ?1 AND r.status > 0"
	sqlShowNamed   = sqlShowRun + "WHERE r.run = " + sqlNewest + " AND r.status > 0"
	sqlNumberOfRun = "SELECT run FROM ~run WHERE run_id = ?1"
)

// runs returns every run that the query finds.
func (c *conn) runs(sql string, args ...any) []shown {
	var all []shown
	for q := c.Query(sql, args...); q.Next(); {
		all = append(all, showRun(&q))
	}
	return all
}

// Run implements [store.Store].
func (s *Store) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	var found []shown
	var missing error
	err := s.look(ctx, func(c *conn) {
		c.snapshot()
		if ref.Run != uuid.Nil {
			found = c.runs(sqlShowByID, ref.Run)
		} else {
			found = c.runs(sqlShowNamed, ref.Namespace, ref.WorkflowID)
		}
		if len(found) == 0 {
			missing = c.missing(ref)
		}
	})
	switch {
	case err != nil:
		return store.Run{}, err
	case len(found) == 0:
		return store.Run{}, missing
	case ref.Foreign(found[0].Namespace):
		return store.Run{}, store.ErrNotFound
	}
	return found[0].Run, nil
}

// Pending implements [store.Store].
func (s *Store) Pending(ctx context.Context, id store.RunID) (p store.Pending, err error) {
	err = s.look(ctx, func(c *conn) {
		c.snapshot()
		run := c.Number(sqlNumberOfRun, id)
		if run == 0 {
			return
		}
		for q := c.Query("SELECT timer, fire_at FROM ~timer WHERE run = ?1 ORDER BY timer", run); q.Next(); {
			p.Timers = append(p.Timers, store.Timer{ID: q.Int(0), FireAt: q.Time(1)})
		}
		p.Activities = c.tasks(sqlTasksOf, run)
		p.Entries = c.inbox(run)
	})
	if err != nil {
		return store.Pending{}, err
	}
	return p, nil
}

const (
	sqlOwnedRuns  = "SELECT r.run_id, r.epoch FROM ~dispatch d INDEXED BY ~dispatch_owner JOIN ~run r ON r.run = d.run WHERE d.owner = ?1"
	sqlOwnedTasks = "SELECT r.run_id, a.activity, a.attempt, a.claim FROM ~activity a INDEXED BY ~activity_owner JOIN ~run r ON r.run = a.run WHERE a.owner = ?1"
)

// Owned implements [store.Store].
func (s *Store) Owned(ctx context.Context, worker store.WorkerID) (store.Owned, error) {
	o := store.Owned{Runs: make(map[store.RunID]int64), Activities: make(map[store.ActivityKey]store.Attempt)}
	err := s.look(ctx, func(c *conn) {
		c.snapshot()
		for q := c.Query(sqlOwnedRuns, worker); q.Next(); {
			o.Runs[q.ID(0)] = q.Int(1)
		}
		for q := c.Query(sqlOwnedTasks, worker); q.Next(); {
			o.Activities[store.ActivityKey{Run: q.ID(0), Activity: q.Int(1)}] = store.Attempt{N: int(q.Int(2)), Claim: q.ID(3)}
		}
	})
	if err != nil {
		return store.Owned{}, err
	}
	return o, nil
}
