package testkit_test

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var pinned = workflow.New("pinned", func(ctx workflow.Context, base int) (int, error) {
	for range 2 {
		n, err := workflow.Receive(ctx, more)
		if err != nil {
			return 0, err
		}
		base += n
	}
	return base, nil
}, workflow.Pinned())

// movedOn unpins a pinned run between its two waits.
func movedOn(tb testing.TB) {
	env := testkit.New(tb, pinned)
	run := testkit.Start(env, pinned, 1, reprise.ID("p"))
	testkit.Signal(env, "p", more, 2)
	if err := env.Do(func(ctx context.Context, c reprise.Client) error { return reprise.Repin(ctx, c, "p", "", byAnna) }); err != nil {
		env.Errorf("%v", err)
	}
	testkit.Signal(env, "p", more, 3)
	if got, err := run.Result(); got != 6 || err != nil {
		env.Errorf("Result = %d, %v", got, err)
	}
}

func TestAPinnedRun(t *testing.T) { movedOn(t) }
func TestAPinnedRunReplayed(t *testing.T) {
	testkit.ReplayAlways(t, func(tb testing.TB) { movedOn(tb) })
}
func TestAPinnedRunInCrashes(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) { movedOn(tb) })
}
func TestAPinnedRunExplored(t *testing.T) {
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { movedOn(tb) })
}
