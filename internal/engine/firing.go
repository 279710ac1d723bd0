package engine

import (
	"sync"
	"time"
)

// firing decides when a worker next fires durable timers, and that only one goroutine does so
// at a time.
type firing struct {
	set func(time.Time) // schedules a call of due at that time

	mu struct {
		sync.Mutex
		next       time.Time // zero: not set
		busy       bool
		again      bool          // a timer came due while others were being fired
		passedOver time.Duration // how long to wait for a due timer that the store passes over
	}
}

// arm makes the next firing no later than at.
func (f *firing) arm(at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.mu.next.IsZero() || at.Before(f.mu.next) {
		f.mu.next = at
		f.set(at) // under the lock, so that no later time overwrites it
	}
}

// due notes that the time has come. It reports whether the caller must fire timers; if not,
// another goroutine is doing so, and will repeat it.
func (f *firing) due() (begin bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mu.next = time.Time{}
	begin = !f.mu.busy
	f.mu.busy, f.mu.again = true, !begin
	return begin
}

// fired records an answer of the store. full says that the store fired as many timers as it may
// at once. next is when the earliest remaining timer is due, and now the present time, both by
// the store's clock. again reports whether to fire at once; otherwise back says when, if ever.
func (f *firing) fired(ok bool, n int, full bool, now, next time.Time) (again bool, back time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	again = ok && (f.mu.again || full)
	f.mu.busy, f.mu.again = again, false
	locked := n == 0 && !next.IsZero() && !next.After(now)
	if !locked {
		f.mu.passedOver = 0
		return again, next
	}
	// Another transaction locks the run of a due timer. Ask less often, but often enough that
	// later timers are not late.
	f.mu.passedOver = min(max(time.Millisecond, 2*f.mu.passedOver), 100*time.Millisecond)
	return again, now.Add(f.mu.passedOver)
}
