package workflow_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// An order is cancelled while its card is charged. The payment first ends, and is then undone.
func ExampleFuture_Get_cancelled() {
	b := workflow.New("order", func(ctx workflow.Context, in OrderInput) (string, error) {
		inner, cancel := workflow.WithCancel(ctx)
		payment := workflow.Execute(inner, Charge, in.Card)
		cancel() // a request: an attempt may be in progress
		receipt, err := payment.Get(inner)
		if err == nil {
			_, err = workflow.Execute(ctx, Refund, receipt).Get(ctx)
		}
		return "nothing is kept", err
	})
	fmt.Println(play(b, OrderInput{Card{"4711"}}, charge, refund))
	// Output:
	// refund: paid with 4711
	// nothing is kept <nil>
}

func ExampleLeaveOnCancel() {
	b := workflow.New("order", func(ctx workflow.Context, in OrderInput) (string, error) {
		inner, cancel := workflow.WithCancel(ctx)
		payment := workflow.Execute(inner, Charge, in.Card)
		cancel()
		_, err := payment.Get(inner, workflow.LeaveOnCancel())
		return fmt.Sprint("left at once: ", errors.Is(err, workflow.ErrCancelled), ", ended: ", payment.Ready()), nil
	})
	fmt.Println(play(b, OrderInput{Card{"4711"}}, charge))
	// Output: left at once: true, ended: false <nil>
}

// When the outcome of a payment is unknown, the other side can look it up by the key that its attempts
// used.
func ExampleFuture_IdempotencyKey() {
	used := map[string]bool{}
	pay := activity.New("pay", func(ctx context.Context, _ Card) (int, error) {
		used[activity.GetInfo(ctx).IdempotencyKey] = true
		return 0, failure.Wrap("", activity.ErrOutcomeUnknown, failure.Permanent())
	})
	ask := activity.New("was it paid?", func(_ context.Context, key string) (bool, error) { return used[key], nil })
	b := workflow.New("order", func(ctx workflow.Context, in OrderInput) (bool, error) {
		payment := workflow.Execute(ctx, pay, in.Card)
		if _, err := payment.Get(ctx); !errors.Is(err, activity.ErrOutcomeUnknown) {
			return err == nil, err
		}
		return workflow.Execute(ctx, ask, payment.IdempotencyKey()).Get(ctx)
	})
	fmt.Println(play(b, OrderInput{Card{"4711"}}, pay, ask))
	// Output: true <nil>
}
