package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

var _ store.Closer = (*Store)(nil)

// lastWordsWithin is how long Close waits for wake-ups to be sent.
const lastWordsWithin = 2 * time.Second

// lastWords are the funcs that Close calls first.
type lastWords struct {
	mu  sync.Mutex
	n   int
	all map[int]func(context.Context)
}

// BeforeClose implements [store.Closer].
func (s *Store) BeforeClose(f func(context.Context)) (forget func()) {
	w := &s.lastWords
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = make(map[int]func(context.Context))
	}
	w.n++
	n := w.n
	w.all[n] = f
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, n)
	}
}

// say calls all of them, without the lock, because they call forget.
func (w *lastWords) say() {
	w.mu.Lock()
	all := w.all
	w.all = nil
	w.mu.Unlock()
	ctx, done := context.WithTimeout(context.Background(), lastWordsWithin)
	defer done()
	for _, f := range all {
		f(ctx)
	}
}
