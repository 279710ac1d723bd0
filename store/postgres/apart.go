package postgres

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// visit is a read-only connection outside the pool, for statements that take long. It
// takes no connection from the callers of the store, and a callback that gets rows may use
// the store.
type visit struct {
	s    *Store
	ctx  context.Context
	pool *pgxpool.Pool
	tx   pgx.Tx
}

// visits are the visits under way, which end with the store.
type visits struct {
	mu     sync.Mutex
	closed bool
	next   int
	stops  map[int]context.CancelFunc
}

// enter returns a context that also ends with the store, and the func to call at the end
// of the visit.
func (v *visits) enter(ctx context.Context) (context.Context, func(), error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return nil, nil, store.ErrStoreClosed
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	n := v.next
	v.next++
	if v.stops == nil {
		v.stops = make(map[int]context.CancelFunc)
	}
	v.stops[n] = stop
	return ctx, func() {
		stop()
		v.mu.Lock()
		defer v.mu.Unlock()
		delete(v.stops, n)
	}, nil
}

func (v *visits) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	for _, stop := range v.stops {
		stop()
	}
}

// apart runs f on a connection of its own, made like those of the pool. work_mem limits
// the server's memory; beyond it the server sorts in files.
func (s *Store) apart(ctx context.Context, f func(*visit) error) error {
	inner, leave, err := s.visits.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	cfg := s.pool.Config()
	cfg.MinConns, cfg.MinIdleConns, cfg.MaxConns = 0, 0, 1
	pool, err := pgxpool.NewWithConfig(inner, cfg)
	if err != nil {
		return fmt.Errorf("postgres: %s: %w", s.where, err)
	}
	defer pool.Close()
	err = f(&visit{s: s, ctx: inner, pool: pool})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case inner.Err() != nil:
		return store.ErrStoreClosed
	}
	return s.nameHolders(ctx, s.explain(err))
}

// moment runs f in a transaction whose statements share one snapshot. Nothing limits how
// long they take, except the visit's context, or a lock on a table.
func (v *visit) moment(f func() error) error {
	t, err := v.pool.BeginTx(v.ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return &sendError{err: err}
	}
	defer func() { _ = t.Rollback(v.ctx) }() // it wrote nothing
	v.tx = t
	if _, err := t.Exec(v.ctx, sqlPatient, milliseconds(v.s.lockWait)); err != nil {
		return &sendError{err: err}
	}
	return f()
}

const sqlPatient = "SELECT set_config('statement_timeout', '0', true), set_config('jit', 'off', true), set_config('lock_timeout', $1, true)"

// each calls f for each row of a statement, as the rows arrive.
func (v *visit) each(f func(pgx.Rows) error, sql string, args ...any) error {
	all, err := v.tx.Query(v.ctx, v.s.texts.of(sql), args...)
	if err != nil {
		return &sendError{err: err}
	}
	defer all.Close()
	for all.Next() {
		if err := f(all); err != nil {
			return err
		}
	}
	if err := all.Err(); err != nil {
		return &sendError{err: err}
	}
	return nil
}

// one reads the only row of a statement.
func (v *visit) one(sql string, args []any, targets ...any) error {
	return v.each(func(rows pgx.Rows) error { return rows.Scan(targets...) }, sql, args...)
}
