package testkit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// When a worker is drained its run continues on another worker, whatever else goes wrong. Attempts in progress are not begun
// again.
func TestADrainedWorkerEndsWhatItHas(t *testing.T) {
	long := activity.Define[int, string]("long")
	steps := workflow.New("steps", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			if _, err := workflow.Execute(ctx, long, i).Get(ctx); err != nil {
				return i, err
			}
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return i, err
			}
		}
		return n, nil
	})
	drained := func(tb testing.TB, n int, straight bool) {
		env := testkit.New(tb, steps)
		workers := map[string]bool{}
		attempts := 0
		testkit.Stub(env, long, func(ctx context.Context, _ int) (string, error) {
			workers[activity.GetInfo(ctx).Worker] = true
			attempts++
			<-time.After(5 * time.Minute) // of virtual time
			return "", ctx.Err()
		})
		run := testkit.Start(env, steps, n)
		for i := range n - 1 {
			env.After(time.Duration(8*i+1)*time.Minute, env.Drain)
		}
		if got, err := run.Result(); got != n || err != nil {
			tb.Errorf("it comes to %d, %v", got, err)
		}
		if straight && (attempts != n || len(workers) != n) {
			tb.Errorf("%d attempts by %d workers, want %d by as many", attempts, len(workers), n)
		}
	}
	drained(t, 3, true)
	testkit.ReplayAlways(t, func(tb testing.TB) { drained(tb, 3, true) })
	testkit.CrashEverywhere(t, func(tb testing.TB) { drained(tb, 2, false) })
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { drained(tb, 2, false) })
}

// Explore loses calls to the store, and answers from it; Drain is then called again.
func TestADrainIsAskedForAgainWhenItsAnswerIsLost(t *testing.T) {
	w := workflow.New("sleeps", func(ctx workflow.Context, n int) (int, error) {
		return n, workflow.Sleep(ctx, time.Minute)
	})
	testkit.Explore(t, 60, func(tb testing.TB) {
		env := testkit.New(tb, w)
		run := testkit.Start(env, w, 7)
		for range 3 {
			env.Drain()
		}
		if got, err := run.Result(); got != 7 || err != nil {
			tb.Errorf("it comes to %d, %v", got, err)
		}
	})
}

// A worker that drains has a replacement already: when it dies no third worker is started.
func TestADrainedWorkerThatDiesIsNotReplacedAgain(t *testing.T) {
	w := workflow.New("sleeps", func(ctx workflow.Context, n int) (int, error) {
		return n, workflow.Sleep(ctx, time.Minute)
	})
	env := testkit.New(t, w)
	run := testkit.Start(env, w, 7)
	env.Drain()
	testkit.FirstDies(env)
	if got, err := run.Result(); got != 7 || err != nil {
		t.Errorf("it comes to %d, %v", got, err)
	}
	if n := testkit.Workers(env); n != 2 {
		t.Errorf("there were %d workers, want the drained one and the one in its place", n)
	}
}

// A call that steers a queue or a worker is repeated when its answer is lost, like one that steers a run.
func TestAQueueIsSteeredWhateverAnswerIsLost(t *testing.T) {
	w := workflow.New("sleeps", func(ctx workflow.Context, n int) (int, error) {
		return n, workflow.Sleep(ctx, time.Minute)
	})
	by := reprise.By{Who: "anna", Why: "the bank is closed"}
	testkit.Explore(t, 60, func(tb testing.TB) {
		env := testkit.New(tb, w)
		run := testkit.Start(env, w, 7)
		err := env.Do(func(ctx context.Context, c reprise.Client) error {
			return errors.Join(reprise.PauseQueue(ctx, c, "default", by), reprise.ResumeQueue(ctx, c, "default", by))
		})
		if err != nil {
			tb.Errorf("the queue is steered: %v", err)
		}
		if got, err := run.Result(); got != 7 || err != nil {
			tb.Errorf("it comes to %d, %v", got, err)
		}
	})
}
