// Package futures starts what it does not wait for.
package futures

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var charge = activity.Define[string, string]("charge")

func order(ctx workflow.Context, in string) (string, error) {
	workflow.Execute(ctx, charge, in)      // want `RV013: drops the Future of workflow.Execute: call Get`
	_ = workflow.Execute(ctx, charge, in)  // want `RV013: drops the Future of workflow.Execute`
	workflow.NewTimer(ctx, time.Second)    // want `RV013: drops the Future of workflow.NewTimer`
	begin(ctx)                             // want `RV013: drops the Future of begin`
	f := workflow.Execute(ctx, charge, in) // want `RV013: never waits for f`
	g := workflow.Execute(ctx, charge, in) // want `RV013: never waits for g`
	var all []workflow.Future[string]      // want `RV013: never waits for all`
	all = append(all, workflow.Execute(ctx, charge, in))
	if g.Ready() || len(all) > 1 {
		_ = f
	}
	some := []workflow.Future[string]{workflow.Execute(ctx, charge, in)} // want `RV013: never waits for some`
	for _, f := range some {
		if f.Ready() {
			break
		}
	}
	for range some {
		in += "."
	}
	defer workflow.Execute(ctx, charge, in) // want `RV013: drops the Future of workflow.Execute`
	defer workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
		workflow.Execute(ctx, charge, in) // want `RV013`
		return 0, nil
	})
	return in, nil
}

func begin(ctx workflow.Context) workflow.Future[string] { return workflow.Execute(ctx, charge, "") }
