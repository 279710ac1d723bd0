package reprise_test

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// An order is started twice, under two workflow ids. The card is charged once: the second run gets the receipt
// of the first.
func Example_reuseResult() {
	charged := 0
	charge := activity.New("charge", func(ctx context.Context, order string) (string, error) {
		charged++
		return "receipt for " + activity.GetInfo(ctx).IdempotencyKey, nil
	})
	buy := workflow.New("buy", func(ctx workflow.Context, order string) (string, error) {
		return workflow.Execute(ctx, charge, order, workflow.ReuseResult("charge/"+order, 90*24*time.Hour)).Get(ctx)
	})

	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{}, buy, charge)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)
	for _, id := range []string{"order-42", "order-42-by-hand"} {
		h, err := reprise.Start(ctx, rt, buy, "42", reprise.ID(id))
		if err != nil {
			panic(err)
		}
		fmt.Println(h.Result(ctx))
	}
	fmt.Println("charged", charged)
	// Output:
	// receipt for charge/42 <nil>
	// receipt for charge/42 <nil>
	// charged 1
}
