package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// A run whose worker is drained goes on at another one, whatever else goes wrong. What is at work is not begun again for it.
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

// Explore loses calls of the store, and answers of it: to drain a worker is asked for again.
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
