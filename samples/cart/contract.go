package cart

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts: what a shop needs to open a cart, to change it and to have it paid.
var (
	Cart = workflow.Define[Opening, Summary]("sample-cart", workflow.Accepts(Add, Remove, Pay, Contents))
	// Add puts items into the cart, and is answered with its total.
	Add = workflow.DefineUpdate[Item, int64]("add")
	// Remove takes all of one article out, and is answered with the total.
	Remove = workflow.DefineUpdate[string, int64]("remove")
	// Pay pays the cart, which takes no more afterwards.
	Pay = workflow.DefineUpdate[Card, Receipt]("pay")
	// Contents tells what is in the cart.
	Contents = workflow.DefineQuery[workflow.None, []Item]("contents")

	// Reserve keeps items back in the store, and Release lets them go.
	Reserve = activity.Define[Item, Price]("reserve-items", activity.Policy{
		StartToClose: time.Minute,
		Retry:        activity.RetryPolicy{NonRetryable: []failure.Code{ErrSoldOut}},
	})
	Release = activity.Define[Item, activity.None]("release-items", activity.Policy{StartToClose: time.Minute})
	// Charge takes the money, once for an idempotency key.
	Charge = activity.Define[Bill, Receipt]("charge-card", activity.Policy{
		StartToClose: time.Minute,
		Retry:        activity.RetryPolicy{NonRetryable: []failure.Code{ErrDeclined}},
	})
)

// What an update may be answered with.
const (
	ErrCount    failure.Code = "count"    // less than one item is put in
	ErrSoldOut  failure.Code = "sold out" // the store has not so many
	ErrEmpty    failure.Code = "empty"    // there is nothing to pay
	ErrPaid     failure.Code = "paid"     // the cart is paid, or is being paid
	ErrDeclined failure.Code = "declined" // the card company refuses
)

// Patience is how long a cart waits for its next change.
const Patience = 24 * time.Hour

// Opening is what a cart begins with.
type Opening struct {
	Customer string `json:"customer"`
}

// Item is a number of one article.
type Item struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

// Price is that of one piece of an article.
type Price struct {
	Cents int64 `json:"cents"`
}

// Card is what a cart is paid with.
type Card struct {
	Token string `json:"token"`
}

// Bill is what is charged.
type Bill struct {
	Customer string `json:"customer"`
	Card     Card   `json:"card"`
	Cents    int64  `json:"cents"`
}

// Receipt is the card company's word for a payment.
type Receipt struct {
	Number string `json:"number"`
}

// Summary is how a cart ended.
type Summary struct {
	Items     []Item  `json:"items"`
	Cents     int64   `json:"cents"`
	Receipt   Receipt `json:"receipt,omitzero"`
	Abandoned bool    `json:"abandoned,omitempty"`
}
