package replay

import "runtime"

// unwinding is the sentinel: the value of the panic that takes a coroutine off its
// stack when the machine can go no further.
type unwinding struct{}

// Error is what author code sees that recovers it and prints it.
func (unwinding) Error() string {
	return "replay: the engine is unwinding this workflow; let this panic pass"
}

// patience is how many sentinels one coroutine may swallow.
const patience = 100

// unwind takes c off its stack. Code that recovers the sentinel meets it again at its
// next call into the engine, and code that does so in a loop without end is ended by
// Goexit, which cannot be recovered.
func (c *coroutine) unwind() {
	if c.swallowed++; c.swallowed > patience {
		runtime.Goexit()
	}
	panic(unwinding{})
}

// Close unwinds all coroutines, the newest first, and returns when they are gone.
// Functions the workflow deferred run; each call of theirs into the engine panics.
// Close may be called twice, and after any error.
//
// While a Step is under way on another goroutine Close does not wait for it: the code
// may be blocked outside the engine and never come back. It leaves a note, and the
// Step unwinds the machine if it ever gets control again, and returns [ErrClosed].
func (m *Machine) Close() {
	if !m.busy.CompareAndSwap(false, true) {
		m.scheduler.leave.Store(true)
		if !m.busy.CompareAndSwap(false, true) {
			return
		}
	}
	m.close()
	m.busy.Store(false)
}

func (m *Machine) close() {
	m.scheduler.close()
	m.open, m.signals.waiting, m.task, m.held = openOps{}, nil, task{}, 0
}
