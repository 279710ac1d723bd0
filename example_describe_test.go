package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// A program can read what a parked run waits for.
func ExampleDescribe_run() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	for {
		d, err := reprise.Describe(ctx, rt, run.RunID())
		if err != nil {
			panic(err)
		}
		for _, w := range d.Waits {
			for _, x := range w.For {
				fmt.Println(x.Kind, x.Name)
			}
		}
		if len(d.Waits) > 0 {
			return
		}
	}
	// Output:
	// signal vote
	// timer
}

// A page of runs shows what each run waits for.
func ExampleListPage_waits() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees")); err != nil {
		panic(err)
	}
	for {
		page, err := reprise.ListPage(ctx, rt, reprise.Filter{Status: []reprise.Status{reprise.Open}})
		if err != nil {
			panic(err)
		}
		if run := page.Runs[0]; len(run.Waits) > 0 {
			fmt.Println(len(run.Waits), "wait, for", len(run.Waits[0].For), "things; more:", run.MoreWaits)
			return
		}
	}
	// Output: 1 wait, for 2 things; more: false
}

// This lists what fails now, in all runs.
func ExampleListActivities() {
	ctx := context.Background()
	charge := activity.New("charge", func(context.Context, int) (int, error) { return 0, errors.New("the bank is closed") },
		activity.Policy{Queue: "psp", Retry: activity.RetryPolicy{InitialInterval: time.Hour}})
	order := workflow.New("order", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, charge, n).Get(ctx) })
	rt := start(reprise.Config{Queues: []reprise.Queue{{Name: "default"}, {Name: "psp"}}}, order, charge)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, order, 1, reprise.ID("order-1")); err != nil {
		panic(err)
	}
	for {
		page, err := reprise.ListActivities(ctx, rt, reprise.ActivityFilter{Status: reprise.ActivityRetrying, Queue: "psp"})
		if err != nil {
			panic(err)
		}
		for _, a := range page.Activities {
			fmt.Println(a.WorkflowID, a.Name, "has failed", a.Attempt, "times:", a.Last)
			return
		}
	}
	// Output: order-1 charge has failed 1 times: the bank is closed
}

// A replay shows where the code of a run stands, even while a worker owns the run.
func ExampleReplay_waits() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	for {
		got, err := reprise.Replay(ctx, rt, run.RunID())
		if err != nil {
			panic(err)
		}
		for _, w := range got.Waits {
			fmt.Println(w.For[0].Kind, w.For[0].Name, "or", w.For[1].Kind)
			return
		}
	}
	// Output: signal vote or timer
}
