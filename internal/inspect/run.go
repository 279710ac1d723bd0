package inspect

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// The types of JSON output. Names never change; new ones may be added. Times are RFC 3339
// in UTC. Empty fields are left out unless their comment says otherwise.

// Run is a run, in run list and wherever a run is shown.
type Run struct {
	ID          string     `json:"id"` // the workflow id
	RunID       string     `json:"run_id"`
	Workflow    string     `json:"workflow"`
	Queue       string     `json:"queue"`
	Status      string     `json:"status"`                // open, completed, failed, cancelled, terminated, continued
	Blocked     *Block     `json:"blocked,omitempty"`     // of an open run that cannot continue until something changes
	Quarantined bool       `json:"quarantined,omitempty"` // its workers died, so it is tried alone
	Deaths      int        `json:"deaths,omitempty"`      // of its workers, since it last made progress
	Waiting     string     `json:"waiting,omitempty"`     // what it waits for, in words
	Unserved    string     `json:"unserved,omitempty"`    // why no live worker takes it, and what to do; not of a list
	Events      int64      `json:"events"`                // of its history
	Created     time.Time  `json:"created"`
	Closed      *time.Time `json:"closed,omitempty"`
	Unread      int        `json:"unread,omitempty"`      // signals and cancels not yet taken into the history
	Undelivered int        `json:"undelivered,omitempty"` // signals the workflow never received, of a closed run
	Worked
	Attributes map[string]any `json:"attributes,omitempty"` // by name: texts, numbers, booleans, times as texts, lists of texts
	Chain      *Chain         `json:"chain,omitempty"`      // where it stands in its chain, if that has several runs; not of a list

	row store.Run // its source; zero if it came from a server
}

// Worked says which worker has a run.
type Worked struct {
	Owner string `json:"owner,omitempty"` // the worker that owns it
	Build string `json:"build,omitempty"` // of the worker that committed last
	Pin   string `json:"pin,omitempty"`   // only workers of this build may claim it
}

// Block is why a run is parked until something changes.
type Block struct {
	Reason string     `json:"reason"` // mismatch, panic, stuck, corrupt, poison, ...
	Text   string     `json:"text"`
	Build  string     `json:"build,omitempty"` // that parked it
	Tried  []string   `json:"tried,omitempty"` // the builds that blocked it in a row, the latest last
	Until  *time.Time `json:"until,omitempty"` // when it is tried again; absent: only after run resume
	Count  int        `json:"count"`           // how often in a row
}

// Behind is a start that waits behind a run.
type Behind struct {
	RunID string    `json:"run_id"` // that the run will have
	Since time.Time `json:"since"`
}

// RunOf returns the run of a row.
func RunOf(r store.Run) Run {
	j := Run{
		ID: r.WorkflowID, RunID: r.ID.String(), Workflow: r.Workflow, Queue: r.Queue, Status: r.Status.String(),
		Quarantined: Quarantined(r), Deaths: r.Deaths + r.QuarantineDeaths, Waiting: Waiting(r), Events: r.NextSeq - 1,
		Created: r.Created, Closed: timeOf(r.Closed), Unread: r.Unread, Undelivered: r.Undelivered, Worked: Worked{Build: r.Build, Pin: r.Pin}, row: r,
	}
	j.Attributes = history.AttrValues(r.Attrs)
	if r.Owner != (store.WorkerID{}) {
		j.Owner = r.Owner.String()
	}
	if b := r.Blocked; b != nil && r.Status == store.Open {
		j.Blocked = &Block{Reason: b.Reason, Text: b.Text, Build: b.Build, Tried: b.Tried, Until: timeOf(b.Until), Count: b.Count}
	}
	return j
}

// Hide removes what may contain payload data: the text of a mismatch shows the recorded and the current
// values.
func (r *Run) Hide() {
	if r.Blocked != nil && r.Blocked.Reason == mismatch {
		r.Blocked.Text = blockings[mismatch]
	}
}

// Open reports whether the run has not ended.
func (r *Run) Open() bool { return r.Status == store.Open.String() }

// Paused reports whether an operator paused the run.
func (r *Run) Paused() bool { return r.Blocked != nil && r.Blocked.Reason == store.ReasonPaused }

// Ref returns the run id, or the zero id if the text is none.
func (r *Run) Ref() reprise.RunID {
	id, _ := uuid.Parse(r.RunID) // a server may say anything
	return id
}

// Is reports whether name is the run id and not only the workflow id.
func (r *Run) Is(name string) bool {
	id, err := uuid.Parse(name)
	return err == nil && id.String() == r.RunID
}

// timeOf returns nil for the zero time.
func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Quarantined reports whether the run is tried alone because its workers died.
func Quarantined(r store.Run) bool {
	return r.Status == store.Open && r.Deaths >= store.QuarantineAfter
}

// Waiting says what an open run waits for, in words.
func Waiting(r store.Run) string {
	switch {
	case r.Status != store.Open || r.Waiting != "":
		return r.Waiting
	case r.Owner != (store.WorkerID{}):
		return "its worker, which is at it"
	case r.Blocked == nil:
		return "a worker"
	}
	return ""
}

// Failure is why a run, an activity or an attempt failed.
type Failure struct {
	Kind      failure.Kind    `json:"kind,omitempty"` // how the engine ended it
	Code      failure.Code    `json:"code,omitempty"` // the author's
	Message   string          `json:"message,omitempty"`
	Stack     string          `json:"stack,omitempty"`
	Details   json.RawMessage `json:"details,omitempty"`
	Cause     *Failure        `json:"cause,omitempty"`
	Retryable bool            `json:"retryable,omitempty"`
}

// Failure returns a failure with its causes, or nil for none.
func (l *Look) Failure(f *history.Failure) *Failure {
	if f == nil {
		return nil
	}
	return &Failure{Kind: f.Kind, Code: f.Code, Message: f.Message, Stack: f.Stack, Details: l.value(f.Details), Cause: l.Failure(f.Cause), Retryable: f.Retryable}
}
