package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// InTxFunc runs f in a transaction that [Store.Begin] of the Runtime's store begins. f gets the
// transaction for its own statements, the client of [InTx] for starts, signals and cancels in it, and
// the context to use inside. When f has returned nil, InTxFunc commits and wakes the Runtime, so that
// nothing waits for the next tick.
//
//	err := sqlite.InTxFunc(ctx, rt, func(ctx context.Context, tx *sqlite.Tx, c *reprise.Tx) error {
//		if _, err := tx.ExecContext(ctx, "INSERT INTO orders ..."); err != nil {
//			return err
//		}
//		_, err := reprise.Start(ctx, c, Order, in, reprise.ID("order-42"))
//		return err
//	})
//
// It rolls back and returns f's error unchanged if f returns one. It also rolls back if f panics, if
// ctx has ended when f returns, and if the transaction lasts longer than five seconds. An error that is
// [store.ErrUnknownOutcome] means that the file's answer to the COMMIT is unclear: all of it has
// happened, or nothing. Look for your own rows, or run everything again with the same workflow id and
// reprise.Once. f must not commit or roll back itself.
func InTxFunc[C any](ctx context.Context, rt store.Transactor[C], f func(ctx context.Context, tx *Tx, c C) error) error {
	s, ok := store.As[*Store](rt.Store())
	switch {
	case !ok:
		return otherStore(rt.Store())
	case f == nil:
		return errors.New("sqlite: the function of the transaction is nil")
	}
	inside, tx, err := s.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	if err := f(inside, tx, InTx(rt, tx)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("sqlite: the transaction was rolled back because its context ended: %w", context.Cause(ctx))
	}
	err = tx.Commit()
	rt.Wake() // even if the outcome is unknown: it may have been committed
	if errors.Is(err, sql.ErrTxDone) {
		return errEndedInside
	}
	return err
}

var errEndedInside = errors.New("sqlite: the function committed or rolled back the transaction itself: leave that to InTxFunc, and return an error to roll back")

func otherStore(st store.Store) error {
	return fmt.Errorf("sqlite: the Runtime's store is a %T, not a *sqlite.Store: use the function of that store's package", st)
}
