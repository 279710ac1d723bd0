package attempt

import (
	"sync"

	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/store"
)

// Set is the attempts that run here, and the activity rows that this worker owns for them.
//
// Lock order: a run's, Set, then whatever [Host.RowLeft] takes.
type Set struct {
	cfg Config

	mu struct {
		sync.Mutex
		all    map[*Attempt]struct{}
		rows   map[store.ActivityKey]*Attempt      // those of rows
		ending map[store.ActivityKey]store.Attempt // attempts of rows whose end is on its way to the store
		claims rowClaims
	}
}

// NewSet returns a set without attempts.
func NewSet(cfg Config) *Set {
	t := &Set{cfg: cfg}
	t.mu.all = map[*Attempt]struct{}{}
	t.mu.rows = map[store.ActivityKey]*Attempt{}
	t.mu.ending = map[store.ActivityKey]store.Attempt{}
	return t
}

// New makes an attempt, which holds a slot of the queue. Without an owner it belongs to a row.
func (t *Set) New(id Identity, b *contract.Activity, queue string, owner Owner) *Attempt {
	a := &Attempt{Identity: id, Binding: b, Queue: queue, set: t}
	a.mu.slot, a.mu.owner = true, owner
	return a
}

// enter adds an attempt that is about to begin. begins is false if its run ended while the answer
// to the row's claim was on its way, cancelled is true if the row was cancelled meanwhile.
func (t *Set) enter(a *Attempt, row bool) (begins, cancelled bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if row {
		if t.mu.claims.hasEnded(a.Key()) {
			t.leaveRowLocked(a)
			return false, false
		}
		cancelled = t.mu.claims.isCancelled(a.Key())
		t.mu.rows[a.Key()] = a
	}
	t.mu.all[a] = struct{}{}
	return true, cancelled
}

// enterRow records that a running attempt now belongs to a row.
func (t *Set) enterRow(a *Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.rows[a.Key()] = a
}

// leave removes an attempt whose function has returned.
func (t *Set) leave(a *Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.mu.all, a)
}

// LeaveRow removes an attempt from the rows and ends its trial.
func (t *Set) LeaveRow(a *Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leaveRowLocked(a)
}

func (t *Set) leaveRowLocked(a *Attempt) {
	if t.mu.rows[a.Key()] == a {
		delete(t.mu.rows, a.Key())
	}
	t.cfg.Host.RowLeft(a.Key())
}

// takeRow removes the attempt of a row and returns it, if it is at. The zero attempt stands for
// any, running or about to begin.
func (t *Set) takeRow(key store.ActivityKey, at store.Attempt) *Attempt {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.mu.rows[key]
	if at.N == 0 {
		t.mu.claims.end(key)
	}
	if a == nil || at.N != 0 && a.At() != at {
		return nil
	}
	t.leaveRowLocked(a)
	return a
}

// takeRun lists the rows of a run that have an attempt here. From now on none of its rows begins.
func (t *Set) takeRun(id store.RunID) (keys []store.ActivityKey) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.claims.end(store.ActivityKey{Run: id})
	for key := range t.mu.rows {
		if key.Run == id {
			keys = append(keys, key)
		}
	}
	return keys
}

// CancelRow asks the attempt of a row, running or about to begin, to end.
func (t *Set) CancelRow(key store.ActivityKey) {
	t.mu.Lock()
	t.mu.claims.cancel(key)
	a := t.mu.rows[key]
	t.mu.Unlock()
	if a != nil {
		a.Cancel()
	}
}

// EndRow tells the attempt of a row that it is over. The zero attempt stands for any, running or
// about to begin.
func (t *Set) EndRow(key store.ActivityKey, at store.Attempt, cause error) {
	if a := t.takeRow(key, at); a != nil {
		a.End(cause)
	}
}

// EndRows tells the attempts of all rows of a run that they are over.
func (t *Set) EndRows(id store.RunID, cause error) {
	for _, key := range t.takeRun(id) {
		t.EndRow(key, store.Attempt{}, cause)
	}
}

// Claim begins a claim of rows. Call the func it returns once the claimed rows have begun.
func (t *Set) Claim() (answered func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.claims.begin()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.mu.claims.answered()
	}
}

// Ending notes that the end of an attempt is on its way to the store. Call the func it returns
// once the store has it.
func (t *Set) Ending(key store.ActivityKey, at store.Attempt) (written func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.ending[key] = at
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.mu.ending[key] == at {
			delete(t.mu.ending, key)
		}
	}
}

// Owned returns the rows that this worker has, for comparison with the store. It includes a row
// whose end is on its way: the write may wait for a lock, and releasing the row would undo it.
func (t *Set) Owned() map[store.ActivityKey]store.Attempt {
	t.mu.Lock()
	defer t.mu.Unlock()
	owned := make(map[store.ActivityKey]store.Attempt, len(t.mu.rows)+len(t.mu.ending))
	for key, at := range t.mu.ending {
		owned[key] = at
	}
	for key, a := range t.mu.rows {
		owned[key] = a.At()
	}
	return owned
}

// RowsOf counts the rows of runs for which of returns true.
func (t *Set) RowsOf(of func(store.RunID) bool) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key := range t.mu.rows {
		if of(key.Run) {
			n++
		}
	}
	return n
}

// All returns every attempt.
func (t *Set) All() (all []*Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for a := range t.mu.all {
		all = append(all, a)
	}
	return all
}

// rowClaims are the claims of activity rows whose answers have not been processed. One of them
// may bring a row that is ended or cancelled meanwhile, which must not begin.
type rowClaims struct {
	open      int
	ended     map[store.ActivityKey]struct{} // since the oldest of them; Activity 0: all of the run's
	cancelled map[store.ActivityKey]struct{} // likewise
}

func (c *rowClaims) begin() { c.open++ }

// answered notes that the rows of a claim have begun.
func (c *rowClaims) answered() {
	if c.open--; c.open == 0 {
		c.ended, c.cancelled = nil, nil
	}
}

// end notes that a row must not begin any more; Activity 0 stands for all rows of the run.
func (c *rowClaims) end(key store.ActivityKey) {
	if c.open == 0 {
		return
	}
	if c.ended == nil {
		c.ended = map[store.ActivityKey]struct{}{}
	}
	c.ended[key] = struct{}{}
}

// cancel notes that a row is to be ended when it begins.
func (c *rowClaims) cancel(key store.ActivityKey) {
	if c.open == 0 {
		return
	}
	if c.cancelled == nil {
		c.cancelled = map[store.ActivityKey]struct{}{}
	}
	c.cancelled[key] = struct{}{}
}

func (c *rowClaims) isCancelled(key store.ActivityKey) bool {
	_, is := c.cancelled[key]
	return is
}

func (c *rowClaims) hasEnded(key store.ActivityKey) bool {
	_, row := c.ended[key]
	_, run := c.ended[store.ActivityKey{Run: key.Run}]
	return row || run
}
