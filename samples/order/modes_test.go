package order

import (
	"cmp"
	"context"
	"flag"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// code is how the order's workflow is bound in a test: to fulfil, or to something with a
// mistake in it.
type code func(workflow.Context, Order) (Confirmation, error)

// delivered brings one order to its end, in virtual time, and looks whether the ledger
// agrees, which is in memory: a disk would take more time than all the rest. The manager's
// answer has an id, unless opts has an OnReminder.
func delivered(o Order, opts Options, with func(*World) code) func(testing.TB) {
	return func(tb testing.TB) {
		var env *testkit.Env
		opts := opts
		once := opts.OnReminder == nil
		opts.Latency = cmp.Or(opts.Latency, time.Millisecond)
		opts.OnReminder = func(_ context.Context, r Reminder) error {
			var id []reprise.SignalOption
			if once {
				id = append(id, reprise.SignalID("approve-"+r.Order))
			}
			testkit.Signal(env, r.Order, Approve, Decision{Yes: r.Answer == "yes", By: "Mia"}, id...)
			return nil
		}
		world := NewWorldInMemory(opts)
		bindings := world.Bindings()
		bindings[0] = Fulfil.Bind(with(world))
		env = testkit.New(tb, bindings...)
		testkit.CompareBy(env, Fulfil, func(c Confirmation) any {
			c.Receipt = Receipt{Amount: c.Receipt.Amount} // the rest is made from the idempotency key
			return c
		})
		_, failed := testkit.Execute(env, Fulfil, o, reprise.ID(o.ID))
		entries, err := world.Entries()
		if err != nil {
			tb.Fatal(err)
		}
		if err := Check(o, failed == nil, entries); err != nil {
			tb.Errorf("%v (the order: %v)", err, failed)
		}
	}
}

func right(*World) code { return fulfil }

// bicycle is a large order of two parcels, which Mia has to approve.
func bicycle() Order {
	return Order{
		ID: "o-1", Customer: "Ada", Card: "tok_good",
		Parcels: []Parcel{
			{ID: "p-1", To: "NL", Items: []Item{{SKU: "BELL-1", Quantity: 1, Price: 900}}},
			{ID: "p-2", To: "NL", Items: []Item{{SKU: "BIKE-7", Quantity: 1, Price: 189_000}}},
		},
		Approval: &Approval{WithinMS: hour, RemindMS: 100, Answer: "yes"},
	}
}

// astray cannot be delivered whole, so that all of it is undone.
func astray() Order {
	o := bicycle()
	o.Parcels[1].To = Nowhere
	return o
}

var schedules = flag.Int("schedules", 25, "how many TestAnOrderInEveryMode explores")

// With -schedules 2000 -cpu 1 this says how many one core goes through in a second, by the
// clock, and of the time that it had for this test.
func TestAnOrderInEveryMode(t *testing.T) {
	for name, o := range map[string]Order{"that is fulfilled": bicycle(), "that is undone": astray()} {
		t.Run(name, func(t *testing.T) {
			body := delivered(o, Options{}, right)
			testkit.ReplayAlways(t, body)
			testkit.CrashEverywhere(t, body)
			before, err := spent()
			if err != nil {
				t.Fatal(err)
			}
			testkit.Explore(t, *schedules, body)
			after, err := spent()
			if err != nil {
				t.Fatal(err)
			}
			had := after - before
			t.Logf("%d schedules took %v of the processor's time, %.0f a second", *schedules, had, float64(*schedules)/had.Seconds())
		})
	}
}
