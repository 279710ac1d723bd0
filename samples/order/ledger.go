package order

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// What the outside world did, as its ledger says it. A charge that goes well is
// three lines, begin, applied and end; a repeated one has repeated in the middle.
const (
	Begin    = "begin"    // the card company was asked for a charge
	Applied  = "applied"  // money moved
	Repeated = "repeated" // the key was known: no money moved, the old receipt went out
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
	PID     int       `json:"pid"` // of the process that asked
	What    string    `json:"what"`
	Order   string    `json:"order"`
	Parcel  string    `json:"parcel,omitempty"`
	Key     string    `json:"key,omitempty"` // idempotency key
	Amount  int64     `json:"amount,omitempty"`
	Receipt string    `json:"receipt,omitempty"`
}

// fact is what an entry is about, for those that are true once.
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

// errTooLate: what was asked for has been undone before it was done.
var errTooLate = errors.New("order: too late")

// Ledger is a file of entries, one JSON object a line. Many processes may append to it:
// each takes the lock of the file, reads what the others have written since, and writes.
// It may be used by many goroutines.
type Ledger struct {
	mu    sync.Mutex
	path  string
	file  *os.File
	size  int64 // of what has been read
	lines int
	facts map[fact]Entry
	taken map[string]int64 // cents applied per order
}

// OpenLedger opens the ledger at path for appending, and creates it if there is
// none. A last line without an end was being written when its process died: it never
// happened, and is cut off.
func OpenLedger(path string) (*Ledger, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("order: open the ledger: %w", err)
	}
	l := &Ledger{path: path, file: file, facts: map[fact]Entry{}, taken: map[string]int64{}}
	if err := l.alone(l.catchUp); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// alone does something while no other goroutine or process writes.
func (l *Ledger) alone(do func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := lock(l.file); err != nil {
		return fmt.Errorf("order: lock the ledger: %w", err)
	}
	err := do()
	if left := unlock(l.file); left != nil {
		err = errors.Join(err, fmt.Errorf("order: unlock the ledger: %w", left))
	}
	return err
}

// catchUp reads what others have written.
func (l *Ledger) catchUp() error {
	data, err := io.ReadAll(l.file)
	if err != nil {
		return fmt.Errorf("order: read the ledger: %w", err)
	}
	if len(data) == 0 {
		return nil
	}
	entries, size, err := parse(l.path, l.lines, data)
	if err != nil {
		return err
	}
	for _, e := range entries {
		l.learn(e)
	}
	l.lines += len(entries)
	return l.cut(l.size + size)
}

// cut makes the file size bytes long and goes on writing there.
func (l *Ledger) cut(size int64) error {
	if err := l.file.Truncate(size); err != nil {
		return fmt.Errorf("order: cut the ledger's last line off: %w", err)
	}
	if _, err := l.file.Seek(size, io.SeekStart); err != nil {
		return fmt.Errorf("order: find the ledger's end: %w", err)
	}
	l.size = size
	return nil
}

// ReadLedger returns the entries of the ledger at path, none if there is no such
// file. It may be called while a process appends. A torn last line is left out.
func ReadLedger(path string) ([]Entry, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("order: read the ledger: %w", err)
	}
	entries, _, err := parse(path, 0, data)
	return entries, err
}

// parse returns the whole lines of data, which follow on a number of others, and their
// length.
func parse(path string, number int, data []byte) ([]Entry, int64, error) {
	size := bytes.LastIndexByte(data, '\n') + 1
	var entries []Entry
	for line := range bytes.Lines(data[:size]) {
		number++
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, 0, fmt.Errorf("order: %s line %d is not a ledger entry, mend it or start over with an empty ledger and database: %w", path, number, err)
		}
		entries = append(entries, e)
	}
	return entries, int64(size), nil
}

// Close closes the file.
func (l *Ledger) Close() error { return l.file.Close() }

// write appends e and, for what concerns money, waits until it is on the disk.
func (l *Ledger) write(e Entry) error {
	return l.alone(func() error {
		if err := l.catchUp(); err != nil {
			return err
		}
		return l.append(e)
	})
}

// once appends e unless an entry of the same kind about the same thing is there
// already, and returns the one that counts. An entry that e.unless names forbids it.
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
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("order: encode a ledger entry: %w", err)
	}
	n, err := l.file.Write(append(line, '\n'))
	if err == nil && e.money() {
		err = l.file.Sync()
	}
	if err != nil {
		// What is not known to be on the disk did not happen.
		return fmt.Errorf("order: write to the ledger: %w", errors.Join(err, l.cut(l.size)))
	}
	l.size, l.lines = l.size+int64(n), l.lines+1
	l.learn(e)
	return nil
}

func (e Entry) money() bool {
	switch e.What {
	case Begin, Applied, Repeated, End, Refunded:
		return true
	}
	return false
}

func (l *Ledger) learn(e Entry) {
	l.facts[e.fact()] = e
	if e.What == Applied {
		l.taken[e.Order] += e.Amount
	}
}
