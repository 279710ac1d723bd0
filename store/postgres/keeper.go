package postgres

import (
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres/internal/sessionlock"
)

// keeper holds the connection on which leases are renewed. It is not from the caller's
// pool: other code that keeps that pool busy must not cost a worker its lease.
type keeper struct {
	noLock bool // no session locks: see Options.NoSessionLock

	mu     sync.Mutex
	pool   *pgxpool.Pool
	mine   bool // the pool is the keeper's own
	closed bool
	guard  *sessionlock.Guard      // nil until a worker has joined, or if there are no locks
	told   map[store.WorkerID]told // the last answer that each worker got
	last   *pgx.Conn               // where the last tick was answered

	searches  searching
	timelines atomic.Bool // the server tells its timeline

	cluster uuid.UUID   // the id of the opened database
	mark    string      // of a connection that is known to be one to it
	secret  []byte      // that database's secret
	astray  atomic.Bool // another database was met in its place
}

// keep makes sure that there is a connection for the leases from now on, made like
// those of the caller's pool.
func (s *Store) keep() error {
	k := &s.keeper
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.closed:
		return store.ErrStoreClosed
	case k.pool != nil:
		return nil
	}
	// The wait on the connection is interrupted whenever somebody else needs it. That must
	// not send a cancel request, which could hit the next statement.
	pool, err := s.beside(1, s.leaseWait(), tickLimit, func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: c.Conn()}
	})
	if err != nil {
		return err
	}
	if err := s.writer.open(s); err != nil {
		pool.Close()
		return err
	}
	k.pool, k.mine = pool, true
	if !k.noLock {
		k.guard = s.newGuard(pool)
	}
	return nil
}

// borrow returns the keeper's pool, or other if no worker has joined, and the func that
// gives it back.
func (k *keeper) borrow(other *pgxpool.Pool) (pool *pgxpool.Pool, giveBack func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.pool == nil:
		return other, func() {}
	case k.guard == nil:
		return k.pool, func() {}
	}
	return k.pool, k.guard.Borrow()
}

// ticks reports whether a worker has joined.
func (k *keeper) ticks() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.pool != nil
}

// changes notes on which connection a tick was answered, and reports whether that
// differs from the last one.
func (k *keeper) changes(conn *pgx.Conn) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	other := k.last != nil && k.last != conn
	k.last = conn
	return other
}

func (k *keeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	if k.guard != nil {
		k.guard.Close()
	}
	if k.mine {
		k.pool.Close()
	}
}
