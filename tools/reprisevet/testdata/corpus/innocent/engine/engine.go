// Package engine is workflow code that uses every verb.
package engine

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var (
	charge  = activity.Define[int, int]("charge")
	approve = workflow.DefineSignal[bool]("approve")
)

func verbs(ctx workflow.Context, n int) (int, error) {
	inner, cancel := workflow.WithCancel(ctx)
	defer cancel()
	paid := workflow.Execute(inner, charge.With(func(p *activity.Policy) { p.StartToClose = time.Second }), n)
	alarm := workflow.NewTimer(ctx, time.Hour)
	i, err := workflow.Select(ctx,
		workflow.On(paid, func(got int, err error) { n += got }),
		workflow.OnSignal(approve, nil),
		workflow.On(alarm, nil),
		workflow.After(time.Minute, func() { n = 0 }),
	)
	if err != nil {
		ctx = workflow.WithoutCancel(ctx)
	}
	_, err = workflow.Receive(ctx, approve, workflow.Within(0))
	short, done := workflow.WithTimeout(ctx, time.Hour)
	defer done()
	if err := workflow.Until(short, func() bool { m := n; return m > 3 }, workflow.Within(time.Minute)); err != nil {
		return 0, err
	}
	all, err := workflow.All(ctx, workflow.Execute(ctx, charge, 1), workflow.Execute(ctx, charge, 2))
	n += len(all)
	return i + n, err
}

var loop = workflow.Define[int, int]("loop")

func around(ctx workflow.Context, n int) (int, error) {
	for !workflow.ContinueSuggested(ctx) {
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return n, err
		}
		n++
	}
	return workflow.ContinueAsNew(ctx, loop, n)
}
