package replay

import (
	"iter"
	"sync"
	"sync/atomic"
)

// scheduler runs the coroutines of a machine, one at a time, until all wait or none may continue.
type scheduler struct {
	live   coroutines
	born   int // coroutines so far: the next id
	queue  runQueue
	untils waitList   // the coroutines that wait for a condition
	at     moment     // of the event being handled
	stack  *[]uintptr // receives the stack of a coroutine that is asked where it waits; may be nil

	ended  bool        // the workflow returned, or the run was terminated
	err    error       // why no further step is possible; nil: one is, unless closed
	closed bool        // every coroutine was unwound
	leave  atomic.Bool // Close was called during a Step

	mu  sync.Mutex // guards cur and the call sites of coroutines, for Running
	cur *coroutine // in control now; or nil
}

// spawn makes a runnable coroutine of m. Until the coroutine makes a call of its own, from is its call
// site. f does not run before the coroutine's turn.
func (s *scheduler) spawn(m *Machine, f func(), op *Op, from callSite) *coroutine {
	c := &coroutine{m: m, id: s.born, f: f, op: op, called: from}
	c.wait.init()
	s.born++
	c.next, c.stop = iter.Pull(c.main)
	s.live.add(c)
	s.queue.push(c)
	return c
}

// run gives control to the runnable coroutines until all of them wait.
func (s *scheduler) run() {
	for !s.ended && !s.dead() {
		c := s.queue.pop()
		if c == nil {
			if s.untils.head == nil || !s.meet() {
				return
			}
			continue
		}
		if c.ready() {
			s.resume(c)
		}
	}
}

// resume gives c control until it waits or ends.
func (s *scheduler) resume(c *coroutine) {
	s.setCurrent(c)
	_, waits := c.next()
	s.setCurrent(nil)
	if c.state == exited {
		done := make(chan struct{})
		go func() { // ends with c, by the same Goexit
			defer close(done)
			c.stop()
		}()
		<-done
		waits = false
	}
	if !waits {
		s.live.remove(c)
		if c.op != nil && !s.dead() {
			c.op.end(nil, s.tick())
			c.op.waiting.wake(&s.queue)
		}
	}
}

func (s *scheduler) setCurrent(c *coroutine) {
	s.mu.Lock()
	s.cur = c
	s.mu.Unlock()
}

// meet resumes the coroutines that wait for conditions to evaluate them, longest waiting first. It
// stops and returns true at the first condition that holds. That coroutine continues before the
// next evaluates: it may make the condition false again.
func (s *scheduler) meet() bool {
	for w := s.untils.head; w != nil; w = w.next {
		c := w.c
		c.looks = true
		s.resume(c)
		c.looks = false
		if s.dead() {
			return false
		}
		if pick(c.wait.sources) >= 0 {
			s.queue.push(c)
			return true
		}
	}
	return false
}

// tick returns a new moment for something that the workflow itself does now.
func (s *scheduler) tick() moment {
	s.at.sub++
	return s.at
}

// dead reports whether workflow code may only unwind.
func (s *scheduler) dead() bool { return s.err != nil || s.closed || s.leave.Load() }

// fail ends the machine with err. The first error counts.
func (s *scheduler) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// close unwinds all coroutines, the newest first.
func (s *scheduler) close() {
	s.closed = true
	for c := s.live.newest; c != nil; c = s.live.newest {
		if c.state == created {
			c.stop()
			s.live.remove(c)
		} else {
			s.resume(c)
		}
	}
	s.queue = runQueue{}
}

// coroutines lists the coroutines that have not ended, in order of creation.
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

// runQueue holds the coroutines that may be able to continue, first in, first out.
type runQueue struct {
	list []*coroutine
	head int
	few  [2]*coroutine // room for the first
}

func (q *runQueue) init() { q.list = q.few[:0] }

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
