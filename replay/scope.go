package replay

import "slices"

// Scope is what one cancellation reaches: the ops begun in it and in its children. It
// is also a [Source] that is ready once the scope is cancelled. Like [Env] it is for
// package workflow and for use inside the workflow.
type Scope struct {
	m      *Machine
	parent *Scope

	cancelled bool
	when      moment
	cause     cause

	// A scope is among its parent's children only while a cancellation could reach
	// something through it: an open op, a waiting coroutine, a child. Otherwise a workflow
	// that makes a scope in every iteration of a loop would leak them.
	reach      int // how many such things there are
	ops        *Op // open ops
	children   *Scope
	prev, next *Scope // among the parent's children
	waiting    coroutines
}

// cause is why a scope is cancelled.
type cause struct {
	reason   string // given with the request to cancel the run
	timedOut bool   // its time limit passed
}

// Child makes a scope that is cancelled with s or by its own Cancel.
func (s *Scope) Child() *Scope {
	s.m.enter()
	return &Scope{m: s.m, parent: s}
}

// Detached makes a scope that only its own Cancel cancels. A workflow uses one to clean
// up after a cancellation.
func (s *Scope) Detached() *Scope {
	s.m.enter()
	return &Scope{m: s.m}
}

// Cancelled reports whether the scope or one above it was cancelled.
func (s *Scope) Cancelled() bool {
	s.m.enter()
	_, ok := s.since()
	return ok
}

// Reason returns the reason given with the request to cancel the run, if that request
// cancelled the scope.
func (s *Scope) Reason() string {
	s.m.enter()
	s.since()
	return s.cause.reason
}

// TimedOut reports whether the scope is cancelled because its time limit, or that of a scope above it,
// has passed.
func (s *Scope) TimedOut() bool {
	s.m.enter()
	s.since()
	return s.cause.timedOut
}

// Cancel cancels the scope and the scopes below it. It cancels every open op in them, in
// the order of creation: timers and promises are done when Cancel returns; activities and
// children are only asked to end. A second Cancel does nothing.
func (s *Scope) Cancel() {
	c := s.m.call()
	if _, ok := s.since(); ok {
		return
	}
	if !s.cancel(c, s.m.scheduler.tick(), cause{}) {
		c.giveWay()
	}
}

// cancel cancels s at when, on behalf of coroutine c. c is nil for an event: the request to
// cancel the run, or the end of a time limit. cancel returns false if a command was refused.
func (s *Scope) cancel(c *coroutine, when moment, why cause) bool {
	var ops []*Op
	var woken []*coroutine
	s.mark(when, why, &ops, &woken)
	slices.SortFunc(ops, func(a, b *Op) int { return int(a.seq - b.seq) })
	for _, op := range ops {
		if op.cancelled {
			continue
		}
		if !op.cancel(c, when, why.reason) {
			return false
		}
		if op.done {
			for w := op.waiting.head; w != nil; w = w.next {
				woken = append(woken, w.c)
			}
		}
	}
	// Several scopes and ops wake coroutines at once, and their lists define no common
	// order. The order of creation does.
	slices.SortFunc(woken, func(a, b *coroutine) int { return a.id - b.id })
	for _, w := range woken {
		s.m.scheduler.queue.push(w)
	}
	return true
}

// mark marks s and the scopes below it as cancelled, and collects their ops and waiting coroutines.
func (s *Scope) mark(when moment, why cause, ops *[]*Op, woken *[]*coroutine) {
	s.cancelled, s.when, s.cause = true, when, why
	for op := s.ops; op != nil; op = op.next {
		*ops = append(*ops, op)
	}
	for w := s.waiting.head; w != nil; w = w.next {
		*woken = append(*woken, w.c)
	}
	for child := s.children; child != nil; child = child.next {
		if !child.cancelled {
			child.mark(when, why, ops, woken)
		}
	}
}

// since also looks upwards: mark does not reach a scope that is not among its parent's children.
func (s *Scope) since() (moment, bool) {
	for up := s; up != nil; up = up.parent {
		if up.cancelled {
			s.cancelled, s.when, s.cause = true, up.when, up.cause
			return s.when, true
		}
	}
	return moment{}, false
}

func (s *Scope) watch(l *link) {
	s.waiting.add(l)
	s.hold()
}

func (s *Scope) unwatch(l *link) {
	s.waiting.remove(l)
	s.release()
}

func (s *Scope) what() string { return "" }

func (s *Scope) addOp(op *Op) {
	op.next = s.ops
	if s.ops != nil {
		s.ops.prev = op
	}
	s.ops = op
	s.hold()
}

func (s *Scope) removeOp(op *Op) {
	if op.prev == nil {
		s.ops = op.next
	} else {
		op.prev.next = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	}
	op.prev, op.next = nil, nil
	s.release()
}

// hold counts one more thing that s reaches. With the first, s joins its parent's children.
func (s *Scope) hold() {
	s.reach++
	p := s.parent
	if s.reach > 1 || p == nil {
		return
	}
	s.next = p.children
	if p.children != nil {
		p.children.prev = s
	}
	p.children = s
	p.hold()
}

// release counts one thing less that s reaches. With the last, s leaves its parent's children.
func (s *Scope) release() {
	s.reach--
	p := s.parent
	if s.reach > 0 || p == nil {
		return
	}
	if s.prev == nil {
		p.children = s.next
	} else {
		s.prev.next = s.next
	}
	if s.next != nil {
		s.next.prev = s.prev
	}
	s.prev, s.next = nil, nil
	p.release()
}
