package testkit_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// orders is an order service whose customers cancel. The run makes a reservation, and releases it if it is
// cancelled. The other side is slow and ignores the end of a context.
func orders(opts ...workflow.GetOption) (w workflow.Bound[int, string], reserve, release activity.Def[int, int]) {
	reserve, release = activity.Define[int, int]("reserve"), activity.Define[int, int]("release")
	w = workflow.New("order", func(ctx workflow.Context, n int) (string, error) {
		_, err := workflow.Execute(ctx, reserve, n).Get(ctx, opts...)
		if err == nil {
			err = workflow.Sleep(ctx, time.Hour)
		}
		if err == nil {
			return "delivered", nil
		}
		clean := workflow.WithoutCancel(ctx)
		if _, undo := workflow.Execute(clean, release, n).Get(clean); undo != nil {
			return "", undo
		}
		return "released", nil
	})
	return w, reserve, release
}

// cancelled runs one order, whose customer cancels after at. It reports whether the reservation was kept.
func cancelled(tb testing.TB, took, at time.Duration, opts ...workflow.GetOption) (kept bool) {
	var mu sync.Mutex
	reserved := map[int]bool{}
	w, reserve, release := orders(opts...)
	env := testkit.New(tb, w)
	testkit.CompareBy(env, w, func(string) any { return nil }) // which comes first differs
	testkit.Stub(env, reserve, func(_ context.Context, n int) (int, error) {
		<-time.After(took) // ignores the end of its context
		mu.Lock()
		defer mu.Unlock()
		reserved[n] = true
		return n, nil
	})
	testkit.Stub(env, release, func(_ context.Context, n int) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		delete(reserved, n)
		return n, nil
	})
	run := testkit.Start(env, w, 7)
	env.After(at, func() { env.Cancel(run.WorkflowID(), "changed my mind") })
	end, err := run.Result()
	if err != nil && !errors.Is(err, workflow.ErrCancelled) {
		tb.Error(err)
	}
	env.Sleep(time.Minute) // time for an attempt that finishes late
	mu.Lock()
	defer mu.Unlock()
	return end == "released" && reserved[7]
}

// The compensation of a cancelled order waits for the attempt that it undoes. So no reservation is kept, in
// whichever order attempt and cancellation come.
func TestACompensationDoesNotOvertakeWhatItUndoes(t *testing.T) {
	for _, took := range []time.Duration{0, 2 * time.Second, 5 * time.Second} {
		t.Run(took.String(), func(t *testing.T) {
			inEveryMode(t, func(tb testing.TB) {
				if cancelled(tb, took, time.Second) || cancelled(tb, took, 0) {
					tb.Error("the reservation of a cancelled order was kept")
				}
			})
		})
	}
}

// Without that wait the compensation overtakes the attempt, whose reservation is kept.
func TestACompensationThatDoesNotWaitOvertakes(t *testing.T) {
	var kept atomic.Int32
	testkit.Explore(t, 5, func(tb testing.TB) {
		if cancelled(tb, 2*time.Second, time.Second, workflow.LeaveOnCancel()) {
			kept.Add(1)
		}
	})
	if kept.Load() == 0 {
		t.Error("in none of 5 schedules does the attempt finish after its compensation")
	}
}

// An attempt need not be slow in the test: Explore makes some attempts late, and so finds code that does not wait
// for them.
func TestExploreDrawsAttemptsThatAreLate(t *testing.T) {
	for _, c := range []struct {
		name string
		kept bool
		opts []workflow.GetOption
	}{{"who waits for the attempt", false, nil}, {"who does not", true, []workflow.GetOption{workflow.LeaveOnCancel()}}} {
		t.Run(c.name, func(t *testing.T) {
			var kept atomic.Int32
			schedules := budget.Of(50, 200)
			testkit.Explore(t, schedules, func(tb testing.TB) {
				if cancelled(tb, 0, time.Second, c.opts...) {
					kept.Add(1)
				}
			})
			if n := kept.Load(); n > 0 != c.kept {
				t.Errorf("in %d of %d schedules the reservation of a cancelled order was kept", n, schedules)
			}
		})
	}
}
