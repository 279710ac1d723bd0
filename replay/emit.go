package replay

import (
	"bytes"

	"github.com/reprise-run/reprise/history"
)

// task is the state of the current task.
type task struct {
	recorded bool
	nonce    int64           // of its random numbers
	long     bool            // the history before it is long
	drew     bool            // it has drawn random numbers
	commands []history.Event // recorded: the commands still to come
	end      int64           // recorded: the seq after the task
	build    string          // recorded: the build that made it
	fresh    []history.Event // open: the new commands
	asked    int             // how many of fresh are no cancellations
	bytes    int             // of payloads in fresh
	after    []func()
	answered []Answered
	last     history.Command // the terminal command
}

// expected returns the next recorded command, or nil. It passes over skippable events and over the
// marks of changes, which it learns: the code may have stopped asking for them.
func (t *task) expected(known *changes) *history.Event {
	for len(t.commands) > 0 {
		e := &t.commands[0]
		switch b := e.Body.(type) {
		case *history.Unknown:
		case *history.ChangeMarked:
			if c, ok := (*known)[b.Change]; ok && c.seq == 0 {
				return e // the code asked before this place, and was told the way before the change
			}
			known.learn(b.Change, change{version: b.Version, seq: e.Seq})
		default:
			return e
		}
		t.commands = t.commands[1:]
	}
	return nil
}

// emit issues a command; every command of the workflow passes through it. In a recorded
// task the command must match the next recorded one, which emit returns. In the open task
// emit returns a new event. It returns false if the command cannot be issued: then the
// machine has failed, or a panic is unwinding c. c is the coroutine that asks, or nil for
// an event, such as the request to cancel the run.
func (m *Machine) emit(asked history.Command, c *coroutine) (history.Event, bool) {
	if c != nil && c.refused != nil {
		return history.Event{}, m.scheduler.refuseTo(c, c.refused)
	}
	if m.task.recorded {
		recorded := m.task.expected(&m.changes)
		if recorded == nil || !same(recorded.Body, asked) {
			if c != nil && !asked.Kind().Terminal() { // a return reports the site of the last call
				c.locate(3, len(c.called.pcs))
			}
			return history.Event{}, m.scheduler.refuseTo(c, m.mismatch(recorded, asked, c))
		}
		if !m.cfg.sameGiven(recorded.Body, asked) {
			if err := m.compare(recorded, asked, c); err != nil {
				return history.Event{}, m.scheduler.refuseTo(c, err)
			}
		}
		m.task.commands = m.task.commands[1:]
		return *recorded, true
	}
	if err := m.tooMuch(asked, c); err != nil {
		return history.Event{}, m.scheduler.refuseTo(c, err)
	}
	e := history.Event{Seq: m.next, Site: c.site(), Body: asked}
	m.next++
	m.task.fresh = append(m.task.fresh, e)
	return e, true
}

// tooMuch counts a new command and returns an error if it exceeds a limit. Cancellations do
// not count: one request may cancel everything open, and the author did not ask for each.
// The limit on open operations bounds them.
func (m *Machine) tooMuch(asked history.Command, c *coroutine) error {
	switch asked.(type) {
	case *history.ActivityCancelRequested, *history.TimerCancelled, *history.ChildCancelRequested, *history.PromiseCancelled:
		return nil
	case *history.ActivityScheduled, *history.TimerStarted, *history.ChildStarted, *history.SignalSent, *history.PromiseMade:
		if m.open.n == history.MaxOpen {
			return &TooManyOpenError{Run: m.cfg.Run, Site: c.site()}
		}
	}
	if m.task.asked++; m.task.asked > history.MaxTaskCommands {
		return &TooManyCommandsError{Run: m.cfg.Run, Site: c.site()}
	}
	if m.task.bytes += size(asked); m.task.bytes > history.MaxTaskBytes {
		return &TooLargeError{Run: m.cfg.Run, Site: c.site(), Bytes: m.task.bytes}
	}
	return nil
}

// same reports whether the asked command is the recorded one: of the same kind and name,
// or about the same activity, timer, child, promise or update.
func same(recorded history.Body, asked history.Command) bool {
	if recorded.Kind() != asked.Kind() {
		return false
	}
	switch a := asked.(type) {
	case *history.ActivityScheduled:
		return recorded.(*history.ActivityScheduled).Name == a.Name
	case *history.ActivityCancelRequested:
		return recorded.(*history.ActivityCancelRequested).Activity == a.Activity
	case *history.TimerCancelled:
		return recorded.(*history.TimerCancelled).Timer == a.Timer
	case *history.PromiseCancelled:
		return recorded.(*history.PromiseCancelled).Promise == a.Promise
	case *history.RunContinued:
		return recorded.(*history.RunContinued).Workflow == a.Workflow
	case *history.AttributeSet:
		r := recorded.(*history.AttributeSet)
		return r.Name == a.Name && r.Is() == a.Is()
	case *history.ChildStarted:
		r := recorded.(*history.ChildStarted)
		return r.Workflow == a.Workflow && r.Detached == a.Detached && r.Named == a.Named && (!a.Named || r.WorkflowID == a.WorkflowID)
	case *history.ChildCancelRequested:
		return recorded.(*history.ChildCancelRequested).Child == a.Child
	case *history.SignalSent:
		r := recorded.(*history.SignalSent)
		return r.Name == a.Name && r.WorkflowID == a.WorkflowID
	case *history.UpdateEnded:
		r := recorded.(*history.UpdateEnded)
		return r.Update == a.Update && r.Rejected == a.Rejected && (r.Failure == nil) == (a.Failure == nil)
	}
	return true
}

// sameGiven reports whether the arguments of a command equal the recorded ones bit by bit.
// It compares results and failures only for a Warn: no worker replays the end of a run.
func (cfg *Config) sameGiven(recorded history.Body, asked history.Command) bool {
	switch a := asked.(type) {
	case *history.ActivityScheduled:
		r := recorded.(*history.ActivityScheduled)
		return r.Input.Enc == a.Input.Enc && bytes.Equal(r.Input.Data, a.Input.Data)
	case *history.AttributeSet:
		return history.EqualAttr(recorded.(*history.AttributeSet).Attr, a.Attr)
	case *history.PromiseMade:
		return recorded.(*history.PromiseMade).Due.Equal(a.Due)
	case *history.TimerStarted:
		return recorded.(*history.TimerStarted).FireAt.Equal(a.FireAt)
	case *history.ChildStarted:
		r := recorded.(*history.ChildStarted)
		return r.Input.Enc == a.Input.Enc && bytes.Equal(r.Input.Data, a.Input.Data) && r.Deadline.Equal(a.Deadline) && r.Grace == a.Grace
	case *history.SignalSent:
		r := recorded.(*history.SignalSent)
		return r.Payload.Enc == a.Payload.Enc && bytes.Equal(r.Payload.Data, a.Payload.Data)
	case *history.UpdateEnded:
		r := recorded.(*history.UpdateEnded)
		return cfg.Warn == nil || r.Result.Enc == a.Result.Enc && bytes.Equal(r.Result.Data, a.Result.Data)
	case *history.RunCompleted, *history.RunFailed:
		return cfg.Warn == nil
	}
	return true
}

// size returns the bytes of payload that a command adds to a history. A transform keeps most of a
// payload above history.MaxPayload elsewhere.
func size(c history.Command) int { return min(payloadBytes(c), history.MaxPayload) }
