package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// InTxFunc runs f in a transaction of db: a *pgxpool.Pool, a *pgxpool.Conn or a *pgx.Conn on the
// database of the Runtime's store. f gets the transaction for its own statements, and the client
// of [InTx] for starts, signals and cancel requests. When f returns nil, InTxFunc commits and
// wakes the Runtime, so nothing waits for the next tick.
//
//	err := postgres.InTxFunc(ctx, rt, pool, func(tx pgx.Tx, c *reprise.Tx) error {
//		if _, err := tx.Exec(ctx, "INSERT INTO orders ..."); err != nil {
//			return err
//		}
//		_, err := reprise.Start(ctx, c, Order, in, reprise.ID("order-42"))
//		return err
//	})
//
// If f returns an error, InTxFunc rolls back and returns that error unchanged. It also rolls back
// if f panics, if ctx has ended when f returns, and if the server refuses the COMMIT. An error
// that matches [store.ErrUnknownOutcome] means that the answer to the COMMIT was lost: all of it
// has happened, or nothing. Look for your own rows, or repeat the whole call with the same
// workflow id and reprise.Once. f must not commit or roll back itself.
//
// The transaction has db's default isolation level. For another one, begin the transaction
// yourself, and use [InTx] and the Runtime's Wake.
func InTxFunc[C any](ctx context.Context, rt store.Transactor[C], db interface {
	BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
}, f func(tx pgx.Tx, c C) error) error {
	s, ok := store.As[*Store](rt.Store())
	pool, isPool := db.(*pgxpool.Pool)
	switch {
	case ctx == nil:
		return errNoContext
	case !ok:
		return otherStore(rt.Store())
	case db == nil, isPool && pool == nil:
		return errors.New("postgres: the pool of the transaction is nil: pass the one that pgxpool.New returned, and check its error")
	case f == nil:
		return errors.New("postgres: the function of the transaction is nil")
	}
	tx, err := db.BeginTx(ctx, pgx.TxOptions{})
	if err != nil {
		if ctx.Err() == nil {
			err = s.explain(&sendError{err: err})
		}
		return fmt.Errorf("postgres: cannot begin the transaction: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // does nothing after a commit; otherwise the server rolls back with the connection
	if err := f(tx, InTx(rt, tx)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("postgres: the transaction was rolled back because its context ended: %w", context.Cause(ctx))
	}
	err = tx.Commit(ctx)
	rt.Wake() // even if the answer is lost: it may have been committed
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrTxClosed):
		return errEndedInside
	case errors.Is(err, pgx.ErrTxCommitRollback):
		return s.advise(err, "the transaction was rolled back: a statement in it failed, but the function returned nil")
	case unknown(&sendError{err: err, committing: true}):
		return s.wrap(store.ErrUnknownOutcome, err)
	case code(err) == serializationFailure:
		return s.advise(err, "it conflicts with another transaction: run the whole transaction again")
	}
	return s.explain(&sendError{err: err})
}

var errEndedInside = errors.New("postgres: the function committed or rolled back the transaction itself: leave that to InTxFunc, and return an error to roll back")

func otherStore(st store.Store) error {
	return fmt.Errorf("postgres: the Runtime's store is a %T, not a *postgres.Store: use the function of that store's package", st)
}
