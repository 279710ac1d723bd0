package engine

import (
	"sync"
	"time"
)

// firing is when a worker fires durable timers next, and that one goroutine at a time does.
type firing struct {
	set func(time.Time) // has due be called then, and not before

	mu struct {
		sync.Mutex
		next       time.Time // zero: not set
		busy       bool
		again      bool          // a timer came due while others were being fired
		passedOver time.Duration // how long to wait for a due timer that the store does not fire
	}
}

// arm sets the next time no later than at.
func (f *firing) arm(at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.mu.next.IsZero() || at.Before(f.mu.next) {
		f.mu.next = at
		f.set(at) // in here, so that no later time overtakes it
	}
}

// due takes in that the time has come. It reports whether the caller is to fire timers: else
// somebody does, and will do it once more.
func (f *firing) due() (begin bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mu.next = time.Time{}
	begin = !f.mu.busy
	f.mu.busy, f.mu.again = true, !begin
	return begin
}

// fired takes in an answer of the store. full says that as many were fired as could be, next is
// when the earliest is due of those that are left, by the store's clock, which shows now. fired
// reports whether to go on; else it says when to come back, if ever.
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
	// Somebody has the run of a due timer locked. It is asked for more rarely, yet so
	// often that those which come after it are not late.
	f.mu.passedOver = min(max(time.Millisecond, 2*f.mu.passedOver), 100*time.Millisecond)
	return again, now.Add(f.mu.passedOver)
}
