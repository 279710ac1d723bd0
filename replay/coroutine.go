package replay

import (
	"runtime"
	"runtime/debug"
)

// coroutine is one thread of control inside the workflow. It runs only while the
// machine is inside resume, and gives control back by calling yield.
type coroutine struct {
	m     *Machine
	id    int
	f     func()
	op    *Op // ends with f; nil for coroutine 0
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool

	state  state
	queued bool // in the run queue
	asked  bool // resumed only to record where it waits
	looks  bool // resumed only to evaluate the conditions it waits for
	wait   wait

	counter   uint64 // random numbers drawn
	swallowed int    // sentinels raised in it
	// refused is why a deferred function's call failed while a panic unwound the
	// coroutine. It ends the machine unless the panic gets out, which then ends it.
	refused   error
	panicking bool // a panic was unwinding it when it was last asked where it waits

	called callSite // guarded by scheduler.mu

	live link // in the list of those that have not ended
}

// state is the state of a coroutine.
type state uint8

const (
	created  state = iota // its function has not been entered
	running               // in control
	parked                // waits for sources
	returned              // its function has returned
	exited                // by Goexit; it waits in its last yield to be stopped
)

func (c *coroutine) main(yield func(struct{}) bool) {
	c.yield = yield
	defer c.last()
	c.f()
	c.state = returned
	if c.refused != nil && !c.m.scheduler.dead() {
		c.m.scheduler.fail(c.refused)
	}
}

// last is deferred by every coroutine. It turns a panic or a Goexit into data, so that
// neither reaches the goroutine that steps the machine.
func (c *coroutine) last() {
	if c.state == returned {
		return
	}
	v := recover()
	if !c.m.scheduler.dead() {
		c.fail(v)
	}
	if v == nil {
		// A Goexit cannot be recovered: iter.Pull would pass it on to the caller of
		// next. Stay here until resume stops the coroutine on a goroutine of its own.
		c.state = exited
		c.yield(struct{}{})
	}
}

// fail ends the machine with the panic v, or with a Goexit if v is nil. It must be called
// on the stack of that panic.
func (c *coroutine) fail(v any) {
	var pcs [32]uintptr
	n := runtime.Callers(2, pcs[:])
	c.m.scheduler.fail(&PanicError{
		Run: c.m.cfg.Run, Coroutine: c.id, Value: v, Goexit: v == nil,
		Site: c.m.cfg.Sites.site(pcs[:n]), Stack: string(debug.Stack()),
	})
}

// park gives control back until one of sources is ready, and returns its index. It
// returns -1 if the coroutine may not wait.
func (c *coroutine) park(sources []Source) int {
	unwinds := false
	if c.m.task.recorded {
		c.located(4)
	} else {
		unwinds = c.waits()
	}
	if c.refused != nil || unwinds {
		c.refuse(c.deferredWait(sources))
		if c.swallowed++; c.swallowed > patience { // it asks again and again
			c.m.scheduler.fail(c.refused)
			c.unwind()
		}
		return -1
	}
	c.wait.begin(c, sources)
	c.state = parked
	c.yield(struct{}{})
	for c.asked || c.looks {
		if c.looks {
			c.look()
		} else {
			c.panicking = c.waits()
		}
		c.yield(struct{}{})
	}
	c.state = running
	if c.m.scheduler.dead() {
		c.unwind()
	}
	if c.refused != nil {
		return -1
	}
	if c.called.n == 0 { // its next command may be new: a return reports this site
		c.located(4)
	}
	return c.wait.picked
}

// ready reports whether c, just taken from the run queue, can continue.
func (c *coroutine) ready() bool {
	if c.state == created {
		c.state = running
		return true
	}
	return c.wait.end()
}
