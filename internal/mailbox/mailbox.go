// Package mailbox is where a run keeps the signals it has not yet received, and, in another one, the
// updates that no handler has begun. Its rules are
// three: first in, first out for each name; an id is taken in once, also after the
// first one was received; nothing is dropped. A [Mailbox] is folded from history and does no
// I/O. It is for one goroutine at a time.
//
// Package mailbox imports history and the standard library.
package mailbox

import (
	"cmp"
	"slices"

	"github.com/reprise-run/reprise/history"
)

// Mailbox holds the signals of one run, or its updates, in the order they came. Here both are called
// signals. The zero value is an
// empty mailbox, ready for use. Its bodies and payloads are shared with the caller
// and never changed.
type Mailbox struct {
	known map[string]struct{} // every id ever taken in; received or not
	ids   []string            // the same, in the order in which they came
	named map[string]*queue   // what is not yet received
}

// queue is a first-in first-out list. The head is an index so that taking a signal
// does not move the others.
type queue struct {
	events []history.Event
	head   int
}

// Offer takes in a signal, an event whose body is a *history.SignalReceived, or an update, a
// *history.UpdateReceived. It
// answers false, and changes nothing, when a signal with this id was taken in before,
// whether or not it has been received since; a signal without an id is never taken
// for another. An event that is not a signal is answered false too.
func (m *Mailbox) Offer(e history.Event) bool {
	name, id, ok := letter(e.Body)
	if !ok || m.Knows(id) {
		return false
	}
	if id != "" {
		m.learn(id)
	}
	if m.named == nil {
		m.named = make(map[string]*queue)
	}
	q := m.named[name]
	if q == nil {
		q = new(queue)
		m.named[name] = q
	}
	q.events = append(q.events, e)
	return true
}

func letter(b history.Body) (name, id string, ok bool) {
	switch b := b.(type) {
	case *history.SignalReceived:
		return b.Name, b.ID, true
	case *history.UpdateReceived:
		return b.Name, b.ID, true
	}
	return "", "", false
}

// Knows reports whether a signal with this id was ever taken in. The empty id is
// never known.
func (m *Mailbox) Knows(id string) bool {
	_, ok := m.known[id]
	return ok
}

// Learn makes the id of a signal known that an earlier run of the chain has taken in.
func (m *Mailbox) Learn(id string) {
	if id != "" && !m.Knows(id) {
		m.learn(id)
	}
}

func (m *Mailbox) learn(id string) {
	if m.known == nil {
		m.known = make(map[string]struct{})
	}
	m.known[id] = struct{}{}
	m.ids = append(m.ids, id)
}

// Newest returns the ids of the last signals that were taken in, at most n of them, in the order in
// which they came.
func (m *Mailbox) Newest(n int) []string { return slices.Clone(m.ids[max(0, len(m.ids)-n):]) }

// Left returns the signals that were taken in and never received, in the order in which they came.
func (m *Mailbox) Left() []history.Event {
	var left []history.Event
	for _, q := range m.named {
		left = append(left, q.events[q.head:]...)
	}
	slices.SortFunc(left, func(a, b history.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	return left
}

// Peek returns the oldest signal of this name and leaves it where it is.
func (m *Mailbox) Peek(name string) (history.Event, bool) {
	q := m.named[name]
	if q == nil {
		return history.Event{}, false
	}
	return q.events[q.head], true
}

// Take returns the oldest signal of this name and removes it.
func (m *Mailbox) Take(name string) (history.Event, bool) {
	q := m.named[name]
	if q == nil {
		return history.Event{}, false
	}
	e := q.events[q.head]
	q.events[q.head] = history.Event{} // let go of the payload
	q.head++
	switch {
	case q.head == len(q.events):
		// A name is forgotten with its last signal: names may be made up by the
		// thousand ("paid-order-17"), and a waiting run should hold only what waits.
		delete(m.named, name)
	case q.head >= 64 && 2*q.head >= len(q.events):
		q.events = append([]history.Event(nil), q.events[q.head:]...)
		q.head = 0
	}
	return e, true
}

// Unread returns the seqs of the signals that were taken in and never received,
// ascending; nil when there is none. It is what a run that ends records as
// undelivered.
func (m *Mailbox) Unread() []int64 {
	var seqs []int64
	for _, q := range m.named {
		for _, e := range q.events[q.head:] {
			seqs = append(seqs, e.Seq)
		}
	}
	slices.Sort(seqs)
	return seqs
}
