package workflow_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
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

// The function runs once, after the decision is committed.
func ExampleAfterCommit() {
	b := workflow.New("discount", func(ctx workflow.Context, percent int) (int, error) {
		workflow.AfterCommit(ctx, func() { fmt.Println("counted: a discount of", percent) })
		return percent, workflow.Sleep(ctx, time.Hour)
	})
	fmt.Println(play(b, 10))
	// Output:
	// counted: a discount of 10
	// 10 <nil>
}

// The charge is refunded because the shipment fails.
func ExampleSaga() {
	b := workflow.New("order", func(ctx workflow.Context, in OrderInput) (string, error) {
		return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (string, error) {
			receipt, err := workflow.Execute(ctx, Charge, in.Card).Get(ctx)
			if err != nil {
				return "", err
			}
			workflow.Undo(undo, Refund, receipt)
			return "", errors.New("the parcel is too heavy")
		})
	})
	_, err := play(b, OrderInput{Card{"4711"}}, charge, refund)
	fmt.Println(err)
	// Output:
	// refund: paid with 4711
	// the parcel is too heavy
}

func ExampleWithTimeout() {
	b := workflow.New("order", func(ctx workflow.Context, in OrderInput) (string, error) {
		day, cancel := workflow.WithTimeout(ctx, 24*time.Hour) // for all steps that follow together, not for each
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

// A loop that runs for years continues as a new run, whose history is empty again. Here
// it does so after each quarter; most loops ask ContinueSuggested.
func ExampleContinueAsNew() {
	type Terms struct{ Month, Paid int }
	subscribe := workflow.Define[Terms, int]("subscribe")
	code := subscribe.Bind(func(ctx workflow.Context, t Terms) (int, error) {
		for t.Month < 12 {
			t.Month, t.Paid = t.Month+1, t.Paid+5
			if t.Month%3 == 0 || workflow.ContinueSuggested(ctx) {
				return workflow.ContinueAsNew(ctx, subscribe, t)
			}
			if err := workflow.Sleep(ctx, time.Microsecond); err != nil { // a month
				return 0, err
			}
		}
		return t.Paid, nil
	})

	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{}, code)
	if err != nil {
		log.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		log.Fatal(err)
	}
	defer rt.StopNow()
	run, err := reprise.Start(ctx, rt, subscribe, Terms{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Result(ctx)) // the result of the last run of the chain
	// Output: 60 <nil>
}
