package cli

import (
	"fmt"
	"time"
)

// showJSON is run show. Beside the times there are durations in seconds, as of the
// moment it was asked.
type showJSON struct {
	runJSON
	Namespace string `json:"namespace"`
	// State is what an open run is doing: waiting (for something outside), ready (a
	// worker will take it), running (a worker has it), owner_gone (its worker is dead),
	// blocked (until something changes), quarantined (it is tried alone). Of a closed run it
	// is the status.
	State string `json:"state"`
	// Summary says in a line why the run does not go on, or how it ended.
	Summary string     `json:"summary"`
	Since   *time.Time `json:"since,omitempty"` // its last task, or its end
	Seconds float64    `json:"seconds"`         // since then
	// WaitsFor is what ends the waits of an open run, each line of its code by itself.
	WaitsFor []waitJSON `json:"waits_for,omitempty"`
	openJSON
	Parent  string       `json:"parent,omitempty"` // the run whose workflow has started it
	Inbox   []entryJSON  `json:"inbox,omitempty"`  // came in, and not yet taken by the run
	Cancel  *cancelJSON  `json:"cancel_requested,omitempty"`
	Worker  *ownerJSON   `json:"worker,omitempty"`        // that has the run
	Alive   *int         `json:"workers_alive,omitempty"` // absent: the store cannot tell
	Result  any          `json:"result,omitempty"`        // of a completed run
	Failure *failureJSON `json:"failure,omitempty"`       // of one that failed or was cancelled
	Reason  string       `json:"reason,omitempty"`        // of a termination
	Missed  []signalJSON `json:"undelivered_signals,omitempty"`
	Notes   []string     `json:"notes,omitempty"` // what else to know, and to do
	Damage  string       `json:"history_error,omitempty"`
	Next    []string     `json:"next"` // commands that may help, the most useful first
}

// openJSON is what a run has asked for and has not had an answer to.
type openJSON struct {
	Behind     *behindJSON    `json:"behind,omitempty"` // the start that waits for its end
	Activities []activityJSON `json:"activities,omitempty"`
	Timers     []timerJSON    `json:"timers,omitempty"`
	Children   []childJSON    `json:"children,omitempty"`
	Updates    []updateJSON   `json:"updates,omitempty"` // that it has received and not answered
	Promises   []promiseJSON  `json:"promises,omitempty"`
}

// chainJSON is where a run stands in its chain.
type chainJSON struct {
	First     string `json:"first,omitempty"`     // run of the chain; absent: this one
	Previous  string `json:"previous,omitempty"`  // the run before this one
	Continued int    `json:"continued,omitempty"` // how many runs were before
	Next      string `json:"next,omitempty"`      // the run that goes on where this one has ended
}

// waitJSON is a line of the workflow's code that waits.
type waitJSON struct {
	For  string `json:"for"`            // in words
	Site string `json:"site,omitempty"` // where: function and file:line
}

// activityJSON is an open activity.
type activityJSON struct {
	Number  int64  `json:"number"` // seq of the event that scheduled it
	Name    string `json:"name"`
	Queue   string `json:"queue"`
	Attempt int    `json:"attempt"` // the one that runs, or comes next
	Limit   int    `json:"max_attempts,omitempty"`
	// State is running, lost (its worker is gone), retrying (the next attempt is not yet
	// due), ready (a worker will take it), ended (its end waits in the inbox), missing (it
	// has neither a row nor an end in the inbox: nobody runs it).
	State       string       `json:"state"`
	Eager       bool         `json:"eager,omitempty"` // run by the run's own worker, without a row
	Scheduled   *time.Time   `json:"scheduled,omitempty"`
	Started     *time.Time   `json:"started,omitempty"` // the attempt that runs
	Running     float64      `json:"running_seconds,omitempty"`
	Next        *time.Time   `json:"next,omitempty"` // attempt not before
	NextSeconds float64      `json:"next_in_seconds,omitempty"`
	Beat        *time.Time   `json:"heartbeat,omitempty"` // the last one
	Deadline    *time.Time   `json:"deadline,omitempty"`  // of the activity with all its attempts
	Worker      *ownerJSON   `json:"worker,omitempty"`    // that runs it
	LastError   *failureJSON `json:"last_error,omitempty"`
	Overlap     bool         `json:"overlap,omitempty"`  // the attempt before timed out, and may still be running
	Unserved    string       `json:"unserved,omitempty"` // why no live worker takes it, and what to do
	Site        string       `json:"site,omitempty"`     // where the workflow asked for it
}

// timerJSON is an open timer.
type timerJSON struct {
	Number  int64     `json:"number"`
	Due     time.Time `json:"due"`
	Seconds float64   `json:"in_seconds"` // below zero: it is overdue
	Site    string    `json:"site,omitempty"`
	Missing bool      `json:"missing,omitempty"` // it has neither a row nor an end in the inbox: it never fires
}

// childJSON is a run that this one has started and that has not ended, as far as this one knows.
type childJSON struct {
	Number   int64  `json:"number"` // seq of the event that started it
	Workflow string `json:"workflow"`
	ID       string `json:"id"`
	RunID    string `json:"run_id"` // the first of its chain
	Site     string `json:"site,omitempty"`
}

// updateJSON is an update that the run has not answered.
type updateJSON struct {
	Number   int64     `json:"number"` // seq of the event that received it
	Name     string    `json:"name"`
	Received time.Time `json:"received"`
}

// promiseJSON is an open promise.
type promiseJSON struct {
	Number int64      `json:"number"` // seq of the event that made it
	Made   time.Time  `json:"made"`
	Due    *time.Time `json:"due,omitempty"`
	Token  string     `json:"token"` // ends it
	Site   string     `json:"site,omitempty"`
}

// entryJSON is something that came in and that the run has yet to take.
type entryJSON struct {
	Kind   string    `json:"kind"`             // signal, update, cancel, activity, timer, child, note, promise
	Name   string    `json:"name,omitempty"`   // of a signal or update
	ID     string    `json:"id,omitempty"`     // of a signal or update
	Reason string    `json:"reason,omitempty"` // of a cancel
	Ref    int64     `json:"ref,omitempty"`    // number of the activity or timer that ended, or of the promise that is answered
	At     time.Time `json:"at"`
}

// cancelJSON is a request to cancel the run that it knows of.
type cancelJSON struct {
	At     time.Time `json:"at"`
	Reason string    `json:"reason,omitempty"`
}

// ownerJSON is the worker that has a run or an activity.
type ownerJSON struct {
	ID         string     `json:"id"`
	Host       string     `json:"host,omitempty"`
	PID        int        `json:"pid,omitempty"`
	Build      string     `json:"build,omitempty"`
	State      string     `json:"state,omitempty"` // alive or gone; absent: the store cannot tell
	LeaseUntil *time.Time `json:"lease_until,omitempty"`
}

func (w *ownerJSON) gone() bool { return w != nil && w.State == "gone" }

func (w *ownerJSON) String() string {
	if w.Host == "" {
		return "worker " + w.ID[:8]
	}
	return fmt.Sprintf("%s (pid %d)", w.Host, w.PID)
}

// signalJSON is a signal, or an update, that a closed run was sent and its workflow never received.
type signalJSON struct {
	Seq  int64  `json:"seq"`
	Name string `json:"name"`
	ID   string `json:"id"`
	// Update says that it is one.
	Update bool `json:"update,omitempty"`
}
