package postgres

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// writer has the connections by which the batches of a worker's process go. They are none
// of the caller's pool: so other code that keeps all of that busy holds no step up, and
// the sessions have the settings that each transaction would have to bring along otherwise,
// which costs as much as a fifth of what is written for one step. There are two, because
// while the server works for one batch it waits for the next one otherwise.
//
// What is about one run and is not decided at once goes on by the caller's pool: it may
// have to wait for somebody's lock, and nothing else is to wait behind it.
type writer struct {
	pool *pgxpool.Pool // nil until a worker has joined
	mine bool          // nobody else's
	free chan struct{} // a token for each connection that nobody uses
	// scarce is until when there is one connection only, in Unix nanoseconds: the server had
	// no place for another.
	scarce atomic.Int64
	waits  sync.Mutex // of who waits for another's connection
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
	// scarceFor is how long none is asked for that the server has refused: each refusal is a
	// process and a line in the log to it.
	scarceFor = 5 * time.Second
)

func newWriter() *writer { return &writer{free: make(chan struct{}, writers)} }

// open sees to it that there are such connections from now on. The keeper's lock is held.
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

// lend calls f with the writer's pool, or with the caller's while others use those
// connections already, and where no worker has joined. A server that has no place for the
// writer may have given one to the caller.
func (w *writer) lend(s *Store, f func(*pgxpool.Pool) error) error {
	select {
	case <-w.free:
	default:
		return f(s.pool)
	}
	err := f(w.pool)
	if errors.Is(err, errNoConnection) {
		w.scarce.Store(time.Now().Add(scarceFor).UnixNano())
		// Somebody has the other one, and the caller's pool may be busy for long. Who waits
		// has a token: two that did would wait for each other.
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

// close ends the connections. The keeper is closed: nobody opens another.
func (w *writer) close() {
	if w.mine {
		w.pool.Close()
	}
}
