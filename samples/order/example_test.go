package order_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store/memory"
)

// A large order waits until somebody approves it.
func Example() {
	if err := shop(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// order-1 confirmed, 1890.00 charged, 1 parcel on its way
	// order-2 failed: declined
}

func shop(ctx context.Context) (err error) {
	dir, err := os.MkdirTemp("", "shop")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	world := order.NewWorld(filepath.Join(dir, "ledger"), order.Options{})
	rt, err := reprise.New(memory.New(), reprise.Config{}, world.Bindings()...)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Stop(ctx), world.Close()) }()

	bike := []order.Parcel{{ID: "1", To: "Kenya", Items: []order.Item{{SKU: "BIKE-7", Quantity: 1, Price: 189_000}}}}
	hours := &order.Approval{WithinMS: 48 * 3_600_000, RemindMS: 3_600_000}
	for _, o := range []order.Order{
		{ID: "order-1", Card: "tok_visa", Parcels: bike, Approval: hours},
		{ID: "order-2", Card: order.CardDeclined, Parcels: bike, Approval: hours},
	} {
		run, err := reprise.Start(ctx, rt, order.Fulfil, o, reprise.ID(o.ID))
		if err != nil {
			return err
		}
		yes := order.Decision{Yes: true, By: "Mia"}
		if err := reprise.Signal(ctx, rt, o.ID, order.Approve, yes, reprise.SignalID("approve-"+o.ID)); err != nil {
			return err
		}
		confirmation, err := run.Result(ctx)
		if err != nil {
			fmt.Printf("%s failed: %s\n", o.ID, failure.CodeOf(err))
			continue
		}
		paid := confirmation.Receipt.Amount
		fmt.Printf("%s confirmed, %d.%02d charged, %d parcel on its way\n", o.ID, paid/100, paid%100, len(confirmation.Parcels))
	}
	return nil
}
