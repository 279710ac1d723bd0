package subscription

import (
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// The contracts: what a caller needs to start a subscription and to change it.
var (
	Subscribe = workflow.Define[Terms, Summary]("sample-subscription")
	// Upgrade changes the plan from the next bill on.
	Upgrade = workflow.DefineSignal[Plan]("upgrade")

	// Bill charges one month, once for each idempotency key.
	Bill = activity.Define[Invoice, Receipt]("bill", activity.Policy{
		StartToClose: time.Minute,
		Retry:        activity.RetryPolicy{MaxAttempts: activity.Unlimited, NonRetryable: []failure.Code{ErrDeclined}},
	})
	// Remind writes to a customer whose card was declined.
	Remind = activity.Define[Reminder, activity.None]("remind-customer", activity.Policy{StartToClose: time.Minute})
)

// ErrDeclined: the card company refused a bill.
const ErrDeclined failure.Code = "declined"

// Month is the time between two bills.
const Month = 30 * 24 * time.Hour

// Year is how many months one run bills. Then a new run with an empty history continues.
const Year = 12

// dunning is how long after each declined charge, and a letter, the bill is tried again.
var dunning = []time.Duration{3 * 24 * time.Hour, 7 * 24 * time.Hour, 14 * 24 * time.Hour}

// Plan is what a customer pays for.
type Plan struct {
	Name  string `json:"name"`
	Cents int64  `json:"cents"` // per month
}

// Terms are the input of a subscription.
type Terms struct {
	Customer string `json:"customer"`
	Plan     Plan   `json:"plan"`
	Months   int    `json:"months"`
	// For a subscription that continues in a new run: its past.
	Before Summary `json:"before,omitzero"`
	Billed int     `json:"billed,omitempty"` // months
}

// Summary is how a subscription ended.
type Summary struct {
	Paid      int   `json:"paid"` // months
	Cents     int64 `json:"cents"`
	Plan      Plan  `json:"plan"` // the last one
	Suspended bool  `json:"suspended,omitempty"`
}

// The data of the workflow and its activities.
type (
	// Invoice is the bill of one month.
	Invoice struct {
		Customer string `json:"customer"`
		Month    int    `json:"month"` // 1, 2, 3, ...
		Cents    int64  `json:"cents"`
	}
	// Receipt is the card company's confirmation of a bill.
	Receipt struct {
		Number string `json:"number"`
	}
	// Reminder tells a customer that a bill could not be paid.
	Reminder struct {
		Customer string `json:"customer"`
		Month    int    `json:"month"`
		Letter   int    `json:"letter"` // 1, 2, 3
	}
)
