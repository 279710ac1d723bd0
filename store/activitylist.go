package store

import "context"

// ActivityLister is an optional interface of a [Store] that can list activities of many runs at once. Operators
// need it; no engine does.
type ActivityLister interface {
	// Activities lists activities that have a row, ordered by when they became, or will become, ready. The tasks
	// have no payloads except Last: Data and Details are left out.
	Activities(ctx context.Context, q ActivityQuery) (ActivityPage, error)
}

// ActivityState is the state of an activity that has a row.
type ActivityState int

// The states that an [ActivityQuery] selects. Rows in quarantine, and unowned rows of paused runs, are in none of them.
const (
	ActivityRetrying ActivityState = 1 // an attempt was made, and the next one begins later
	ActivityRunning  ActivityState = 2 // a worker owns it
	ActivityReady    ActivityState = 3 // any worker may begin it now, and none has yet
)

// ActivityQuery selects activities of a namespace. An empty text matches any.
type ActivityQuery struct {
	Namespace string
	State     ActivityState
	Queue     string // of the activity
	Name      string
	Workflow  string // of its run
	Limit     int    // 0 is 100; above MaxPage is MaxPage
	Cursor    string // ActivityPage.Next of the previous page; "": from the beginning; anything else is an error
}

// ActivityPage is one page of activities.
type ActivityPage struct {
	Activities []Task
	Next       string // "": this is the last page
	// Examined is how many rows were examined for the page, at most [MaxExamined]. So a page may have fewer rows
	// than its Limit, or none, although more follow.
	Examined int
}
