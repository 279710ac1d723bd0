package replay

import "runtime"

// unwinding is the sentinel: the value of the panic that unwinds a coroutine when the
// machine can go no further.
type unwinding struct{}

// Error is for author code that recovers the sentinel and prints it.
func (unwinding) Error() string {
	return "replay: the engine is unwinding this workflow; let this panic pass"
}

// patience is how many sentinels one coroutine may swallow.
const patience = 100

// unwind unwinds c. Code that recovers the sentinel meets it again at its next call into
// the engine. Code that does so in an endless loop is ended by a Goexit, which cannot be
// recovered.
func (c *coroutine) unwind() {
	if c.swallowed++; c.swallowed > patience {
		runtime.Goexit()
	}
	panic(unwinding{})
}

// Close unwinds all coroutines, the newest first, and returns when they are gone. The
// workflow's deferred functions run; each of their calls into the engine panics. Close
// may be called twice, and after any error.
//
// Close does not wait for a Step on another goroutine, whose code may be blocked outside
// the engine for ever. It sets a flag: if the Step gets control again, it unwinds the
// machine and returns [ErrClosed].
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
