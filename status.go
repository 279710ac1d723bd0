package reprise

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// Status is where a run stands. Its text is the word that the command line and exports use.
type Status string

const (
	Open       Status = "open"
	Completed  Status = "completed"
	Failed     Status = "failed"
	Cancelled  Status = "cancelled"
	Terminated Status = "terminated"
	// Continued: the run has ended, and another one of its chain goes on.
	Continued Status = "continued"
)

// Closed reports whether a run of this status has ended.
func (s Status) Closed() bool { return s != Open && s != "" }

// String returns the word.
func (s Status) String() string { return string(s) }

// storeStatuses are all of them, in the order in which the store numbers them.
var storeStatuses = []store.Status{store.Open, store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

func statusOf(s store.Status) Status { return Status(s.String()) }

// inStore is the store's status of that name.
func (s Status) inStore() (store.Status, error) {
	for _, known := range storeStatuses {
		if known.String() == string(s) {
			return known, nil
		}
	}
	return 0, fmt.Errorf("there is no status %q: use %v", string(s), storeStatuses)
}
