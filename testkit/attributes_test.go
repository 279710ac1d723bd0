package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	stage  = workflow.DefineAttr[string]("stage")
	pieces = workflow.DefineAttr[int64]("parts")
	hurry  = workflow.DefineAttr[bool]("hurry")
	finish = activity.Define[int, int]("finish")
)

// assembling sets its progress as an attribute, and continues as a new run once.
var assembling = workflow.New("assembling", func(ctx workflow.Context, n int) (int, error) {
	if err := workflow.SetAttr(ctx, stage, "begun"); err != nil {
		return 0, err
	}
	if _, err := workflow.Execute(ctx, finish, n).Get(ctx); err != nil {
		return 0, err
	}
	if err := workflow.SetAttr(ctx, pieces, int64(n)); err != nil {
		return 0, err
	}
	if err := workflow.UnsetAttr(ctx, hurry); err != nil {
		return 0, err
	}
	if err := workflow.Sleep(ctx, time.Minute); err != nil {
		return 0, err
	}
	if n < 2 {
		return workflow.ContinueAsNew(ctx, workflow.Define[int, int]("assembling"), n+1)
	}
	return n, workflow.SetAttr(ctx, stage, "done")
})

// Whatever crashes, a list finds the run by the attributes that it has set, and
// by no others.
func attributes(tb testing.TB) {
	env := testkit.New(tb, assembling)
	testkit.Stub(env, finish, func(_ context.Context, n int) (int, error) { return n, nil })
	run := testkit.Start(env, assembling, 1, reprise.ID("a"), reprise.Attr(hurry, true))
	if n, err := run.Result(); n != 2 || err != nil {
		tb.Errorf("ends with %d, %v", n, err)
	}
	for where, want := range map[string]int{
		`stage = "done"`: 1, `stage = "begun"`: 1, `parts = 2`: 1, `parts >= 1`: 2, `hurry = true`: 0,
		`stage = "done" and parts < 2`: 0, `stage = "begun" and status = continued`: 1,
	} {
		err := env.Do(func(ctx context.Context, c reprise.Client) error {
			n, _, err := reprise.Count(ctx, c, reprise.Filter{Where: where})
			if err == nil && n != want {
				tb.Errorf("%s finds %d runs, want %d", where, n, want)
			}
			return err
		})
		if err != nil {
			tb.Errorf("%s: %v", where, err)
		}
	}
}

func TestAttributes(t *testing.T)          { attributes(t) }
func TestAttributesInCrashes(t *testing.T) { testkit.CrashEverywhere(t, attributes) }
func TestAttributesReplayed(t *testing.T)  { testkit.ReplayAlways(t, attributes) }
func TestAttributesExplored(t *testing.T)  { testkit.Explore(t, *testkit.Schedules, attributes) }
