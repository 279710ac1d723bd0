package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

func TestOrderModes(t *testing.T) {
	body := func(tb testing.TB) {
		env := testkit.New(tb, order)
		keys := map[string]int{}
		testkit.Stub(env, charge, func(ctx context.Context, n int) (string, error) {
			keys[activity.GetInfo(ctx).IdempotencyKey]++
			return "ok", nil
		})
		run := testkit.Start(env, order, 42)
		env.After(24*time.Hour, func() { testkit.Signal(env, run.ID(), approve, true) })
		if got, err := run.Result(); err != nil || got != "ok" {
			tb.Errorf("Result = %q, %v", got, err)
		}
		if len(keys) != 1 {
			tb.Errorf("charged %v", keys)
		}
	}
	begun := time.Now()
	testkit.ReplayAlways(t, body)
	testkit.CrashEverywhere(t, body)
	testkit.Explore(t, 200, body)
	t.Log(time.Since(begun))
}

func TestTimeNow(t *testing.T) {
	w := workflow.New("w", func(ctx workflow.Context, n int) (string, error) {
		if time.Now().Second()%2 == 0 {
			workflow.Sleep(ctx, 3*time.Second)
		}
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env := testkit.New(tb, w)
		testkit.Stub(env, charge, func(ctx context.Context, n int) (string, error) { return "ok", nil })
		if got, err := testkit.Execute(env, w, 42); err != nil || got != "ok" {
			tb.Errorf("Result = %q, %v", got, err)
		}
	})
}
