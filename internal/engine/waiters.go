package engine

import (
	"bytes"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// waiters are the calls of this process that wait for runs to end, or for answers to updates.
type waiters struct {
	mu struct {
		sync.Mutex
		on map[store.RunID][]*waiter
	}
}

// waiter is one waiting call.
type waiter struct {
	update string        // the id of the update whose answer it waits for; "": it waits for the end
	ended  chan struct{} // closed when the waiter is notified
	last   history.Body  // the run's last event, or the answer; nil: the waiter must look
}

// enter adds a waiter, for the end of a run or for the answer to an update.
func (w *waiters) enter(id store.RunID, update string) *waiter {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.mu.on == nil {
		w.mu.on = map[store.RunID][]*waiter{}
	}
	one := &waiter{update: update, ended: make(chan struct{})}
	w.mu.on[id] = append(w.mu.on[id], one)
	return one
}

// leave takes a waiter off the list, if it is still there.
func (w *waiters) leave(id store.RunID, one *waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mu.on[id] = slices.DeleteFunc(w.mu.on[id], func(other *waiter) bool { return other == one })
	if len(w.mu.on[id]) == 0 {
		delete(w.mu.on, id)
	}
}

// closed notifies all waiters that the run has ended, or, with nil, makes them look. It
// reports whether there are any.
func (w *waiters) closed(id store.RunID, last history.Body) (awaited bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.mu.on[id]
	for _, one := range all {
		if one.update == "" {
			one.last = last
		}
		close(one.ended)
	}
	delete(w.mu.on, id)
	return len(all) > 0
}

// answered notifies those who wait for the answer to an update. It reports whether there are
// any.
func (w *waiters) answered(id store.RunID, update string, answer *history.UpdateEnded) (awaited bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	left := slices.DeleteFunc(w.mu.on[id], func(one *waiter) bool {
		if one.update != update {
			return false
		}
		one.last, awaited = answer, true
		close(one.ended)
		return true
	})
	if len(left) == 0 {
		delete(w.mu.on, id)
	} else {
		w.mu.on[id] = left
	}
	return awaited
}

// wake makes all waiters look for themselves, because the engine that would have notified
// them is gone.
func (w *waiters) wake() {
	for _, id := range w.awaited() {
		w.closed(id, nil)
	}
}

// awaited lists the runs somebody waits for, always in the same order: a store may compare
// the list with that of the previous tick.
func (w *waiters) awaited() []store.RunID {
	w.mu.Lock()
	defer w.mu.Unlock()
	ids := make([]store.RunID, 0, len(w.mu.on))
	for id := range w.mu.on {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b store.RunID) int { return bytes.Compare(a[:], b[:]) })
	return ids
}
