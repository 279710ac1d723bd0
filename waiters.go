package reprise

import (
	"sync"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// waiters are the calls of this process that wait for runs to end.
type waiters struct {
	mu sync.Mutex
	on map[store.RunID][]chan history.Body // capacity 1 each
}

// wait returns a channel that receives the run's last event, or nil when only its
// end is known, and a func to give up.
func (w *waiters) wait(id store.RunID) (<-chan history.Body, func()) {
	c := make(chan history.Body, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on == nil {
		w.on = map[store.RunID][]chan history.Body{}
	}
	w.on[id] = append(w.on[id], c)
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		rest := w.on[id][:0]
		for _, other := range w.on[id] {
			if other != c {
				rest = append(rest, other)
			}
		}
		if len(rest) == 0 {
			delete(w.on, id)
			return
		}
		w.on[id] = rest
	}
}

// closed tells everybody who waits that the run has ended, or, with nil, to look. It
// reports whether anybody does.
func (w *waiters) closed(id store.RunID, last history.Body) (awaited bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	awaited = len(w.on[id]) > 0
	for _, c := range w.on[id] {
		select {
		case c <- last:
		default: // told already
		}
	}
	delete(w.on, id)
	return awaited
}

// wake makes everybody who waits look for themselves: whoever would have told them
// has gone.
func (w *waiters) wake() {
	for _, id := range w.awaited() {
		w.closed(id, nil)
	}
}

// awaited lists the runs somebody waits for.
func (w *waiters) awaited() []store.RunID {
	w.mu.Lock()
	defer w.mu.Unlock()
	ids := make([]store.RunID, 0, len(w.on))
	for id := range w.on {
		ids = append(ids, id)
	}
	return ids
}
