package replay

import (
	"iter"
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

	begun    bool // f was entered
	queued   bool // in the run queue
	parked   bool // waits for sources
	asked    bool // where it waits, and is to do nothing else
	looks    bool // at the condition it waits for, and is to do nothing else
	returned bool // f returned
	exited   bool // by Goexit, and waits in its last yield to be stopped

	sources []Source // what it waits for
	watches []watch
	picked  int
	// Room for the two that most waits have: a scope and what is waited for under it.
	fewSources [2]Source
	fewWatches [2]watch

	counter   uint64 // of Random
	swallowed int    // sentinels raised in it
	// What a call of a deferred function could not do while a panic passed through the
	// coroutine: the end of the machine, unless the panic comes out and is that.
	refused   error
	panicking bool // was, when it was last asked where it waits

	// Return addresses of its last call into the engine; see Sites. Guarded by
	// Machine.mu.
	pcs  [8]uintptr
	npcs int

	older, newer *coroutine
}

// coroutines is the list of those that have not ended, in order of creation.
type coroutines struct {
	oldest, newest *coroutine
	n              int
}

func (l *coroutines) add(c *coroutine) {
	c.older = l.newest
	if l.newest == nil {
		l.oldest = c
	} else {
		l.newest.newer = c
	}
	l.newest = c
	l.n++
}

func (l *coroutines) remove(c *coroutine) {
	if c.older == nil {
		l.oldest = c.newer
	} else {
		c.older.newer = c.newer
	}
	if c.newer == nil {
		l.newest = c.older
	} else {
		c.newer.older = c.older
	}
	c.older, c.newer = nil, nil
	l.n--
}

// spawn makes a runnable coroutine. Nothing of f runs before its turn.
func (m *Machine) spawn(f func(), op *Op) *coroutine {
	c := &coroutine{m: m, id: m.born, f: f, op: op}
	c.sources, c.watches = c.fewSources[:0], c.fewWatches[:0]
	m.born++
	c.next, c.stop = iter.Pull(c.main)
	m.live.add(c)
	m.queue.push(c)
	return c
}

func (c *coroutine) main(yield func(struct{}) bool) {
	c.yield = yield
	defer c.last()
	c.f()
	c.returned = true
	if c.refused != nil && !c.m.dead() {
		c.m.fail(c.refused)
	}
}

// last is the deferred end of every coroutine: a panic and a Goexit become data here,
// so that neither reaches the goroutine that steps the machine.
func (c *coroutine) last() {
	if c.returned {
		return
	}
	v := recover()
	if !c.m.dead() {
		c.fail(v)
	}
	if v == nil {
		// A Goexit cannot be recovered: it would go on through iter.Pull into the
		// caller of next. Stay here instead, and be stopped where it does no harm.
		c.exited = true
		c.yield(struct{}{})
	}
}

// fail ends the machine with the panic v, or a Goexit if v is nil, whose stack this is
// called on.
func (c *coroutine) fail(v any) {
	var pcs [32]uintptr
	n := runtime.Callers(2, pcs[:])
	c.m.fail(&PanicError{
		Run: c.m.cfg.Run, Coroutine: c.id, Value: v, Goexit: v == nil,
		Site: c.m.cfg.Sites.site(pcs[:n]), Stack: string(debug.Stack()),
	})
}

// resume gives c control until it waits or ends.
func (m *Machine) resume(c *coroutine) {
	m.setCurrent(c)
	_, waits := c.next()
	m.setCurrent(nil)
	if c.exited {
		done := make(chan struct{})
		go func() { // ends with c, by the same Goexit
			defer close(done)
			c.stop()
		}()
		<-done
		waits = false
	}
	if !waits {
		m.live.remove(c)
		if c.op != nil && !m.dead() {
			c.op.end(nil, m.tick())
			c.op.waiting.wake(&m.queue)
		}
	}
}

func (m *Machine) setCurrent(c *coroutine) {
	m.mu.Lock()
	m.cur = c
	m.mu.Unlock()
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
			c.m.fail(c.refused)
			c.m.unwind(c)
		}
		return -1
	}
	c.sources = append(c.sources[:0], sources...)
	if cap(c.watches) < len(sources) {
		c.watches = make([]watch, len(sources))
	}
	c.watches = c.watches[:len(sources)]
	for i, s := range c.sources {
		c.watches[i].c = c
		s.watch(&c.watches[i])
	}
	c.parked = true
	c.yield(struct{}{})
	for c.asked || c.looks {
		if c.looks {
			c.look()
		} else {
			c.panicking = c.waits()
		}
		c.yield(struct{}{})
	}
	c.parked = false
	if c.m.dead() {
		c.m.unwind(c)
	}
	if c.refused != nil {
		return -1
	}
	if c.npcs == 0 { // what it does next may be new, and to return is to come from here
		c.located(4)
	}
	return c.picked
}

// ready reports whether c, taken from the run queue, has something to go on with, and
// takes it off the lists of its sources if so.
func (c *coroutine) ready() bool {
	if !c.begun {
		c.begun = true
		return true
	}
	if c.picked = pick(c.sources); c.picked < 0 {
		return false
	}
	for i, s := range c.sources {
		s.unwatch(&c.watches[i])
	}
	clear(c.sources) // let go of what was waited for
	c.sources = c.sources[:0]
	return true
}

// runQueue is the coroutines that may have something to go on with, first in, first
// out.
type runQueue struct {
	list []*coroutine
	head int
	few  [2]*coroutine // room for the first
}

func (q *runQueue) push(c *coroutine) {
	if c.queued {
		return
	}
	c.queued = true
	if q.head > 256 && 2*q.head > len(q.list) {
		n := copy(q.list, q.list[q.head:])
		clear(q.list[n:])
		q.list, q.head = q.list[:n], 0
	}
	q.list = append(q.list, c)
}

func (q *runQueue) pop() *coroutine {
	if q.head == len(q.list) {
		q.list, q.head = q.list[:0], 0
		return nil
	}
	c := q.list[q.head]
	q.list[q.head] = nil
	q.head++
	c.queued = false
	return c
}
