package contract

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Activity is an activity joined to its function. It does not change once it is made.
type Activity struct {
	Name    string
	Queue   string // of its policy, as it was written
	In, Out string // Go types, for messages
	Driver  string // the kind of transaction that the function takes ("postgres"); "": none
	Input   Shape
	// Scheduling is what a history keeps of the definition; nil: it has none, and cannot be used.
	Scheduling *Scheduling
	Err        error // why it cannot be used: a bad name, a bad policy, no function
	// Run makes one attempt: it decodes the input, calls the function and encodes the
	// result. It sets no timeout; whoever calls it cancels ctx with a cause.
	//
	// A panic is a failure with its stack, and an attempt that ends its goroutine
	// (runtime.Goexit, testing.T.FailNow) a failure, too; both are retryable. An input
	// that cannot be decoded and a result that cannot be recorded are failures that
	// retrying would not change.
	Run func(ctx context.Context, c Call) Outcome
}

// Scheduling is what a history keeps of an activity's definition.
type Scheduling struct {
	Queue  string // as it was written; "": that of the run
	Policy history.Policy
	Err    error // what is wrong with the definition; nil if nothing is
}

// Info describes an attempt; activity.Info says what each field is.
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
	// Details are the newest heartbeat details of the attempts before.
	Details history.Payload
	// Beat is called by activity.Heartbeat, with the absent payload when it got no value.
	// It may be called from any goroutine. Nil: heartbeats go nowhere.
	Beat func(history.Payload) error
	// Around returns what is to be called in place of the function's handler. Nil: the handler is.
	Around func(next Handler) Handler
	// Exited saves the goroutine that Run else starts for the function. It says that
	// the caller's own goroutine may end: if the function calls runtime.Goexit, Run
	// never returns and the outcome goes to Exited, before the caller's deferred
	// functions run.
	Exited func(Outcome)
}

// Handler makes one attempt at an activity: it decodes the input, calls the function and
// encodes the result.
type Handler func(ctx context.Context, c Call) (history.Payload, error)

// Outcome is how an attempt ended: with a result, or with a failure.
type Outcome struct {
	Result  history.Payload
	Failure *history.Failure
	// Stopped: the function gave way to activity.ErrStopping. Failure says so, but the
	// attempt is to be handed over, not counted.
	Stopped bool
	// Again is set where the function asks to be called again. Failure says so, but the attempt is not counted.
	Again *Again
}

// Again is when a function asks to be called again.
type Again struct {
	Wait      time.Duration
	Throttled bool // and nothing else of the queue before; then a Wait of zero is as long as the queue says
}

// Counts reports whether the attempt counts.
func (o Outcome) Counts() bool { return !o.Stopped && o.Again == nil }
