package cart

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts: what a shop needs to open, change and pay a cart.
var (
	Cart = workflow.Define[Opening, Summary]("sample-cart", workflow.Accepts(Add, Remove, Pay, Contents))
	// Add adds items to the cart, and returns its total.
	Add = workflow.DefineUpdate[Item, int64]("add")
	// Remove removes all of one article, and returns the total.
	Remove = workflow.DefineUpdate[string, int64]("remove")
	// Pay pays the cart, which accepts no changes afterwards.
	Pay = workflow.DefineUpdate[Card, Receipt]("pay")
	// Contents returns what is in the cart.
	Contents = workflow.DefineQuery[workflow.None, []Item]("contents")

	// Reserve reserves items in the store, and Release releases them.
	Reserve = activity.Define[Item, Price]("reserve-items", activity.Policy{
		StartToClose: time.Minute,
		Retry:        activity.RetryPolicy{NonRetryable: []failure.Code{ErrSoldOut}},
	})
	Release = activity.Define[Item, activity.None]("release-items", activity.Policy{StartToClose: time.Minute})
	// Charge charges the card, once for each idempotency key.
	Charge = activity.Define[Bill, Receipt]("charge-card", activity.Policy{
		StartToClose: time.Minute,
		Retry:        activity.RetryPolicy{NonRetryable: []failure.Code{ErrDeclined}},
	})
)

// The possible errors of an update.
const (
	ErrCount    failure.Code = "count"    // fewer than one item
	ErrSoldOut  failure.Code = "sold out" // the store does not have that many
	ErrEmpty    failure.Code = "empty"    // there is nothing to pay
	ErrPaid     failure.Code = "paid"     // the cart is paid, or is being paid
	ErrDeclined failure.Code = "declined" // the card company refuses
)

// Patience is how long a cart waits for its next change.
const Patience = 24 * time.Hour

// Opening is the input of a cart.
type Opening struct {
	Customer string `json:"customer"`
}

// Item is a quantity of one article.
type Item struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

// Price is the price of one piece of an article.
type Price struct {
	Cents int64 `json:"cents"`
}

// Card is the card that pays the cart.
type Card struct {
	Token string `json:"token"`
}

// Bill is what is charged.
type Bill struct {
	Customer string `json:"customer"`
	Card     Card   `json:"card"`
	Cents    int64  `json:"cents"`
}

// Receipt is the card company's confirmation of a payment.
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
