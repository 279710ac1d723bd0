// Package endings drops what ends a run, and gives up undoing.
package endings

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var (
	again = workflow.Define[int, int]("again")

	refund  = activity.Define[int, int]("refund")
	recall  = activity.Define[int, int]("recall", activity.Policy{Queue: "far", Retry: activity.RetryPolicy{MaxAttempts: 3}})
	release = activity.Define[int, int]("release", activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: activity.Unlimited}})
	notify  = activity.Define[int, int]("notify", often)
	often   = activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 100}}
)

func continues(ctx workflow.Context, n int) (int, error) {
	if n == 0 {
		workflow.ContinueAsNew(ctx, again, 1)           // want `RV017: drops the error of workflow.ContinueAsNew: return what it returns`
		n, _ = workflow.ContinueAsNew(ctx, again, 1)    // want `RV017: drops the error of workflow.ContinueAsNew`
		defer workflow.ContinueAsNew(ctx, again, 1)     // want `RV017: drops the error of workflow.ContinueAsNew`
		m, err := workflow.ContinueAsNew(ctx, again, 1) // it is returned
		if err != nil {
			return m, err
		}
	}
	return workflow.ContinueAsNew(ctx, again, n+1)
}

func undoes(ctx workflow.Context, n int) (int, error) {
	return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (int, error) {
		workflow.Undo(undo, refund, n) // want `RV018: has refund undo a step, which gives up after 10 attempts, as its policy says no number: set Retry.MaxAttempts`
		workflow.Undo(undo, recall, n) // want `RV018: has recall undo a step, which gives up after 3 attempts`
		workflow.Undo(undo, release, n)
		workflow.Undo(undo, notify, n) // whose policy stands elsewhere
		return n, nil
	})
}
