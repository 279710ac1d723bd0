package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// Each fault that can be noticed before any work is taken has an error that says what to
// do.
func TestWhatIsWrongIsSaidAtOnce(t *testing.T) {
	ctx := context.Background()
	srv := pgtest.Shared(t)
	empty := srv.Database(t)
	l := newLot(t)
	name := l.pool.Config().ConnConfig.Database
	l.script(t, `CREATE ROLE outsider LOGIN; CREATE ROLE hasty LOGIN SUPERUSER; ALTER ROLE hasty SET statement_timeout = '20ms';
		CREATE ROLE brisk LOGIN SUPERUSER; ALTER ROLE brisk SET statement_timeout = '200ms';
		CREATE SCHEMA theirs; CREATE TABLE theirs.meta (one int)`)
	t.Cleanup(func() {
		l.script(t, "DROP DATABASE ascii")
		l.script(t, "DROP ROLE outsider; DROP ROLE hasty; DROP ROLE brisk")
	})
	l.script(t, "CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
	as := func(role string) string { return strings.Replace(srv.TCP(name), "postgres@", role+"@", 1) }
	for schema, meta := range map[string]string{"newer": "9, 2", "expanded": "9, 1", "bare": "0, 0"} {
		if err := Migrate(ctx, l.pool, Options{Schema: schema, Logger: quiet()}); err != nil {
			t.Fatal(err)
		}
		l.script(t, fmt.Sprintf("UPDATE %s.meta SET (version, compatible_from) = (%s)", schema, meta))
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "postgres://postgres@" + closed.Addr().String() + "/x?sslmode=disable"
	_ = closed.Close() // nobody listens there
	for _, c := range []struct {
		name, url, schema string
		want              string // "": it opens
	}{
		{"unreachable", nobody, "", "check that the server runs and listens there"},
		{"no such database", srv.TCP("nowhere"), "", `database "nowhere" does not exist`},
		{"no such role", as("nobody"), "", `role "nobody" does not exist`},
		{"no tables", empty, "", "run the migrations first, with `reprise db migrate up`, postgres.Migrate or by hand, or name the schema that has them"},
		{"a foreign table", srv.TCP(name), "theirs", "not Reprise's: choose another Options.Schema"},
		{"older tables", srv.TCP(name), "bare", "run the migrations first"},
		{"newer tables", srv.TCP(name), "newer", "update this program"},
		{"redteam 25: newer tables that this version may use", srv.TCP(name), "expanded", ""},
		{"no rights", as("outsider"), "expanded", "lacks rights on the schema: the owner of the tables gives them with what `reprise db migrate sql --from 1 --runtime ROLE --retention ROLE --reader ROLE --db URL` prints; the role here is outsider"},
		{"simple protocol", srv.TCP(name) + "&default_query_exec_mode=simple_protocol", "expanded", "cache_describe or exec"},
		{"a statement_timeout that is too short", as("hasty"), "expanded", "statement_timeout is 20ms for role hasty, too short for any work: set it to at least 100ms"},
		{"a short statement_timeout", as("brisk"), "expanded", ""},
		{"a pool of one", srv.TCP(name) + "&pool_max_conns=1", "expanded", "set MaxConns, or pool_max_conns in the URL, to at least 2"},
		{"another encoding", srv.TCP("ascii"), "", "create the database with ENCODING 'UTF8'"},
		{"a bad URL", "postgres://:x:y", "", "the URL cannot be used"},
		{"a misspelt URL", "postgress://postgres@localhost/x", "", "it must be like postgres://user@host:5432/database or host=... dbname=..."},
		{"a schema in the URL", srv.TCP(name) + "&schema=expanded", "", "schema=expanded is a parameter of the command line, not of a server: set Options.Schema"},
		{"an unknown parameter", srv.TCP(name) + "&shcema=expanded", "expanded", `neither pgx nor the server knows a parameter`},
		{"a bad schema", empty, `x"; DROP TABLE run`, "letters, digits"},
		{"a schema of the server's own", empty, "pg_catalog", "not beginning with pg_"},
		{"a long schema", empty, strings.Repeat("x", 64), "at most 63 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			st, err := Open(ctx, c.url, Options{Schema: c.schema, Logger: quiet()})
			if err == nil {
				if cerr := st.Close(); cerr != nil {
					t.Error(cerr)
				}
			}
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("Open returns %v, want %q", err, c.want)
			}
			if strings.Contains(c.name, "tables") && c.want != "" {
				if schema := (*store.SchemaError)(nil); !errors.As(err, &schema) || schema.Own != ownVersion() {
					t.Errorf("Open returns %T, want a *store.SchemaError", err)
				}
			}
		})
	}
	pool, err := pgxpool.New(ctx, srv.TCP(name)+"&schema=expanded")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := New(pool, Options{Schema: "expanded"}); err == nil || !strings.Contains(err.Error(), "set Options.Schema") {
		t.Errorf("a schema in the URL of the caller's pool: New returns %v", err)
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("New takes no pool for one")
	}
}

// If many processes migrate at once, one of them performs each step, and only that one
// reports a change.
func TestMigrateAtOnce(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	var wg sync.WaitGroup
	var changed atomic.Int64
	for range 6 {
		wg.Go(func() {
			from, err := MigrateFrom(ctx, l.pool, Options{Logger: quiet()})
			if err != nil {
				t.Error(err)
			}
			if from < ownVersion() {
				changed.Add(1)
			}
		})
	}
	wg.Wait()
	if n := changed.Load(); n != 1 {
		t.Errorf("%d calls say that they have changed the tables", n)
	}
	version, from, err := Version(ctx, l.pool, Options{})
	if err != nil || version != ownVersion() || from > version {
		t.Errorf("version %d, compatible from %d, %v", version, from, err)
	}
}

// The printed migrations, run by hand, do the same as Migrate.
func TestThePrintedMigrationsAreComplete(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	all, err := Migrations(Options{Schema: "By-Hand"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		l.script(t, "BEGIN;"+m.SQL+"COMMIT")
	}
	st, err := New(l.pool, Options{Schema: "By-Hand", Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Apply(ctx, []store.Op{newStart("order-1")}); err != nil {
		t.Error(err)
	}
	if err := Migrate(ctx, l.pool, Options{Schema: "By-Hand", Logger: quiet()}); err != nil {
		t.Errorf("Migrate after it: %v", err)
	}
}

// A pool without a free connection is a transient failure; the error says so.
func TestAFullPool(t *testing.T) {
	l := newLot(t)
	if err := Migrate(t.Context(), l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	cfg := l.pool.Config()
	cfg.MaxConns = 2
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	st, err := New(pool, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	worker := uuid.New()
	if err := st.Join(t.Context(), store.Worker{ID: worker, TTL: time.Minute}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
		var scans string
		if err := conn.QueryRow(t.Context(), "SHOW enable_seqscan").Scan(&scans); err != nil || scans != "on" {
			t.Errorf("enable_seqscan is %q, %v: the sessions of the pool are the user's", scans, err)
		}
	}
	// The lease keeper and the writer are not affected: they have their own connections.
	if _, err := st.Tick(t.Context(), store.Tick{Worker: worker, Renew: time.Minute}); err != nil {
		t.Errorf("Tick returns %v", err)
	}
	if outs, err := st.Apply(t.Context(), []store.Op{newStart("order-1")}); err != nil || outs[0].Code != store.Done {
		t.Errorf("Apply returns %v, %v", outs, err)
	}
	st.patience = 1
	const want = "all connections of the pool are in use, 2 of 2: give them back, or raise MaxConns"
	if _, err := st.Now(t.Context()); !errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), want) {
		t.Errorf("Now returns %v", err)
	}
	if err := st.explainOpen(t.Context(), st.check(t.Context())); !errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), want) {
		t.Errorf("New would return %v", err)
	}
}

// A role that may not create tables is told which role may.
func TestMigrateWithoutTheRightTo(t *testing.T) {
	l := newLot(t)
	l.script(t, "CREATE ROLE bystander LOGIN")
	t.Cleanup(func() { l.script(t, "DROP ROLE bystander") })
	pool, err := dial(t.Context(), strings.Replace(pgtest.Shared(t).TCP(l.pool.Config().ConnConfig.Database), "postgres@", "bystander@", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	err = Migrate(t.Context(), pool, Options{Logger: quiet()})
	if err == nil || !strings.Contains(err.Error(), "migrate as the role that owns them, or as one with CREATE on the database") {
		t.Errorf("Migrate returns %v", err)
	}
}

// If only some tables exist, the error names the missing ones.
func TestMissingTablesAreNamed(t *testing.T) {
	l := newLot(t)
	if err := Migrate(t.Context(), l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ drop, want string }{{"", ""}, {"DROP TABLE reprise.inbox, reprise.timer", "inbox timer"}} {
		l.script(t, c.drop)
		if names, err := Missing(t.Context(), l.pool, Options{}); err != nil || strings.Join(names, " ") != c.want {
			t.Errorf("after %q: %v, %v", c.drop, names, err)
		}
	}
}
