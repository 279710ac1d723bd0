package store

import "context"

// ActivityLister is what a [Store] offers that lists activities of many runs at once. It is not part of Store: an
// operator needs it, and no engine.
type ActivityLister interface {
	// Activities lists activities that have a row, those first that were or are ready first. Rows have no payloads
	// but Last: Data and Details are left out.
	Activities(ctx context.Context, q ActivityQuery) (ActivityPage, error)
}

// ActivityState is what becomes of an activity that has a row.
type ActivityState int

// The states that an [ActivityQuery] selects. Rows in quarantine and those of paused runs that nobody has are in none.
const (
	ActivityRetrying ActivityState = 1 // it was tried, and its next attempt begins later
	ActivityRunning  ActivityState = 2 // a worker has it
	ActivityReady    ActivityState = 3 // any worker may begin it now, and none has
)

// ActivityQuery selects activities of a namespace. Empty texts are any.
type ActivityQuery struct {
	Namespace string
	State     ActivityState
	Queue     string // of the activity
	Name      string
	Workflow  string // of its run
	Limit     int    // 0 is 100; above MaxPage is MaxPage
	Cursor    string // ActivityPage.Next of the page before; "": from the beginning; anything else is an error
}

// ActivityPage is one page of activities.
type ActivityPage struct {
	Activities []Task
	Next       string // "": nothing is behind it
	// Examined is from how many rows the page was chosen, at most [MaxExamined]. A page may so have fewer than its
	// Limit, or none, and more behind it.
	Examined int
}
