package replay

import (
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mailbox"
)

// signals is the state of a machine's signals.
type signals struct {
	mail mailbox.Mailbox // the unreceived signals, and the ids of all
	// waiting holds who waits for a signal, by name. A name stays only while somebody
	// waits for it: a workflow may make up names for ever ("paid-order-17").
	waiting map[string]*coroutines
}

// takeIn puts a signal into the mailbox and makes the coroutines that wait for its name runnable. If
// the signal's id is known, takeIn drops the signal and returns false.
func (s *signals) takeIn(e history.Event, name string, q *runQueue) bool {
	if !s.mail.Offer(e) {
		return false
	}
	if l := s.waiting[name]; l != nil {
		l.wake(q)
	}
	return true
}

// mailSource is the source of the signals of one name.
type mailSource struct {
	signals *signals
	name    string
}

func (s *mailSource) since() (moment, bool) {
	e, ok := s.signals.mail.Peek(s.name)
	return moment{seq: e.Seq}, ok
}

func (s *mailSource) watch(l *link) {
	waiting := s.signals.waiting[s.name]
	if waiting == nil {
		waiting = new(coroutines)
		if s.signals.waiting == nil {
			s.signals.waiting = make(map[string]*coroutines)
		}
		s.signals.waiting[s.name] = waiting
	}
	waiting.add(l)
}

func (s *mailSource) unwatch(l *link) {
	waiting := s.signals.waiting[s.name]
	if waiting.remove(l); waiting.head == nil {
		delete(s.signals.waiting, s.name)
	}
}

func (s *mailSource) what() string { return "signal " + Word(s.name) }
