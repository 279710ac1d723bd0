package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store/postgres"
)

// With synchronous replication and no standby, every commit waits, including lease
// renewals. When the standby is back, each order ends as usual.
func TestCommitsThatWaitForAStandbyAreNotLost(t *testing.T) {
	ctx := bounded(t)
	server := pgtest.New(t, pgtest.Options{Durable: true})
	url := migrated(t, server.Database(t))
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	standbys := func(names string) {
		t.Helper()
		for _, sql := range []string{"ALTER SYSTEM SET synchronous_standby_names = '" + names + "'", "SELECT pg_reload_conf()"} {
			if _, err := conn.Exec(ctx, sql); err != nil {
				t.Fatal(err)
			}
		}
	}
	until := func(what, sql string) {
		t.Helper()
		look := time.NewTicker(5 * time.Millisecond)
		defer look.Stop()
		for so := false; !so; {
			if err := conn.QueryRow(ctx, sql).Scan(&so); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			<-look.C
		}
	}

	const orders = 6
	begun, goOn := make(chan struct{}, 10*orders), make(chan struct{})
	st := openWith(t, url, postgres.Options{})
	rt := workerFor(t, st, time.Second, func(_ context.Context, n int) (int, error) {
		begun <- struct{}{}
		<-goOn
		return 2 * n, nil
	})
	startAll(t, ctx, rt, orders)
	for range orders {
		<-begun
	}
	standbys("nobody")
	close(goOn)
	defer standbys("") // otherwise the worker could not leave
	until("a commit waits", "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep')")
	until("the lease ends", "SELECT bool_and(lease_until < now()) FROM reprise.worker")
	standbys("")
	finish(t, ctx, rt, st, orders)
}
