package postgres

import (
	"errors"

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
}

var _ store.Parallel = (*Store)(nil)

// Writers implements [store.Parallel].
func (s *Store) Writers() int { return writers }

// writers is how many connections a writer has.
const writers = 2

func newWriter() writer { return writer{free: make(chan struct{}, writers)} }

// open sees to it that there are such connections from now on. The keeper's lock is held.
func (w *writer) open(s *Store) error {
	pool, err := s.beside(writers+1, s.brief, nil)
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
