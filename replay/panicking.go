package replay

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// A panic ends the task and nothing else: the task is not committed, and mended code takes
// the same events in again. So a panic must leave its coroutine in the task in which it
// began. Deferred functions may ask for commands, which are recorded if one of them recovers
// the panic, but they must not wait.

// unwinds reports whether c runs deferred functions because of a panic or a Goexit. It must
// be called on c's stack. The runtime does not tell whether a deferred function has
// recovered the panic: until that function returns, the panic is on the stack.
func (c *coroutine) unwinds() bool {
	var pcs [64]uintptr
	return c.unwindsAbove(pcs[:], runtime.Callers(2, pcs[:]))
}

// waits records where c waits and reports whether c unwinds there. One walk of the stack serves
// both. Only park may call it: the number of frames to skip is fixed.
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

// unwindsAbove is unwinds for a caller that has read the first n return addresses of the stack into
// pcs. It overwrites pcs with the rest of the stack.
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

// refuseTo ends the machine with err, which a call of c caused, and returns false. While a
// panic unwinds c, it only stores err: the panic is the error to report, and the sentinel
// that unwinds a failed machine would replace it.
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

// giveWay unwinds c if the machine has failed. It does not while a panic already unwinds c.
func (c *coroutine) giveWay() {
	if c.m.scheduler.dead() {
		c.unwind()
	}
}

// comeToNothing ends the machine after a recorded task that the code did not finish. If a
// coroutine waits in a deferred function during a panic, that panic is the cause and err
// only its consequence.
func (s *scheduler) comeToNothing(err error) {
	for l := s.live.head; l != nil && s.err == nil; {
		c, next := l.c, l.next
		if c.state == parked {
			if c.ask(); c.panicking {
				c.refuse(err)
				s.resume(c)
			}
		}
		l = next
	}
	s.fail(err)
}

// deferredWait returns the error that ends the machine if the panic does not get out of c.
func (c *coroutine) deferredWait(sources []Source) error {
	if c.refused != nil {
		return c.refused
	}
	return &PanicError{
		Run: c.m.cfg.Run, Coroutine: c.id, Site: c.site(), Stack: string(debug.Stack()),
		Value: fmt.Sprintf("a deferred function waits for %s while a panic unwinds: "+
			"let it recover and return first, and wait after that", waitsFor(sources)),
	}
}
