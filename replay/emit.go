package replay

import (
	"github.com/reprise-run/reprise/history"
)

// task is what the machine knows of the task it is in.
type task struct {
	recorded bool
	commands []history.Event // recorded: what is still to come
	end      int64           // recorded: seq of what follows the task
	fresh    []history.Event // open: what was asked for
	bytes    int             // of payloads in fresh
	after    []func()
	last     history.Command // the terminal command
}

// expected is the next recorded command, or nil. Skippable events are passed over.
func (t *task) expected() *history.Event {
	for len(t.commands) > 0 {
		e := &t.commands[0]
		if _, skip := e.Body.(*history.Unknown); !skip {
			return e
		}
		t.commands = t.commands[1:]
	}
	return nil
}

// emit is the one way of a command out of the workflow. In a recorded task it must be
// the next of the commands recorded, which is returned; in the open one it is new. It
// is false, and the machine has failed, when it can be neither. c is who asks; nil is
// the request to cancel the run.
func (m *Machine) emit(asked history.Command, c *coroutine) (history.Event, bool) {
	if m.task.recorded {
		recorded := m.task.expected()
		if recorded == nil || !same(recorded.Body, asked) {
			if c != nil && !asked.Kind().Terminal() { // a return keeps the site of the last call
				c.locate(3, len(c.pcs))
			}
			m.mismatch(recorded, asked, c)
			return history.Event{}, false
		}
		if m.cfg.Warn != nil {
			m.compare(recorded, asked, c)
		}
		m.task.commands = m.task.commands[1:]
		return *recorded, true
	}
	if len(m.task.fresh) == history.MaxTaskCommands {
		m.fail(&TooManyCommandsError{Run: m.cfg.Run, Site: m.site(c)})
		return history.Event{}, false
	}
	if m.task.bytes += size(asked); m.task.bytes > history.MaxTaskBytes {
		m.fail(&TooLargeError{Run: m.cfg.Run, Site: m.site(c), Bytes: m.task.bytes})
		return history.Event{}, false
	}
	e := history.Event{Seq: m.next, Site: m.site(c), Body: asked}
	m.next++
	m.task.fresh = append(m.task.fresh, e)
	return e, true
}

// site is where c last called from.
func (m *Machine) site(c *coroutine) string {
	if c == nil {
		return ""
	}
	return m.cfg.Sites.site(c.pcs[:c.npcs])
}

// same reports whether the workflow asks for what the history says it asked for: the
// same kind of thing, of the same name, or about the same activity or timer. Never
// the same bytes: code may be mended while runs are open.
func same(recorded history.Body, asked history.Command) bool {
	if recorded.Kind() != asked.Kind() {
		return false
	}
	switch a := asked.(type) {
	case *history.ActivityScheduled:
		return recorded.(*history.ActivityScheduled).Name == a.Name
	case *history.ActivityCancelled:
		return recorded.(*history.ActivityCancelled).Activity == a.Activity
	case *history.TimerCancelled:
		return recorded.(*history.TimerCancelled).Timer == a.Timer
	}
	return true
}

// size is the bytes of payload in a command.
func size(c history.Command) int {
	switch c := c.(type) {
	case *history.ActivityScheduled:
		return len(c.Input.Data)
	case *history.SideEffectRecorded:
		return len(c.Value.Data)
	case *history.RunCompleted:
		return len(c.Result.Data)
	}
	return 0
}
