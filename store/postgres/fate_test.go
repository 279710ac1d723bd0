package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// blocks waits until a run is parked with the reason.
func blocks(t *testing.T, ctx context.Context, rt *reprise.Runtime, id, reason string) reprise.Blocked {
	t.Helper()
	for {
		d, err := reprise.Describe(ctx, rt, id)
		switch {
		case err != nil:
			t.Fatal(err)
		case ctx.Err() != nil:
			t.Fatalf("%+v", d)
		case d.Blocked != nil && d.Blocked.Reason == reason:
			return *d.Blocked
		case d.Blocked != nil || d.Status != reprise.Open:
			t.Fatalf("%s is %v, %+v", id, d.Status, d.Blocked)
		}
	}
}

// A user's transaction locks the row of a run. Meanwhile a neighbour is signalled and
// runs to its end. The run itself continues after that transaction.
func TestARunGoesOnBesideAnOpenTransaction(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	rt := worker(t, open(t, url), double)
	startAll(t, ctx, rt, 2)
	var runs [2]reprise.Handle[string]
	for i := range runs {
		h, err := reprise.Get(ctx, rt, order, fmt.Sprint("order-", i))
		if err != nil {
			t.Fatal(err)
		}
		runs[i] = h
		for d := (reprise.Description{}); d.Waiting == ""; { // parked
			if d, err = reprise.Describe(ctx, rt, fmt.Sprint("order-", i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	user, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer user.Close(ctx)
	tx, err := user.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "SELECT 1 FROM reprise.run WHERE run_id = $1 FOR UPDATE", runs[0].RunID().String()); err != nil {
		t.Fatal(err)
	}
	locked := make(chan error, 1)
	go func() { locked <- reprise.Signal(ctx, rt, "order-0", approve, "ann") }()
	if err := reprise.Signal(ctx, rt, "order-1", approve, "ann"); err != nil {
		t.Fatal(err)
	}
	if got, err := runs[1].Result(ctx); err != nil || got != "12 by ann" {
		t.Fatalf("the neighbour: %q, %v", got, err)
	}
	if d, err := reprise.Describe(ctx, rt, "order-0"); err != nil || d.Unread != 0 {
		t.Fatalf("the locked run has taken %d signals, %v", d.Unread, err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-locked; errors.Is(err, store.ErrTransient) { // the neighbour took that long
		err = reprise.Signal(ctx, rt, "order-0", approve, "ann")
		if err != nil {
			t.Fatal(err)
		}
	} else if err != nil {
		t.Fatal(err)
	}
	if got, err := runs[0].Result(ctx); err != nil || got != "6 by ann" {
		t.Fatalf("the run that was locked: %q, %v", got, err)
	}
}

// Two processes send batches about the same runs in opposite orders, while a third works
// on them: nobody gets a deadlock error, and everything arrives.
func TestBatchesInOppositeOrdersDoNotDeadlock(t *testing.T) {
	const runs, rounds = 8, 15
	ctx := bounded(t)
	url := database(t)
	collect := workflow.New("collect", func(ctx workflow.Context, n int) (int, error) {
		for range n {
			if _, err := workflow.Receive(ctx, approve); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	rt := start(t, open(t, url), reprise.Config{}, collect)
	var handles []reprise.Handle[int]
	for i := range runs {
		h, err := reprise.Start(ctx, rt, collect, 2*rounds, reprise.ID(fmt.Sprint("c-", i)))
		if err != nil {
			t.Fatal(err)
		}
		handles = append(handles, h)
	}
	var senders sync.WaitGroup
	for side := range 2 {
		client, err := reprise.New(open(t, url), reprise.Config{Logger: quiet(), Build: "v1"})
		if err != nil {
			t.Fatal(err)
		}
		senders.Go(func() {
			for round := range rounds {
				var all sync.WaitGroup
				for i := range runs {
					if side == 1 {
						i = runs - 1 - i
					}
					all.Go(func() {
						if err := reprise.Signal(ctx, client, fmt.Sprint("c-", i), approve, fmt.Sprint(side, round)); err != nil {
							t.Error(err)
						}
					})
				}
				all.Wait()
			}
		})
	}
	senders.Wait()
	for i, h := range handles {
		if n, err := h.Result(ctx); err != nil || n != 2*rounds {
			t.Errorf("c-%d has %d signals, %v", i, n, err)
		}
	}
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var deadlocks int
	if err := pool.QueryRow(ctx, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").Scan(&deadlocks); err != nil || deadlocks > 0 {
		t.Errorf("%d deadlocks, %v", deadlocks, err)
	}
}

// A text or a size that cannot be stored stops its own run, with a readable reason, and
// no other.
func TestPoisonStopsItsOwnRunOnly(t *testing.T) {
	ctx := bounded(t)
	const poison = "a\x00b\xffc"
	panics := workflow.New("panics", func(workflow.Context, int) (int, error) { panic(poison) })
	fails := workflow.New("fails", func(workflow.Context, int) (int, error) { return 0, errors.New(poison) })
	broken := activity.New("broken", func(context.Context, int) (int, error) { return 0, failure.New("", poison, failure.Permanent()) })
	waits := workflow.New("waits", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, broken, 0).Get(ctx)
	})
	blob := activity.New("blob", func(context.Context, string) (int, error) { return 0, nil })
	large := workflow.New("large", func(ctx workflow.Context, _ int) (int, error) {
		for range 10 { // 1.9 MiB each, in one task
			workflow.Execute(ctx, blob, strings.Repeat("x", 1900<<10))
		}
		return workflow.Execute(ctx, blob, "").Get(ctx)
	})
	st := open(t, database(t))
	rt := start(t, st, reprise.Config{Activities: 100}, order.Bind(orderFunc), charge.Bind(double), panics, fails, waits, broken, blob, large)
	for _, w := range []workflow.Bound[int, int]{panics, fails, waits, large} {
		if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID(w.Definition().Name())); err != nil {
			t.Fatal(err)
		}
	}
	startAll(t, ctx, rt, 20)
	finish(t, ctx, rt, st, 20)
	for _, w := range []workflow.Bound[int, int]{fails, waits} {
		h, err := reprise.Get(ctx, rt, w, w.Definition().Name())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Result(ctx); err == nil || !strings.Contains(err.Error(), "b") {
			t.Errorf("%s ends with %v", w.Definition().Name(), err)
		}
	}
	for id, reason := range map[string]string{"panics": "panic", "large": "too large"} {
		if b := blocks(t, ctx, rt, id, reason); !utf8.ValidString(b.Text) || strings.Contains(b.Text, "\x00") || b.Text == "" {
			t.Errorf("%s is parked with the text %q", id, b.Text)
		}
	}
}

// Inputs of two megabytes each alternate with small ones: none delays another.
func TestLargeMembersAndSmallOnes(t *testing.T) {
	ctx := bounded(t)
	length := workflow.New("length", func(_ workflow.Context, s string) (int, error) { return len(s), nil })
	rt := start(t, open(t, database(t)), reprise.Config{}, length)
	var all sync.WaitGroup
	for i := range 60 {
		size := 10
		if i%5 == 0 {
			size = 2<<20 - 100
		}
		all.Go(func() {
			h, err := reprise.Start(ctx, rt, length, strings.Repeat("x", size))
			if err != nil {
				t.Error(err)
				return
			}
			if n, err := h.Result(ctx); err != nil || n != size {
				t.Errorf("%d, %v; want %d", n, err, size)
			}
		})
	}
	all.Wait()
}

// The answers to many commits of a worker are lost, including claims of runs and of
// activities. Everything ends all the same, and no attempt is lost.
func TestLostAnswersLeaveNothingBehind(t *testing.T) {
	ctx := bounded(t)
	srv := pgtest.Shared(t)
	url := database(t)
	p, err := pgproxy.Listen(srv.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	// The heartbeat timeout makes it a row, which is claimed.
	beats := activity.New("beats", func(_ context.Context, n int) (int, error) { return n, nil }, activity.Policy{HeartbeatTimeout: time.Minute, Retry: activity.RetryPolicy{MaxAttempts: 1}})
	other := activity.New("other", func(_ context.Context, n int) (int, error) { return n, nil }, activity.Policy{Queue: "rows", Retry: activity.RetryPolicy{MaxAttempts: 1}})
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		sum := 0
		for range 3 {
			a, b := workflow.Execute(ctx, beats, n), workflow.Execute(ctx, other, n)
			x, err := a.Get(ctx)
			if err != nil {
				return 0, err
			}
			y, err := b.Get(ctx)
			if err != nil {
				return 0, err
			}
			sum += x + y
		}
		return sum, nil
	})
	client, err := reprise.New(open(t, url), reprise.Config{Logger: quiet(), Build: "v1"}, w)
	if err != nil {
		t.Fatal(err)
	}
	var handles []reprise.Handle[int]
	for i := range 10 {
		h, err := reprise.Start(ctx, client, w, i)
		if err != nil {
			t.Fatal(err)
		}
		handles = append(handles, h)
	}
	cut := strings.Replace(srv.TCP(cfg.ConnConfig.Database), srv.Addr(), p.Addr(), 1)
	for i := range 2 { // one for each queue
		queues := []reprise.Queue{{Name: "default", Elsewhere: i == 1}, {Name: "rows", Elsewhere: i == 0}}
		start(t, open(t, cut), reprise.Config{Queues: queues, LeaseTTL: 3 * time.Second}, w, beats, other)
	}
	for range 24 {
		p.Arm(pgproxy.DropReply, 0)
	}
	for i, h := range handles {
		if n, err := h.Result(ctx); err != nil || n != 6*i {
			t.Errorf("run %d: %d, %v", i, n, err)
		}
	}
	if p.Met() == 0 {
		t.Error("no answer was lost")
	}
}
