package testkit_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	sample "github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/testkit"
)

// shipped completes an order of two parcels, which its manager has to approve. It returns
// the environment.
func shipped(tb testing.TB) *testkit.Env {
	var env *testkit.Env
	world := sample.NewWorldInMemory(sample.Options{Latency: time.Millisecond, OnReminder: func(_ context.Context, r sample.Reminder) error {
		testkit.Signal(env, r.Order, sample.Approve, sample.Decision{Yes: true, By: "Mia"}, reprise.SignalID("approve-"+r.Order))
		return nil
	}})
	env = testkit.New(tb, world.Bindings()...)
	testkit.CompareBy(env, sample.Fulfil, func(c sample.Confirmation) any { return c.Receipt.Amount })
	if _, err := testkit.Execute(env, sample.Fulfil, sample.Order{
		ID: "o-1", Customer: "Ada", Card: "tok_good",
		Parcels: []sample.Parcel{
			{ID: "p-1", To: "NL", Items: []sample.Item{{SKU: "BELL-1", Quantity: 1, Price: 900}}},
			{ID: "p-2", To: "NL", Items: []sample.Item{{SKU: "BIKE-7", Quantity: 1, Price: 189_000}}},
		},
		Approval: &sample.Approval{WithinMS: 3_600_000, RemindMS: 100, Answer: "yes"},
	}, reprise.ID("o-1")); err != nil {
		tb.Error(err)
	}
	return env
}

// A worker dies before and after every call to the store and every attempt that the test
// makes without a crash, from the first to the last.
func TestAWorkerDiesEverywhere(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	var died []string
	trials, calls := 0, 0
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		var env *testkit.Env
		tb.Cleanup(func() { // runs after the end of env, which makes a call, too
			if trials++; trials == 1 {
				calls = testkit.StoreCalls(env) + len(env.Calls())
			}
			if at := testkit.DiedAt(tb); at != "" {
				died = append(died, at)
			}
		})
		env = shipped(tb)
	})
	if want := 2 * calls; len(died) != want || want == 0 {
		t.Errorf("a worker died at %d points, want %d", len(died), want)
	}
	points := []string{"Join", "Now", "Tick", "Run", "Owned", "Leave"}
	for _, op := range []string{"Start", "Commit", "Deliver", "Fire", "Sweep"} { // its run never waits in a queue, so nothing claims
		points = append(points, "the store's Apply of "+op)
	}
	for _, name := range []string{"reserve", "remind", "charge", "ship"} {
		points = append(points, "attempt 1 at activity "+name)
	}
	for _, point := range points {
		for _, when := range []string{"before ", "after "} {
			if !slices.ContainsFunc(died, func(at string) bool { return strings.HasPrefix(at, when+point) }) {
				t.Errorf("no worker died %s%s; they did:\n%s", when, point, strings.Join(died, "\n"))
			}
		}
	}
}
