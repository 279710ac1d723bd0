package testkit_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// testOrder is the body of a test that passes in every mode: its card company charges once
// for each key, however often a worker dies and the activity is called again.
func testOrder(tb testing.TB) {
	env := testkit.New(tb, Order.Bind(fulfil))
	paid := make(map[string]int)
	testkit.Stub(env, Charge, func(ctx context.Context, cents int) (string, error) {
		paid[activity.GetInfo(ctx).IdempotencyKey] = cents
		return "receipt", nil
	})
	run := testkit.Start(env, Order, 4200)
	testkit.Signal(env, run.WorkflowID(), Approve, true)
	if got, err := run.Result(); err != nil || got != "receipt" {
		tb.Errorf("got %q, %v", got, err)
	}
	if len(paid) != 1 {
		tb.Errorf("paid %d times", len(paid))
	}
}

// With a replay of the history before each workflow task.
func ExampleReplayAlways() {
	test(func(t *testing.T) {
		testkit.ReplayAlways(t, testOrder)
		fmt.Println("it agrees with its history:", !t.Failed())
	})
	// Output: it agrees with its history: true
}

// With a worker that dies before and after each call of the store and each attempt.
func ExampleCrashEverywhere() {
	test(func(t *testing.T) {
		testkit.CrashEverywhere(t, testOrder)
		fmt.Println("it survives each crash:", !t.Failed())
	})
	// Output: it survives each crash: true
}

// In any order, with faults and crashes, as drawn from 50 seeds.
func ExampleExplore() {
	test(func(t *testing.T) {
		testkit.Explore(t, 50, testOrder)
		fmt.Println("it passes with each schedule:", !t.Failed())
	})
	// Output: it passes with each schedule: true
}

// Part of the result differs each time: a receipt number that comes from the
// idempotency key. Only the amount must be the same after a crash.
func ExampleCompareBy() {
	type Receipt struct {
		Number string
		Cents  int
	}
	pay := activity.Define[int, Receipt]("pay")
	bill := workflow.New("bill", func(ctx workflow.Context, cents int) (Receipt, error) {
		return workflow.Execute(ctx, pay, cents).Get(ctx)
	})
	body := func(tb testing.TB) {
		env := testkit.New(tb, bill)
		testkit.CompareBy(env, bill, func(r Receipt) any { return r.Cents })
		testkit.Stub(env, pay, func(ctx context.Context, cents int) (Receipt, error) {
			return Receipt{"R-" + activity.GetInfo(ctx).IdempotencyKey, cents}, nil
		})
		if got, err := testkit.Execute(env, bill, 4200); err != nil || got.Cents != 4200 {
			tb.Errorf("got %+v, %v", got, err)
		}
	}
	test(func(t *testing.T) {
		testkit.CrashEverywhere(t, body)
		fmt.Println("each ends alike:", !t.Failed())
	})
	// Output: each ends alike: true
}
