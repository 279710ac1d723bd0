package order

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// Bindings binds the workflow to its code and the activities to w, and declares the signal, for
// reprise.New.
func (w *World) Bindings() []reprise.Binding { return w.bindings(fulfil) }

// bindings is Bindings for the given code of the workflow.
func (w *World) bindings(code func(workflow.Context, Order) (Confirmation, error)) []reprise.Binding {
	return []reprise.Binding{
		Fulfil.Bind(code),
		Reserve.Bind(activity.NoResult(w.reserve)), Release.Bind(activity.NoResult(w.release)),
		Charge.Bind(w.pay), Refund.Bind(activity.NoResult(w.refund)),
		Ship.Bind(w.ship), Recall.Bind(activity.NoResult(w.recall)),
		Remind.Bind(activity.NoResult(w.remind)),
		Approve,
	}
}

// pay charges the card. The idempotency key is the same for every attempt, so a charge
// whose answer was lost, with a connection or the whole process, is answered with the
// old receipt.
func (w *World) pay(ctx context.Context, p Payment) (Receipt, error) {
	info := activity.GetInfo(ctx)
	key := info.IdempotencyKey
	if w.opts.PerAttemptKey {
		key = fmt.Sprintf("%s/%d", key, info.Attempt)
	}
	return w.charge(ctx, Entry{Order: p.Order, Key: key, Amount: p.Amount}, p.Card, info.Attempt)
}

func (w *World) refund(ctx context.Context, p Payment) error {
	return w.do(ctx, Refunded, Entry{Order: p.Order}, "")
}

func (w *World) reserve(ctx context.Context, o Order) error {
	for _, p := range o.Parcels {
		for _, item := range p.Items {
			if item.SKU == SKUGone {
				return failure.New(ErrOutOfStock, fmt.Sprintf("order: warehouse: no %s left for order %s", item.SKU, o.ID))
			}
		}
	}
	return w.do(ctx, Reserved, Entry{Order: o.ID}, Released)
}

func (w *World) release(ctx context.Context, o Order) error {
	return w.do(ctx, Released, Entry{Order: o.ID}, "")
}

func (w *World) ship(ctx context.Context, s Shipment) (Tracking, error) {
	id := s.Parcel.ID
	if s.Parcel.To == Nowhere {
		return Tracking{}, failure.New(ErrUndeliverable, fmt.Sprintf("order: carrier: parcel %s cannot go to %s", id, Nowhere))
	}
	if err := w.do(ctx, Shipped, Entry{Order: s.Order, Parcel: id}, Recalled); err != nil {
		return Tracking{}, err
	}
	return Tracking{Parcel: id, Number: number("T", id)}, nil
}

func (w *World) recall(ctx context.Context, s Shipment) error {
	return w.do(ctx, Recalled, Entry{Order: s.Order, Parcel: s.Parcel.ID}, "")
}

// remind writes to the manager, who may answer right away: with a signal from outside, like
// anybody else.
func (w *World) remind(ctx context.Context, r Reminder) error {
	if err := w.note(Reminded, Entry{Order: r.Order, Amount: r.Amount}); err != nil {
		return err
	}
	if w.opts.OnReminder == nil {
		return nil
	}
	return w.opts.OnReminder(ctx, r)
}
