package timeline

import (
	"time"

	"github.com/reprise-run/reprise/history"
)

// Kind says what a span describes.
type Kind string

// The kinds of spans. Those of the last two end when they begin.
const (
	Activity   Kind = "activity"
	Timer      Kind = "timer"
	Child      Kind = "child"
	Update     Kind = "update" // from its receipt to its answer
	Promise    Kind = "promise"
	Signal     Kind = "signal" // the wait for it
	SideEffect Kind = "side effect"
	Cancel     Kind = "cancel request"
)

// Outcome says how a span ended.
type Outcome string

// The outcomes of spans.
const (
	Open      Outcome = "open"
	Completed Outcome = "completed" // an activity, a child, an update or a promise, with a result
	Failed    Outcome = "failed"    // an activity, a child, an update, a promise or a side effect
	Handed    Outcome = "handed on" // an update, to the run that continues this one
	Rejected  Outcome = "rejected"  // an update, by its validator
	Fired     Outcome = "fired"     // a timer
	Received  Outcome = "received"  // a signal, by the run but perhaps not by its code
	Recorded  Outcome = "recorded"  // a side effect
	Detached  Outcome = "detached"  // a child that nobody waits for
	Requested Outcome = "requested" // the cancellation of the run
	Cancelled Outcome = "cancelled" // an activity, timer, child or promise, by the workflow
	Dropped   Outcome = "dropped"   // an activity, timer, child, update or promise: the run ended first
)

// Span is something a run asked for or waited for.
type Span struct {
	Kind Kind
	// Seq is the seq of the event with which the span began: the number of an activity, a timer, a
	// child, an update or a promise. For a signal it is the seq of the signal.
	Seq     int64
	Name    string // of the activity, update or signal, or of a child's workflow
	Site    string // where the workflow asked for it; "" if unknown
	Begin   time.Time
	End     time.Time // zero while open
	Outcome Outcome

	Due   time.Time // of a timer, or of a promise with a time limit
	Token string    // of a promise

	WorkflowID string        // of a child
	Run        history.RunID // of a child: the first of its chain

	Queue    string          // of an activity or a child; "" is the run's own
	Policy   history.Policy  // of an activity
	Input    history.Payload // of an activity, a child or an update
	Row      bool            // an activity that became a row of the activity table
	Attempts []Attempt       // the ended attempts at an activity, as far as the history shows them
	Reused   history.RunID   // for an activity with a reused result: the run that kept the result

	Payload history.Payload  // the result, the signal, the promise's or the side effect's value
	Failure *history.Failure // of an activity, child, update, promise or side effect that failed
	Reason  string           // of a cancellation request
}

// Attempt is an ended attempt at an activity.
type Attempt struct {
	N       int
	End     time.Time        // zero: the history does not say
	Why     history.Why      // "" if it had a result
	Failure *history.Failure // nil: none, or none known
}

// Run is the run whose history was folded.
type Run struct {
	Workflow   string
	WorkflowID string
	Build      string // the build that started it
	Input      history.Payload
	Begin      time.Time
	// These link the runs of a chain, and a child to its parent.
	Chain     history.RunID // the first run; zero: this one
	Previous  history.RunID // the run that this one continues; zero: none
	Continued int           // how many runs came before
	Next      history.RunID // the run that continues this one; zero: none
	Parent    history.RunID // the run whose workflow started it; zero: none
	Last      time.Time     // of the last task
	Events    int64

	Ended       history.Kind // the kind of its last event; 0 while it is open
	End         time.Time
	Result      history.Payload
	Failure     *history.Failure
	Reason      string  // of a termination
	Undelivered []int64 // seqs of the signals that the workflow never received, and of the updates that it never handled
}
