package postgres

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// joined returns a store of its own for a worker that has joined.
func joined(t *testing.T, change func(*pgxpool.Config)) *Store {
	t.Helper()
	l := newLot(t)
	if err := Migrate(t.Context(), l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	cfg := l.pool.Config()
	change(cfg)
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	st, err := New(pool, Options{Logger: quiet(), NoSessionLock: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	if err := st.Join(t.Context(), store.Worker{ID: uuid.New(), TTL: time.Minute}); err != nil {
		t.Fatal(err)
	}
	return st
}

// The server has no connection left for the writer, but the pool has an idle one.
func TestAWriterWithoutAConnectionWritesByThePool(t *testing.T) {
	st := joined(t, func(*pgxpool.Config) {})
	cfg := st.writer.pool.Config()
	cfg.ConnConfig.Host, cfg.ConnConfig.Fallbacks = t.TempDir(), nil // there is no socket in it
	nowhere, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer nowhere.Close()
	own := st.writer.pool
	st.writer.pool = nowhere
	defer func() { st.writer.pool = own }()
	for _, id := range []string{"order-1", "order-2"} {
		if outs, err := st.Apply(t.Context(), []store.Op{newStart(id)}); err != nil || outs[0].Code != store.Done {
			t.Errorf("Apply returns %v, %v", outs, err)
		}
	}
}

// If the caller's hooks may reset or inspect a session, its settings are not changed.
func TestASessionIsSettledWhereNobodyResetsIt(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*pgxpool.Config)
		settled bool
	}{
		"no hooks": {func(*pgxpool.Config) {}, true},
		"after connecting": {func(c *pgxpool.Config) {
			c.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
				_, err := c.Exec(ctx, "SET enable_seqscan = on")
				return err
			}
		}, true},
		"after each use": {func(c *pgxpool.Config) { c.AfterRelease = func(*pgx.Conn) bool { return true } }, false},
		"before each use": {func(c *pgxpool.Config) {
			//lint:ignore SA1019 the caller may still use it
			c.BeforeAcquire = func(context.Context, *pgx.Conn) bool { return true }
		}, false},
		"preparing it": {func(c *pgxpool.Config) {
			c.PrepareConn = func(context.Context, *pgx.Conn) (bool, error) { return true, nil }
		}, false},
		"asked whether to ping": {func(c *pgxpool.Config) {
			c.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return true }
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			st := joined(t, c.change)
			if outs, err := st.Apply(t.Context(), []store.Op{newStart("order-1")}); err != nil || outs[0].Code != store.Done {
				t.Errorf("Apply returns %v, %v", outs, err)
			}
			conn, err := st.writer.pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Release()
			var scans string
			if err := conn.QueryRow(t.Context(), "SHOW enable_seqscan").Scan(&scans); err != nil {
				t.Fatal(err)
			}
			settled := (&tx{conn: conn, lockWait: st.brief}).settled()
			if settled != c.settled || (scans == "off") != c.settled {
				t.Errorf("settled: %v, enable_seqscan: %s; want settled: %v", settled, scans, c.settled)
			}
		})
	}
}

// A batch with a value that cannot be encoded sends nothing: that is known, and another
// try would not help.
func TestAValueThatDoesNotFitIsRefused(t *testing.T) {
	st := joined(t, func(*pgxpool.Config) {})
	const sql = "SELECT $1::int"
	one := st.transactBy(t.Context(), st.writer.pool, func(x *tx) error {
		return x.single(sql, []any{int64(1) << 40}, func(pgx.Rows) error { return nil })
	})
	several := st.update(t.Context(), func(x *tx) error {
		x.write(sql, int64(1)<<40)
		return nil
	})
	for _, err := range []error{one, several} {
		refused(t, err)
	}
}

func refused(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "a value does not fit into its column") ||
		errors.Is(err, store.ErrUnknownOutcome) || errors.Is(err, store.ErrTransient) {
		t.Errorf("it returns %v", err)
	}
}

// Two batches of a process are in progress at the same time. A third, which repeats an op
// that waits for a lock, must not keep them from their connections.
func TestTwoBatchesHaveConnectionsOfTheWriters(t *testing.T) {
	st := joined(t, func(*pgxpool.Config) {})
	var got []*pgxpool.Pool
	var again func(*pgxpool.Pool) error
	again = func(pool *pgxpool.Pool) error {
		if got = append(got, pool); len(got) == 3 {
			return nil
		}
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			return err
		}
		defer conn.Release()
		return st.writer.lend(st, again)
	}
	for range 2 { // the second time shows that they were given back
		got = nil
		if err := st.writer.lend(st, again); err != nil {
			t.Fatal(err)
		}
		if got[0] != st.writer.pool || got[1] != st.writer.pool || got[2] != st.pool {
			t.Errorf("they go by %v, the writer has %p and the caller %p", got, st.writer.pool, st.pool)
		}
	}
}

// A server without room for the second connection is asked for it once. Batches that
// would have used it wait for the first one, not for the caller's pool.
func TestASecondWriterWithoutAConnectionWaitsForTheFirst(t *testing.T) {
	var full atomic.Bool
	st := joined(t, func(c *pgxpool.Config) {
		c.BeforeConnect = func(context.Context, *pgx.ConnConfig) error {
			if full.Load() {
				return errors.New("sorry, too many clients already")
			}
			return nil
		}
	})
	if n := st.Writers(); n != 2 {
		t.Errorf("%d writers, want 2", n)
	}
	tried, second := make(chan struct{}), make(chan error)
	var pools []*pgxpool.Pool
	err := st.writer.lend(st, func(pool *pgxpool.Pool) error {
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			return err
		}
		defer conn.Release()
		full.Store(true)
		go func() {
			second <- st.writer.lend(st, func(pool *pgxpool.Pool) error {
				pools = append(pools, pool)
				conn, err := st.acquire(t.Context(), pool)
				if err != nil {
					close(tried)
					return err
				}
				conn.Release()
				return nil
			})
		}()
		<-tried
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	if len(pools) != 2 || pools[1] != st.writer.pool {
		t.Errorf("it went by %v, the writer has %p and the caller %p", pools, st.writer.pool, st.pool)
	}
	if n := st.Writers(); n != 1 {
		t.Errorf("%d writers while the server has no place, want 1", n)
	}
}
