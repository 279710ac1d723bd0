package storetest

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise/store"
)

var _ store.ActivityBeginner = (*FaultyStore)(nil)

// Driver implements [store.ActivityBeginner]. It is empty if the wrapped store has no
// transactions for activities.
func (f *FaultyStore) Driver() string {
	if inner, ok := store.As[store.ActivityBeginner](f.st); ok {
		return inner.Driver()
	}
	return ""
}

// BeginActivity implements [store.ActivityBeginner]. Both BeginActivity and the End of
// the transaction are calls in the plan.
func (f *FaultyStore) BeginActivity(ctx context.Context) (inside context.Context, tx store.ActivityTx, err error) {
	inner, ok := store.As[store.ActivityBeginner](f.st)
	if !ok {
		return nil, nil, errors.New("storetest: the store has no transactions for activities")
	}
	err = f.call("BeginActivity", true, func() (err error) {
		inside, tx, err = inner.BeginActivity(ctx)
		return err
	})
	if err != nil {
		if tx != nil {
			tx.Rollback() // the answer was lost, or the process is dead
		}
		return nil, nil, err
	}
	return inside, &faultyTx{ActivityTx: tx, f: f}, nil
}

// faultyTx is a transaction whose End follows the plan.
type faultyTx struct {
	store.ActivityTx
	f    *FaultyStore
	late bool // its End is still on its way
}

// End implements [store.ActivityTx].
func (t *faultyTx) End(ctx context.Context, o *store.EndActivity) (out store.Outcome, err error) {
	fault, err := t.f.begin("End", []store.Op{o})
	if err != nil {
		t.Rollback() // the connection of a dead process is closed
		return store.Outcome{}, err
	}
	switch fault.Kind {
	case Pass, LoseAnswer, CrashAfter:
		out, err = t.ActivityTx.End(ctx, o)
	case DelayBefore, DelayAfter:
		t.late = true
		t.f.delay(fault.Kind, func() { _, _ = t.ActivityTx.End(context.Background(), o) })
	default:
		t.Rollback()
	}
	if err = t.f.finish(fault, err); err != nil {
		return store.Outcome{}, err
	}
	return out, nil
}

// Rollback implements [store.ActivityTx].
func (t *faultyTx) Rollback() {
	if !t.late {
		t.ActivityTx.Rollback()
	}
}
