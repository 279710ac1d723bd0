package workflow_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func ExampleUntil() {
	b := workflow.New("collect", func(ctx workflow.Context, want int) (int, error) {
		got := 0
		workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
			for {
				if _, err := workflow.Receive(ctx, Approve); err != nil {
					return 0, err
				}
				got++
			}
		})
		err := workflow.Until(ctx, func() bool { return got == want }, workflow.Within(24*time.Hour))
		return got, err
	})
	yes := delivery(Approve, Approval{Yes: true})
	fmt.Println(play(b, 2, yes, yes))
	// Output: 2 <nil>
}

func ExampleAll() {
	b := workflow.New("two cards", func(ctx workflow.Context, cards []Card) (int, error) {
		var payments []workflow.Future[Receipt]
		for _, c := range cards {
			payments = append(payments, workflow.Execute(ctx, Charge, c))
		}
		receipts, err := workflow.All(ctx, payments...)
		return len(receipts), err
	})
	fmt.Println(play(b, []Card{{"4711"}, {"4712"}}, charge))
	// Output: 2 <nil>
}

func ExampleWithTimeout() {
	b := workflow.New("order", func(ctx workflow.Context, in OrderInput) (string, error) {
		day, cancel := workflow.WithTimeout(ctx, 24*time.Hour) // for all that follows, not for each step
		defer cancel()
		if _, err := workflow.Receive(day, Approve); errors.Is(err, workflow.ErrTimeout) {
			return "nobody approved", nil
		}
		_, err := workflow.Execute(day, Charge, in.Card).Get(day)
		return "paid", err
	})
	fmt.Println(play(b, OrderInput{Card{"4711"}}, charge))
	// Output: nobody approved <nil>
}

func ExampleContinueAsNew() {
	type Terms struct{ Month int }
	subscribe := workflow.Define[Terms, int]("subscribe")
	b := subscribe.Bind(func(ctx workflow.Context, t Terms) (int, error) {
		for ; t.Month < 1200; t.Month++ {
			if workflow.ContinueSuggested(ctx) {
				return workflow.ContinueAsNew(ctx, subscribe, t) // with a history that is empty again
			}
			if err := workflow.Sleep(ctx, 30*24*time.Hour); err != nil {
				return 0, err
			}
		}
		return t.Month, nil
	})
	fmt.Println(b.BindingName())
	// Output: subscribe
}
