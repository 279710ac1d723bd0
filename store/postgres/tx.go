package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// tx is one try at a transaction: one now, and statements that wait to be sent together.
type tx struct {
	s    *Store
	ctx  context.Context // limits the try; without a caller's cancellation
	conn *pgxpool.Conn
	wait *pgx.Batch
	now  time.Time

	lockWait time.Duration // how long a statement waits for another transaction's lock
	limit    time.Duration // after which the server ends a statement

	begun     bool // BEGIN was sent, or is waiting
	committed bool // COMMIT was answered
	wrote     bool // there is something to commit
	reads     bool // it never writes
	one       bool // all statements share one snapshot
	head      int  // how many of the waiting statements are BEGIN and the settings
	bare      bool // it needs no now, nor settings that the session has

	counts  bool  // count the rows that are changed
	changed int64 // by the statements answered so far
}

const (
	// The isolation level is explicit, because the database's default is the user's choice.
	sqlBegin    = "BEGIN ISOLATION LEVEL READ COMMITTED"
	sqlBeginOne = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	sqlCommit   = "COMMIT"
)

// queue adds a statement to those that wait.
func (x *tx) queue(sql string, args ...any) *pgx.QueuedQuery {
	if x.wait == nil {
		x.wait = &pgx.Batch{}
	}
	x.begin()
	return x.wait.Queue(x.s.texts.of(sql), args...)
}

// begin makes the transaction begin with whatever is sent next.
func (x *tx) begin() {
	if x.begun {
		return
	}
	x.begun = true
	if x.wait == nil {
		x.wait = &pgx.Batch{}
	}
	if x.one {
		x.wait.Queue(sqlBeginOne)
	} else {
		x.wait.Queue(sqlBegin)
	}
	switch {
	case !x.settled():
		x.settings()
	case !x.bare:
		x.time()
	}
}

// milliseconds formats d as a setting. It never returns 0, which would mean no limit.
func milliseconds(d time.Duration) string {
	return strconv.FormatInt(max(1, d.Milliseconds()), 10) + "ms"
}

// write is queue for a statement that changes something.
func (x *tx) write(sql string, args ...any) *pgx.QueuedQuery {
	x.wrote = true
	q := x.queue(sql, args...)
	if x.counts {
		q.Exec(func(tag pgconn.CommandTag) error {
			x.changed += tag.RowsAffected()
			return nil
		})
	}
	return q
}

// count notes whether a statement changed anything.
func (x *tx) count(tag pgconn.CommandTag) error {
	x.wrote = x.wrote || tag.RowsAffected() > 0
	return nil
}

// rows calls f for each row of q.
func rows(q *pgx.QueuedQuery, f func(pgx.Rows) error) {
	q.Query(func(rows pgx.Rows) error {
		for rows.Next() {
			if err := f(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// list reads the ids that are the rows of q.
func list(q *pgx.QueuedQuery, all *ids) {
	rows(q, func(rows pgx.Rows) error {
		var v pgtype.UUID
		err := rows.Scan(&v)
		*all = append(*all, v)
		return err
	})
}

// send executes the waiting statements in one round trip, and commits the transaction with
// them if commit is set.
func (x *tx) send(commit bool) error {
	if x.wait == nil {
		if !commit {
			return nil
		}
		x.wait = &pgx.Batch{}
	}
	b, head := x.wait, x.head
	x.wait, x.head = nil, 0
	if commit {
		b.Queue(sqlCommit).Exec(func(tag pgconn.CommandTag) error {
			if tag.String() != sqlCommit {
				return errRolledBack
			}
			x.committed = true
			return nil
		})
	}
	if x.headed(b, head) {
		first := &pgx.Batch{QueuedQueries: b.QueuedQueries[:head]}
		b.QueuedQueries = b.QueuedQueries[head:]
		if err := x.conn.SendBatch(x.ctx, first).Close(); err != nil {
			return &sendError{err: err}
		}
	}
	err := x.conn.SendBatch(x.ctx, b).Close()
	if head > 0 || err != nil {
		x.prepared(b, err)
	}
	if err != nil {
		return &sendError{err: err, committing: commit && !x.reads}
	}
	return nil
}

// again makes what follows a commit begin another transaction.
func (x *tx) again() {
	if x.committed {
		x.begun, x.committed = false, false
	}
}

// single executes one statement that is a whole transaction, in a session that has the
// settings. That saves the server two statements, BEGIN and COMMIT, with their parsing and
// answers. Whether the statement is committed is known when the server is ready for the next
// one, which Close waits for.
func (x *tx) single(sql string, args []any, read func(pgx.Rows) error) error {
	found, err := x.conn.Query(x.ctx, x.s.texts.of(sql), args...)
	for err == nil && found.Next() {
		err = read(found)
	}
	found.Close()
	if err == nil {
		err = found.Err()
	}
	if err != nil {
		return &sendError{err: err, committing: true}
	}
	x.committed = true
	return nil
}

// end leaves the connection as it was found.
func (x *tx) end() {
	c := x.conn.Conn()
	if !c.IsClosed() && c.PgConn().TxStatus() != 'I' {
		_, _ = x.conn.Exec(x.ctx, "ROLLBACK") // if it fails, the pool drops the connection
	}
	x.conn.Release()
}

// acquire takes a connection, while the caller still waits for one.
func (s *Store) acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.closed.Load() {
		return nil, store.ErrStoreClosed
	}
	bounded, stop := context.WithTimeout(ctx, s.patience)
	defer stop()
	conn, err := grab(bounded, pool)
	switch {
	case err == nil:
		if err := s.admit(bounded, conn); err != nil {
			conn.Release()
			return nil, err
		}
		return conn, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case s.closed.Load():
		return nil, store.ErrStoreClosed
	}
	return nil, fmt.Errorf("%w: postgres: %s: %w: %w", store.ErrTransient, s.where, errNoConnection, err)
}

// grab takes a connection. If none is returned in time, its error says who has them.
func grab(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	conn, err := pool.Acquire(ctx)
	if use := pool.Stat(); err != nil && ctx.Err() != nil && use.AcquiredConns() >= use.MaxConns() {
		return nil, fmt.Errorf("%w, %d of %d: give them back, or raise MaxConns", errPoolInUse, use.AcquiredConns(), use.MaxConns())
	}
	return conn, err
}

// A transaction that conflicts with another one is tried again as a whole.
const maxTries = 12

// update runs f as one transaction and commits what it wrote. f may be run again.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	return s.transact(ctx, func(x *tx) error {
		if err := f(x); err != nil {
			return err
		}
		return x.finish()
	})
}

// finish executes the rest and commits what was written.
func (x *tx) finish() error {
	switch {
	case x.committed:
		return nil
	case x.wrote:
		return x.send(true)
	}
	return x.send(false) // nothing to keep: a rollback is cheaper than a commit
}

// look runs f to queue read-only statements, and executes them as one transaction. f may be
// run again.
func (s *Store) look(ctx context.Context, f func(*tx)) error {
	return s.transact(ctx, func(x *tx) error {
		x.reads = true
		f(x)
		return x.send(true)
	})
}

// moment runs f as a transaction whose statements share one snapshot. It must be short: rows
// deleted meanwhile cannot be vacuumed. f may be run again.
func (s *Store) moment(ctx context.Context, f func(*tx) error) error {
	return s.transact(ctx, func(x *tx) error {
		x.reads, x.one = true, true
		return f(x)
	})
}

func (s *Store) transact(ctx context.Context, f func(*tx) error) error {
	return s.nameHolders(ctx, s.transactBy(ctx, s.pool, f))
}

func (s *Store) transactBy(ctx context.Context, pool *pgxpool.Pool, f func(*tx) error) error {
	begun := time.Now()
	for try := 1; ; try++ {
		err := s.try(ctx, pool, begun, f)
		switch {
		case err == nil || !again(err):
			return s.explain(err)
		case try == maxTries:
			return s.giveUp(err)
		}
		pause(time.Duration(1+rand.IntN(1<<min(try, 6))) * time.Millisecond)
	}
}

// try tries a transaction that was requested at begun. The time that it waited for a
// connection counts as a wait for a lock: if a table is locked, earlier transactions keep the
// connections for as long as they wait.
func (s *Store) try(ctx context.Context, pool *pgxpool.Pool, begun time.Time, f func(*tx) error) error {
	conn, err := s.acquire(ctx, pool)
	if err != nil {
		return err
	}
	bounded, stop := context.WithTimeout(context.WithoutCancel(ctx), s.patience)
	defer stop()
	x := &tx{s: s, ctx: bounded, conn: conn, lockWait: min(s.lockWait, max(s.single, s.lockWait-time.Since(begun))), limit: s.patience}
	defer x.end()
	return f(x)
}

func pause(d time.Duration) {
	alarm := time.NewTimer(d)
	<-alarm.C
}

var (
	// errRolledBack: the server answered COMMIT with a rollback.
	errRolledBack = errors.New("the server rolled back the transaction")
	// errNoConnection: nothing was begun.
	errNoConnection = errors.New("no connection")
	errPoolInUse    = errors.New("all connections of the pool are in use")
	// errMoved: between two queries, a workflow id got another run, or a history other rows.
	errMoved = errors.New("a run was started or closed meanwhile")
)
