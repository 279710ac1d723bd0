package order

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/failure"
)

// Cards with a special behaviour, like the test cards of real card companies. Any other card works.
const (
	CardDeclined   = "tok_declined"
	CardFlaky      = "tok_flaky"       // no connection at the first two attempts
	CardAnswerLost = "tok_answer_lost" // the first charge succeeds, but its answer does not arrive
)

// SKUGone is never in stock. The carrier does not deliver to Nowhere.
const (
	SKUGone = "GONE-0"
	Nowhere = "Atlantis"
)

// Options configures a World. The zero value is a world that answers at once.
type Options struct {
	// Latency is how long every call takes.
	Latency time.Duration
	// OnReminder is the manager's mailbox: it is called with every reminder. Its error fails
	// the reminder. Nil: nobody reads them.
	OnReminder func(ctx context.Context, r Reminder) error
	// OnEntry is called with every ledger line that this process writes.
	OnEntry func(Entry)
	// Down lists the cards whose company refuses every connection.
	Down []string
	// PerAttemptKey is a deliberate mistake: a new idempotency key for each attempt.
	PerAttemptKey bool
}

// World is the outside world: card company, warehouse and carrier, with one ledger that
// survives the processes that call them. It stands for remote services: each call may fail, or
// succeed although the caller gets no answer.
type World struct {
	book   func() (*Ledger, error)
	opts   Options
	pid    int
	open   sync.Once
	ledger *Ledger
	err    error
}

// NewWorld returns the world whose ledger is at path. The file is opened at the
// first call of an activity: by then the engine is known to be the only one.
func NewWorld(path string, opts Options) *World {
	return &World{book: func() (*Ledger, error) { return OpenLedger(path) }, opts: opts, pid: os.Getpid()}
}

// NewWorldInMemory returns a world whose ledger is in memory. It refuses and remembers the
// same, for as long as it is used. It is for tests with thousands of worlds.
func NewWorldInMemory(opts Options) *World {
	return &World{book: func() (*Ledger, error) { return newLedger(slate{}) }, opts: opts, pid: os.Getpid()}
}

// Entries returns what was done in this world so far.
func (w *World) Entries() ([]Entry, error) {
	ledger, err := w.books()
	if err != nil {
		return nil, err
	}
	return ledger.Entries()
}

// Close closes the ledger. Activities must have ended.
func (w *World) Close() error {
	w.open.Do(func() { w.err = errors.New("order: the world is closed") })
	if w.ledger == nil {
		return nil
	}
	return w.ledger.Close()
}

func (w *World) books() (*Ledger, error) {
	w.open.Do(func() { w.ledger, w.err = w.book() })
	return w.ledger, w.err
}

// charge takes money, once per key.
func (w *World) charge(ctx context.Context, e Entry, card string, attempt int) (Receipt, error) {
	if err := w.note(Begin, e); err != nil {
		return Receipt{}, err
	}
	if err := w.travel(ctx); err != nil {
		return Receipt{}, err
	}
	if slices.Contains(w.opts.Down, card) || card == CardFlaky && attempt <= 2 {
		return Receipt{}, fmt.Errorf("order: card company: connection refused (attempt %d)", attempt)
	}
	if card == CardDeclined {
		if err := w.note(End, e); err != nil {
			return Receipt{}, err
		}
		return Receipt{}, failure.New(ErrDeclined, fmt.Sprintf("order: card company: the card of order %s was declined", e.Order))
	}
	e.Receipt = number("R", e.Key)
	applied, first, err := w.once(Applied, e, Refunded)
	if err != nil {
		return Receipt{}, err
	}
	if !first {
		if err := w.note(Repeated, e); err != nil {
			return Receipt{}, err
		}
	}
	if err := w.travel(ctx); err != nil {
		return Receipt{}, err
	}
	if card == CardAnswerLost && attempt == 1 {
		return Receipt{}, errors.New("order: card company: connection reset while waiting for the answer")
	}
	if err := w.note(End, e); err != nil {
		return Receipt{}, err
	}
	return Receipt{Number: applied.Receipt, Key: applied.Key, Amount: applied.Amount}, nil
}

// do does something that is done once and can be undone; undone names the entry after which it
// is too late.
func (w *World) do(ctx context.Context, what string, e Entry, undone string) error {
	if err := w.travel(ctx); err != nil {
		return err
	}
	_, _, err := w.once(what, e, undone)
	return err
}

func (w *World) note(what string, e Entry) error {
	ledger, err := w.books()
	if err != nil {
		return err
	}
	e = w.stamp(what, e)
	if err := ledger.write(e); err != nil {
		return err
	}
	w.tell(e)
	return nil
}

func (w *World) once(what string, e Entry, unless string) (Entry, bool, error) {
	ledger, err := w.books()
	if err != nil {
		return Entry{}, false, err
	}
	written, first, err := ledger.once(w.stamp(what, e), unless)
	switch {
	case errors.Is(err, errTooLate):
		err = failure.Wrap("", err, failure.Permanent())
	case err == nil && first:
		w.tell(written)
	}
	return written, first, err
}

func (w *World) stamp(what string, e Entry) Entry {
	e.At, e.PID, e.What = time.Now().UTC(), w.pid, what
	return e
}

func (w *World) tell(e Entry) {
	if w.opts.OnEntry != nil {
		w.opts.OnEntry(e)
	}
}

// number derives the number of a receipt or a parcel from what it is for.
func number(prefix, from string) string {
	sum := sha256.Sum256([]byte(from))
	return prefix + "-" + hex.EncodeToString(sum[:4])
}

// travel waits as long as a message is on its way.
func (w *World) travel(ctx context.Context) error {
	if w.opts.Latency <= 0 {
		return context.Cause(ctx)
	}
	timer := time.NewTimer(w.opts.Latency)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
