package postgres

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// driverName is what a Store calls its transactions, see [store.ActivityBeginner].
const driverName = "postgres"

// Driver implements [store.ActivityBeginner].
func (s *Store) Driver() string { return driverName }

var _ store.ActivityBeginner = (*Store)(nil)

// txFunc is an activity.TxFunc.
type txFunc[In, Out any] func(context.Context, pgx.Tx, In) (Out, error)

// Transactional makes fn the function of a transactional activity:
//
//	func debit(ctx context.Context, tx pgx.Tx, in Amount) (Balance, error)
//
//	rt, err := reprise.New(st, cfg, Debit.BindTx(postgres.Transactional(debit)))
//
// The writes of fn with tx, in any table that the role of the store's pool may write, and the
// completion of the activity commit together. The engine commits after fn has returned without
// an error; otherwise it rolls everything back. The transaction is READ COMMITTED. While fn
// runs, it holds none of the store's locks, but one connection of its pool. All connections but
// two may be in use for this, which is two with pgx's default of four. If fn leaves the
// transaction idle for a minute, the transaction is lost.
//
// tx can be passed to anything that takes a pgx.Tx, and to [InTx]. Its Begin makes a savepoint,
// as usual. Its Commit and Rollback return an error and fail the attempt, because only the
// engine knows whether the attempt still counts. A function also fails if it ends the
// transaction with a statement of its own, or returns no error after a statement has failed.
func Transactional[In, Out any](fn func(context.Context, pgx.Tx, In) (Out, error)) activity.TxFunc[In, Out] {
	return txFunc[In, Out](fn)
}

// Driver implements activity.TxFunc.
func (f txFunc[In, Out]) Driver() string { return driverName }

// Call implements activity.TxFunc.
func (f txFunc[In, Out]) Call(ctx context.Context, in In) (out Out, err error) {
	tx, ok := ctx.Value(guestKey{}).(*guest)
	if !ok {
		return out, errors.New("postgres: no transaction in the context: this function needs a Runtime on a Postgres store")
	}
	return f(ctx, tx, in)
}

type guestKey struct{}

// guest is a transaction as the function of an activity gets it: everything pgx offers,
// except its end.
type guest struct {
	pgx.Tx
	tried atomic.Bool // the function has called what it must not
}

// Commit implements pgx.Tx. It does nothing and says so.
func (g *guest) Commit(context.Context) error { return g.try() }

// Rollback implements pgx.Tx. It does nothing and says so.
func (g *guest) Rollback(context.Context) error { return g.try() }

func (g *guest) try() error {
	g.tried.Store(true)
	return errTried
}
