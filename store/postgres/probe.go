package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// sighting is what the probe of a session lock has seen. A lock is of use only if it
// belongs to this process and to nobody else: behind a pooler, which lends the sessions
// of the server to one client after the other, it would stay when the process is gone;
// and some databases know the functions, and lock nothing.
type sighting struct {
	told    uint32   // the backend that answered when the connection was made
	served  []uint32 // the backends that carried out statements since
	refused string   // why the lock could not be taken
	taken   bool
	holders []uint32 // who holds the lock, as another connection sees it
}

// moves says why the connection is no session of its own; "": it is one. A pooler answers
// a new client by itself, and cannot know which backend will serve it.
func (g sighting) moves() string {
	for _, pid := range g.served {
		if pid != g.told {
			return fmt.Sprintf("the connection is to a pooler: it says that backend %d answers, and backend %d does", g.told, pid)
		}
	}
	return ""
}

// doubt says why there can be no lock; "": there is one.
func (g sighting) doubt() string {
	switch why := g.moves(); {
	case why != "":
		return why
	case g.refused != "":
		return "the server refuses it: " + g.refused
	case !g.taken:
		return "somebody else holds the lock"
	case len(g.holders) == 0:
		return "another connection does not see the lock: it may be to another server, or the server locks nothing"
	case !slices.Equal(g.holders, []uint32{g.told}):
		return fmt.Sprintf("backend %d took the lock, and another connection sees it held by %v", g.told, g.holders)
	}
	return ""
}

const (
	sqlTryLock = "SELECT pg_try_advisory_lock($1)"
	sqlUnlock  = "SELECT pg_advisory_unlock($1)"

	// The advisory locks of this database, by their keys.
	sqlLocks = `SELECT (l.classid::bigint << 32) | l.objid::bigint AS key, l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
		AND l.granted AND l.database = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())`
	sqlHolders = "SELECT k.pid FROM (" + sqlLocks + ") k WHERE k.key = $1"
)

// lockKey is the key of a worker's session lock. It is one of 2^64: that another program
// uses the same one on purpose is out of the question, and by accident it costs time.
func lockKey(worker store.WorkerID) int64 {
	sum := sha256.Sum256(append([]byte("reprise worker "), worker[:]...))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// sessionLock takes the session lock of a worker and returns its key; 0: it has none. An
// error says that the server could not be asked.
func (s *Store) sessionLock(ctx context.Context, worker store.WorkerID) (key int64, err error) {
	s.keeper.mu.Lock()
	w := s.keeper.guard
	s.keeper.mu.Unlock()
	if w == nil {
		return 0, nil
	}
	w.mu.Lock()
	key, off := w.keys[worker], w.off
	w.mu.Unlock()
	if off || key != 0 {
		return key, nil
	}
	key = lockKey(worker)
	defer w.borrow()()
	conn, err := s.acquire(ctx, w.pool)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	seen, err := s.probe(ctx, conn, key)
	if err != nil {
		return 0, s.explain(&sendError{err: err})
	}
	if why := seen.doubt(); why != "" {
		if seen.taken {
			unlock(ctx, conn, key)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.switchOff(why)
		return 0, nil
	}
	w.add(worker, key, conn.Conn())
	return key, nil
}

// probe takes the lock on conn and looks at it from another connection.
func (s *Store) probe(ctx context.Context, conn *pgxpool.Conn, key int64) (seen sighting, err error) {
	ctx, stop := context.WithTimeout(ctx, s.lockWait)
	defer stop()
	seen, err = s.backends(ctx, conn)
	if err == nil && seen.moves() == "" {
		if err = conn.QueryRow(ctx, sqlTryLock, key).Scan(&seen.taken); err == nil && seen.taken {
			seen.holders, err = s.holders(ctx, key)
		}
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && !slices.Contains(passing, pg.Code) {
		seen.refused = pg.Message
		return seen, nil
	}
	return seen, err
}

// backends asks twice which backend serves the connection.
func (s *Store) backends(ctx context.Context, conn *pgxpool.Conn) (seen sighting, err error) {
	seen.told = conn.Conn().PgConn().PID()
	for range 2 {
		var pid uint32
		if err := conn.QueryRow(ctx, sqlBackend).Scan(&pid); err != nil {
			return seen, err
		}
		seen.served = append(seen.served, pid)
	}
	return seen, nil
}

// holders asks by a connection of the pool who holds a lock.
func (s *Store) holders(ctx context.Context, key int64) ([]uint32, error) {
	all, err := s.pool.Query(ctx, sqlHolders, key)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(all, pgx.RowTo[uint32])
}

// unlock gives up a lock. Where that fails the connection is broken, and the lock gone.
func unlock(ctx context.Context, conn *pgxpool.Conn, key int64) {
	if _, err := conn.Exec(ctx, sqlUnlock, key); err != nil {
		_ = conn.Conn().Close(ctx)
	}
}
