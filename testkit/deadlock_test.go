package testkit_test

import (
	"testing"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// A test of a workflow that waits for itself fails, and says where the workflow
// waits.
func TestADeadlockFailsTheTestAtOnce(t *testing.T) {
	hangs := workflow.New("hangs", func(ctx workflow.Context, _ int) (int, error) {
		var a, b workflow.Future[int]
		a = workflow.Go(ctx, func(ctx workflow.Context) (int, error) { return b.Get(ctx) })
		b = workflow.Go(ctx, func(ctx workflow.Context) (int, error) { return a.Get(ctx) })
		return a.Get(ctx)
	})
	text := failing.Test(t, func(tb testing.TB) {
		_, _ = testkit.Execute(testkit.New(tb, hangs), hangs, 1)
	})
	says(t, text, "parked and cannot continue (deadlock)", "waits for another one", "for coroutine 2", "deadlock_test.go")
}
