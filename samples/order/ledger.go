package order

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// What the outside world did, in the words of its ledger. A successful charge is three lines,
// begin, applied and end; a repeated one has repeated in the middle.
const (
	Begin    = "begin"    // the card company was asked for a charge
	Applied  = "applied"  // money moved
	Repeated = "repeated" // the key was known: no money moved, the old receipt was returned
	End      = "end"      // the answer was given
	Refunded = "refunded" // money moved back; amount 0 if there was nothing to refund
	Reserved = "reserved"
	Released = "released"
	Shipped  = "shipped"
	Recalled = "recalled"
	Reminded = "reminded"
)

// Entry is one line of a ledger.
type Entry struct {
	At      time.Time `json:"at"`
	PID     int       `json:"pid"` // of the process that made the call
	What    string    `json:"what"`
	Order   string    `json:"order"`
	Parcel  string    `json:"parcel,omitempty"`
	Key     string    `json:"key,omitempty"` // idempotency key
	Amount  int64     `json:"amount,omitempty"`
	Receipt string    `json:"receipt,omitempty"`
}

// fact identifies entries of which only one may exist.
type fact struct{ what, subject string }

func (e Entry) fact() fact {
	switch e.What {
	case Applied:
		return fact{e.What, e.Key}
	case Shipped, Recalled:
		return fact{e.What, e.Order + "/" + e.Parcel}
	default:
		return fact{e.What, e.Order}
	}
}

// errTooLate: the request was undone before it was done.
var errTooLate = errors.New("order: too late")

// Ledger is what the outside world has done, entry by entry, with the facts that may be true
// only once. It is written into a book: a file, or memory. It may be used by many goroutines.
type Ledger struct {
	mu      sync.Mutex
	book    book
	entries []Entry
	facts   map[fact]Entry
	taken   map[string]int64 // cents charged per order
}

// book stores the entries of a ledger.
type book interface {
	// alone runs do while no other process writes.
	alone(do func() error) error
	// news returns the entries that others have written since the last call, to a
	// book that had n.
	news(n int) ([]Entry, error)
	// add writes an entry. After an error it is not in the book.
	add(Entry) error
	Close() error
}

func newLedger(b book) (*Ledger, error) {
	l := &Ledger{book: b, facts: map[fact]Entry{}, taken: map[string]int64{}}
	if err := l.alone(l.catchUp); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return l, nil
}

// OpenLedger opens the ledger at path for appending, and creates it if there is none. If
// its process died while writing the last line, that line has no end: it never happened,
// and is cut off.
func OpenLedger(path string) (*Ledger, error) {
	p, err := openPaper(path)
	if err != nil {
		return nil, err
	}
	return newLedger(p)
}

// Entries returns the entries so far.
func (l *Ledger) Entries() (all []Entry, err error) {
	err = l.alone(func() error {
		err := l.catchUp()
		all = slices.Clone(l.entries)
		return err
	})
	return all, err
}

// Close closes the book.
func (l *Ledger) Close() error { return l.book.Close() }

// alone runs do while no other goroutine or process writes.
func (l *Ledger) alone(do func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.alone(do)
}

// catchUp reads what others have written.
func (l *Ledger) catchUp() error {
	news, err := l.book.news(len(l.entries))
	for _, e := range news {
		l.learn(e)
	}
	return err
}

// write appends e.
func (l *Ledger) write(e Entry) error {
	return l.alone(func() error {
		if err := l.catchUp(); err != nil {
			return err
		}
		return l.append(e)
	})
}

// once appends e unless there already is an entry of the same kind about the same thing, and
// returns the one that counts. An entry that e.unless names forbids it.
func (l *Ledger) once(e Entry, unless string) (counts Entry, first bool, err error) {
	err = l.alone(func() error {
		if err := l.catchUp(); err != nil {
			return err
		}
		counts, first, err = l.firstOf(e, unless)
		return err
	})
	return counts, first, err
}

func (l *Ledger) firstOf(e Entry, unless string) (Entry, bool, error) {
	if old, ok := l.facts[e.fact()]; ok {
		return old, false, nil
	}
	bar := e
	bar.What = unless
	if _, ok := l.facts[bar.fact()]; ok && unless != "" {
		return Entry{}, false, fmt.Errorf("%w: order %s is %s already, it cannot be %s", errTooLate, e.Order, unless, e.What)
	}
	if e.What == Refunded {
		e.Amount = l.taken[e.Order]
	}
	return e, true, l.append(e)
}

func (l *Ledger) append(e Entry) error {
	if err := l.book.add(e); err != nil {
		return err
	}
	l.learn(e)
	return nil
}

func (l *Ledger) learn(e Entry) {
	l.entries = append(l.entries, e)
	l.facts[e.fact()] = e
	if e.What == Applied {
		l.taken[e.Order] += e.Amount
	}
}
