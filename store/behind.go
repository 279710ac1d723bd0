package store

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

// QueueBehind makes a start wait behind an open run: the transaction that ends the run's chain
// carries it out. At most one start waits behind a chain, and a later one replaces it. If the run
// continues as a new one, the start waits behind that.
//
// Over is what the caller believes to wait there, [Behind.Run] of the run; a zero Over means that nothing has
// ever waited. So a late repetition never replaces a newer start. Without Start, the waiting start is withdrawn.
//
// Start must have a Row, and none of Once, Owner, Parent, More, Timers, Send and First. Its run must not exist yet, and
// no other Start may have its id. The run begins without an owner, and its creation time is when it begins.
//
// Outcomes: [Done] with Run, also for a repetition as long as nothing else has replaced the start, and once the
// start was carried out; [Fenced] if something other than Over waits; [Closed] with Run; [NotFound], also if
// the run's workflow id is not Start's.
type QueueBehind struct {
	Run   RunID
	Over  RunID
	Start *Start
}

func (*QueueBehind) op() {}

// Behind is the start that waits behind a run, or the last one that did.
type Behind struct {
	Run       RunID     `json:"run"` // the run to start
	Since     time.Time `json:"since"`
	Gone      bool      `json:"gone,omitempty"` // it no longer waits: it was carried out or withdrawn, or waits behind the next run of the chain
	Withdrawn bool      `json:"withdrawn,omitempty"`

	Workflow string         `json:"workflow"`
	Queue    string         `json:"queue"`
	Priority int            `json:"priority,omitempty"`
	Level    int            `json:"level"`
	Token    Token          `json:"token"` // of the run's first row, which has N events
	N        int            `json:"n"`
	Attrs    []history.Attr `json:"attrs,omitempty"`
}

// Waits reports whether a start waits.
func (b *Behind) Waits() bool { return b != nil && !b.Gone }

// BehindOf returns what o leaves waiting from now on, without the data of its row.
func BehindOf(o *Start, now time.Time) *Behind {
	return &Behind{
		Run: o.Run, Since: now, Workflow: o.Workflow, Queue: o.Queue, Priority: o.Priority, Level: o.Level,
		Token: o.Row.Token, N: o.Row.N, Attrs: o.Attrs,
	}
}

// StartOf returns the start that b stands for, of a run with that namespace and workflow id, whose first row has data.
func (b *Behind) StartOf(namespace, workflowID string, data []byte) *Start {
	return &Start{
		Run: b.Run, Chain: b.Run, Namespace: namespace, WorkflowID: workflowID, Workflow: b.Workflow, Queue: b.Queue,
		Priority: b.Priority, Level: b.Level, Attrs: b.Attrs, Row: Row{Seq: 1, N: b.N, Token: b.Token, Data: data},
	}
}

// EncodeBehind encodes b for a column: JSON, or "" for nil. It is for stores.
func EncodeBehind(b *Behind) string {
	if b == nil {
		return ""
	}
	text, _ := json.Marshal(b) // cannot fail for ids, texts and numbers
	return string(text)
}

// DecodeBehind decodes the result of EncodeBehind.
func DecodeBehind(column string) (*Behind, error) {
	if column == "" {
		return nil, nil
	}
	b := new(Behind)
	if err := json.Unmarshal([]byte(column), b); err != nil {
		return nil, fmt.Errorf("store: cannot read the start that waits behind a run: %w", err)
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
