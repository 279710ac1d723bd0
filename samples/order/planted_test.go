package order

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// Mistakes that people make, each in the sample's activities or workflow. A crash at
// every point finds each of them; the sample without them passes
// (TestAnOrderInEveryMode).
func TestACrashEverywhereFinds(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each
	for _, c := range []struct {
		name string
		body func(testing.TB)
		says []string
	}{
		{
			"a charge that is keyed by attempt",
			delivered(bicycle(), Options{PerAttemptKey: true}, right),
			[]string{"with a crash after attempt 1 at activity charge", "charges: 2, want 1", "called again after a crash: charge at"},
		},
		{
			"a compensation outside the workflow's order",
			delivered(astray(), Options{}, undoneByHand),
			[]string{"with a crash", "cents kept:", "want 0"},
		},
		{
			"a clock in workflow code",
			delivered(bicycle(), Options{}, byTheClock),
			[]string{"with a crash", "the code does not do what history recorded", "planted_test.go", "fulfil.go"},
		},
		{
			"a map whose order drives commands",
			delivered(bicycle(), Options{}, byAMap),
			[]string{"with a crash", "planted_test.go"},
		},
		{
			"a signal that is consumed twice",
			delivered(bicycle(), Options{OnReminder: withoutID}, paysPerApproval),
			[]string{"with a crash", "charges: 2, want 1", "remind at"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, c.body) })
			for _, want := range c.says {
				if !strings.Contains(text, want) {
					t.Errorf("it does not say %q:\n%s", want, text)
				}
			}
		})
	}
}

var choices = regexp.MustCompile(`a schedule of (\d+) choices?`)

// The same, and one that shows only when two activities end in another order than they
// began in, found by schedules drawn from seeds, and shown by the few choices that
// matter.
func TestExploreFinds(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(testing.TB)
		says string
	}{
		{"a charge that is keyed by attempt", delivered(bicycle(), Options{PerAttemptKey: true}, right), "charges: 2, want 1"},
		{"a compensation outside the workflow's order", delivered(astray(), Options{}, undoneByHand), "cents kept:"},
		{"a signal that is consumed twice", delivered(bicycle(), Options{OnReminder: withoutID}, paysPerApproval), "charges: 2, want 1"},
		{"a parcel that is on its way when another fails", delivered(astray(), Options{Latency: -1}, recallsWhatHasLeft), "1 parcels shipped, 0 recalled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 2000, c.body) })
			if !strings.Contains(text, c.says) {
				t.Errorf("it does not say %q:\n%s", c.says, text)
			}
			found := choices.FindStringSubmatch(text)
			if found == nil {
				t.Fatalf("it shows no schedule:\n%s", text)
			}
			if n, err := strconv.Atoi(found[1]); err != nil || n > 10 {
				t.Errorf("the schedule is %s choices long, want at most 10:\n%s", found[1], text)
			}
		})
	}
}

// undoneByHand gives the money back by itself, not by an activity: each replay of that
// line does so again.
func undoneByHand(w *World) code {
	return func(ctx workflow.Context, o Order) (Confirmation, error) {
		return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (Confirmation, error) {
			workflow.Undo(undo, Release, o)
			for _, p := range o.Parcels {
				workflow.Undo(undo, Recall, Shipment{Order: o.ID, Parcel: p})
			}
			undo.Add("refund", func(workflow.Context) error {
				return w.note(Refunded, Entry{Order: o.ID, Key: "by hand", Amount: o.Total()})
			})
			return steps(ctx, o, new(workflow.Compensations))
		})
	}
}

// byTheClock waits a moment before an order that comes at certain seconds.
func byTheClock(*World) code {
	return func(ctx workflow.Context, o Order) (Confirmation, error) {
		if time.Now().Second()/2%2 == 1 {
			if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
				return Confirmation{}, err
			}
		}
		return fulfil(ctx, o)
	}
}

// byAMap releases what other orders have reserved, in the order of a map.
func byAMap(*World) code {
	return func(ctx workflow.Context, o Order) (Confirmation, error) {
		for other := range map[string]bool{"o-2": true, "o-3": true, "o-4": true, "o-5": true} {
			if _, err := workflow.Execute(ctx, Release, Order{ID: other}).Get(ctx); err != nil {
				return Confirmation{}, err
			}
		}
		return fulfil(ctx, o)
	}
}

// paysPerApproval charges for each approval that comes within a minute. An approval
// that is sent twice is charged twice.
func paysPerApproval(*World) code {
	return func(ctx workflow.Context, o Order) (c Confirmation, err error) {
		if _, err := workflow.Execute(ctx, Reserve, o).Get(ctx); err != nil {
			return c, err
		}
		if _, err := workflow.Execute(ctx, Remind, Reminder{Order: o.ID, Answer: "yes"}).Get(ctx); err != nil {
			return c, err
		}
		for {
			_, err := workflow.Receive(ctx, Approve, workflow.Within(time.Minute))
			if errors.Is(err, workflow.ErrTimeout) {
				break
			}
			if err != nil {
				return c, err
			}
			if c.Receipt, err = workflow.Execute(ctx, Charge, Payment{Order: o.ID, Card: o.Card, Amount: o.Total()}).Get(ctx); err != nil {
				return c, err
			}
		}
		c.Parcels, err = ship(ctx, o, new(workflow.Compensations))
		return c, err
	}
}

// withoutID stands for a manager whose answer has no id: it counts as often as it is sent.
func withoutID(context.Context, Reminder) error { return nil }

// recallsWhatHasLeft gives up at the first parcel that cannot be delivered, and calls back
// those that had left by then. What is on its way is forgotten.
func recallsWhatHasLeft(*World) code {
	return func(ctx workflow.Context, o Order) (c Confirmation, err error) {
		return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (c Confirmation, err error) {
			sent := make([]workflow.Case, len(o.Parcels))
			for i, p := range o.Parcels {
				s := Shipment{Order: o.ID, Parcel: p}
				sent[i] = workflow.On(workflow.Execute(ctx, Ship, s), func(_ Tracking, failed error) {
					if err = failed; err == nil {
						workflow.Undo(undo, Recall, s)
					}
				})
			}
			for len(sent) > 0 {
				i, lost := workflow.Select(ctx, sent...)
				if lost != nil || err != nil {
					return c, cmp.Or(err, lost)
				}
				sent = slices.Delete(sent, i, i+1)
			}
			return c, nil
		})
	}
}
