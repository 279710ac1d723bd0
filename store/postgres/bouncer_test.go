package postgres_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/storetest"
)

// throughBouncer makes a database with the tables and returns its URL through a PgBouncer in
// transaction mode.
func throughBouncer(t *testing.T) string {
	t.Helper()
	direct := database(t)
	cfg, err := pgxpool.ParseConfig(direct)
	if err != nil {
		t.Fatal(err)
	}
	return pgtest.Bounced(t, pgtest.Shared(t), 5)(cfg.ConnConfig.Database)
}

// With a pooler in transaction mode, each transaction may use another connection of the server:
// prepared statements, session locks and LISTEN do not survive it. Two workers share their
// work, one of them is silenced, and everything is done.
func TestThroughPgBouncerInTransactionMode(t *testing.T) {
	for _, mode := range []string{"cache_describe", "exec"} {
		t.Run(mode, func(t *testing.T) {
			ctx := bounded(t)
			url := throughBouncer(t) + "&default_query_exec_mode=" + mode
			do, reached := gate(10)
			silent := storetest.Faulty(open(t, url), nil)
			first := worker(t, silent, do)
			startAll(t, ctx, first, 10)
			<-reached
			st := open(t, url)
			second := worker(t, st, double)
			silent.Crash()
			finish(t, ctx, second, st, 10)
			if second.Stats().Recovered == 0 {
				t.Error("the second worker recovered nothing")
			}
		})
	}
}

// Prepared statements, which pgx uses by default, are gone the next time or belong to another
// client. The error names the setting and the page about it.
func TestPreparedStatementsBehindPgBouncerAreRefusedWithAdvice(t *testing.T) {
	ctx := bounded(t)
	url := throughBouncer(t)
	for range 20 { // the first connections have a session of the server to themselves
		st, err := postgres.Open(ctx, url, postgres.Options{Logger: quiet()})
		if err != nil {
			for _, want := range []string{"PgBouncer", "set default_query_exec_mode=cache_describe or exec", "docs/postgres.md"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Open returns %v, want %q", err, want)
				}
			}
			return
		}
		t.Cleanup(func() { _ = st.Close() })
	}
	t.Error("no Open fails")
}

// If notifications do not arrive, the worker notices, logs it once and continues.
func TestWakeUpsFallBackBehindPgBouncer(t *testing.T) {
	ctx := bounded(t)
	url := throughBouncer(t) + "&default_query_exec_mode=exec"
	read, write := io.Pipe()
	defer read.Close()
	log := slog.New(slog.NewTextHandler(write, nil))
	rt, err := reprise.New(open(t, url), reprise.Config{Logger: log, LeaseTTL: time.Second}, order.Bind(orderFunc), charge.Bind(double))
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var all strings.Builder
		for buf := make([]byte, 4096); ; {
			n, err := read.Read(buf)
			all.Write(buf[:n])
			if strings.Contains(all.String(), "no wake-ups from other workers") {
				select {
				case said <- all.String():
				default:
				}
			}
			if err != nil {
				return
			}
		}
	}()
	defer func() { write.Close(); <-done }()
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	client, err := reprise.New(openWith(t, url, postgres.Options{}), reprise.Config{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-said:
	case <-ctx.Done():
		t.Fatal("the worker does not say that it hears nothing")
	}
	startAll(t, ctx, client, 3)
	finish(t, ctx, client, open(t, url), 3)
}
