package testkit_test

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// discounted charges less since a change of the code, and asks Patched in each of
// its steps.
var discounted = workflow.New("discounted", func(ctx workflow.Context, cents int) (int, error) {
	if workflow.Patched(ctx, "discount") {
		cents /= 2
	}
	if _, err := workflow.Execute(ctx, Charge, cents).Get(ctx); err != nil {
		return 0, err
	}
	if workflow.Patched(ctx, "discount") {
		return cents, nil
	}
	return -cents, nil
})

func TestBothWaysOfAPatchPassInEveryMode(t *testing.T) {
	for name, want := range map[string]int{"new": 50, "old": -100} {
		t.Run(name, func(t *testing.T) {
			body := func(tb testing.TB) {
				env := testkit.New(tb, discounted)
				if name == "old" {
					env.Before("discount")
				}
				testkit.Stub(env, Charge, func(context.Context, int) (string, error) { return "receipt", nil })
				if got, err := testkit.Execute(env, discounted, 100); err != nil || got != want {
					tb.Errorf("%d, %v; want %d", got, err, want)
				}
			}
			body(t)
			testkit.ReplayAlways(t, body)
			testkit.CrashEverywhere(t, body)
			testkit.Explore(t, *testkit.Schedules, body)
		})
	}
}
