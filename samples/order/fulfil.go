package order

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// fulfil is a saga: if a step fails, everything before it is undone in reverse order. It is
// bound to [Fulfil]. The process that runs it may die between any two lines of it, or inside
// one; another one continues at that line.
func fulfil(ctx workflow.Context, o Order) (Confirmation, error) {
	return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (Confirmation, error) {
		return steps(ctx, o, undo)
	})
}

func steps(ctx workflow.Context, o Order, undo *workflow.Compensations) (Confirmation, error) {
	// A step that failed may still have happened: the run was cancelled meanwhile, or nobody
	// knows how the call ended. Only a plain "no" says that it did not happen.
	_, err := workflow.Execute(ctx, Reserve, o).Get(ctx)
	if !errors.Is(err, ErrOutOfStock) {
		workflow.Undo(undo, Release, o)
	}
	if err != nil {
		return Confirmation{}, fmt.Errorf("reserve: %w", err)
	}

	if err := approved(ctx, o); err != nil {
		return Confirmation{}, err
	}

	payment := Payment{Order: o.ID, Card: o.Card, Amount: o.Total()}
	receipt, err := workflow.Execute(ctx, Charge, payment).Get(ctx)
	if !errors.Is(err, ErrDeclined) {
		workflow.Undo(undo, Refund, payment)
	}
	if err != nil {
		return Confirmation{}, fmt.Errorf("charge: %w", err)
	}

	if o.ShipAfterMS > 0 { // no process waits; the store keeps the time
		if err := workflow.Sleep(ctx, time.Duration(o.ShipAfterMS)*time.Millisecond); err != nil {
			return Confirmation{}, fmt.Errorf("wait to ship: %w", err)
		}
	}

	tracking, err := ship(ctx, o, undo)
	if err != nil {
		return Confirmation{}, fmt.Errorf("ship: %w", err)
	}
	return Confirmation{Order: o.ID, Receipt: receipt, Parcels: tracking}, nil
}

// approved waits until a manager approves a large order, and sends reminders until then. The
// wait costs nothing and outlives any process.
func approved(ctx workflow.Context, o Order) error {
	if o.Approval == nil {
		return nil
	}
	every := time.Duration(o.Approval.RemindMS) * time.Millisecond
	expiry := workflow.Now(ctx).Add(time.Duration(o.Approval.WithinMS) * time.Millisecond)
	for number := 1; ; number++ {
		wait := min(every, expiry.Sub(workflow.Now(ctx)))
		decision, err := workflow.Receive(ctx, Approve, workflow.Within(wait))
		switch {
		case err == nil && decision.Yes:
			return nil
		case err == nil:
			return failure.New(ErrRejected, fmt.Sprintf("order %s was rejected by %s", o.ID, decision.By))
		case !errors.Is(err, workflow.ErrTimeout):
			return err // the run was cancelled
		case !workflow.Now(ctx).Before(expiry):
			return failure.New(ErrNotApproved, fmt.Sprintf("nobody approved order %s within %d ms", o.ID, o.Approval.WithinMS))
		}
		reminder := Reminder{Order: o.ID, Amount: o.Total(), Number: number, Answer: o.Approval.Answer}
		if _, err := workflow.Execute(ctx, Remind, reminder).Get(ctx); err != nil {
			workflow.Logger(ctx).Warn("the manager could not be reminded", "error", err)
		}
	}
}

// ship sends all parcels concurrently, and waits for all of them even if one fails: which of
// the others left decides what must be called back.
func ship(ctx workflow.Context, o Order, undo *workflow.Compensations) ([]Tracking, error) {
	sent := make([]workflow.Future[Tracking], len(o.Parcels))
	for i, parcel := range o.Parcels {
		sent[i] = workflow.Execute(ctx, Ship, Shipment{Order: o.ID, Parcel: parcel})
	}
	tracking := make([]Tracking, len(sent))
	var failed error
	for i, parcel := range o.Parcels {
		t, err := sent[i].Get(ctx)
		if !errors.Is(err, ErrUndeliverable) {
			workflow.Undo(undo, Recall, Shipment{Order: o.ID, Parcel: parcel})
		}
		tracking[i] = t
		failed = cmp.Or(failed, err)
	}
	return tracking, failed
}
