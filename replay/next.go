package replay

import (
	"cmp"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Next returns the first events of the run that this one, which last has ended, continues as: its started
// event, the signals that the workflow has not received, the updates that no handler has begun, and a request
// to cancel that came while the run waited for its handlers. build is the worker's. Next may be called where
// Step may.
func (m *Machine) Next(last *history.RunContinued, build string) []history.Event {
	s := m.started
	_, seed := history.NextRun(m.cfg.Run, s.Seed)
	next := &history.Started{
		Workflow: last.Workflow, WorkflowID: s.WorkflowID, Input: last.Input, Headers: s.Headers, Seed: seed,
		Level: Level, Build: build, Place: s.Place,
		Chain: s.Chain, Previous: m.cfg.Run, Continued: s.Continued + 1,
		Times:  history.Times{Limit: s.Limit, Nominal: s.Nominal},
		Parent: s.Parent, ParentSeq: s.ParentSeq, Depth: s.Depth, Attrs: m.attrs,
	}
	if next.Chain == (history.RunID{}) {
		next.Chain = m.cfg.Run
	}
	events := []history.Event{{Seq: 1, Body: next}}
	left := append(m.signals.mail.Left(), m.updates.mail.Left()...)
	slices.SortFunc(left, func(a, b history.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	signals, updates := make(map[string]bool), make(map[string]bool) // ids that the next run takes in itself
	for _, e := range left {
		switch b := e.Body.(type) {
		case *history.SignalReceived:
			signals[b.ID] = true
		case *history.UpdateReceived:
			updates[b.ID] = true
		}
		events = append(events, history.Event{Seq: int64(len(events) + 1), Body: e.Body})
	}
	if m.updates.cancelled != nil {
		events = append(events, history.Event{Seq: int64(len(events) + 1), Body: m.updates.cancelled})
	}
	others := func(ids []string, but map[string]bool) []string {
		return slices.DeleteFunc(ids, func(id string) bool { return but[id] })
	}
	next.Known = others(m.signals.mail.Newest(history.MaxKnown), signals)
	next.Updates = others(m.updates.mail.Newest(history.MaxKnown), updates)
	return events
}

// Continue returns the command that ends the run and continues it as a new run of workflow with
// this input.
func (e *Env) Continue(workflow string, input history.Payload) *history.RunContinued {
	m := e.m
	m.enter()
	next, _ := history.NextRun(m.cfg.Run, m.started.Seed)
	return &history.RunContinued{Next: next, Workflow: workflow, Input: input}
}

// Begun must be called when the code of e's run begins. It returns the run's started event. If the event has a
// Within, Begun turns it into a Deadline that counts from now.
func Begun(e *Env) *history.Started {
	e.m.enter()
	if s := *e.m.started; s.Within > 0 {
		s.Deadline, s.Within = e.m.now.UTC().Add(s.Within).Truncate(time.Microsecond), 0
		e.m.started = &s
	}
	return e.m.started
}

// Long reports whether the history before this task is so long that the workflow should continue
// as a new run. A replay returns the same.
func (e *Env) Long() bool {
	e.m.enter()
	return e.m.task.long
}

// Here returns the call site in the author's code.
func (e *Env) Here() string {
	c := e.m.enter()
	c.locate(3, deepestVerb+1)
	return c.site()
}

// weigh returns the total bytes of payload in events.
func weigh(events []history.Event) (bytes int) {
	for i := range events {
		bytes += payloadBytes(events[i].Body)
	}
	return bytes
}

// payloadBytes returns the size of the value that an event carries.
func payloadBytes(b history.Body) int {
	if a, ok := b.(*history.AttributeSet); ok {
		return a.Bytes()
	}
	if p, _ := history.PayloadOf(b); p != nil {
		return len(p.Data)
	}
	return 0
}
