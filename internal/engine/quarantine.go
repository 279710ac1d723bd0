package engine

import (
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// trial is how long a run or activity in quarantine is tried before the worker takes on other
// work beside it. It is tried alone so that a death is held against it with some right.
const trial = time.Second

// quarantine is what a worker tries alone: one run or activity over which other workers have
// died without progress. Nothing else begins until the trial is over.
type quarantine struct {
	now   func() time.Time
	begun func(over time.Time) // a trial has begun; it asks to be woken when it is over
	freed func()               // others may begin

	mu struct {
		sync.Mutex
		more bool              // the store has more than the one that is tried
		run  store.RunID       // that is tried; zero: none
		row  store.ActivityKey // the same, for an activity
		over time.Time         // until then it is tried alone
	}
}

// found takes in how many wait in the store to be tried.
func (q *quarantine) found(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.mu.more = q.mu.more || n > 0
}

// wanted reports whether one should be claimed.
func (q *quarantine) wanted() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.mu.more && !q.takenLocked()
}

// looked takes in that one has been claimed, or that none was left: then the tick will say
// when there are.
func (q *quarantine) looked() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.mu.more = q.takenLocked()
}

// taken reports whether one is being tried.
func (q *quarantine) taken() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.takenLocked()
}

func (q *quarantine) takenLocked() bool {
	return q.mu.run != (store.RunID{}) || q.mu.row != (store.ActivityKey{})
}

// alone reports whether nothing else may begin because of it.
func (q *quarantine) alone() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.takenLocked() && q.now().Before(q.mu.over)
}

// enter begins the trial of a run, or of an activity.
func (q *quarantine) enter(run store.RunID, row store.ActivityKey) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.mu.run, q.mu.row = run, row
	q.mu.over = q.now().Add(trial)
	q.begun(q.mu.over)
}

// leave ends the trial of a run: it has made progress, or is not here any more.
func (q *quarantine) leave(run store.RunID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.mu.run == run && q.takenLocked() {
		q.endLocked()
	}
}

// leaveRow ends the trial of an activity.
func (q *quarantine) leaveRow(row store.ActivityKey) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.mu.row == row && q.takenLocked() {
		q.endLocked()
	}
}

func (q *quarantine) endLocked() {
	q.mu.run, q.mu.row = store.RunID{}, store.ActivityKey{}
	q.freed()
}
