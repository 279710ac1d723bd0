package postgres

import "github.com/jackc/pgx/v5/pgxpool"

// writer is the connection by which the batches of a worker's process go. It is none of
// the caller's pool: so other code that keeps all of that busy holds no commit up, and
// the session has the settings that each transaction would have to bring along otherwise,
// which costs as much as a fifth of what is written for one step.
type writer struct {
	pool *pgxpool.Pool // of one; nil until a worker has joined
	mine bool          // nobody else's
	free chan struct{} // one token: nobody uses the connection
}

func newWriter() writer { return writer{free: make(chan struct{}, 1)} }

// open sees to it that there is such a connection from now on. The keeper's lock is held.
func (w *writer) open(s *Store) error {
	pool, err := s.beside(s.brief, nil)
	if err != nil {
		return err
	}
	w.pool, w.mine = pool, true
	w.free <- struct{}{}
	return nil
}

// borrow returns the writer's pool, or other while somebody uses that connection already,
// or where no worker has joined, and what is to be called at the end.
func (w *writer) borrow(other *pgxpool.Pool) (pool *pgxpool.Pool, giveBack func()) {
	select {
	case <-w.free:
		return w.pool, func() { w.free <- struct{}{} }
	default:
		return other, func() {}
	}
}

// close ends the connection. The keeper is closed: nobody opens another.
func (w *writer) close() {
	if w.mine {
		w.pool.Close()
	}
}
