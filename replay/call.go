package replay

import (
	"runtime"
	"runtime/debug"

	"github.com/reprise-run/reprise/history"
)

// enter is the beginning of every call from the workflow. It returns the coroutine
// that calls.
func (m *Machine) enter() *coroutine {
	c := m.cur
	if c == nil {
		panic("replay: a workflow's context was used outside the workflow, or on a goroutine the workflow started: use workflow.Go")
	}
	if m.dead() {
		m.unwind(c)
	}
	if m.recording {
		panic("replay: the function given to SideEffect used the workflow's context: it may only compute a value")
	}
	return c
}

// call is enter for the calls that ask for something or wait: it also notes from
// where. Only addresses are taken; they become text when somebody asks.
func (m *Machine) call() *coroutine {
	c := m.enter()
	m.mu.Lock()
	c.npcs = runtime.Callers(3, c.pcs[:])
	m.mu.Unlock()
	return c
}

// effect calls the function of a side effect. If it does not return, the workflow
// must not go on either, not even by recovering the panic: nothing would be recorded
// of it, and the replay would not come the same way.
func (m *Machine) effect(c *coroutine, f func() *history.SideEffectRecorded) *history.SideEffectRecorded {
	returned := false
	m.recording = true
	defer func() {
		m.recording = false
		if returned {
			return
		}
		v := recover()
		m.fail(&PanicError{
			Run: m.cfg.Run, Coroutine: c.id, Value: v, Goexit: v == nil,
			Site: m.cfg.Sites.site(c.pcs[:c.npcs]), Stack: string(debug.Stack()),
		})
		if v != nil {
			m.unwind(c)
		}
	}()
	value := f()
	returned = true
	if value == nil {
		value = &history.SideEffectRecorded{}
	}
	return value
}
