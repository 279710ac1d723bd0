package memory

import (
	"context"
	"errors"
	"sync"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// driverName names the transactions of a Store, see [store.ActivityBeginner].
const driverName = "memory"

// ActivityTx is the transaction of an activity's function, see [Transactional]. It is safe for
// concurrent use.
type ActivityTx struct {
	mu     sync.Mutex
	writes []func()
	over   bool
}

// errTxOver is returned by [ActivityTx.Do] when the activity's function has returned.
var errTxOver = errors.New("memory: the transaction has ended; the activity's function has returned")

// Do makes the store call write when the transaction commits, and never if it does not. The writes of a
// transaction are called in order, with no other operation of the store in between. write must be
// short, and must not call the store.
func (t *ActivityTx) Do(write func()) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return errTxOver
	}
	t.writes = append(t.writes, write)
	return nil
}

// end takes the writes; after that none can be added.
func (t *ActivityTx) end() []func() {
	t.mu.Lock()
	defer t.mu.Unlock()
	writes := t.writes
	t.writes, t.over = nil, true
	return writes
}

// txFunc is an activity.TxFunc.
type txFunc[In, Out any] func(context.Context, *ActivityTx, In) (Out, error)

// Transactional makes fn the function of a transactional activity on a memory Store: in tests, a
// stand-in for a function that writes to a database.
//
//	Debit.BindTx(memory.Transactional(func(ctx context.Context, tx *memory.ActivityTx, in Amount) (Balance, error) { ... }))
func Transactional[In, Out any](fn func(context.Context, *ActivityTx, In) (Out, error)) activity.TxFunc[In, Out] {
	return txFunc[In, Out](fn)
}

// Driver implements activity.TxFunc.
func (f txFunc[In, Out]) Driver() string { return driverName }

// Call implements activity.TxFunc.
func (f txFunc[In, Out]) Call(ctx context.Context, in In) (out Out, err error) {
	tx, ok := ctx.Value(activityTxKey{}).(*ActivityTx)
	if !ok {
		return out, errors.New("memory: no transaction in the context: this function needs a Runtime on a memory store")
	}
	return f(ctx, tx, in)
}

type activityTxKey struct{}

// Driver implements [store.ActivityBeginner].
func (s *Store) Driver() string { return driverName }

// BeginActivity implements [store.ActivityBeginner].
func (s *Store) BeginActivity(ctx context.Context) (context.Context, store.ActivityTx, error) {
	if _, err := s.Now(ctx); err != nil {
		return nil, nil, err
	}
	t := &attemptTx{s: s}
	return context.WithValue(ctx, activityTxKey{}, &t.tx), t, nil
}

// attemptTx specifies the fence: the row's removal, the entry and the user's writes are one change of
// the store.
type attemptTx struct {
	s  *Store
	tx ActivityTx
}

// End implements [store.ActivityTx].
func (t *attemptTx) End(ctx context.Context, o *store.EndActivity) (out store.Outcome, err error) {
	writes := t.tx.end()
	if err := store.Check(o); err != nil {
		return out, err
	}
	err = t.s.view(ctx, func(x *tx) {
		out = store.Outcome{Code: store.Fenced, Run: o.Run}
		if r := x.runs[o.Run]; r != nil {
			x.edit(r, func() { out, _ = r.EndHeld(o, nil, x.now) })
		}
		if out = private(out); out.Code != store.Done {
			return
		}
		for _, write := range writes {
			write()
		}
	})
	return out, err
}

// Rollback implements [store.ActivityTx].
func (t *attemptTx) Rollback() { t.tx.end() }
