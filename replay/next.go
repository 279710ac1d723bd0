package replay

import "github.com/reprise-run/reprise/history"

// Next is what the history of the run begins with that goes on where this one has ended, which
// continued as it: its started event, and the signals that nobody has received, with their ids. Build
// is that of the worker. It may be called where Step may.
func (m *Machine) Next(last *history.RunContinued, build string) []history.Event {
	s := m.started
	_, seed := history.NextRun(m.cfg.Run, s.Seed)
	next := &history.Started{
		Workflow: last.Workflow, WorkflowID: s.WorkflowID, Input: last.Input, Headers: s.Headers, Seed: seed,
		Level: Level, Build: build,
		Chain: s.Chain, Previous: m.cfg.Run, Continued: s.Continued + 1,
		Parent: s.Parent, ParentSeq: s.ParentSeq, Depth: s.Depth,
	}
	if next.Chain == (history.RunID{}) {
		next.Chain = m.cfg.Run
	}
	events := []history.Event{{Seq: 1, Body: next}}
	left := m.mail.Left()
	handed := make(map[string]bool, len(left))
	for _, e := range left {
		handed[e.Body.(*history.SignalReceived).ID] = true
		events = append(events, history.Event{Seq: int64(len(events) + 1), Body: e.Body})
	}
	for _, id := range m.mail.Newest(history.MaxKnown) {
		if !handed[id] { // the next run takes these in itself
			next.Known = append(next.Known, id)
		}
	}
	return events
}

// Continue is the command by which the run ends to go on as a new one: of this workflow, with
// this input.
func (e *Env) Continue(workflow string, input history.Payload) *history.RunContinued {
	m := e.m
	m.enter()
	next, _ := history.NextRun(m.cfg.Run, m.started.Seed)
	return &history.RunContinued{Next: next, Workflow: workflow, Input: input}
}

// Long reports whether the history before the present task is so long that the workflow had better
// continue as a new run. It is the same on replay.
func (e *Env) Long() bool {
	e.m.enter()
	return e.m.task.long
}

// Here is the author's line that called.
func (e *Env) Here() string {
	c := e.m.enter()
	c.locate(3, deepestVerb+1)
	return e.m.site(c)
}

// weigh adds up the payloads in the history.
func (m *Machine) weigh(events []history.Event) {
	for i := range events {
		switch b := events[i].Body.(type) {
		case *history.Started:
			m.bytes += len(b.Input.Data)
		case *history.ActivityCompleted:
			m.bytes += len(b.Result.Data)
		case *history.SignalReceived:
			m.bytes += len(b.Payload.Data)
		case *history.ActivityScheduled:
			m.bytes += len(b.Input.Data)
		case *history.ChildStarted:
			m.bytes += len(b.Input.Data)
		case *history.ChildEnded:
			m.bytes += len(b.Result.Data)
		case *history.SignalSent:
			m.bytes += len(b.Payload.Data)
		case *history.SideEffectRecorded:
			m.bytes += len(b.Value.Data)
		}
	}
}
