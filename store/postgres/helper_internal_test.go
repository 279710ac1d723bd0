package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// lot is a database with schemas that tests take and give back empty: making one takes longer
// than most tests.
type lot struct {
	pool    *pgxpool.Pool
	user    *pgxpool.Pool       // for the role that the stores run as, if it differs
	grant   func(schema string) // grants that role its rights
	flaky   bool                // some statements fail
	sparing bool                // see storetest.Env
	tx      pgx.TxOptions       // of users' transactions
	mu      sync.Mutex
	made    int
	free    []string
	owner   *testing.T
	writers *pgxpool.Pool // of all stores, made with the first
}

// newLot makes a database whose sessions start with the settings.
func newLot(t *testing.T, settings ...string) *lot {
	t.Helper()
	return lotAt(t, pgtest.Database(t), settings...)
}

func lotAt(t *testing.T, url string, settings ...string) *lot {
	t.Helper()
	for i := 0; i < len(settings); i += 2 {
		url += "&" + settings[i] + "=" + strings.ReplaceAll(settings[i+1], " ", "%20")
	}
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = 12
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &lot{pool: pool, owner: t}
}

func start() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// drawnHalf selects the cases of each promise: one of two at random in the everyday suite, and
// all in the long one. The memory store, which has the same rules, runs all of them in both.
func drawnHalf(t *testing.T) []int { return budget.Some(t, 1, 0, 1) }

// open takes a schema and returns the store in it, on a clock that the test moves.
func (l *lot) open(t *testing.T) (store.Store, storetest.Env) {
	t.Helper()
	st, schema := l.take(t)
	advance := func(d time.Duration) {
		if _, err := l.pool.Exec(context.Background(), "UPDATE "+schema+".test_clock SET now = now + $1::interval", interval(d)); err != nil {
			t.Error(err)
		}
	}
	env := storetest.Env{Advance: advance, SetBack: func(d time.Duration) { advance(-d) }, Ledger: l.ledger(schema), Begin: l.begin(st), Sparing: l.sparing, Drawn: budget.Of(8, 0), Parallel: true}
	if part := drawnHalf(t); len(part) == 1 {
		env.Parts, env.Part = 2, part[0]
	}
	if l.flaky {
		env.Begin = nil // a user would repeat such a transaction himself
	}
	return restless{st}, env
}

// restless is a store that searches in every tick, however long the last search took. After a
// search of more than 200 ms, which happens on a busy machine, a store normally makes the next
// ticks report less.
type restless struct{ *Store }

func (s restless) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	h := &s.keeper.searches
	for {
		h.mu.Lock()
		h.news, h.all, h.slow = time.Time{}, time.Time{}, false
		h.mu.Unlock()
		t, err := s.Store.Tick(ctx, q)
		h.mu.Lock()
		ended := h.slow
		h.mu.Unlock()
		if err != nil || !ended {
			return t, err
		}
		q.Renew, q.Tell = 0, false // done above
	}
}

// begin begins users' transactions on the database of st.
func (l *lot) begin(st *Store) storetest.Beginner {
	return func(ctx context.Context) (storetest.UserTx, error) {
		tx, err := l.pool.BeginTx(ctx, l.tx)
		if err != nil {
			return storetest.UserTx{}, err
		}
		return storetest.UserTx{
			Tx:     InTx(storetest.Bare{St: st}, tx),
			Commit: func() error { return tx.Commit(ctx) }, Rollback: func() error { return tx.Rollback(ctx) },
		}, nil
	}
}

// ledger returns a user's table next to the store's.
func (l *lot) ledger(schema string) *storetest.Ledger {
	table := schema + ".test_ledger"
	write := Transactional(func(ctx context.Context, tx pgx.Tx, word string) (struct{}, error) {
		_, err := tx.Exec(ctx, "INSERT INTO "+table+" VALUES ($1)", word)
		return struct{}{}, err
	})
	return &storetest.Ledger{
		Write: func(ctx context.Context, word string) error {
			_, err := write.Call(ctx, word)
			return err
		},
		Read: func() ([]string, error) {
			rows, err := l.pool.Query(context.Background(), "SELECT word FROM "+table)
			if err != nil {
				return nil, err
			}
			return pgx.CollectRows(rows, pgx.RowTo[string])
		},
	}
}

func (l *lot) take(t *testing.T) (*Store, string) {
	t.Helper()
	ctx := context.Background()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.free) == 0 {
		l.made++
		l.free = append(l.free, fmt.Sprint("lot_", l.made))
		l.build(t, l.free[0])
	}
	schema := l.free[len(l.free)-1]
	l.free = l.free[:len(l.free)-1]
	if _, err := l.pool.Exec(ctx, "INSERT INTO "+schema+".test_clock VALUES ($1)", start()); err != nil {
		t.Fatal(err)
	}
	o := Options{Schema: schema, Logger: quiet(), NoSessionLock: true}
	o.clock = "SELECT c.now FROM " + schema + ".test_clock c"
	pool := l.pool
	if l.user != nil {
		pool = l.user
	}
	st, err := New(pool, o)
	if err != nil {
		t.Fatal(err)
	}
	// Connecting for each of hundreds of stores would take too long.
	st.keeper.pool, st.writer.pool = pool, l.settled(t, st)
	st.writer.free <- struct{}{}
	t.Cleanup(func() { l.give(t, st, schema) })
	return st, schema
}

// settled returns a pool with the right session settings for the writers of all stores.
func (l *lot) settled(t *testing.T, st *Store) *pgxpool.Pool {
	t.Helper()
	if l.writers != nil {
		return l.writers
	}
	one, err := st.beside(1, st.brief, st.patience, nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg := one.Config()
	one.Close()
	cfg.MaxConns = l.pool.Config().MaxConns
	if l.writers, err = pgxpool.NewWithConfig(context.Background(), cfg); err != nil {
		t.Fatal(err)
	}
	l.owner.Cleanup(l.writers.Close)
	return l.writers
}

// build makes a schema for tests.
func (l *lot) build(t *testing.T, schema string) {
	t.Helper()
	if err := Migrate(context.Background(), l.pool, Options{Schema: schema, Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	sql := "CREATE TABLE ~test_clock (now timestamptz); CREATE TABLE ~test_ledger (word text); GRANT INSERT ON ~test_ledger TO PUBLIC; UPDATE ~meta SET created_at = '" + start().Format(time.RFC3339) + "';"
	if l.flaky {
		sql += flaky
		for _, table := range tables()[1:] {
			sql += "CREATE TRIGGER flake AFTER INSERT OR UPDATE OR DELETE ON ~" + table + " FOR EACH STATEMENT EXECUTE FUNCTION ~flake();"
		}
	}
	l.script(t, strings.ReplaceAll(sql, "~", schema+"."))
	if l.grant != nil {
		l.grant(schema)
	}
}

// script runs several statements.
func (l *lot) script(t *testing.T, sql string) {
	t.Helper()
	conn, err := l.pool.Acquire(context.Background())
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Release()
	if _, err := conn.Conn().PgConn().Exec(context.Background(), sql).ReadAll(); err != nil {
		t.Error(err)
	}
}

func newStart(workflowID string) *store.Start {
	id := uuid.New()
	return &store.Start{Run: id, Chain: id, WorkflowID: workflowID, Workflow: "order", Queue: "default", Level: 1,
		Row: store.Row{Seq: 1, N: 1, Token: uuid.New(), Data: []byte("started")}}
}

func (l *lot) give(t *testing.T, st *Store, schema string) {
	if err := st.Close(); err != nil {
		t.Error(err)
	}
	sql := "SET session_replication_role = replica; DELETE FROM " + schema + ".test_clock; DELETE FROM " + schema + ".test_ledger;" // disables triggers
	for _, table := range tables()[1:] {
		sql += "DELETE FROM " + schema + "." + table + ";"
	}
	l.script(t, sql+"RESET session_replication_role")
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, schema)
}
