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

// Answers is where the answers of the command line come from: a store, as [Local] asks one, or a server, as
// httpapi/client does. Errors are those of package reprise, whichever it is.
type Answers interface {
	// Find is the run that a person names, see [Find].
	Find(ctx context.Context, name string) (Run, error)
	List(ctx context.Context, q reprise.Filter) (List, error)
	Show(ctx context.Context, name string) (*Shown, error)
	// Events gives each event from a seq on, with its line if lines are asked for. begun is the time of the
	// first one of all, for who asks for lines.
	Events(ctx context.Context, run Run, from int64, lines bool, each func(e EventLine, begun time.Time) error) (last int64, err error)
	// Timeline has the spans that ended last, most of them, and those that are open; 0: all.
	Timeline(ctx context.Context, name string, most int) (*Timeline, error)
	// Export writes the file of run export. A run that has not the fields to redact is a [*history.NoFieldError],
	// and nothing is written.
	Export(ctx context.Context, run Run, w io.Writer, redact Redaction) error
	// Damage is what is wrong with the history of a run.
	Damage(ctx context.Context, run Run) ([]string, error)

	Start(ctx context.Context, s Starting) (Started, error)
	// Steer does something to a run. done may be there with an error: it may have been done all the same.
	Steer(ctx context.Context, run Run, s Steering) (done, note string, err error)
	// Signal says what it sends, also with an error.
	Signal(ctx context.Context, run Run, name string, payload []byte, id string) (Sent, error)
	Query(ctx context.Context, run Run, name string, argument []byte) (json.RawMessage, error)
	// Update asks a run, or the one that has its workflow id by then if chain says so.
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
	// ChangeSchedule carries out pause, resume or trigger, which has a run id.
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

// Dialling is which server is to answer, and how.
type Dialling struct {
	URL   string
	Token string // "": none
	// Command is the line to type for a command.
	Command func(words ...string) string
	// Times is how sentences are to tell times: relative, local or utc.
	Times string
}

// URLError says that a text is no URL of a server.
type URLError struct{ URL string }

func (e *URLError) Error() string {
	return fmt.Sprintf("%q is no URL of a server: write it as https://ops.example.com/reprise/", e.URL)
}

// ErrUnknownWorkflow: nobody has the workflow that is to be started, although workers live that might.
var ErrUnknownWorkflow = errors.New("neither this program nor a live worker has the workflow")

// CursorError says that a cursor is none that a page ended with.
type CursorError struct{ Cursor string }

func (e *CursorError) Error() string { return "no page has ended with the cursor " + e.Cursor }

// EventLine is an event, and how a history's text tells it.
type EventLine struct {
	Event
	Line string `json:"line,omitempty"` // only where lines were asked for
}

// Timeline is what run trace draws.
type Timeline struct {
	Spans []Span // the run itself first
	Ended int    // of the run's spans so many have ended, side effects apart
	More  int    // so many that are open were left out
	Shown *Shown
	Err   error // why the history cannot be read to its end
}

// Redaction is what an export is to be without: nothing, all values, or those in some fields.
type Redaction struct {
	On     bool
	Fields []string
}

// Starting is a run to be started.
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
	Unknown    bool            `json:"unknown,omitempty"` // start it also where nobody has the workflow
}

// Steering is what is to be done to a run.
type Steering struct {
	Verb     string // cancel, terminate, resume, pause, unpause, retry, requeue
	Activity string // retry: its name; "": all
	By       reprise.By
}

// Resetting is how a run is to be reset.
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

// Point is where to; how many ways to say it were used is the second result.
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
