package replay

import "slices"

// Scope is what a cancellation reaches: the ops begun in it and in its children. It
// is a [Source] too, ready once it is cancelled. Like [Env] it is for package
// workflow and for use inside the workflow.
type Scope struct {
	m      *Machine
	parent *Scope

	cancelled bool
	when      moment
	cause     cause

	// A scope hangs below its parent only while a cancellation could reach something
	// through it: an open op, a waiting coroutine, a child that hangs below it. A
	// workflow may make a scope in every turn of a loop, for ever, and cancel none.
	reach      int
	ops        *Op    // open ops
	children   *Scope // that hang below it
	prev, next *Scope // among the parent's children
	waiting    waitList
}

// cause is why a scope is cancelled.
type cause struct {
	reason   string // given with the request to cancel the run
	timedOut bool   // its time is over
}

// Child makes a scope that is cancelled with s, or by itself.
func (s *Scope) Child() *Scope {
	s.m.enter()
	return &Scope{m: s.m, parent: s}
}

// Detached makes a scope that is cancelled only by itself: what a workflow does to
// clean up after a cancellation happens in one.
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

// Reason is the text given with the request to cancel the run, when that is what
// cancelled the scope.
func (s *Scope) Reason() string {
	s.m.enter()
	s.since()
	return s.cause.reason
}

// TimedOut reports whether the scope is cancelled because its time is over, or that of one above it.
func (s *Scope) TimedOut() bool {
	s.m.enter()
	s.since()
	return s.cause.timedOut
}

// Cancel cancels the scope and those below it: every open op in them is cancelled, in
// the order of creation. Timers are done when Cancel returns; activities are asked to end.
// Cancelling twice does nothing.
func (s *Scope) Cancel() {
	c := s.m.call()
	if _, ok := s.since(); ok {
		return
	}
	if !s.cancel(c, s.m.scheduler.tick(), cause{}) {
		c.giveWay()
	}
}

// cancel cancels s at when, on behalf of coroutine c or, with nil, of an event: the request
// to cancel the run, or the end of a scope's time. It is false when the history says otherwise.
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
	// Several scopes and ops wake at once, and the lists say nothing about the order
	// among them. The order of creation does.
	slices.SortFunc(woken, func(a, b *coroutine) int { return a.id - b.id })
	for _, w := range woken {
		s.m.scheduler.queue.push(w)
	}
	return true
}

// mark cancels s and what hangs below it, and collects what that concerns.
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

// since looks upwards too: a scope that hangs below nothing is not told.
func (s *Scope) since() (moment, bool) {
	for up := s; up != nil; up = up.parent {
		if up.cancelled {
			s.cancelled, s.when, s.cause = true, up.when, up.cause
			return s.when, true
		}
	}
	return moment{}, false
}

func (s *Scope) watch(w *watch) {
	s.waiting.add(w)
	s.hold()
}

func (s *Scope) unwatch(w *watch) {
	s.waiting.remove(w)
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

// hold hangs s below its parent with the first thing it reaches.
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

// release takes s off its parent with the last thing it reached.
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
