package reprise_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A worker dies in the middle of an activity. The next one records that the attempt
// was lost and runs another, under the same idempotency key.
func TestTakeOverRunsALostAttemptAgainUnderTheSameKey(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	keys := make(chan string, 4)
	inside := make(chan struct{})
	var calls atomic.Int32
	charge := activity.New("charge", func(ctx context.Context, _ int) (int, error) {
		keys <- activity.GetInfo(ctx).IdempotencyKey
		if calls.Add(1) == 1 {
			close(inside)
			<-ctx.Done()
			return 0, ctx.Err()
		}
		return activity.GetInfo(ctx).Attempt, nil
	})
	pay := workflow.New("pay", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, charge, 0).Get(ctx)
	})
	first, life := process(t, st, quiet(), pay, charge)
	run, err := reprise.Start(ctx, first, pay, 0, reprise.ID("p"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, quiet(), pay, charge)
	h, err := reprise.Get(ctx, second, pay, "p")
	if err != nil {
		t.Fatal(err)
	}
	if attempt, err := h.Result(ctx); err != nil || attempt != 2 {
		t.Fatalf("Result = %d, %v; want attempt 2", attempt, err)
	}
	if a, b := <-keys, <-keys; a != b {
		t.Fatalf("idempotency keys %q and %q; want one", a, b)
	}
	events, err := second.Inside().History(ctx, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	if n := count[*history.AttemptEnded](events); n != 1 {
		t.Fatalf("%d attempts ended in the history; want 1, lost", n)
	}
	if s := second.Stats(); s.Recovered != 1 || s.ReplayedEvents == 0 {
		t.Errorf("Stats = %+v; want one recovered run and replayed events", s)
	}
	lint(t, st, run.RunID())
}

// An activity with one attempt whose worker was lost may have happened: the author
// is told that, and not that it failed.
func TestALossThatUsesUpTheAttemptsIsOutcomeUnknown(t *testing.T) {
	t.Run("eager", func(t *testing.T) { lossUsesUpTheAttempts(t, 0) })
	t.Run("row", func(t *testing.T) { lossUsesUpTheAttempts(t, time.Hour) })
}

func lossUsesUpTheAttempts(t *testing.T, heartbeat time.Duration) {
	ctx := bounded(t)
	st := newMemory()
	inside := make(chan struct{})
	once := activity.New("once", func(ctx context.Context, _ int) (int, error) {
		close(inside)
		<-ctx.Done()
		return 0, ctx.Err()
	}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: heartbeat, Retry: activity.RetryPolicy{MaxAttempts: 1}})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		_, err := workflow.Execute(ctx, once, 0).Get(ctx)
		if errors.Is(err, activity.ErrOutcomeUnknown) {
			return "unknown", nil
		}
		return "", err
	})
	first, life := process(t, st, quiet(), w, once)
	run, err := reprise.Start(ctx, first, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, quiet(), w, once)
	h, err := reprise.Get(ctx, second, w, "w")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); err != nil || got != "unknown" {
		t.Fatalf("Result = %q, %v; want unknown", got, err)
	}
	events, err := second.Inside().History(ctx, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if b, ok := e.Body.(*history.ActivityFailed); ok && b.Attempt != 1 {
			t.Errorf("the history tells of attempt %d; there was one", b.Attempt)
		}
	}
	lint(t, st, run.RunID())
}

// redteam 4: once an eager attempt has ended without a result, only the row counts.
// A take-over while the row waits runs it once.
func TestTakeOverDoesNotRunAnActivityThatIsARowAgain(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	var calls atomic.Int32
	failed := make(chan struct{})
	flaky := activity.New("flaky", func(ctx context.Context, _ int) (int, error) {
		if calls.Add(1) == 1 {
			defer close(failed)
			return 0, errors.New("not yet")
		}
		return activity.GetInfo(ctx).Attempt, nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: 300 * time.Millisecond}})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, flaky, 0).Get(ctx)
	})
	parked := make(chan struct{}, 10)
	cfg := quiet()
	cfg.Observer = &reprise.Observer{TaskDone: func(reprise.TaskDone) { parked <- struct{}{} }}
	first, life := process(t, st, cfg, w, flaky)
	run, err := reprise.Start(ctx, first, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-failed
	<-parked // scheduled
	<-parked // the attempt has ended, and the activity is now a row
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, quiet(), w, flaky)
	h, err := reprise.Get(ctx, second, w, "w")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); err != nil || got != 2 || calls.Load() != 2 {
		t.Fatalf("Result = %d, %v after %d calls; want attempt 2 of 2 calls", got, err, calls.Load())
	}
	lint(t, st, run.RunID())
}

// Safety does not depend on leases: a worker whose run was taken over is fenced.
func TestAFencedWorkerChangesNothingAndIsTold(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	causes := make(chan error, 2)
	inside := make(chan struct{}, 2)
	var calls atomic.Int32
	act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
		n := int(calls.Add(1))
		inside <- struct{}{}
		if n == 1 {
			<-ctx.Done()
			causes <- context.Cause(ctx)
			return 100, nil // too late: nobody may read it
		}
		return n, nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, act, 0).Get(ctx)
	})
	first := startRuntime(t, st, quiet(), w, act)
	run, err := reprise.Start(ctx, first, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	// Everything that the first worker owns is given to others while it lives.
	before, err := st.Run(ctx, store.Ref{Run: run.RunID()})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Leave(ctx, before.Owner); err != nil {
		t.Fatal(err)
	}
	second := startRuntime(t, st, quiet(), w, act)
	h, err := reprise.Get(ctx, second, w, "w")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); err != nil || got != 2 {
		t.Fatalf("Result = %d, %v; want 2, of the second attempt", got, err)
	}
	if cause := <-causes; !errors.Is(cause, activity.ErrLeaseLost) {
		t.Fatalf("the fenced worker's activity was told %v; want ErrLeaseLost", cause)
	}
	lint(t, st, run.RunID())
}

// redteam 13: any number of deaths from outside blames no run.
func TestTwentyDeathsInARowParkNothing(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	inside := make(chan struct{}, 100)
	var calm atomic.Bool
	act := activity.New("act", func(ctx context.Context, n int) (int, error) {
		if !calm.Load() {
			inside <- struct{}{}
			<-ctx.Done()
			return 0, ctx.Err()
		}
		return n, nil
	}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: activity.Unlimited}})
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		return workflow.Execute(ctx, act, n).Get(ctx)
	})
	const runs = 30
	for i := range runs {
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(ctx, client, w, i, reprise.ID(string(rune('A'+i)))); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		rt, life := process(t, st, quiet(), w, act)
		<-inside
		life.kill()
		condemn(t, st, rt)
	}
	calm.Store(true)
	last := startRuntime(t, st, quiet(), w, act)
	for i := range runs {
		h, err := reprise.Get(ctx, last, w, string(rune('A'+i)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || got != i {
			t.Fatalf("run %d = %d, %v", i, got, err)
		}
	}
	page, err := reprise.ListPage(ctx, last, reprise.Filter{Blocked: true})
	if err != nil || len(page.Runs) > 0 {
		t.Fatalf("%d runs are blocked, %v; want none", len(page.Runs), err)
	}
}

// condemn declares a killed worker dead at once, as SQLite's OS lock would.
func condemn(t *testing.T, st store.Store, rt *reprise.Runtime) {
	t.Helper()
	id := rt.WorkerID()
	if _, err := st.Apply(t.Context(), []store.Op{&store.Condemn{Worker: id, LeaseUntil: leaseOf(t, st, id)}}); err != nil {
		t.Fatal(err)
	}
}
