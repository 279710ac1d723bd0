package contract

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Activity is an activity joined to its function. It is immutable.
type Activity struct {
	Name    string
	Queue   string // from its policy, as the author wrote it
	In, Out string // Go types, for error messages
	Driver  string // the kind of transaction that the function takes ("postgres"); "": none
	Input   Shape
	// Scheduling is the part of the definition that histories record; nil: there is none, and the activity
	// cannot be used.
	Scheduling *Scheduling
	Err        error // why it cannot be used: a bad name, a bad policy, no function
	// Run makes one attempt: it decodes the input, calls the function and encodes the result. It sets no
	// timeout; its caller cancels ctx with a cause.
	//
	// A panic is a failure with its stack. An attempt that ends its goroutine (runtime.Goexit,
	// testing.T.FailNow) is a failure too. Both are retryable. An input that cannot be decoded and a
	// result that cannot be recorded are failures that a retry would not change.
	Run func(ctx context.Context, c Call) Outcome
}

// Scheduling is the part of an activity's definition that histories record.
type Scheduling struct {
	Queue  string // as the author wrote it; "": the run's queue
	Policy history.Policy
	Err    error // what is wrong with the definition; nil if nothing is
}

// Info describes an attempt; activity.Info documents the fields.
type Info struct {
	Namespace      string
	Queue          string
	Worker         string
	RunID          history.RunID
	WorkflowID     string
	Workflow       string
	Activity       string
	Number         int64
	Attempt        int
	IdempotencyKey string
	Scheduled      time.Time
	Deadline       time.Time
	Headers        map[string]string
}

// Call is what one attempt needs.
type Call struct {
	Info  Info // IdempotencyKey is filled in if it is empty
	Input history.Payload
	// Codecs decodes input and details and encodes the result; nil is the default.
	Codecs *history.Codecs
	// Details are the newest heartbeat details of earlier attempts.
	Details history.Payload
	// Beat is what activity.Heartbeat calls, with the absent payload if it got no value. It may be called
	// from any goroutine. Nil: heartbeats are ignored.
	Beat func(history.Payload) error
	// Around returns the handler to call in place of the function's own. Nil: the function's own.
	Around func(next Handler) Handler
	// Exited saves Run from starting a goroutine for the function. By setting it the caller allows its own
	// goroutine to end: if the function calls runtime.Goexit, Run never returns, and Exited gets the
	// outcome before the caller's deferred functions run.
	Exited func(Outcome)
}

// Handler makes one attempt at an activity: it decodes the input, calls the function and
// encodes the result. It must not change the Call.
type Handler func(ctx context.Context, c *Call) (history.Payload, error)

// Outcome is how an attempt ended: with a result, or with a failure.
type Outcome struct {
	Result  history.Payload
	Failure *history.Failure
	// Stopped: the function has ended because of activity.ErrStopping. Failure says so, but the attempt is
	// handed over and does not count.
	Stopped bool
	// Again is set if the function asks to be called again. Failure says so, but the attempt does not
	// count.
	Again *Again
}

// Again says when a function wants to be called again.
type Again struct {
	Wait      time.Duration
	Throttled bool // its queue must wait too; a Wait of zero is then as long as the queue says
}

// Counts reports whether the attempt counts.
func (o Outcome) Counts() bool { return !o.Stopped && o.Again == nil }
