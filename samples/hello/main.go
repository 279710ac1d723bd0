// Command hello is a complete program: it defines an activity and a workflow, binds
// and starts a worker, starts a run and waits for its result. It imports package
// reprise, a store and the packages that authors use.
package main

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

var charge = activity.New("charge", func(ctx context.Context, card string) (string, error) {
	key := activity.GetInfo(ctx).IdempotencyKey // give it to the card company
	return fmt.Sprintf("charged %s under the key %s", card, key), nil
})
var order = workflow.New("order", func(ctx workflow.Context, card string) (string, error) {
	return workflow.Execute(ctx, charge, card).Get(ctx)
})

func main() {
	fmt.Println(buy(context.Background(), "card 4242"))
}

func buy(ctx context.Context, card string) (string, error) {
	st, err := sqlite.Open(ctx, "hello.db")
	if err != nil {
		return "", err
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{}, order, charge)
	if err != nil {
		return "", err
	}
	if err := rt.Start(ctx); err != nil {
		return "", err
	}
	defer rt.Stop(ctx)
	// Once: if a run of this id ever existed, Start returns that run and starts nothing.
	run, err := reprise.Start(ctx, rt, order, card, reprise.ID("order-42"), reprise.Once())
	if err != nil {
		return "", err
	}
	return run.Result(ctx)
}
