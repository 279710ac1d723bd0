package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	payOnce = activity.Define[string, int]("pay-once")
	paying  = workflow.New("paying", func(ctx workflow.Context, order string) (int, error) {
		return workflow.Execute(ctx, payOnce, order, workflow.ReuseResult(order, 24*time.Hour)).Get(ctx)
	})
)

// paidTwice has two runs pay one order, one after the other. The second run gets the first run's result.
func paidTwice(tb testing.TB) {
	env := testkit.New(tb, paying)
	paid, keys := 0, map[string]bool{}
	testkit.Stub(env, payOnce, func(ctx context.Context, order string) (int, error) {
		paid++
		keys[activity.GetInfo(ctx).IdempotencyKey] = true
		return len(order), nil
	})
	first, err := testkit.Start(env, paying, "order-1").Result()
	if err != nil {
		tb.Fatal(err)
	}
	before := paid
	second, err := testkit.Start(env, paying, "order-1").Result()
	if err != nil || second != first || paid != before || len(keys) != 1 || !keys["order-1"] {
		tb.Errorf("the second run has %d, %v; the first %d; paid %d and then %d times under %v", second, err, first, before, paid, keys)
	}
}

func TestAKeptResultIsReusedInEveryMode(t *testing.T) {
	paidTwice(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, paidTwice) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, 12, paidTwice) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, paidTwice) })
}

// After its time a kept result is no longer found, and later it is removed.
func TestAKeptResultIsOverAfterItsTime(t *testing.T) {
	env, paid := testkit.New(t, paying), 0
	testkit.Stub(env, payOnce, func(context.Context, string) (int, error) { paid++; return paid, nil })
	for i, wait := range []time.Duration{23 * time.Hour, 2 * time.Hour, 0} {
		got, err := testkit.Start(env, paying, "order-1").Result()
		if want := []int{1, 1, 2}[i]; err != nil || got != want {
			t.Errorf("run %d has %d, %v; want %d", i+1, got, err, want)
		}
		env.Sleep(wait)
	}
}
