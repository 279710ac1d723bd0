package postgres

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// writer has the connections on which a worker's process sends its batches. They are not
// from the caller's pool, so other code that keeps that pool busy delays no step. Their
// sessions have the settings that each transaction would otherwise bring along, which costs
// up to a fifth of what is written for one step. There are two, because otherwise the
// server would wait for the next batch after each one.
//
// A batch about one run that is not decided at once continues on the caller's pool: it may
// have to wait for another transaction's lock, and nothing else should wait behind it.
type writer struct {
	pool *pgxpool.Pool // nil until a worker has joined
	mine bool          // the pool is the writer's own
	free chan struct{} // a token for each unused connection
	// scarce is until when there is only one connection, in Unix nanoseconds, because the
	// server had no room for another.
	scarce atomic.Int64
	waits  sync.Mutex // held by the one that waits for another's connection
}

var _ store.Parallel = (*Store)(nil)

// Writers implements [store.Parallel].
func (s *Store) Writers() int {
	if time.Now().UnixNano() < s.writer.scarce.Load() {
		return 1
	}
	return writers
}

const (
	// writers is how many connections a writer has.
	writers = 2
	// scarceFor is how long no connection is requested after the server has refused one: to
	// the server each refusal costs a process and a log line.
	scarceFor = 5 * time.Second
)

func newWriter() *writer { return &writer{free: make(chan struct{}, writers)} }

// open makes sure that these connections exist from now on. The keeper's lock is held.
func (w *writer) open(s *Store) error {
	pool, err := s.beside(writers+1, s.brief, s.patience, nil)
	if err != nil {
		return err
	}
	w.pool, w.mine = pool, true
	for range writers {
		w.free <- struct{}{}
	}
	return nil
}

// lend calls f with the writer's pool, or with the caller's if others use those connections
// or no worker has joined. A server that has no room for the writer's connection may have
// given one to the caller.
func (w *writer) lend(s *Store, f func(*pgxpool.Pool) error) error {
	select {
	case <-w.free:
	default:
		return f(s.pool)
	}
	err := f(w.pool)
	if errors.Is(err, errNoConnection) {
		w.scarce.Store(time.Now().Add(scarceFor).UnixNano())
		// Another goroutine has the other connection, and the caller's pool may be busy for long.
		// A waiter holds a token: two of them would wait for each other.
		if w.pool.Stat().TotalConns() > 0 && w.waits.TryLock() {
			<-w.free
			err = f(w.pool)
			w.free <- struct{}{}
			w.waits.Unlock()
		}
	}
	w.free <- struct{}{}
	if errors.Is(err, errNoConnection) {
		return f(s.pool)
	}
	return err
}

// close ends the connections. The keeper is closed, so nobody opens another.
func (w *writer) close() {
	if w.mine {
		w.pool.Close()
	}
}
