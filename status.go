package reprise

import "github.com/reprise-run/reprise/store"

// Status is where a run stands. Its text is the word that the command line and exports use.
type Status string

const (
	// Open: the run has not ended. It may be parked.
	Open Status = "open"
	// Completed: its workflow has returned a result.
	Completed Status = "completed"
	// Failed: its workflow has returned an error.
	Failed Status = "failed"
	// Cancelled: its workflow has returned after a cancel request, with the error of that.
	Cancelled Status = "cancelled"
	// Terminated: somebody has ended it from outside.
	Terminated Status = "terminated"
	// Continued: the run has ended, and another one of its chain goes on.
	Continued Status = "continued"
)

// Closed reports whether a run of this status has ended.
func (s Status) Closed() bool { return s != Open && s != "" }

// String returns the word.
func (s Status) String() string { return string(s) }

func statusOf(s store.Status) Status { return Status(s.String()) }
