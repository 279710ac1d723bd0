package replay

import (
	"strconv"

	"github.com/reprise-run/reprise/history"
)

// Source is something a coroutine can wait for: an [Op], a [Scope] (ready once it is
// cancelled), [Op.GiveUp], the signals of a name ([Env.Mail]), a condition ([Env.Until])
// or [Env.Quiet].
type Source interface {
	// since reports whether the source is ready, and since which moment.
	since() (moment, bool)
	watch(l *link)
	unwatch(l *link)
	// what describes what a coroutine waits for; "" is not worth mentioning.
	what() string
}

// moment orders what makes sources ready. seq is that of the external event being
// handled; sub counts what the workflow itself ended since (0 is the event's own effect).
// The seq of a command would not do: all commands of a task follow all its events, so the
// order would depend on how events are grouped into tasks.
type moment struct{ seq, sub int64 }

func (a moment) before(b moment) bool {
	return a.seq < b.seq || a.seq == b.seq && a.sub < b.sub
}

// pick returns the index of the source that has been ready longest, the first of equals,
// or -1 if none is ready.
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

// wait is what one coroutine waits for.
type wait struct {
	sources []Source
	links   []link // in the lists of the sources
	picked  int    // index of the source that ended it
	// Room for the two sources of most waits: a scope and an op under it.
	fewSources [2]Source
	fewLinks   [2]link
}

func (w *wait) init() { w.sources, w.links = w.fewSources[:0], w.fewLinks[:0] }

// begin puts c on the lists of these sources.
func (w *wait) begin(c *coroutine, sources []Source) {
	w.sources = append(w.sources[:0], sources...)
	if cap(w.links) < len(sources) {
		w.links = make([]link, len(sources))
	}
	w.links = w.links[:len(sources)]
	for i, s := range w.sources {
		w.links[i].c = c
		s.watch(&w.links[i])
	}
}

// end takes the coroutine off the lists of its sources if one of them is ready.
func (w *wait) end() bool {
	if w.picked = pick(w.sources); w.picked < 0 {
		return false
	}
	for i, s := range w.sources {
		s.unwatch(&w.links[i])
	}
	clear(w.sources) // keep nothing alive
	w.sources = w.sources[:0]
	return true
}

// condition is ready once a function of the workflow has returned true.
type condition struct {
	m     *Machine
	holds func() bool
	met   bool
	when  moment
}

func (s *condition) since() (moment, bool) { return s.when, s.met }
func (s *condition) watch(l *link)         { s.m.scheduler.untils.add(l) }
func (s *condition) unwatch(l *link)       { s.m.scheduler.untils.remove(l) }
func (s *condition) what() string          { return "condition" }

// ask evaluates the condition on c.
func (s *condition) ask(c *coroutine) {
	holds := false
	c.compute("Until", func() { holds = s.holds() })
	if holds {
		s.met, s.when = true, s.m.scheduler.tick()
	}
}

// look evaluates the conditions that c waits for.
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
