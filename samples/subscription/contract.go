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
	// Upgrade changes the plan. It counts from the next bill.
	Upgrade = workflow.DefineSignal[Plan]("upgrade")

	// Bill takes money for one month. It is done once for an idempotency key.
	Bill = activity.Define[Invoice, Receipt]("bill", activity.Policy{
		StartToClose: time.Minute,
		Retry:        activity.RetryPolicy{MaxAttempts: activity.Unlimited, NonRetryable: []failure.Code{ErrDeclined}},
	})
	// Remind writes to a customer whose card was declined.
	Remind = activity.Define[Reminder, activity.None]("remind-customer", activity.Policy{StartToClose: time.Minute})
)

// ErrDeclined: the card company refuses a bill.
const ErrDeclined failure.Code = "declined"

// Month is the time between two bills.
const Month = 30 * 24 * time.Hour

// Year is how many months one run bills. Then the next run goes on, with an empty history.
const Year = 12

// Dunning is how long after a declined bill it is tried again, each time after a letter.
var dunning = []time.Duration{3 * 24 * time.Hour, 7 * 24 * time.Hour, 14 * 24 * time.Hour}

// Plan is what a customer pays for.
type Plan struct {
	Name  string `json:"name"`
	Cents int64  `json:"cents"` // a month
}

// Terms are what a subscription begins with.
type Terms struct {
	Customer string `json:"customer"`
	Plan     Plan   `json:"plan"`
	Months   int    `json:"months"`
	// Of a subscription that goes on in its next run: what has been so far.
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

// What passes between the workflow and its activities.
type (
	// Invoice is the bill of one month.
	Invoice struct {
		Customer string `json:"customer"`
		Month    int    `json:"month"` // 1, 2, 3, ...
		Cents    int64  `json:"cents"`
	}
	// Receipt is the card company's word for a bill.
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
