// Package engine is workflow code that uses every verb.
package engine

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/workflow"
)

var (
	charge  = activity.Define[int, int]("charge")
	approve = signal.Define[bool]("approve")
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
	return i + n, err
}
