package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// lot is a database with schemas that tests take and give back emptied: to make one
// costs more than most tests.
type lot struct {
	pool *pgxpool.Pool
	mu   sync.Mutex
	made int
	free []string
}

// newLot makes a database whose sessions begin with the settings.
func newLot(t *testing.T, settings ...string) *lot {
	t.Helper()
	return lotAt(t, pgtest.Database(t), settings...)
}

func lotAt(t *testing.T, url string, settings ...string) *lot {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = 12
	for i := 0; i < len(settings); i += 2 {
		cfg.ConnConfig.RuntimeParams[settings[i]] = settings[i+1]
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &lot{pool: pool}
}

func start() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// open takes a schema and returns the store in it, on a clock that the test moves.
func (l *lot) open(t *testing.T) (store.Store, storetest.Env) {
	t.Helper()
	st, schema := l.take(t)
	advance := func(d time.Duration) {
		if _, err := l.pool.Exec(context.Background(), "UPDATE "+schema+".test_clock SET now = now + $1::interval", interval(d)); err != nil {
			t.Error(err)
		}
	}
	return st, storetest.Env{Advance: advance}
}

func (l *lot) take(t *testing.T) (*Store, string) {
	t.Helper()
	ctx := context.Background()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.free) == 0 {
		l.made++
		l.free = append(l.free, fmt.Sprint("lot_", l.made))
		if err := Migrate(ctx, l.pool, Options{Schema: l.free[0], Logger: quiet()}); err != nil {
			t.Fatal(err)
		}
		if _, err := l.pool.Exec(ctx, "CREATE TABLE "+l.free[0]+".test_clock (now timestamptz)"); err != nil {
			t.Fatal(err)
		}
	}
	schema := l.free[len(l.free)-1]
	l.free = l.free[:len(l.free)-1]
	if _, err := l.pool.Exec(ctx, "INSERT INTO "+schema+".test_clock VALUES ($1)", start()); err != nil {
		t.Fatal(err)
	}
	o := Options{Schema: schema, Logger: quiet()}
	o.clock = "SELECT c.now FROM " + schema + ".test_clock c"
	st, err := New(l.pool, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.give(t, st, schema) })
	return st, schema
}

var tables = []string{"run", "event", "dispatch", "inbox", "timer", "activity", "worker", "outbox", "request", "start_key", "test_clock"}

func (l *lot) give(t *testing.T, st *Store, schema string) {
	if err := st.Close(); err != nil {
		t.Error(err)
	}
	sql := ""
	for _, table := range tables {
		sql += "DELETE FROM " + schema + "." + table + ";"
	}
	conn, err := l.pool.Acquire(context.Background())
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Release()
	if _, err := conn.Conn().PgConn().Exec(context.Background(), sql).ReadAll(); err != nil {
		t.Error(err)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, schema)
}
