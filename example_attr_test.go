package reprise_test

import (
	"context"
	"fmt"
	"log"
	"log/slog"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	buyer  = workflow.DefineAttr[string]("buyer")
	amount = workflow.DefineAttr[int64]("amount")
)

// Runs are found by attributes that their start and their workflow set.
func ExampleAttr() {
	invoice := workflow.New("invoice", func(ctx workflow.Context, cents int64) (int64, error) {
		return cents, workflow.SetAttr(ctx, amount, cents)
	})
	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, invoice)
	if err != nil {
		log.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		log.Fatal(err)
	}
	defer rt.Stop(ctx)

	for i, cents := range []int64{900, 1500, 4200} {
		run, err := reprise.Start(ctx, rt, invoice, cents, reprise.ID(fmt.Sprint("invoice-", i+1)), reprise.Attr(buyer, "c-1"))
		if err != nil {
			log.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			log.Fatal(err)
		}
	}
	for run, err := range reprise.List(ctx, rt, reprise.Filter{Attrs: reprise.Attrs{buyer.Is("c-1"), amount.AtLeast(1000)}}) {
		if err != nil {
			log.Fatal(err)
		}
		cents, _ := amount.In(run.Attrs)
		fmt.Println(run.WorkflowID, cents)
	}
	n, _, err := reprise.Count(ctx, rt, reprise.Filter{Where: `buyer = "c-1" and amount < 1000 and started > -1h`})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "is smaller")

	// Output:
	// invoice-3 4200
	// invoice-2 1500
	// 1 is smaller
}
