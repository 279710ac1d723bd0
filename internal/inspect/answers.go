package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
)

// Answers is the source of the command line's answers: a store, by way of [Local], or a server, by way of
// httpapi/client. Both return the errors of package reprise.
type Answers interface {
	// Find returns the run that a person names; see [Find].
	Find(ctx context.Context, name string) (Run, error)
	List(ctx context.Context, q reprise.Filter) (List, error)
	Show(ctx context.Context, name string) (*Shown, error)
	// Events calls each for every event from a seq on, with its text line if lines is set. Then begun is
	// the time of the history's first event.
	Events(ctx context.Context, run Run, from int64, lines bool, each func(e EventLine, begun time.Time) error) (last int64, err error)
	// Timeline returns the open spans and at most most of the ended ones, the last; 0 means all.
	Timeline(ctx context.Context, name string, most int) (*Timeline, error)
	// Export writes the file of run export. If the run lacks the fields to redact, Export writes nothing and
	// returns a [*history.NoFieldError].
	Export(ctx context.Context, run Run, w io.Writer, redact Redaction) error
	// Damage returns what is wrong with the history of a run.
	Damage(ctx context.Context, run Run) ([]string, error)

	Start(ctx context.Context, s Starting) (Started, error)
	// Steer carries out an operator action on a run. It may return done with an error if the action may
	// have taken effect.
	Steer(ctx context.Context, run Run, s Steering) (done, note string, err error)
	// Signal returns what it sends, also with an error.
	Signal(ctx context.Context, run Run, name string, payload []byte, id string) (Sent, error)
	Query(ctx context.Context, run Run, name string, argument []byte) (json.RawMessage, error)
	// Update sends an update to a run or, if chain is set, to the run that has its workflow id by then.
	Update(ctx context.Context, run Run, chain bool, name string, input []byte, id string) (json.RawMessage, error)
	Reset(ctx context.Context, run Run, r Resetting) (Reset, error)
	// Unattended reports whether no worker of the namespace is alive.
	Unattended(ctx context.Context) (bool, error)

	Workers(ctx context.Context) ([]Worker, error)
	Drain(ctx context.Context, worker uuid.UUID, on bool, by reprise.By) error
	Queues(ctx context.Context) ([]Queue, error)
	PauseQueue(ctx context.Context, name string, on bool, by reprise.By) error
	Schedules(ctx context.Context) ([]Schedule, error)
	Schedule(ctx context.Context, id string) (Schedule, error)
	// ChangeSchedule carries out pause, resume or trigger. Only trigger returns a run id.
	ChangeSchedule(ctx context.Context, verb, id string, by reprise.By) (run string, err error)
	ListActivities(ctx context.Context, q reprise.ActivityFilter) (ActivityList, error)
	GroupActivities(ctx context.Context, q reprise.ActivityFilter) (ActivityGroups, error)
	Stats(ctx context.Context) (Stats, error)
}

// Remote is a server that answers.
type Remote struct {
	Answers
	Namespace string
	Now       time.Time // of its store's clock
	Close     func() error
}

// Dialling says which server to ask, and how.
type Dialling struct {
	URL   string
	Token string // "": none
	// Command returns the line to type for a command.
	Command func(words ...string) string
	// Times is the form of times in sentences: relative, local or utc.
	Times string
}

// URLError says that a text is not the URL of a server.
type URLError struct{ URL string }

func (e *URLError) Error() string {
	return fmt.Sprintf("%q is not the URL of a server: write it like https://ops.example.com/reprise/", e.URL)
}

// ErrUnknownWorkflow says that a workflow to start is unknown here and to all live workers.
var ErrUnknownWorkflow = errors.New("neither this program nor a live worker has the workflow")

// CursorError says that a cursor did not come from a page.
type CursorError struct{ Cursor string }

func (e *CursorError) Error() string { return "no page has ended with the cursor " + e.Cursor }

// EventLine is an event with its line in the text of a history.
type EventLine struct {
	Event
	Line string `json:"line,omitempty"` // only if lines were asked for
}

// Timeline is what run trace draws.
type Timeline struct {
	Spans []Span // the run itself first
	Ended int    // how many of the run's spans have ended, without side effects
	More  int    // how many open spans were left out
	Shown *Shown
	Err   error // why the history cannot be read to its end
}

// Redaction says what an export leaves out: nothing, all values, or those of some fields.
type Redaction struct {
	On     bool
	Fields []string
}

// Starting is a run to start.
type Starting struct {
	Workflow   string          `json:"workflow"`
	ID         string          `json:"id,omitempty"`    // the workflow id
	Input      json.RawMessage `json:"input,omitempty"` // absent: the workflow gets no value
	Once       bool            `json:"once,omitempty"`
	OnConflict string          `json:"on_conflict,omitempty"` // one of Conflicts
	Queue      string          `json:"queue,omitempty"`
	Priority   int32           `json:"priority,omitempty"`
	Partition  string          `json:"partition,omitempty"` // of its activities in their queues
	Delay      float64         `json:"delay_seconds,omitempty"`
	Timeout    float64         `json:"timeout_seconds,omitempty"`
	Unknown    bool            `json:"unknown,omitempty"` // start it even if the workflow is unknown
}

// Steering is an operator action on a run.
type Steering struct {
	Verb     string // cancel, terminate, resume, pause, unpause, retry, requeue
	Activity string // retry: its name; "": all
	By       reprise.By
}

// Resetting says how to reset a run.
type Resetting struct {
	ToSeq          int64    `json:"to_seq,omitempty"`
	BeforeActivity string   `json:"before_activity,omitempty"`
	BeforeFailure  bool     `json:"before_failure,omitempty"`
	AllowAgain     []string `json:"allow_again,omitempty"`
	DropSignals    bool     `json:"drop_signals,omitempty"`
	DryRun         bool     `json:"dry_run,omitempty"`
	Reason         string   `json:"reason,omitempty"`
	Who            string   `json:"-"`
}

// Point returns the point to reset to, and in how many ways it was given.
func (r *Resetting) Point() (to reprise.ResetPoint, ways int) {
	if r.ToSeq != 0 {
		ways, to = ways+1, reprise.ToEvent(r.ToSeq)
	}
	if r.BeforeActivity != "" {
		ways, to = ways+1, reprise.BeforeActivity(r.BeforeActivity)
	}
	if r.BeforeFailure {
		ways, to = ways+1, reprise.BeforeFailure()
	}
	return to, ways
}
