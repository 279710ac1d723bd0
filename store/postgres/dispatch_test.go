package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// deafTo opens a store that neither sends nor receives wake-ups.
func deafTo(t *testing.T, url string) *postgres.Store {
	t.Helper()
	st, err := postgres.Open(t.Context(), url, postgres.Options{Logger: quiet(), NoNotify: true})
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

// start starts a Runtime that is stopped with the test.
func start(t *testing.T, st store.Store, cfg reprise.Config, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	cfg.Logger, cfg.Build = quiet(), "v1"
	rt, err := reprise.New(st, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
		defer stop()
		if err := rt.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return rt
}

// The only activity of a run lasts until it is cancelled. Another process sends a signal
// and a cancellation, without a wake-up. Both are in the history before the activity ends.
func TestNewsOfABusyRunComeBeforeTheEndOfItsActivity(t *testing.T) {
	url := database(t)
	inside := make(chan struct{})
	long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
		close(inside)
		<-ctx.Done() // ten minutes
		return 0, context.Cause(ctx)
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		f := workflow.Execute(ctx, long, 0)
		by, err := workflow.Receive(ctx, approve)
		if err != nil {
			return "", err
		}
		if _, err := f.Get(ctx); !errors.Is(err, workflow.ErrCancelled) {
			return "", fmt.Errorf("the activity ended with %w", err)
		}
		return by, nil
	})
	ctx := bounded(t)
	owner := start(t, deafTo(t, url), reprise.Config{}, w, long)
	run, err := reprise.Start(ctx, owner, w, 0, reprise.ID("busy"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	client, err := reprise.New(deafTo(t, url), reprise.Config{Logger: quiet(), Build: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, client, "busy", approve, "outside"); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Cancel(ctx, client, "busy", "enough"); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "outside" {
		t.Fatalf("Result = %q, %v", got, err)
	}
	events, err := owner.Inside().History(ctx, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, e := range events {
		switch e.Body.(type) {
		case *history.SignalReceived:
			order = append(order, "signal")
		case *history.CancelRequested:
			order = append(order, "cancel")
		case *history.ActivityCompleted, *history.ActivityFailed, *history.AttemptEnded:
			order = append(order, "end")
		}
	}
	if fmt.Sprint(order) != "[signal cancel end]" {
		t.Errorf("the history has %v: %v", order, events)
	}
}

// swift is a clock whose timers fire after a fiftieth of their time.
type swift struct{ timer.Clock }

func (c swift) NewTimer(d time.Duration) timer.Alarm { return c.Clock.NewTimer(d / 50) }

// ticking counts ticks, and the runs that callers wait for.
type ticking struct {
	*postgres.Store
	n       atomic.Int64
	awaited atomic.Int64
	asked   atomic.Int64
}

func (s *ticking) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	defer s.asked.Add(1)
	return s.Store.Run(ctx, ref)
}

func (s *ticking) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	s.awaited.Store(int64(len(q.Awaited)))
	s.n.Add(1)
	return s.Store.Tick(ctx, q)
}

// A Runtime that is idle except for a thousand callers that wait for results sends one
// statement per tick, and few others.
func TestAnIdleRuntimeSendsOneStatementATick(t *testing.T) {
	ctx := bounded(t)
	srv := pgtest.New(t, pgtest.Options{Settings: map[string]string{"shared_preload_libraries": "pg_stat_statements"}})
	watch, err := pgxpool.New(ctx, srv.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	if _, err := watch.Exec(ctx, "CREATE EXTENSION pg_stat_statements"); err != nil {
		t.Fatal(err)
	}
	if err := postgres.Migrate(ctx, watch, postgres.Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, approve) })
	st := &ticking{Store: deafTo(t, srv.URL("postgres"))}
	rt := start(t, st, reprise.Config{Clock: swift{timer.System()}, LeaseTTL: 10 * time.Minute}, w)
	const runs = 1000
	waits, giveUp := context.WithCancel(ctx)
	defer giveUp()
	var waiting sync.WaitGroup
	for i := range runs {
		waiting.Go(func() {
			run, err := reprise.Start(ctx, rt, w, 0, reprise.ID(fmt.Sprint("r", i)))
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := run.Result(waits); !errors.Is(err, context.Canceled) {
				t.Errorf("Result: %v; want it to wait", err)
			}
		})
	}
	calls := func() (n int64) {
		err := watch.QueryRow(ctx, `SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements
			WHERE query !~ '^(BEGIN|COMMIT|ROLLBACK)' AND query !~ 'set_config' AND query !~ 'pg_stat_statements|pg_sleep'`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	pass := func(ticks int64) {
		for until := st.n.Load() + ticks; st.n.Load() < until; {
			if ctx.Err() != nil {
				t.Fatal(ctx.Err())
			}
			if _, err := watch.Exec(ctx, "SELECT pg_sleep(0.01)"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for st.awaited.Load() < runs { // all callers have started and wait
		pass(1)
	}
	for parked := 0; parked < runs; pass(1) {
		if err := watch.QueryRow(ctx, "SELECT count(*) FROM reprise.run WHERE waiting IS NOT NULL").Scan(&parked); err != nil {
			t.Fatal(err)
		}
	}
	for asked := int64(-1); asked < st.asked.Load(); pass(10) { // every caller has looked once
		asked = st.asked.Load()
	}
	ticks, before := st.n.Load(), calls()
	pass(60)
	ticks, sent := st.n.Load()-ticks, calls()-before
	t.Logf("%d statements in %d ticks", sent, ticks)
	// Sometimes ownership is compared, and lost dispatch rows are looked for.
	if sent < ticks-1 || sent > 2*ticks {
		t.Errorf("%d statements in %d ticks; want one a tick and few besides", sent, ticks)
		all, err := watch.Query(ctx, "SELECT calls || ' x ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 120) FROM pg_stat_statements ORDER BY calls DESC LIMIT 12")
		if err != nil {
			t.Fatal(err)
		}
		texts, err := pgx.CollectRows(all, pgx.RowTo[string])
		t.Logf("since the start: %s; %v", strings.Join(texts, "\n"), err)
	}
	giveUp()
	waiting.Wait()
}

// More is ready than there is room for. The worker runs it as room becomes free, without a
// tick: the clock stands still.
func TestWhatWasLeftByAFullClaimIsTakenWhenRoomBecomesFree(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, charge, n).Get(ctx) })
	client, err := reprise.New(deafTo(t, url), reprise.Config{Logger: quiet(), Build: "v1"}, w)
	if err != nil {
		t.Fatal(err)
	}
	const runs = 250
	var starting sync.WaitGroup
	for i := range runs {
		starting.Go(func() {
			if _, err := reprise.Start(ctx, client, w, i, reprise.ID(fmt.Sprint("r", i))); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	ended := make(chan struct{}, runs)
	st := &ticking{Store: deafTo(t, url)}
	start(t, st, reprise.Config{
		Clock: faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), LeaseTTL: time.Hour, Runs: 7, Activities: 3,
		Observer: &reprise.Observer{RunClosed: func(reprise.RunClosed) { ended <- struct{}{} }},
	}, w, charge.Bind(double))
	for i := range runs {
		select {
		case <-ended:
		case <-ctx.Done():
			t.Fatalf("%d of %d runs have ended after %d ticks", i, runs, st.n.Load())
		}
	}
	if n := st.n.Load(); n > 2 {
		t.Errorf("it took %d ticks", n)
	}
}
