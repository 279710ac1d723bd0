package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres/internal/sessionlock"
)

const (
	// Taking a lock moves the lease by the least amount: a worker that saw the lock free sees that
	// its owner has lived since. It does not renew the lease: only its keeper knows whether the
	// process makes progress.
	sqlTakeLocks = "WITH l AS MATERIALIZED (" + sessionlock.Take + `),
		moved AS (UPDATE ~worker w SET lease_until = w.lease_until + interval '1 microsecond', lock_server = pg_postmaster_start_time()
			FROM l WHERE l.got AND w.worker_id = l.worker_id AND NOT w.dead)
		SELECT l.worker_id FROM l WHERE l.got`
	sqlNoLocks = "UPDATE ~worker w SET session_lock = NULL WHERE w.worker_id = ANY($1::uuid[])"
)

// newGuard returns the guard of the session locks of s's workers, on the only connection of
// pool.
func (s *Store) newGuard(pool *pgxpool.Pool) *sessionlock.Guard {
	return sessionlock.New(sessionlock.Config{Pool: pool, Other: s.pool, Caller: lockRows{s}, Wait: s.lockWait, Where: s.where, Log: s.log})
}

// sessionLock takes the session lock of a worker and returns its key; 0: it has none. An error
// says that the server could not be queried.
func (s *Store) sessionLock(ctx context.Context, worker store.WorkerID) (key int64, err error) {
	s.keeper.mu.Lock()
	g := s.keeper.guard
	s.keeper.mu.Unlock()
	if g == nil {
		return 0, nil
	}
	key, err = g.Take(ctx, sessionlock.Worker(worker))
	if asked := (*sessionlock.ServerError)(nil); errors.As(err, &asked) {
		err = s.explain(&sendError{err: asked.Err})
	}
	return key, err
}

// lockRows is the sessionlock.Caller of a Store.
type lockRows struct{ s *Store }

func (l lockRows) Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	return l.s.acquire(ctx, pool)
}

func (l lockRows) Passes(code string) bool { return slices.Contains(passing, code) }

func (l lockRows) Retake(ctx context.Context, conn *pgxpool.Conn, workers []sessionlock.Worker, keys []int64) (got []sessionlock.Worker, err error) {
	x := &tx{s: l.s, ctx: ctx, conn: conn, lockWait: l.s.leaseWait(), limit: tickLimit}
	rows(x.queue(sqlTakeLocks, lockedIDs(workers), ints(keys)), func(rows pgx.Rows) error {
		var worker pgtype.UUID
		err := rows.Scan(&worker)
		got = append(got, worker.Bytes)
		return err
	})
	return got, x.send(true)
}

func (l lockRows) Forgo(ctx context.Context, workers []sessionlock.Worker) error {
	return l.s.update(ctx, func(x *tx) error {
		x.write(sqlNoLocks, lockedIDs(workers))
		return nil
	})
}

func lockedIDs(workers []sessionlock.Worker) (all ids) {
	for _, w := range workers {
		all = append(all, id(w))
	}
	return all
}

// seen records whether a tick of a worker on conn saw its session lock there. It ignores a
// worker that no longer has a row.
func (k *keeper) seen(worker store.WorkerID, conn *pgx.Conn, locked bool) {
	k.mu.Lock()
	g := k.guard
	_, told := k.told[worker]
	k.mu.Unlock()
	if g != nil && told {
		g.Seen(sessionlock.Worker(worker), conn, locked)
	}
}
