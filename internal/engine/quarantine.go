package engine

import (
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// trial is how long a worker tries a run or activity in quarantine before it takes on other
// work. It tries it alone so that a death can fairly be counted against it.
const trial = time.Second

// quarantine is what a worker tries alone: one run or activity over which other workers have
// died without progress. Nothing else begins until the trial is over.
type quarantine struct {
	now   func() time.Time
	begun func(over time.Time) // a trial has begun; calls back when it is over
	freed func()               // other work may begin

	mu struct {
		sync.Mutex
		more bool              // the store has more than the one being tried
		run  store.RunID       // being tried; zero: none
		row  store.ActivityKey // likewise, for an activity
		over time.Time         // when the trial is over
	}
}

// found records how many wait in the store to be tried.
func (q *quarantine) found(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.mu.more = q.mu.more || n > 0
}

// wanted reports whether to claim one.
func (q *quarantine) wanted() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.mu.more && !q.takenLocked()
}

// looked records that one was claimed, or that none was left. The tick reports new ones.
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

// alone reports whether a trial keeps everything else from beginning.
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

// leave ends the trial of a run, which has made progress or is no longer here.
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
