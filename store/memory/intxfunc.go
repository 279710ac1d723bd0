package memory

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// InTxFunc runs f with the client of a transaction that [Store.Begin] of the Runtime's store
// begins. When f has returned nil, InTxFunc commits and wakes the Runtime. If f returns an
// error, InTxFunc rolls back and returns it unchanged. It also rolls back if f panics, and if
// ctx has ended when f returns.
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
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	if err := f(InTx(rt, tx)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("memory: the transaction was rolled back because its context ended: %w", context.Cause(ctx))
	}
	err := tx.Commit()
	rt.Wake()
	return err
}

func otherStore(st store.Store) error {
	return fmt.Errorf("memory: the Runtime's store is a %T, not a *memory.Store: use the function of that store's package", st)
}
