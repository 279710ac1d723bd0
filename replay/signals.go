package replay

import (
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mailbox"
)

// signals is what a machine knows of signals.
type signals struct {
	mail mailbox.Mailbox // those not received; and the ids of all
	// Who waits for them, by name; nil: nobody has. A name is known only while somebody
	// waits for it: a workflow may make up names for ever ("paid-order-17").
	waiting map[string]*waitList
}

// takeIn puts a signal into the mailbox and makes whoever waits for its name runnable. It is false,
// and the signal is dropped, if its id is known.
func (s *signals) takeIn(e history.Event, name string, q *runQueue) bool {
	if !s.mail.Offer(e) {
		return false
	}
	if l := s.waiting[name]; l != nil {
		l.wake(q)
	}
	return true
}

// mailSource is the mail of one name.
type mailSource struct {
	signals *signals
	name    string
}

func (s *mailSource) since() (moment, bool) {
	e, ok := s.signals.mail.Peek(s.name)
	return moment{seq: e.Seq}, ok
}

func (s *mailSource) watch(w *watch) {
	l := s.signals.waiting[s.name]
	if l == nil {
		l = new(waitList)
		if s.signals.waiting == nil {
			s.signals.waiting = make(map[string]*waitList)
		}
		s.signals.waiting[s.name] = l
	}
	l.add(w)
}

func (s *mailSource) unwatch(w *watch) {
	l := s.signals.waiting[s.name]
	if l.remove(w); l.head == nil {
		delete(s.signals.waiting, s.name)
	}
}

func (s *mailSource) what() string { return "signal " + Word(s.name) }
