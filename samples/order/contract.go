package order

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts: names and types, without the functions behind them. A caller who
// starts or approves an order needs nothing else of this package.
var (
	// Fulfil processes one order. Its failure has one of the codes below. No workflow of yours
	// has its name: the command reprise, which has this one compiled in, must not mistake
	// yours for it.
	Fulfil = workflow.Define[Order, Confirmation]("sample-order")
	// Approve answers the question whether a large order may proceed.
	Approve = workflow.DefineSignal[Decision]("approve")

	Reserve = activity.Define[Order, activity.None]("reserve", patient(ErrOutOfStock))
	Remind  = activity.Define[Reminder, activity.None]("remind", patient())
	Charge  = activity.Define[Payment, Receipt]("charge", persistent(ErrDeclined))
	Ship    = activity.Define[Shipment, Tracking]("ship", patient(ErrUndeliverable))

	// These undo Reserve, Charge and Ship. They take the same inputs, and do nothing if nothing
	// happened. An undo is retried until it succeeds.
	Release = activity.Define[Order, activity.None]("release", relentless())
	Refund  = activity.Define[Payment, activity.None]("refund", relentless())
	Recall  = activity.Define[Shipment, activity.None]("recall", relentless())
)

// What an order can fail with, for errors.Is.
const (
	ErrOutOfStock    failure.Code = "out_of_stock"
	ErrDeclined      failure.Code = "declined"
	ErrUndeliverable failure.Code = "undeliverable"
	ErrRejected      failure.Code = "rejected"
	ErrNotApproved   failure.Code = "not_approved" // nobody answered in time
)

// patient is the policy of the steps: retry soon, unless the failure has a code that no retry
// will change. A process that is killed consumes an attempt of its running activities, hence
// more attempts than a shaky network alone would need.
func patient(final ...failure.Code) activity.Policy {
	p := relentless()
	p.Retry.MaxAttempts = 50
	p.Retry.NonRetryable = final
	return p
}

// persistent is patient for a day: a customer who wants to pay is not sent away because the
// card company cannot be reached.
func persistent(final ...failure.Code) activity.Policy {
	p := patient(final...)
	p.Retry.MaxAttempts = 50_000 // at MaxInterval
	return p
}

// relentless is the policy of what must eventually happen.
func relentless() activity.Policy {
	return activity.Policy{
		StartToClose: 30 * time.Second,
		Retry: activity.RetryPolicy{
			InitialInterval: 50 * time.Millisecond,
			MaxInterval:     2 * time.Second,
			MaxAttempts:     activity.Unlimited,
		},
	}
}

// Order is what a customer ordered.
type Order struct {
	ID       string   `json:"id"`
	Customer string   `json:"customer"`
	Card     string   `json:"card"` // a token of the card company, never a number
	Parcels  []Parcel `json:"parcels"`
	// Approval says how a large order is approved; small ones need no approval.
	Approval *Approval `json:"approval,omitempty"`
	// ShipAfterMS is how long after the payment the parcels leave. Zero: at once.
	ShipAfterMS int64 `json:"ship_after_ms,omitempty"`
}

// Parcel is a part of an order that is shipped separately.
type Parcel struct {
	ID    string `json:"id"`
	To    string `json:"to"` // a country
	Items []Item `json:"items"`
}

// Item is a line of a parcel. Prices are in cents.
type Item struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Price    int64  `json:"price"`
}

// Approval says how long to wait for a manager and how often to remind them.
type Approval struct {
	WithinMS int64 `json:"within_ms"`
	RemindMS int64 `json:"remind_ms"`
	// Answer is what the simulated manager will say: "yes", "no" or nothing. It belongs to the
	// outside world; the workflow does not read it.
	Answer string `json:"answer,omitempty"`
}

// Total is the price of everything in the order, in cents.
func (o Order) Total() int64 {
	var sum int64
	for _, p := range o.Parcels {
		for _, i := range p.Items {
			sum += int64(i.Quantity) * i.Price
		}
	}
	return sum
}

// The data of the workflow, its activities and its callers.
type (
	// Reminder asks a manager, for the n-th time, to decide about an order.
	Reminder struct {
		Order  string `json:"order"`
		Amount int64  `json:"amount"`
		Number int    `json:"number"`
		Answer string `json:"answer,omitempty"` // see Approval.Answer
	}
	// Decision is a manager's answer.
	Decision struct {
		Yes bool   `json:"yes"`
		By  string `json:"by"`
	}
	// Payment is an amount in cents to charge to a card, or to refund.
	Payment struct {
		Order  string `json:"order"`
		Card   string `json:"card"`
		Amount int64  `json:"amount"`
	}
	// Receipt is the card company's confirmation of a charge.
	Receipt struct {
		Number string `json:"number"`
		Key    string `json:"key"` // the idempotency key it was charged under
		Amount int64  `json:"amount"`
	}
	// Shipment is one parcel of an order.
	Shipment struct {
		Order  string `json:"order"`
		Parcel Parcel `json:"parcel"`
	}
	// Tracking is the carrier's confirmation of a parcel.
	Tracking struct {
		Parcel string `json:"parcel"`
		Number string `json:"number"`
	}
	// Confirmation is what the customer gets in the end.
	Confirmation struct {
		Order   string     `json:"order"`
		Receipt Receipt    `json:"receipt"`
		Parcels []Tracking `json:"parcels"`
	}
)
