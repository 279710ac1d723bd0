package replay

import (
	"strconv"

	"github.com/reprise-run/reprise/history"
)

// Source is something a coroutine can wait for: an [Op], a [Scope] (ready when it is
// cancelled), the end of a wait ([Op.GiveUp]), or the mail of a name ([Env.Mail]).
type Source interface {
	// since tells whether the source is ready, and since which moment.
	since() (moment, bool)
	watch(w *watch)
	unwatch(w *watch)
	// what says in words what a coroutine waits for; "" is not worth a word.
	what() string
}

// moment orders what makes sources ready: the seq of the external event that was
// being handled, and within it a count of what the workflow ended by itself (0 is the
// event's own doing). It is not the seq of the command, because a task's commands
// stand behind all its events: a moment orders alike however events are grouped.
type moment struct{ seq, sub int64 }

func (a moment) before(b moment) bool {
	return a.seq < b.seq || a.seq == b.seq && a.sub < b.sub
}

// pick returns the index of the source that has been ready longest, the first of
// equals, or -1.
func pick(sources []Source) int {
	best := -1
	var first moment
	for i, s := range sources {
		if t, ok := s.since(); ok && (best < 0 || t.before(first)) {
			best, first = i, t
		}
	}
	return best
}

// watch is one coroutine waiting for one source; waitList is the watches of a
// source in the order they came. Linked, so that a coroutine that waited beside ten
// thousand others for the same scope leaves the list at no cost.
type watch struct {
	c          *coroutine
	prev, next *watch
}

type waitList struct{ head, tail *watch }

func (l *waitList) add(w *watch) {
	w.prev, w.next = l.tail, nil
	if l.tail == nil {
		l.head = w
	} else {
		l.tail.next = w
	}
	l.tail = w
}

func (l *waitList) remove(w *watch) {
	if w.prev == nil {
		l.head = w.next
	} else {
		w.prev.next = w.next
	}
	if w.next == nil {
		l.tail = w.prev
	} else {
		w.next.prev = w.prev
	}
	w.prev, w.next = nil, nil
}

// wake makes every waiting coroutine runnable, those that waited longest first.
// They stay in the list until one of their sources is found ready when their turn
// comes: another coroutine may have taken the signal by then.
func (l *waitList) wake(q *runQueue) {
	for w := l.head; w != nil; w = w.next {
		q.push(w.c)
	}
}

// wait is what one coroutine waits for.
type wait struct {
	sources []Source
	watches []watch
	picked  int // index of the source that has ended it
	// Room for the two that most waits have: a scope and what is waited for under it.
	fewSources [2]Source
	fewWatches [2]watch
}

func (w *wait) init() { w.sources, w.watches = w.fewSources[:0], w.fewWatches[:0] }

// begin puts c on the lists of these sources.
func (w *wait) begin(c *coroutine, sources []Source) {
	w.sources = append(w.sources[:0], sources...)
	if cap(w.watches) < len(sources) {
		w.watches = make([]watch, len(sources))
	}
	w.watches = w.watches[:len(sources)]
	for i, s := range w.sources {
		w.watches[i].c = c
		s.watch(&w.watches[i])
	}
}

// end takes the coroutine off the lists of its sources, if one is ready.
func (w *wait) end() bool {
	if w.picked = pick(w.sources); w.picked < 0 {
		return false
	}
	for i, s := range w.sources {
		s.unwatch(&w.watches[i])
	}
	clear(w.sources) // let go of what was waited for
	w.sources = w.sources[:0]
	return true
}

// condition is ready once a function of the workflow's has returned true.
type condition struct {
	m     *Machine
	holds func() bool
	met   bool
	when  moment
}

func (s *condition) since() (moment, bool) { return s.when, s.met }
func (s *condition) watch(w *watch)        { s.m.scheduler.untils.add(w) }
func (s *condition) unwatch(w *watch)      { s.m.scheduler.untils.remove(w) }
func (s *condition) what() string          { return "condition" }

// ask has c, which waits for it, look whether it holds.
func (s *condition) ask(c *coroutine) {
	holds := false
	c.compute("Until", func() { holds = s.holds() })
	if holds {
		s.met, s.when = true, s.m.scheduler.tick()
	}
}

// look asks the conditions that c waits for.
func (c *coroutine) look() {
	for _, s := range c.wait.sources {
		if s, ok := s.(*condition); ok {
			s.ask(c)
		}
	}
}

func (op *Op) what() string {
	switch a := op.asked.(type) {
	case *history.ActivityScheduled:
		return "activity " + Word(a.Name)
	case *history.TimerStarted:
		return "timer due " + stamp(a.FireAt)
	case *history.ChildStarted:
		return "child " + Word(a.WorkflowID)
	case *history.SignalSent:
		return "answer " + Word(a.WorkflowID)
	case *history.PromiseMade:
		return "promise " + strconv.FormatInt(op.seq, 10)
	}
	return "coroutine " + strconv.Itoa(op.coroutine)
}
