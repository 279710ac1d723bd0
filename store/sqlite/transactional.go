package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// driverName names the transactions of a Store, see [store.ActivityBeginner].
const driverName = "sqlite"

// txFunc is an activity.TxFunc.
type txFunc[In, Out any] func(context.Context, *Tx, In) (Out, error)

// Transactional makes fn the function of a transactional activity:
//
//	func debit(ctx context.Context, tx *sqlite.Tx, in Amount) (Balance, error)
//
//	rt, err := reprise.New(st, cfg, Debit.BindTx(sqlite.Transactional(debit)))
//
// fn uses tx to write to the application's own tables in the store's file. When fn has
// returned without an error, the engine commits these writes together with the completion
// of the activity; otherwise everything is rolled back. The transaction is one of
// [Store.Begin]: nobody else writes to the file while fn runs, it ends after five seconds,
// and fn must use the context that it gets.
//
// tx.Tx may be passed to anything that takes a *sql.Tx, and tx to [InTx]. Its Commit and
// Rollback return an error, and the attempt then fails: only the engine knows whether the
// attempt still counts. The attempt also fails if the function ends the transaction in
// another way.
func Transactional[In, Out any](fn func(context.Context, *Tx, In) (Out, error)) activity.TxFunc[In, Out] {
	return txFunc[In, Out](fn)
}

// Driver implements activity.TxFunc.
func (f txFunc[In, Out]) Driver() string { return driverName }

// Call implements activity.TxFunc.
func (f txFunc[In, Out]) Call(ctx context.Context, in In) (out Out, err error) {
	tx, ok := ctx.Value(guestKey{}).(*Tx)
	if !ok {
		return out, errors.New("sqlite: no transaction in the context: this function needs a Runtime on a SQLite store")
	}
	return f(ctx, tx, in)
}

type guestKey struct{}

var (
	errTried = errors.New("the function called Commit or Rollback: the engine ends the transaction; return an error to roll it back")
	errEnded = failure.New("", "it ended before the function returned: either a statement of the function ended it, by COMMIT, which keeps what was written, or by ROLLBACK, "+
		"or SQLite rolled it back after an error that the function ignored: check what was written, and run neither COMMIT nor ROLLBACK, the engine ends it", failure.Permanent())
)

// A savepoint that exists from beginning to end shows that the transaction is still the one
// that was begun.
const sqlMark, sqlMarked = "SAVEPOINT ~attempt", "RELEASE ~attempt"

// activityTx is the transaction of one attempt at an activity.
type activityTx struct {
	tx *Tx
}

var _ store.ActivityBeginner = (*Store)(nil)

// Driver implements [store.ActivityBeginner].
func (s *Store) Driver() string { return driverName }

// BeginActivity implements [store.ActivityBeginner].
func (s *Store) BeginActivity(ctx context.Context) (context.Context, store.ActivityTx, error) {
	inside, tx, err := s.begin(ctx, context.WithoutCancel(ctx))
	if err != nil {
		return nil, nil, err
	}
	tx.guest = true
	t := activityTx{tx}
	w := t.rows(ctx)
	if w.exec(sqlMark); w.err != nil {
		t.Rollback()
		return nil, nil, s.explainUser(w.err, false)
	}
	return context.WithValue(inside, guestKey{}, tx), t, nil
}

// rows writes in the transaction. No caller's context ends that halfway.
func (t activityTx) rows(ctx context.Context) *userRows {
	return &userRows{tx: t.tx, ctx: context.WithoutCancel(ctx)}
}

// End implements [store.ActivityTx].
func (t activityTx) End(ctx context.Context, o *store.EndActivity) (store.Outcome, error) {
	defer t.Rollback()
	fenced := store.Outcome{Code: store.Fenced, Run: o.Run}
	if err := ctx.Err(); err != nil {
		return fenced, err
	}
	if err := store.Check(o); err != nil {
		return fenced, err
	}
	if t.tx.tried.Load() {
		return fenced, errTried
	}
	w := t.rows(ctx)
	w.exec(sqlMarked)
	if w.err != nil {
		return fenced, t.over(w.err)
	}
	now := t.tx.s.now()
	out, held := fenced, false
	if r := load(w.session(), sqlLoadByID, o.Run); r != nil {
		mend(w.session(), r, now)
		loadTask(w.session(), r, o.Activity)
		if out, held = r.EndHeld(o, nil, now); held {
			_ = save(w.session(), r, now) // it adds nothing that could already exist
		}
	}
	switch {
	case w.err != nil:
		return fenced, t.tx.s.explainUser(w.err, false)
	case !held:
		return fenced, nil
	}
	return out, t.tx.end(t.tx.Tx.Commit, true)
}

// over says why the transaction is not the one that was begun.
func (t activityTx) over(err error) error {
	if t.tx.over.Load() {
		return t.tx.done()
	}
	err = t.tx.s.explainUser(err, false)
	if errors.Is(err, sql.ErrTxDone) || lib.CodeOf(err) == lib.General { // no such savepoint
		return fmt.Errorf("%w: %w", errEnded, err)
	}
	return err
}

// Rollback implements [store.ActivityTx].
func (t activityTx) Rollback() { _ = t.tx.end(t.tx.Tx.Rollback, false) }
