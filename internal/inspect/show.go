package inspect

import (
	"encoding/json"
	"fmt"
	"time"
)

// Shown is the output of run show. Besides times it has durations in seconds, as of the
// moment of the request.
type Shown struct {
	Run
	Namespace string `json:"namespace"`
	// State is what an open run is doing: waiting (for something outside), ready (a
	// worker will take it), running (a worker has it), owner_gone (its worker is dead),
	// blocked (until something changes), quarantined (it is tried alone). For a closed run
	// it is the status.
	State string `json:"state"`
	// Summary says in one line why the run does not continue, or how it ended.
	Summary string     `json:"summary"`
	Since   *time.Time `json:"since,omitempty"` // its last task, or its end
	Seconds float64    `json:"seconds"`         // since then
	// WaitsFor lists what ends the waits of an open run, one for each coroutine.
	WaitsFor []Wait `json:"waits_for,omitempty"`
	Outstanding
	Parent  string          `json:"parent,omitempty"` // the run whose workflow started it
	Inbox   []Entry         `json:"inbox,omitempty"`  // what the run has yet to take in
	Cancel  *CancelRequest  `json:"cancel_requested,omitempty"`
	Worker  *Owner          `json:"worker,omitempty"`        // that has the run
	Alive   *int            `json:"workers_alive,omitempty"` // absent: the store cannot tell
	Result  json.RawMessage `json:"result,omitempty"`        // of a completed run
	Failure *Failure        `json:"failure,omitempty"`       // of one that failed or was cancelled
	Reason  string          `json:"reason,omitempty"`        // of a termination
	Missed  []Missed        `json:"undelivered_signals,omitempty"`
	Notes   []string        `json:"notes,omitempty"` // what else to know, and to do
	Damage  string          `json:"history_error,omitempty"`
	Next    []string        `json:"next"` // commands that may help, the most useful first
}

// Outstanding is what a run has asked for and not yet received.
type Outstanding struct {
	Behind     *Behind    `json:"behind,omitempty"` // the start that waits for its end
	Activities []Activity `json:"activities,omitempty"`
	Timers     []Timer    `json:"timers,omitempty"`
	Children   []Child    `json:"children,omitempty"`
	Updates    []Update   `json:"updates,omitempty"` // that it has received and not answered
	Promises   []Promise  `json:"promises,omitempty"`
}

// Chain is where a run stands in its chain.
type Chain struct {
	First     string `json:"first,omitempty"`     // run of the chain; absent: this one
	Previous  string `json:"previous,omitempty"`  // the run before this one
	Continued int    `json:"continued,omitempty"` // how many runs came before
	Next      string `json:"next,omitempty"`      // the run that this one continued as
}

// Wait is a waiting coroutine of the workflow.
type Wait struct {
	For  string `json:"for"`            // in words
	Site string `json:"site,omitempty"` // where: function and file:line
}

// Activity is an open activity.
type Activity struct {
	Number  int64  `json:"number"` // seq of the event that scheduled it
	Name    string `json:"name"`
	Queue   string `json:"queue"`
	Attempt int    `json:"attempt"` // the one that runs, or comes next
	Limit   int    `json:"max_attempts,omitempty"`
	// State is running, lost (its worker is gone), retrying (the next attempt is not yet
	// due), ready (a worker will take it), held (the limits of its partition keep it from beginning, until next if only time
	// is missing), ended (its end waits in the inbox), missing (it has neither a row nor an end in the inbox: nobody runs it).
	State       string     `json:"state"`
	Eager       bool       `json:"eager,omitempty"` // run by the run's own worker, without a row
	Scheduled   *time.Time `json:"scheduled,omitempty"`
	Started     *time.Time `json:"started,omitempty"` // the attempt that runs
	Running     float64    `json:"running_seconds,omitempty"`
	Next        *time.Time `json:"next,omitempty"` // the next attempt does not begin before
	NextSeconds float64    `json:"next_in_seconds,omitempty"`
	Beat        *time.Time `json:"heartbeat,omitempty"` // the last one
	Deadline    *time.Time `json:"deadline,omitempty"`  // of the activity with all its attempts
	Worker      *Owner     `json:"worker,omitempty"`    // that runs it
	LastError   *Failure   `json:"last_error,omitempty"`
	Overlap     bool       `json:"overlap,omitempty"`  // the previous attempt timed out and may still be running
	Unserved    string     `json:"unserved,omitempty"` // why no live worker takes it, and what to do
	Site        string     `json:"site,omitempty"`     // where the workflow asked for it
	Partition   string     `json:"partition,omitempty"`
}

// Timer is an open timer.
type Timer struct {
	Number  int64     `json:"number"`
	Due     time.Time `json:"due"`
	Seconds float64   `json:"in_seconds"` // negative: it is overdue
	Site    string    `json:"site,omitempty"`
	Missing bool      `json:"missing,omitempty"` // it has neither a row nor an end in the inbox: it never fires
}

// Child is a run that this one started and whose end it has not received.
type Child struct {
	Number   int64  `json:"number"` // seq of the event that started it
	Workflow string `json:"workflow"`
	ID       string `json:"id"`
	RunID    string `json:"run_id"` // the first of its chain
	Site     string `json:"site,omitempty"`
}

// Update is an update that the run has not answered.
type Update struct {
	Number   int64     `json:"number"` // seq of the event that received it
	Name     string    `json:"name"`
	Received time.Time `json:"received"`
}

// Promise is an open promise.
type Promise struct {
	Number int64      `json:"number"` // seq of the event that made it
	Made   time.Time  `json:"made"`
	Due    *time.Time `json:"due,omitempty"`
	Token  string     `json:"token,omitempty"` // ends it
	Site   string     `json:"site,omitempty"`
}

// Entry is something in the inbox that the run has yet to take in.
type Entry struct {
	Kind   string    `json:"kind"`             // signal, update, cancel, activity, timer, child, note, promise
	Name   string    `json:"name,omitempty"`   // of a signal or update
	ID     string    `json:"id,omitempty"`     // of a signal or update
	Reason string    `json:"reason,omitempty"` // of a cancel
	Ref    int64     `json:"ref,omitempty"`    // number of the activity or timer that ended, or of the promise that is answered
	At     time.Time `json:"at"`
}

// CancelRequest is a request to cancel the run that it knows of.
type CancelRequest struct {
	At     time.Time `json:"at"`
	Reason string    `json:"reason,omitempty"`
}

// Owner is the worker that has a run or an activity.
type Owner struct {
	ID         string     `json:"id"`
	Host       string     `json:"host,omitempty"`
	PID        int        `json:"pid,omitempty"`
	Build      string     `json:"build,omitempty"`
	State      string     `json:"state,omitempty"` // alive or gone; absent: the store cannot tell
	LeaseUntil *time.Time `json:"lease_until,omitempty"`
}

func (w *Owner) gone() bool { return w != nil && w.State == "gone" }

func (w *Owner) String() string {
	if w.Host == "" {
		return "worker " + shortID(w.ID)
	}
	return fmt.Sprintf("%s (pid %d)", w.Host, w.PID)
}

// Missed is a signal, or an update, that a closed run was sent and its workflow never received.
type Missed struct {
	Seq  int64  `json:"seq"`
	Name string `json:"name"`
	ID   string `json:"id"`
	// Update says that it is one.
	Update bool `json:"update,omitempty"`
}
