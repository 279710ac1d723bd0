package replay

import (
	"bytes"

	"github.com/reprise-run/reprise/history"
)

// task is what the machine knows of the task it is in.
type task struct {
	recorded bool
	nonce    int64           // of its random numbers
	long     bool            // the history before it is
	drew     bool            // it has drawn some
	commands []history.Event // recorded: what is still to come
	end      int64           // recorded: seq of what follows the task
	build    string          // recorded: who made it
	fresh    []history.Event // open: what was asked for
	asked    int             // of these, without cancellations
	bytes    int             // of payloads in fresh
	after    []func()
	answered []Answered
	last     history.Command // the terminal command
}

// expected is the next recorded command, or nil. Skippable events are passed over, and so is what
// marks a change, which is then known: the code need not ask for it any more.
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

// emit is the one way of a command out of the workflow. In a recorded task it must be
// the next of the commands recorded, which is returned; in the open one it is new. It
// is false when it can be neither: the machine has failed, or c goes on unwinding by a
// panic. c is who asks; nil is the request to cancel the run.
func (m *Machine) emit(asked history.Command, c *coroutine) (history.Event, bool) {
	if c != nil && c.refused != nil {
		return history.Event{}, m.scheduler.refuseTo(c, c.refused)
	}
	if m.task.recorded {
		recorded := m.task.expected(&m.changes)
		if recorded == nil || !same(recorded.Body, asked) {
			if c != nil && !asked.Kind().Terminal() { // a return keeps the site of the last call
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

// tooMuch counts a new command, and says whether a limit forbids it. A cancellation counts
// for nothing: one request may cancel all that is open, and the author asked for none of the
// commands by themselves. They are bounded by what may be open.
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

// same reports whether the workflow asks for what the history says it asked for: the
// same kind of thing, of the same name, or about the same activity or timer.
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

// sameGiven reports whether what is given to a command is, bit by bit, what the history
// has. That of an end is looked at by tools only: no worker replays it.
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

// size is the bytes of payload in a command, as far as they can go into a history: of what is
// larger a transform keeps most elsewhere.
func size(c history.Command) int { return min(payloadBytes(c), history.MaxPayload) }
