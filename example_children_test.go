package reprise_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

const errDeclined failure.Code = "declined"

var (
	part    = workflow.Define[int, string]("payment")
	holiday = workflow.Define[[]int, string]("holiday")
	survey  = workflow.Define[string, workflow.None]("survey")
)

func payPart(_ workflow.Context, euros int) (string, error) {
	if euros > 1000 {
		return "", failure.New(errDeclined, "too much for this card", failure.Permanent())
	}
	return fmt.Sprintf("%d EUR", euros), nil
}

// bookAll pays each part of a holiday in a run of its own, all at once.
func bookAll(ctx workflow.Context, prices []int) (string, error) {
	var parts []workflow.Future[string]
	for _, price := range prices {
		parts = append(parts, workflow.ExecuteChild(ctx, part, price).Future)
	}
	receipts, err := workflow.All(ctx, parts...)
	if errors.Is(err, errDeclined) { // the child's own
		return "declined", nil
	}
	if err != nil {
		return "", err
	}
	// It goes on when this run has ended.
	if _, err := workflow.Start(ctx, survey, "how was it?"); err != nil {
		return "", err
	}
	return fmt.Sprint(receipts), nil
}

func askHow(workflow.Context, string) (workflow.None, error) { return workflow.None{}, nil }

// A workflow starts others and waits for them.
func Example_children() {
	ctx := context.Background()
	rt := start(reprise.Config{}, holiday.Bind(bookAll), part.Bind(payPart), survey.Bind(askHow))
	defer rt.Stop(ctx)
	for _, prices := range [][]int{{300, 80}, {300, 2000}} {
		run, err := reprise.Start(ctx, rt, holiday, prices)
		if err != nil {
			panic(err)
		}
		fmt.Println(run.Result(ctx))
	}
	// Output:
	// [300 EUR 80 EUR] <nil>
	// declined <nil>
}
