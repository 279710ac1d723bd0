package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// What the store's statements need of the session they are carried out in. A statement
// is planned when its tables may still be empty, and that plan is kept: it must be the
// one for full tables (adr 0030), and to make it anew each time would take longer than to
// carry it out. A transaction whose client stands still lets go of its locks, and nobody waits for
// a lock longer than the client does. What the role has as its statement_timeout is for
// other statements.
const settings = `set_config('enable_seqscan', 'off', %[1]v), set_config('enable_hashjoin', 'off', %[1]v), set_config('enable_mergejoin', 'off', %[1]v),
	set_config('enable_bitmapscan', 'off', %[1]v), set_config('enable_indexonlyscan', 'off', %[1]v),
	set_config('jit', 'off', %[1]v), set_config('plan_cache_mode', 'force_generic_plan', %[1]v), set_config('lock_timeout', $1, %[1]v),
	set_config('idle_in_transaction_session_timeout', $2, %[1]v), set_config('statement_timeout', $3, %[1]v)`

var (
	sqlSettings = "SELECT now(), " + fmt.Sprintf(settings, true)
	// With it a statement can be a transaction by itself.
	sqlSettle = "SELECT " + fmt.Sprintf(settings, false) + ", set_config('default_transaction_isolation', 'read committed', false)"
)

// settings has the transaction work as the store's statements need it, and its now read.
func (x *tx) settings() {
	x.wait.Queue(x.s.texts.of(sqlSettings), milliseconds(x.lockWait), milliseconds(x.s.standing), milliseconds(x.s.patience)).QueryRow(func(row pgx.Row) error {
		var now pgtype.Timestamptz
		if err := row.Scan(&now, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil); err != nil {
			return err
		}
		x.now = timeOf(now)
		return nil
	})
}

// settledKey marks a connection whose session has the settings for good.
const settledKey = "reprise settled"

// beside makes a pool of a connection that nobody but this store has, made as those of
// the caller's pool are, whose session has the settings. At most that many are open at a
// time: one that broke keeps its place for a while.
func (s *Store) beside(most int32, lockWait time.Duration, watcher func(*pgconn.PgConn) ctxwatch.Handler) (*pgxpool.Pool, error) {
	cfg := s.pool.Config()
	cfg.MinConns, cfg.MinIdleConns, cfg.MaxConns = 0, 0, most
	if watcher != nil {
		cfg.ConnConfig.BuildContextWatcherHandler = watcher
	}
	// What is called for each use of a connection may reset the session.
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
		if most > 1 { // it carries batches, not one statement now and then
			giveSheet(c)
		}
		if !settles {
			return nil
		}
		return s.settle(ctx, c, lockWait)
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, fmt.Errorf("postgres: %s: %w", s.where, err)
	}
	return pool, nil
}

// settle gives the settings to a session for good. Behind a pooler the session is others',
// too: then each transaction brings them along.
func (s *Store) settle(ctx context.Context, c *pgx.Conn, lockWait time.Duration) error {
	var served uint32
	if err := c.QueryRow(ctx, sqlBackend).Scan(&served); err != nil {
		return err
	}
	if served != c.PgConn().PID() {
		return nil
	}
	if _, err := c.Exec(ctx, sqlSettle, milliseconds(lockWait), milliseconds(s.standing), milliseconds(s.patience)); err != nil {
		return err
	}
	c.PgConn().CustomData()[settledKey] = true
	return nil
}

func settled(c *pgx.Conn) bool {
	_, ok := c.PgConn().CustomData()[settledKey]
	return ok
}
