package memory

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Tx is a user's transaction. It contains no rows of the user's: it is for tests of code
// that starts and signals inside database transactions. It waits for nobody, and nobody
// waits for it.
type Tx struct {
	s    *Store
	ops  []store.Op
	over bool
}

// Begin begins a transaction, which [InTx] turns into a client.
func (s *Store) Begin() *Tx { return &Tx{s: s} }

// InTx returns rt as a client inside tx, which rt's store must have begun. Starts, signals
// and cancels through it take effect when tx commits, or never.
func InTx[C any](rt store.Transactor[C], tx *Tx) C {
	switch s, ok := store.As[*Store](rt.Store()); {
	case !ok:
		return rt.InTx(store.FailedTx(otherStore(rt.Store())))
	case tx == nil || tx.s != s:
		return rt.InTx(store.FailedTx(errors.New("memory: the transaction is of another store: begin it with the store that was passed to reprise.New")))
	}
	return rt.InTx((*inside)(tx))
}

var (
	errNoTx     = errors.New("memory: the zero Tx is not a transaction: begin one with Begin of the store")
	errOver     = errors.New("memory: the transaction has already been committed or rolled back")
	errConflict = errors.New("memory: another run has taken a workflow id that the transaction starts: run the whole transaction again")
	errUndo     = errors.New("memory: nothing is kept")
)

// Commit makes everything that was done in the transaction take effect, or returns an
// error and nothing has.
func (t *Tx) Commit() error {
	if t == nil || t.s == nil {
		return errNoTx
	}
	if t.over {
		return errOver
	}
	t.over = true
	return t.s.update(context.Background(), func(x *tx) error {
		_, err := x.again(t.ops, false)
		return err
	})
}

// Rollback forgets everything. After a Commit it does nothing.
func (t *Tx) Rollback() error {
	if t == nil {
		return errNoTx
	}
	t.over = true
	return nil
}

// inside is a client's access to the transaction.
type inside Tx

// Apply implements [store.Tx].
func (t *inside) Apply(ctx context.Context, op store.Op) (out store.Outcome, err error) {
	if start, ok := op.(*store.Start); ok && start != nil {
		kept := *start
		kept.Row = copyRow(start.Row)
		op = &kept
	} else if d, ok := op.(*store.Deliver); ok && d != nil {
		kept := *d
		kept.Entry = copyEntry(d.Entry)
		op = &kept
	}
	all := append(slices.Clip(t.ops), op)
	err = t.look(ctx, func(x *tx) error {
		out, err = x.again(all, true)
		return err
	})
	if err == nil && out.Code == store.Done {
		if d, ok := op.(*store.Deliver); ok {
			d.Ref.Run = out.Run // whichever run has the workflow id at the commit
		}
		t.ops = all
	}
	return out, err
}

// Workflow implements [store.Tx].
func (t *inside) Workflow(ctx context.Context, ref store.Ref) (name string, err error) {
	err = t.look(ctx, func(x *tx) error {
		if _, err := x.again(t.ops, false); err != nil {
			return err
		}
		r := x.find(ref)
		if r == nil {
			return store.ErrNotFound
		}
		name = r.Workflow
		return nil
	})
	return name, err
}

// Now implements [store.Tx].
func (t *inside) Now(ctx context.Context) (time.Time, error) { return t.s.Now(ctx) }

// look shows f the store as the transaction sees it, and undoes the transaction's effects.
func (t *inside) look(ctx context.Context, f func(*tx) error) error {
	if t.over {
		return errOver
	}
	err := t.s.update(ctx, func(x *tx) error {
		if err := f(x); err != nil {
			return err
		}
		return errUndo
	})
	if errors.Is(err, errUndo) {
		return nil
	}
	return err
}

// again carries out ops and returns the outcome of the last one. Only that one may be
// answered otherwise than before.
func (x *tx) again(ops []store.Op, last bool) (out store.Outcome, err error) {
	for i, op := range ops {
		out, err = x.insert(op)
		switch _, starts := op.(*store.Start); {
		case err != nil:
			return out, err
		case last && i == len(ops)-1:
		case starts && out.Code != store.Done:
			return out, errConflict
		case out.Code != store.Done:
			// The run has closed, or is full by now: the request is kept all the same.
			d := op.(*store.Deliver)
			x.accepted(d, x.find(d.Ref))
		}
	}
	return out, nil
}
