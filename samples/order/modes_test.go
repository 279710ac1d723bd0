package order_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/testkit"
)

// one brings one order to its end, and looks whether the ledger agrees.
func one(opts order.Options, o order.Order) func(testing.TB) {
	return func(tb testing.TB) {
		ledger := filepath.Join(tb.TempDir(), "ledger")
		var env *testkit.Env
		opts := opts
		opts.Latency = time.Millisecond
		opts.OnReminder = func(_ context.Context, r order.Reminder) error {
			testkit.Signal(env, r.Order, order.Approve, order.Decision{Yes: r.Answer == "yes", By: "Mia"}, reprise.SignalID("approve-"+r.Order))
			return nil
		}
		world := order.NewWorld(ledger, opts)
		tb.Cleanup(func() { world.Close() })
		env = testkit.New(tb, world.Bindings()...)
		testkit.CompareBy(env, order.Fulfil, func(c order.Confirmation) any {
			c.Receipt = order.Receipt{Amount: c.Receipt.Amount}
			return c
		})
		_, err := testkit.Execute(env, order.Fulfil, o, reprise.ID(o.ID))
		entries, rerr := order.ReadLedger(ledger)
		if rerr != nil {
			tb.Fatal(rerr)
		}
		if cerr := order.Check(o, err == nil, entries); cerr != nil {
			tb.Errorf("%v (the order: %v)", cerr, err)
		}
	}
}

func approvedOrder() order.Order {
	return order.Order{ID: "o-1", Customer: "c", Card: "tok", Parcels: []order.Parcel{
		{ID: "p1", To: "DE", Items: []order.Item{{SKU: "BOOK", Quantity: 1, Price: 100}}},
		{ID: "p2", To: "FR", Items: []order.Item{{SKU: "BIKE", Quantity: 1, Price: 189000}}},
	}, Approval: &order.Approval{WithinMS: 3600000, RemindMS: 100, Answer: "yes"}}
}

func TestModes(t *testing.T) {
	testkit.ReplayAlways(t, one(order.Options{}, approvedOrder()))
	begun := time.Now()
	testkit.CrashEverywhere(t, one(order.Options{}, approvedOrder()))
	t.Log(time.Since(begun))
	testkit.Explore(t, 300, one(order.Options{}, approvedOrder()))
}

func TestPlanted(t *testing.T) {
	testkit.CrashEverywhere(t, one(order.Options{PerAttemptKey: true}, approvedOrder()))
}
func TestPlantedExplore(t *testing.T) {
	testkit.Explore(t, 300, one(order.Options{PerAttemptKey: true}, approvedOrder()))
}
