package sessionlock

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Worker is the id of a worker.
type Worker = [16]byte

const (
	// Locks is a query for the keys of the locks that are held in this database, and the backends
	// that hold them: key, pid.
	Locks = `SELECT (l.classid::bigint << 32) | l.objid::bigint AS key, l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
		AND l.granted AND l.database = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())`

	// Holders is a query for the backends that hold the lock with key $1.
	Holders = "SELECT k.pid FROM (" + Locks + ") k WHERE k.key = $1"

	// Take is a query that takes the locks of the workers $1 with the keys $2, if they are free:
	// worker_id, got.
	Take = "SELECT k.worker_id, pg_try_advisory_lock(k.key) AS got FROM unnest($1::uuid[], $2::bigint[]) AS k(worker_id, key)"

	sqlTryLock = "SELECT pg_try_advisory_lock($1)"
	sqlUnlock  = "SELECT pg_advisory_unlock($1)"
	sqlBackend = "SELECT pg_backend_pid()"
)

// Key returns the key of a worker's lock, one of 2^64. If another program happens to use the
// same key, that costs time.
func Key(worker Worker) int64 {
	sum := sha256.Sum256(append([]byte("reprise worker "), worker[:]...))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// Caller writes the rows of the workers, where others read the key of a worker's lock. No
// method is called while the Guard is locked.
type Caller interface {
	// Acquire takes a connection from pool. The Guard returns it.
	Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error)
	// Retake takes locks on conn, with Take. In the same transaction it records, in the row of
	// each worker whose lock it got, that the worker has lived since it lost the lock. It returns
	// those workers. After an error the Guard closes conn.
	Retake(ctx context.Context, conn *pgxpool.Conn, workers []Worker, keys []int64) (got []Worker, err error)
	// Forgo writes into the rows of workers that they have no lock.
	Forgo(ctx context.Context, workers []Worker) error
	// Passes reports whether an error with this code may be temporary.
	Passes(code string) bool
}

// Config configures a Guard.
type Config struct {
	Pool   *pgxpool.Pool // with the one connection that holds the locks; a deadline must interrupt its reads, not a cancel request
	Other  *pgxpool.Pool // another way to the server, on which the lock must be visible
	Caller Caller
	Wait   time.Duration // how long the server may take to answer
	Where  string        // for the log
	Log    *slog.Logger
}

// ServerError says that the server could not be queried.
type ServerError struct{ Err error }

func (e *ServerError) Error() string { return e.Err.Error() }

// Unwrap makes errors.Is and errors.As look into e.
func (e *ServerError) Unwrap() error { return e.Err }
