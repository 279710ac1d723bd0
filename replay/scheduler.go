package replay

import (
	"iter"
	"sync"
	"sync/atomic"
)

// scheduler runs the coroutines of a machine, one at a time, until all wait or none may continue.
type scheduler struct {
	live   coroutines // that have not ended, in order of creation
	alive  int        // how many these are
	born   int        // coroutines so far: the next id
	queue  runQueue
	untils coroutines // the coroutines that wait for a condition
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
	c.live.c = c
	c.wait.init()
	s.born++
	c.next, c.stop = iter.Pull(c.main)
	s.live.add(&c.live)
	s.alive++
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
		s.live.remove(&c.live)
		s.alive--
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
	for l := s.untils.head; l != nil; l = l.next {
		c := l.c
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
	for s.live.tail != nil {
		c := s.live.tail.c
		if c.state == created {
			c.stop()
			s.live.remove(&c.live)
			s.alive--
		} else {
			s.resume(c)
		}
	}
	s.queue = runQueue{}
}

// coroutines is a list of coroutines in the order in which they were added. One leaves it at constant cost,
// even if ten thousand are in it.
type coroutines struct{ head, tail *link }

// link is the place of a coroutine in a list: of all that have not ended, or of those that wait for a source.
type link struct {
	c          *coroutine
	prev, next *link
}

func (s *coroutines) add(l *link) {
	l.prev, l.next = s.tail, nil
	if s.tail == nil {
		s.head = l
	} else {
		s.tail.next = l
	}
	s.tail = l
}

func (s *coroutines) remove(l *link) {
	if l.prev == nil {
		s.head = l.next
	} else {
		l.prev.next = l.next
	}
	if l.next == nil {
		s.tail = l.prev
	} else {
		l.next.prev = l.prev
	}
	l.prev, l.next = nil, nil
}

// wake makes every coroutine of the list runnable, longest waiting first. A coroutine stays in the list
// until its turn comes and one of its sources is still ready: another coroutine may have taken the signal by
// then.
func (s *coroutines) wake(q *runQueue) {
	for l := s.head; l != nil; l = l.next {
		q.push(l.c)
	}
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
