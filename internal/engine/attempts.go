package engine

import (
	"sync"

	"github.com/reprise-run/reprise/store"
)

// attempts are those that run here, and the activity rows that this worker owns with them.
//
// Lock order: attempts before ownership, and before quarantine. run.mu may be held.
type attempts struct {
	quarantine *quarantine // a trial ends with its row's attempt

	mu struct {
		sync.Mutex
		all    map[*attempt]struct{}
		rows   map[store.ActivityKey]*attempt      // those of rows
		ending map[store.ActivityKey]store.Attempt // at rows, whose end is on its way to the store
		claims rowClaims
	}
}

func newAttempts(q *quarantine) *attempts {
	t := &attempts{quarantine: q}
	t.mu.all = map[*attempt]struct{}{}
	t.mu.rows = map[store.ActivityKey]*attempt{}
	t.mu.ending = map[store.ActivityKey]store.Attempt{}
	return t
}

// enter takes in an attempt that is to begin. It reports false for one at a row that was
// cancelled while the answer to its claim was on its way.
func (t *attempts) enter(a *attempt, row bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if row {
		if t.mu.claims.hasEnded(a.key()) {
			t.leaveRowLocked(a)
			return false
		}
		t.mu.rows[a.key()] = a
	}
	t.mu.all[a] = struct{}{}
	return true
}

// enterRow takes in that an attempt which runs has become one of a row.
func (t *attempts) enterRow(a *attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.rows[a.key()] = a
}

// leave forgets an attempt whose function has returned.
func (t *attempts) leave(a *attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.mu.all, a)
}

// leaveRow takes an attempt off the list of rows and ends its trial.
func (t *attempts) leaveRow(a *attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leaveRowLocked(a)
}

func (t *attempts) leaveRowLocked(a *attempt) {
	if t.mu.rows[a.key()] == a {
		delete(t.mu.rows, a.key())
	}
	t.quarantine.leaveRow(a.key())
}

// takeRow takes the attempt of a row off the list and returns it, if it is that one. The zero
// attempt is whichever runs, or is about to.
func (t *attempts) takeRow(key store.ActivityKey, at store.Attempt) *attempt {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.mu.rows[key]
	if at.N == 0 {
		t.mu.claims.end(key)
	}
	if a == nil || at.N != 0 && a.at() != at {
		return nil
	}
	t.leaveRowLocked(a)
	return a
}

// takeRun lists the rows of a run that have an attempt here. None of its rows begins any more.
func (t *attempts) takeRun(id store.RunID) (keys []store.ActivityKey) {
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

// endRow tells a row's attempt that runs here that it is over. The zero attempt is whichever
// runs, or is about to.
func (t *attempts) endRow(key store.ActivityKey, at store.Attempt, cause error) {
	if a := t.takeRow(key, at); a != nil {
		a.end(cause)
	}
}

// endRows tells every row's attempt of a run that runs here that it is over.
func (t *attempts) endRows(id store.RunID, cause error) {
	for _, key := range t.takeRun(id) {
		t.endRow(key, store.Attempt{}, cause)
	}
}

// claim begins a claim of rows. The func it returns says that what the claim has brought has
// begun.
func (t *attempts) claim() (answered func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mu.claims.begin()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.mu.claims.answered()
	}
}

// end notes that the end of an attempt is on its way to the store. The func it returns says
// that it has come there.
func (t *attempts) end(key store.ActivityKey, at store.Attempt) (written func()) {
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

// owned are the rows that this worker has, as the store is to know them. One whose end is on
// its way is among them: it may wait for somebody's lock, and to give the row back would undo it.
func (t *attempts) owned() map[store.ActivityKey]store.Attempt {
	t.mu.Lock()
	defer t.mu.Unlock()
	owned := make(map[store.ActivityKey]store.Attempt, len(t.mu.rows)+len(t.mu.ending))
	for key, at := range t.mu.ending {
		owned[key] = at
	}
	for key, a := range t.mu.rows {
		owned[key] = a.at()
	}
	return owned
}

// rowsOf counts the rows of runs for which of is true.
func (t *attempts) rowsOf(of func(store.RunID) bool) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key := range t.mu.rows {
		if of(key.Run) {
			n++
		}
	}
	return n
}

// list returns every attempt.
func (t *attempts) list() (all []*attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for a := range t.mu.all {
		all = append(all, a)
	}
	return all
}

// rowClaims are the claims of activity rows whose answers have not been taken in. A row
// that is cancelled meanwhile may be in one of them, and must not begin.
type rowClaims struct {
	open  int
	ended map[store.ActivityKey]struct{} // since the oldest of them; Activity 0: all of the run's
}

func (c *rowClaims) begin() { c.open++ }

// answered says that what a claim has brought has begun.
func (c *rowClaims) answered() {
	if c.open--; c.open == 0 {
		c.ended = nil
	}
}

// end notes that a row, or with Activity 0 each one of a run, is not to begin any more.
func (c *rowClaims) end(key store.ActivityKey) {
	if c.open == 0 {
		return
	}
	if c.ended == nil {
		c.ended = map[store.ActivityKey]struct{}{}
	}
	c.ended[key] = struct{}{}
}

func (c *rowClaims) hasEnded(key store.ActivityKey) bool {
	_, row := c.ended[key]
	_, run := c.ended[store.ActivityKey{Run: key.Run}]
	return row || run
}
