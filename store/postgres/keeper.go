package postgres

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// keeper holds the connection on which leases are renewed. It is none of the caller's
// pool: other code that keeps all of that busy must not cost a worker its lease.
type keeper struct {
	mu     sync.Mutex
	pool   *pgxpool.Pool
	mine   bool // nobody else's
	closed bool
}

// keep sees to it that there is a connection for the leases from now on, made as those
// of the caller's pool are.
func (s *Store) keep() error {
	s.keeper.mu.Lock()
	defer s.keeper.mu.Unlock()
	switch {
	case s.keeper.closed:
		return store.ErrStoreClosed
	case s.keeper.pool != nil:
		return nil
	}
	cfg := s.pool.Config()
	cfg.MinConns, cfg.MinIdleConns, cfg.MaxConns = 0, 0, 1
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return fmt.Errorf("postgres: %s: %w", s.where, err)
	}
	s.keeper.pool, s.keeper.mine = pool, true
	return nil
}

// poolOfKeeper is the keeper's pool, or the store's where no worker has joined.
func (s *Store) poolOfKeeper() *pgxpool.Pool {
	s.keeper.mu.Lock()
	defer s.keeper.mu.Unlock()
	if s.keeper.pool == nil {
		return s.pool
	}
	return s.keeper.pool
}

func (k *keeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	if k.mine {
		k.pool.Close()
	}
}
