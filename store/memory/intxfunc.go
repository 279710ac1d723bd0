package memory

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// InTxFunc runs f with the client of a transaction that [Store.Begin] of the Runtime's store
// begins. Once f has returned nil, InTxFunc commits and wakes the Runtime. It rolls back and
// returns the error of f as it is, and rolls back where f panics, and where ctx has ended by the
// time f returns.
func InTxFunc[C any](ctx context.Context, rt store.Transactor[C], f func(c C) error) error {
	if ctx == nil {
		return errors.New("memory: the context is nil: pass context.Background() if there is no other")
	}
	s, ok := store.As[*Store](rt.Store())
	switch {
	case !ok:
		return otherStore(rt.Store())
	case f == nil:
		return errors.New("memory: the function of the transaction is nil")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	tx := s.Begin()
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := f(InTx(rt, tx)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("memory: the transaction is rolled back: its context has ended: %w", context.Cause(ctx))
	}
	err := tx.Commit()
	rt.Wake()
	return err
}

func otherStore(st store.Store) error {
	return fmt.Errorf("memory: the Runtime's store is a %T, not a *memory.Store: use the function of that store's package", st)
}
