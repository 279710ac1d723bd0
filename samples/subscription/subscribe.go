package subscription

import (
	"errors"

	"github.com/reprise-run/reprise/workflow"
)

// Run is the subscription: one loop over its months, which takes as long as they do. It is bound
// to [Subscribe]. While it waits it costs only its rows. After each year it continues as a new
// run, so that no history grows for as long as somebody pays.
func Run(ctx workflow.Context, t Terms) (Summary, error) {
	s := t.Before
	s.Plan = t.Plan
	for month := t.Billed + 1; month <= t.Months; month++ {
		if billed := month - 1; billed > t.Billed && billed%Year == 0 {
			t.Plan, t.Before, t.Billed = s.Plan, s, billed
			return workflow.ContinueAsNew(ctx, Subscribe, t)
		}
		paid, err := pay(ctx, Invoice{Customer: t.Customer, Month: month, Cents: s.Plan.Cents})
		if err != nil {
			return s, err
		}
		if !paid {
			s.Suspended = true
			return s, nil
		}
		s.Paid++
		s.Cents += s.Plan.Cents
		if s.Plan, err = untilNextBill(ctx, s.Plan); err != nil {
			return s, err
		}
	}
	return s, nil
}

// pay pays a bill. If the card is declined, the customer gets letters, and the bill is tried
// again after each. pay returns false if all of that was in vain.
func pay(ctx workflow.Context, bill Invoice) (bool, error) {
	for letter := 0; ; letter++ {
		_, err := workflow.Execute(ctx, Bill, bill).Get(ctx)
		if err == nil {
			return true, nil
		}
		if !errors.Is(err, ErrDeclined) {
			return false, err
		}
		if letter == len(dunning) {
			return false, nil
		}
		if _, err := workflow.Execute(ctx, Remind, Reminder{Customer: bill.Customer, Month: bill.Month, Letter: letter + 1}).Get(ctx); err != nil {
			return false, err
		}
		if err := workflow.Sleep(ctx, dunning[letter]); err != nil {
			return false, err
		}
	}
}

// untilNextBill waits for a month, and applies every change of the plan meanwhile.
func untilNextBill(ctx workflow.Context, plan Plan) (Plan, error) {
	due := workflow.Now(ctx).Add(Month)
	for {
		next, err := workflow.Receive(ctx, Upgrade, workflow.Within(due.Sub(workflow.Now(ctx))))
		switch {
		case err == nil:
			plan = next
		case errors.Is(err, workflow.ErrTimeout):
			return plan, nil
		default:
			return plan, err
		}
	}
}
