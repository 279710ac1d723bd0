package store

import (
	"bytes"
	"cmp"

	"github.com/google/uuid"
)

// MessageKind is what a message asks for. The numbers are stored, and order the messages of one event.
type MessageKind int

// Kinds of messages.
const (
	MessageStart   MessageKind = 1 // start the run Target
	MessageSignal  MessageKind = 2 // a signal to the run that has WorkflowID
	MessageCancel  MessageKind = 3 // request cancellation of the run that has WorkflowID, if it is of the chain Target
	MessageEnd     MessageKind = 4 // the sender has ended: tell Target, for its command Ref
	MessageOrphans MessageKind = 5 // the sender has ended: request cancellation of its children
	MessageAnswer  MessageKind = 6 // tell Target, for its command Ref, what became of a message
	MessageAdopt   MessageKind = 7 // from now on the chain Target is that of a child of the sender, for the sender's command Ref
)

// MessageKey identifies a message: the run that sent it, the event that asked for it, and its
// kind. Keys are ordered by run, then by seq, then by kind.
type MessageKey struct {
	Run  RunID
	Seq  int64
	Kind MessageKind
}

// Compare orders keys.
func (k MessageKey) Compare(o MessageKey) int {
	return cmp.Or(bytes.Compare(k.Run[:], o.Run[:]), cmp.Compare(k.Seq, o.Seq), cmp.Compare(k.Kind, o.Kind))
}

// Message is a row of the outbox: what a run wants done to another run. The commit that sends it
// stores it, and a [Relay] carries it out afterwards, exactly once.
type Message struct {
	MessageKey        // Run is set by the store
	Namespace  string // of the sender; set by the store
	Target     RunID
	Ref        int64
	WorkflowID string
	Workflow   string // MessageStart
	Queue      string // MessageStart
	Priority   int    // MessageStart
	Level      int    // MessageStart
	Data       []byte // a row of history that holds one started event, or a framed event
	End        Row    // MessageEnd, as Outbox lists it: the last row of the sender's history; N is 0 if there is none
}

func (m *Message) check() error {
	return first(
		must(m.Kind >= MessageStart && m.Kind <= MessageAdopt, "Message.Kind is %d", m.Kind),
		must(m.Seq > 0, "Message.Seq is %d, write the seq of the event that asks for it", m.Seq),
		id("Message.WorkflowID", m.WorkflowID),
		id("Message.Workflow", m.Workflow),
		id("Message.Queue", m.Queue),
		number("Message.Priority", m.Priority),
	)
}

// Relay carries out what a message asks for, by Start or by Deliver, if and only if the message is still in
// the outbox. The same transaction removes the message, unless the outcome is temporary: [Full], [HeldBack] or
// [Locked]. If Answers has the outcome's code, a [MessageAnswer] to the sender replaces the message. A Deliver
// with Chain reaches only runs of that chain: any other run is [Closed] to it. It may have an [EntryChild],
// with its Ref, which no limit and no closing refuses. A relay that should [Adopt] a run that has ended, or
// does not exist, is [HeldBack].
//
// With neither Start nor Deliver the message is removed, and the outcome is Done.
//
// Outcomes: those of Start or Deliver; [Fenced] if the message does not exist, or somebody else is
// relaying it.
type Relay struct {
	Message MessageKey
	Start   *Start
	Deliver *Deliver
	Chain   RunID
	Answers []Answer
}

// Answer is what tells a message's sender that the outcome was Code: a framed event.
type Answer struct {
	Code Code
	Data []byte
}

// Op returns the op that o carries out, or nil.
func (o *Relay) Op() Op {
	switch {
	case o.Start != nil:
		return o.Start
	case o.Deliver != nil:
		return o.Deliver
	}
	return nil
}

// Passes reports whether a message with this outcome stays, to be relayed again.
func (c Code) Passes() bool { return c == Full || c == HeldBack || c == Locked }

// AnswerTo returns the message that replaces o's after an outcome with code, if there is one.
func (o *Relay) AnswerTo(code Code) (m Message, ok bool) {
	for _, a := range o.Answers {
		if a.Code == code {
			key := MessageKey{Run: o.Message.Run, Seq: o.Message.Seq, Kind: MessageAnswer}
			return Message{MessageKey: key, Target: o.Message.Run, Ref: o.Message.Seq, Data: a.Data}, true
		}
	}
	return m, false
}

func (o *Relay) check() error {
	if o == nil {
		return errNil
	}
	if err := must(o.Message.Run != uuid.Nil, "Relay.Message.Run is zero"); err != nil {
		return err
	}
	switch {
	case o.Start != nil && o.Deliver != nil:
		return must(false, "Relay has a Start and a Deliver: write one of them")
	case o.Start != nil:
		return first(o.Start.check(), must(o.Start.First == nil && o.Start.Owner == uuid.Nil, "Relay.Start has an owner"))
	case o.Deliver != nil:
		d := *o.Deliver
		if d.Entry.Kind == EntryChild {
			d.Entry.Kind = EntrySignal
		}
		return d.check()
	}
	return nil
}

// OutboxQuery selects messages. A zero After begins at the first one.
type OutboxQuery struct {
	Namespace string
	After     MessageKey
	Max       int
}

// OutboxPage bounds a page of the outbox in bytes: the page ends with the message at which the
// total size of Data, and of End's Data, reaches it.
const OutboxPage = 4 << 20

// Bytes is the size of m for the bound of a page.
func (m *Message) Bytes() int { return len(m.Data) + len(m.End.Data) }

// More reports whether messages may follow page, which was queried by q.
func (q OutboxQuery) More(page []Message) bool {
	bytes := 0
	for i := range page {
		bytes += page[i].Bytes()
	}
	return len(page) > 0 && (len(page) >= q.Max || bytes >= OutboxPage)
}
