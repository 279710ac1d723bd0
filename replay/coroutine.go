package replay

import (
	"runtime"
	"runtime/debug"
)

// coroutine is one line of control inside the workflow. It runs only while the
// machine is inside resume, and gives control back by yield.
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
	asked  bool // where it waits, and is to do nothing else
	looks  bool // at the condition it waits for, and is to do nothing else
	wait   wait

	counter   uint64 // of Random
	swallowed int    // sentinels raised in it
	// What a call of a deferred function could not do while a panic passed through the
	// coroutine: the end of the machine, unless the panic comes out and is that.
	refused   error
	panicking bool // was, when it was last asked where it waits

	called callSite // guarded by scheduler.mu

	older, newer *coroutine
}

// state is how far a coroutine is.
type state uint8

const (
	created  state = iota // its function is not entered yet
	running               // in control
	parked                // waits for sources
	returned              // its function has
	exited                // by Goexit, and waits in its last yield to be stopped
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

// last is the deferred end of every coroutine: a panic and a Goexit become data here,
// so that neither reaches the goroutine that steps the machine.
func (c *coroutine) last() {
	if c.state == returned {
		return
	}
	v := recover()
	if !c.m.scheduler.dead() {
		c.fail(v)
	}
	if v == nil {
		// A Goexit cannot be recovered: it would go on through iter.Pull into the
		// caller of next. Stay here instead, and be stopped where it does no harm.
		c.state = exited
		c.yield(struct{}{})
	}
}

// fail ends the machine with the panic v, or a Goexit if v is nil, whose stack this is
// called on.
func (c *coroutine) fail(v any) {
	var pcs [32]uintptr
	n := runtime.Callers(2, pcs[:])
	c.m.scheduler.fail(&PanicError{
		Run: c.m.cfg.Run, Coroutine: c.id, Value: v, Goexit: v == nil,
		Site: c.m.cfg.Sites.site(pcs[:n]), Stack: string(debug.Stack()),
	})
}

// park gives control back until one of sources is ready, and returns its index, or -1
// where the coroutine may not wait.
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
	if c.called.n == 0 { // what it does next may be new, and to return is to come from here
		c.located(4)
	}
	return c.wait.picked
}

// ready reports whether the coroutine, taken from the run queue, has something to go on with.
func (c *coroutine) ready() bool {
	if c.state == created {
		c.state = running
		return true
	}
	return c.wait.end()
}
