package replay

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// A panic is the end of a task and of nothing else: none of it is committed, and code
// without the panic takes the same events in. So what passes through a coroutine must
// come out of it in the task in which it began: its deferred functions may ask for
// things, which are recorded if one of them recovers the panic, and may not wait.

// unwinds reports whether c, on whose stack this is called, runs deferred functions on
// account of a panic or a Goexit. The runtime tells nobody whether one of them has
// recovered it: until that one returns, the panic is on the stack.
func (c *coroutine) unwinds() bool {
	var pcs [64]uintptr
	return c.unwindsAbove(pcs[:], runtime.Callers(2, pcs[:]))
}

// waits notes where c waits, and reports whether it unwinds there: one walk of its stack tells
// both. It is for park, which Wait calls.
func (c *coroutine) waits() (unwinds bool) {
	var pcs [64]uintptr
	n := runtime.Callers(4, pcs[:])
	s := &c.m.scheduler
	s.mu.Lock()
	c.called.n = copy(c.called.pcs[:c.deepest(deepestVerb+1)], pcs[:n])
	s.mu.Unlock()
	if s.stack != nil {
		*s.stack = append((*s.stack)[:0], pcs[:n]...)
	}
	return c.unwindsAbove(pcs[:], n)
}

// unwindsAbove is unwinds for who has the first n return addresses of the stack already, in pcs,
// which the others are read into.
func (c *coroutine) unwindsAbove(pcs []uintptr, n int) bool {
	for all := n; ; all += n {
		if c.m.cfg.Sites.unwinds(pcs[:n]) {
			return true
		}
		if n < len(pcs) {
			return false
		}
		n = runtime.Callers(all, pcs)
	}
}

// refuseTo makes err the end of the machine, for which c has asked, and returns false.
// While a panic passes through c, err waits: the panic is what there is to tell, and it
// would be lost to the one that takes c off its stack.
func (s *scheduler) refuseTo(c *coroutine, err error) bool {
	if c == nil || !c.unwinds() {
		s.fail(err)
		return false
	}
	c.refuse(err)
	return false
}

func (c *coroutine) refuse(err error) {
	if c.refused == nil {
		c.refused = err
	}
}

// giveWay takes c off its stack, unless a panic does that already.
func (c *coroutine) giveWay() {
	if c.m.scheduler.dead() {
		c.unwind()
	}
}

// comeToNothing ends the machine because of a task that the history has and the code
// has not finished. A coroutine may wait in its deferred functions, as the history has
// it: then its panic is why, and err only what followed.
func (s *scheduler) comeToNothing(err error) {
	for c := s.live.oldest; c != nil && s.err == nil; {
		next := c.newer
		if c.state == parked {
			if c.ask(); c.panicking {
				c.refuse(err)
				s.resume(c)
			}
		}
		c = next
	}
	s.fail(err)
}

// deferredWait is what the machine ends with if the panic does not come out of c.
func (c *coroutine) deferredWait(sources []Source) error {
	if c.refused != nil {
		return c.refused
	}
	return &PanicError{
		Run: c.m.cfg.Run, Coroutine: c.id, Site: c.site(), Stack: string(debug.Stack()),
		Value: fmt.Sprintf("a deferred function waits for %s before it has returned from a panic: "+
			"let it recover and return, and wait after that", waitsFor(sources)),
	}
}
