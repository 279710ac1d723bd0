package testkit_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	call   = activity.Define[int, int]("call", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 2}})
	caller = calling(call)
)

func calling(call activity.Def[int, int]) workflow.Bound[int, int] {
	return workflow.New("caller", func(ctx workflow.Context, n int) (int, error) {
		return workflow.Execute(ctx, call, n).Get(ctx)
	})
}

var errTooMany = errors.New("429 too many requests")

// throttled has another side that refuses more than two calls in ten minutes.
func throttled(tb testing.TB, caller workflow.Bound[int, int]) {
	env := testkit.New(tb, caller)
	testkit.CompareBy(env, caller, func(int) any { return nil }) // which call is refused differs
	var mu sync.Mutex
	var calls []time.Time
	testkit.Stub(env, call, func(_ context.Context, n int) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		now := env.Now()
		calls = slices.DeleteFunc(calls, func(at time.Time) bool { return now.Sub(at) >= 10*time.Minute })
		if len(calls) >= 2 {
			return 0, activity.Throttled(errTooMany, calls[0].Add(10*time.Minute).Sub(now))
		}
		calls = append(calls, now)
		return n, nil
	})
	var all []*testkit.Run[int]
	for n := range 5 {
		all = append(all, testkit.Start(env, caller, n))
	}
	for n, run := range all {
		if got, err := run.Result(); err != nil || got != n {
			tb.Errorf("Result = %d, %v, want %d", got, err, n)
		}
	}
}

// A throttled attempt does not count against the two that the policy allows, however often it is repeated.
func TestAThrottledAttemptIsMadeAgainAndNotCounted(t *testing.T) {
	body := func(tb testing.TB) { throttled(tb, caller) }
	body(t)
	testkit.ReplayAlways(t, body)
	mortal := calling(call.With(func(p *activity.Policy) { p.Retry.MaxAttempts = 4 })) // two attempts are lost when two workers die
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { throttled(tb, mortal) })
}

// While a queue cools down, no activity of any run begins in it. If the error gives no time, the queue cools down
// twice as long each time.
func TestNoActivityBeginsWhileItsQueueCoolsDown(t *testing.T) {
	env := testkit.New(t, caller)
	env.Configure(func(c *reprise.Config) {
		c.Queues = []reprise.Queue{{Name: "default", Cool: reprise.Cool{Initial: time.Minute, Max: 4 * time.Minute}}}
	})
	begun := env.Now()
	var mu sync.Mutex
	var at []time.Duration
	testkit.Stub(env, call, func(_ context.Context, n int) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		at = append(at, env.Now().Sub(begun).Round(time.Minute))
		if len(at) <= 4 {
			return 0, activity.Throttled(errTooMany, 0)
		}
		return n, nil
	})
	first := testkit.Start(env, caller, 1)
	var second *testkit.Run[int]
	env.After(30*time.Second, func() { second = testkit.Start(env, caller, 2) })
	if _, err := first.Result(); err != nil {
		t.Error(err)
	}
	if _, err := second.Result(); err != nil {
		t.Error(err)
	}
	for i := 1; i < len(at); i++ {
		if gap := at[i] - at[i-1]; gap != 0 && gap < time.Minute {
			t.Errorf("calls were made at %v, none should be while the queue cools down", at)
		}
	}
	if len(at) < 6 || at[0] != 0 || at[1] != time.Minute {
		t.Errorf("calls were made at %v", at)
	}
}
