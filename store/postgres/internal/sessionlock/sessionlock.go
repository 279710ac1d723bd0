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
	// Locks is a query for the keys of the locks that are held in this database, and by which
	// backends: key, pid.
	Locks = `SELECT (l.classid::bigint << 32) | l.objid::bigint AS key, l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
		AND l.granted AND l.database = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())`

	// Holders is a query for the backends that hold the lock with key $1.
	Holders = "SELECT k.pid FROM (" + Locks + ") k WHERE k.key = $1"

	// Take is a query that takes the locks of the workers $1 with the keys $2, as far as they
	// are free: worker_id, got.
	Take = "SELECT k.worker_id, pg_try_advisory_lock(k.key) AS got FROM unnest($1::uuid[], $2::bigint[]) AS k(worker_id, key)"

	sqlTryLock = "SELECT pg_try_advisory_lock($1)"
	sqlUnlock  = "SELECT pg_advisory_unlock($1)"
	sqlBackend = "SELECT pg_backend_pid()"
)

// Key is the key of a worker's lock. It is one of 2^64: that another program uses the same one
// on purpose is out of the question, and by accident it costs time.
func Key(worker Worker) int64 {
	sum := sha256.Sum256(append([]byte("reprise worker "), worker[:]...))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// Caller keeps the rows of the workers, where others read which key a worker's lock has. No
// method is called while the Guard is locked.
type Caller interface {
	// Acquire takes a connection of pool. The Guard gives it back.
	Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error)
	// Retake takes locks on conn, by Take, and in the same transaction writes into the row of
	// each worker whose lock it got that the worker has lived since it was lost. It returns
	// those workers. After an error the Guard closes conn.
	Retake(ctx context.Context, conn *pgxpool.Conn, workers []Worker, keys []int64) (got []Worker, err error)
	// Forgo writes into the rows of workers that they have no lock.
	Forgo(ctx context.Context, workers []Worker) error
	// Passes says whether what the server refuses with this code may go later.
	Passes(code string) bool
}

// Config is what a Guard works with.
type Config struct {
	Pool   *pgxpool.Pool // of the one connection that holds the locks; a deadline must break off its reads, not a request to cancel
	Other  *pgxpool.Pool // another way to the server, by which a lock has to be seen
	Caller Caller
	Wait   time.Duration // how long the server may take to answer
	Where  string        // for the log
	Log    *slog.Logger
}

// ServerError is that the server could not be asked.
type ServerError struct{ Err error }

func (e *ServerError) Error() string { return e.Err.Error() }

// Unwrap makes errors.Is and errors.As look into e.
func (e *ServerError) Unwrap() error { return e.Err }
