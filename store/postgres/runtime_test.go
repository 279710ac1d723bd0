package postgres_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// The test binary is also the other process: with helperVar set to a database, it is a
// worker on it until it is killed.
const helperVar = "REPRISE_POSTGRES_TEST_WORKER"

func TestMain(m *testing.M) {
	if url := os.Getenv(helperVar); url != "" {
		if err := work(url); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	if url := os.Getenv(newerVar); url != "" {
		if err := newer(url); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

var (
	charge  = activity.Define[int, int]("charge")
	approve = workflow.DefineSignal[string]("approve")
	order   = workflow.Define[int, string]("order")
)

// orderFunc is the order of these tests: three charges, an approval, and a wait.
func orderFunc(ctx workflow.Context, n int) (string, error) {
	sum := 0
	for i := range 3 {
		v, err := workflow.Execute(ctx, charge, n+i).Get(ctx)
		if err != nil {
			return "", err
		}
		sum += v
	}
	who, err := workflow.Receive(ctx, approve)
	if err != nil {
		return "", err
	}
	if err := workflow.Sleep(ctx, 10*time.Millisecond); err != nil {
		return "", err
	}
	return fmt.Sprint(sum, " by ", who), nil
}

func double(_ context.Context, n int) (int, error) { return 2 * n, nil }

// database makes a database with the tables.
func database(t *testing.T) string {
	t.Helper()
	return migrated(t, pgtest.Database(t))
}

func migrated(t *testing.T, url string) string {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := postgres.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	return url
}

func open(t *testing.T, url string) *postgres.Store {
	t.Helper()
	return openWith(t, url, postgres.Options{})
}

func openWith(t *testing.T, url string, o postgres.Options) *postgres.Store {
	t.Helper()
	o.Logger = quiet()
	st, err := postgres.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return st
}

// worker runs the order workflow on st until the test ends.
func worker(t *testing.T, st store.Store, do func(context.Context, int) (int, error)) *reprise.Runtime {
	t.Helper()
	return workerFor(t, st, time.Second, do)
}

// workerFor is worker with a lease of ttl.
func workerFor(t *testing.T, st store.Store, ttl time.Duration, do func(context.Context, int) (int, error)) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, reprise.Config{Logger: quiet(), LeaseTTL: ttl, Build: "v1"}, order.Bind(orderFunc), charge.Bind(do))
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
		defer stop()
		_ = rt.Stop(ctx) // a crashed store cannot be left
	})
	return rt
}

func bounded(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(stop)
	return ctx
}

// finish approves orders and checks their results and histories.
func finish(t *testing.T, ctx context.Context, rt *reprise.Runtime, st store.Store, n int) {
	t.Helper()
	for i := range n {
		id := fmt.Sprint("order-", i)
		if err := reprise.Signal(ctx, rt, id, approve, "ann"); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		h, err := reprise.Get(ctx, rt, order, fmt.Sprint("order-", i))
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Result(ctx)
		if want := fmt.Sprint(2*(3*i+3), " by ann"); err != nil || got != want {
			t.Fatalf("order-%d: %q, %v; want %q", i, got, err, want)
		}
		rows, err := st.History(ctx, store.HistoryQuery{Run: h.RunID()})
		if err != nil {
			t.Fatal(err)
		}
		l := history.NewLinter()
		var problems []history.Problem
		for _, row := range rows {
			problems = append(problems, l.Row(row.Seq, row.N, row.Data)...)
		}
		for _, p := range append(problems, l.End(false)...) {
			t.Errorf("order-%d: %v", i, p)
		}
	}
}

func startAll(t *testing.T, ctx context.Context, rt *reprise.Runtime, n int) {
	t.Helper()
	for i := range n {
		if _, err := reprise.Start(ctx, rt, order, i, reprise.ID(fmt.Sprint("order-", i))); err != nil {
			t.Fatal(err)
		}
	}
}

func TestARuntimeOnPostgres(t *testing.T) {
	ctx := bounded(t)
	st := open(t, database(t))
	rt := worker(t, st, double)
	startAll(t, ctx, rt, 20)
	finish(t, ctx, rt, st, 20)
}

// gate returns an activity that blocks the first time that n calls are inside.
func gate(n int32) (do func(context.Context, int) (int, error), reached chan struct{}) {
	var inside atomic.Int32
	reached = make(chan struct{})
	return func(ctx context.Context, v int) (int, error) {
		if inside.Add(1) == n {
			close(reached)
		}
		if v >= 2 { // the third charge of order 0, the second of order 1, the first of all others
			<-ctx.Done()
			return 0, context.Cause(ctx)
		}
		return 2 * v, nil
	}, reached
}

// A worker that stops hands its runs over. Another one finishes them without waiting
// for the end of a lease, which would take an hour.
func TestAStoppedWorkerHandsOver(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	do, reached := gate(10)
	first := workerFor(t, open(t, url), time.Hour, do)
	startAll(t, ctx, first, 10)
	<-reached
	st := open(t, url)
	second := worker(t, st, double)
	if err := first.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	finish(t, ctx, second, st, 10)
}

// A silent worker is declared dead when its lease is over, and the other one continues
// from the same events.
func TestASilentWorkerIsTakenOver(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	do, reached := gate(10)
	silent := storetest.Faulty(open(t, url), nil)
	first := worker(t, silent, do)
	startAll(t, ctx, first, 10)
	<-reached
	st := open(t, url)
	second := worker(t, st, double)
	silent.Crash()
	finish(t, ctx, second, st, 10)
	if n := second.Stats().Recovered; n == 0 {
		t.Error("the second worker recovered nothing")
	}
}

// The owner of a busy run learns of another process's signal by its tick: there are no
// notifications.
func TestABusyOwnerHearsOtherProcesses(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	inside := make(chan struct{})
	long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
		close(inside)
		<-ctx.Done()
		return 0, ctx.Err()
	})
	impatient := workflow.New("impatient", func(ctx workflow.Context, _ int) (string, error) {
		workflow.Execute(ctx, long, 0)
		return workflow.Receive(ctx, approve)
	})
	owner, err := reprise.New(openWith(t, url, postgres.Options{NoNotify: true}), reprise.Config{Logger: quiet()}, impatient, long)
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := owner.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	h, err := reprise.Start(ctx, owner, impatient, 0, reprise.ID("i"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	client, err := reprise.New(openWith(t, url, postgres.Options{NoNotify: true}), reprise.Config{Logger: quiet()}, impatient, long)
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, client, "i", approve, "bob"); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); err != nil || got != "bob" {
		t.Fatalf("Result = %q, %v", got, err)
	}
}
