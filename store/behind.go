package store

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

// QueueBehind has a start wait behind an open run: it is carried out when the run's chain has ended,
// by the transaction that ends it. At most one start waits behind a chain, and a later one takes its
// place. When the run continues as a new one, the start waits behind that.
//
// Over is what the caller knows to wait there, [Behind.Run] of the run; a zero Over is that nothing ever
// has. So a repetition that comes late never takes the place of a newer start. Without Start, what waits is
// taken back.
//
// Start has a Row, and neither Once, Owner, Parent, More, Timers, Send nor First. Its run must not be there yet, and no
// other Start must have its id. The run begins unowned, and is created when it begins.
//
// Outcomes: [Done] with Run, also for a repetition while nothing else has taken its place, and once the
// start has been carried out; [Fenced] when something else than Over waits; [Closed] with Run; [NotFound], also
// when the run has another workflow id than Start.
type QueueBehind struct {
	Run   RunID
	Over  RunID
	Start *Start
}

func (*QueueBehind) op() {}

// Behind is the start that waits behind a run, or that did last.
type Behind struct {
	Run       RunID     `json:"run"` // that is to be started
	Since     time.Time `json:"since"`
	Gone      bool      `json:"gone,omitempty"` // it waits no more: it was carried out, is behind the next run of the chain, or was taken back
	Withdrawn bool      `json:"withdrawn,omitempty"`

	Workflow string         `json:"workflow"`
	Queue    string         `json:"queue"`
	Priority int            `json:"priority,omitempty"`
	Level    int            `json:"level"`
	Token    Token          `json:"token"` // of the run's first row, which has N events
	N        int            `json:"n"`
	Attrs    []history.Attr `json:"attrs,omitempty"`
}

// Waits says whether a start waits.
func (b *Behind) Waits() bool { return b != nil && !b.Gone }

// BehindOf is what o leaves waiting since now, but for the data of its row.
func BehindOf(o *Start, now time.Time) *Behind {
	return &Behind{
		Run: o.Run, Since: now, Workflow: o.Workflow, Queue: o.Queue, Priority: o.Priority, Level: o.Level,
		Token: o.Row.Token, N: o.Row.N, Attrs: o.Attrs,
	}
}

// StartOf is the start that b stands for: of a run with that namespace and workflow id, whose first row has data.
func (b *Behind) StartOf(namespace, workflowID string, data []byte) *Start {
	return &Start{
		Run: b.Run, Chain: b.Run, Namespace: namespace, WorkflowID: workflowID, Workflow: b.Workflow, Queue: b.Queue,
		Priority: b.Priority, Level: b.Level, Attrs: b.Attrs, Row: Row{Seq: 1, N: b.N, Token: b.Token, Data: data},
	}
}

// EncodeBehind is b as a column has it: JSON, and "" for nothing. It is for stores.
func EncodeBehind(b *Behind) string {
	if b == nil {
		return ""
	}
	text, _ := json.Marshal(b) // of ids, texts and numbers: it cannot fail
	return string(text)
}

// DecodeBehind reads what EncodeBehind has written.
func DecodeBehind(column string) (*Behind, error) {
	if column == "" {
		return nil, nil
	}
	b := new(Behind)
	if err := json.Unmarshal([]byte(column), b); err != nil {
		return nil, fmt.Errorf("store: the start that waits behind a run cannot be read: %w", err)
	}
	return b, nil
}

func (o *QueueBehind) check() error {
	if o == nil {
		return errNil
	}
	if err := must(o.Run != uuid.Nil, "QueueBehind.Run is zero"); err != nil {
		return err
	}
	if o.Start == nil {
		return must(o.Over != uuid.Nil, "QueueBehind.Over is zero without a Start, and nothing can be taken back")
	}
	s := o.Start
	return first(
		s.check(),
		must(!s.Once && s.Owner == uuid.Nil && s.Parent == uuid.Nil && len(s.More)+len(s.Timers)+len(s.Send) == 0 && s.First == nil,
			"QueueBehind.Start has Once, Owner, Parent, More, Timers, Send or First"),
		must(s.Chain == s.Run, "QueueBehind.Start.Chain is %v, and the run begins a chain", s.Chain),
		must(s.Run != o.Run && s.Run != o.Over, "QueueBehind.Start.Run is %v, which is taken", s.Run),
		must(s.Row.Token != uuid.Nil, "QueueBehind.Start.Row.Token is zero"),
	)
}
