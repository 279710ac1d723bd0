package engine

import (
	"sync"
	"time"
)

// wakes are what the loops of a worker sleep on. Each channel has room for one: a wake-up is
// kept, not counted.
type wakes struct {
	runs, rows         chan struct{} // something is ready to be claimed
	lookRuns, lookRows chan struct{} // the same, when it is not known whether there is anything
	tick               chan struct{}

	mu struct {
		sync.Mutex
		runs, rows herd // that this worker is one of, when others say that something is ready
	}
}

func newWakes() *wakes {
	one := func() chan struct{} { return make(chan struct{}, 1) }
	return &wakes{runs: one(), rows: one(), lookRuns: one(), lookRows: one(), tick: one()}
}

// claims wakes both loops that claim.
func (w *wakes) claims() {
	wake(w.runs)
	wake(w.rows)
}

// heard takes in that others have made something ready: runs, or else rows. It says how long
// to wait before looking, unless the loop means to look already.
func (w *wakes) heard(runs bool, now time.Time, jitter float64) (wait time.Duration, wakes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.herdLocked(runs).heard(now, jitter)
}

// looked takes in whether a loop that was woken has found anything.
func (w *wakes) looked(runs, found bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.herdLocked(runs).looked(found)
}

func (w *wakes) herdLocked(runs bool) *herd {
	if runs {
		return &w.mu.runs
	}
	return &w.mu.rows
}

// wake leaves a wake-up in c.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// woken takes a wake-up that is there, and reports whether one was.
func woken(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
