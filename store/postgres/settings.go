package postgres

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Prepared statements keep the plan of their first executions, when the tables may have been
// empty, and analysed then or never. So each transaction turns off enable_seqscan and some other
// ways to read and join tables, and the statements are written so that only the right index is
// left, whatever the server believes about the tables (adr 0030). A test checks the plans. The
// sessions of a worker's own connections have these settings permanently; those of the caller's
// pool never do. In a user's transaction no plan is kept: each statement is planned for the tables
// as they are, unless the user's connections do not keep descriptions either.
//
// The session settings that the store's statements need. A statement is planned when its tables
// may still be empty, and that plan is kept. It must be the plan for full tables (adr 0030),
// because planning each time would take longer than the statement. A transaction whose client is
// idle releases its locks, and nobody waits for a lock longer than the client does. The role's own
// statement_timeout is meant for other statements.
const settings = `set_config('enable_seqscan', 'off', %[1]v), set_config('enable_hashjoin', 'off', %[1]v), set_config('enable_mergejoin', 'off', %[1]v),
	set_config('enable_bitmapscan', 'off', %[1]v), set_config('enable_indexonlyscan', 'off', %[1]v),
	set_config('jit', 'off', %[1]v), set_config('plan_cache_mode', 'force_generic_plan', %[1]v), set_config('lock_timeout', $1, %[1]v),
	set_config('idle_in_transaction_session_timeout', $2, %[1]v), set_config('statement_timeout', $3, %[1]v)`

var (
	sqlSettings = "SELECT now(), " + fmt.Sprintf(settings, true)
	// With these settings a statement can be a transaction by itself.
	sqlSettle = "SELECT " + fmt.Sprintf(settings, false) + ", set_config('default_transaction_isolation', 'read committed', false)"
)

// settings gives the transaction the settings that the store's statements need, and reads its now.
func (x *tx) settings() {
	if x.head == 0 {
		x.head = x.wait.Len() + 1
	}
	x.wait.Queue(x.s.texts.of(sqlSettings), milliseconds(x.lockWait), milliseconds(x.s.standing), milliseconds(x.limit)).QueryRow(func(row pgx.Row) error {
		return row.Scan(aTime(&x.now), nil, nil, nil, nil, nil, nil, nil, nil, nil, nil)
	})
}

// time reads the transaction's now, if the session has the settings.
func (x *tx) time() {
	x.wait.Queue(x.s.texts.of("SELECT now()")).QueryRow(func(row pgx.Row) error {
		return row.Scan(aTime(&x.now))
	})
}

// Before it sends a batch, the driver prepares the statements that are new to the session. If a
// table is locked, preparing waits like the statement itself, without the settings in effect. So
// BEGIN and the settings are then sent first, by themselves.

// headed reports whether the head of a batch must be sent by itself.
func (x *tx) headed(b *pgx.Batch, head int) bool {
	if head == 0 {
		return false
	}
	known, _ := x.conn.Conn().PgConn().CustomData()[preparedKey].(map[string]bool)
	for _, q := range b.QueuedQueries[head:] {
		if !known[q.SQL] {
			return true
		}
	}
	return false
}

// prepared notes what the session has prepared. After an error the driver prepares anew.
func (x *tx) prepared(b *pgx.Batch, err error) {
	data := x.conn.Conn().PgConn().CustomData()
	known, _ := data[preparedKey].(map[string]bool)
	if err != nil || len(known) > x.s.cached {
		delete(data, preparedKey)
		return
	}
	if known == nil {
		known = make(map[string]bool)
		data[preparedKey] = known
	}
	for _, q := range b.QueuedQueries {
		known[q.SQL] = true
	}
}

// cached returns how many statements the driver keeps prepared, or described, on a connection.
func cached(c *pgx.ConnConfig) int {
	switch c.DefaultQueryExecMode {
	case pgx.QueryExecModeCacheStatement:
		return c.StatementCacheCapacity
	case pgx.QueryExecModeCacheDescribe:
		return c.DescriptionCacheCapacity
	case pgx.QueryExecModeExec: // it prepares nothing
		return math.MaxInt
	}
	return 0
}

// preparedKey marks a connection with the statements that its session has prepared.
const preparedKey = "reprise prepared"

// settledKey marks a connection whose session has the settings permanently, with its limit for
// lock waits.
const settledKey = "reprise settled"

// beside makes a pool for this store alone, with connections made like those of the caller's pool,
// whose sessions have the settings. At most most are open at a time: a broken one keeps its place
// for a while. The server ends a statement after limit.
func (s *Store) beside(most int32, lockWait, limit time.Duration, watcher func(*pgconn.PgConn) ctxwatch.Handler) (*pgxpool.Pool, error) {
	cfg := s.pool.Config()
	cfg.MinConns, cfg.MinIdleConns, cfg.MaxConns = 0, 0, most
	if watcher != nil {
		cfg.ConnConfig.BuildContextWatcherHandler = watcher
	}
	// Hooks that run for each use of a connection may reset the session.
	//lint:ignore SA1019 the caller may still use it
	settles := cfg.AfterRelease == nil && cfg.BeforeAcquire == nil && cfg.PrepareConn == nil && cfg.ShouldPing == nil
	after := cfg.AfterConnect
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		if after != nil {
			if err := after(ctx, c); err != nil {
				return err
			}
		}
		hasten(c.TypeMap())
		if !settles {
			return nil
		}
		return s.settle(ctx, c, lockWait, limit)
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, fmt.Errorf("postgres: %s: %w", s.where, err)
	}
	return pool, nil
}

// settle gives the settings to a session permanently. Behind a pooler others use the session too:
// then each transaction sets them.
func (s *Store) settle(ctx context.Context, c *pgx.Conn, lockWait, limit time.Duration) error {
	var served uint32
	if err := c.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&served); err != nil {
		return err
	}
	if served != c.PgConn().PID() {
		return nil
	}
	if _, err := c.Exec(ctx, sqlSettle, milliseconds(lockWait), milliseconds(s.standing), milliseconds(limit)); err != nil {
		return err
	}
	c.PgConn().CustomData()[settledKey] = lockWait
	return nil
}

// settled reports whether the session has the settings, with the same limit for lock waits as x.
func (x *tx) settled() bool {
	lockWait, ok := x.conn.Conn().PgConn().CustomData()[settledKey].(time.Duration)
	return ok && lockWait == x.lockWait
}
