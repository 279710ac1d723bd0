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
// What fn writes with tx, in any table that the role of the store's pool may write, and
// the completion of the activity are committed together, by the engine, after fn has
// returned without an error; else all of it is rolled back. The transaction is READ
// COMMITTED. It holds no lock of the store's while fn runs, but a connection of its pool:
// all but two of them may be in use so, which is two by pgx's default of four. A function
// that lets it stand still for a minute loses it.
//
// tx may be given to whatever takes a pgx.Tx, and to [InTx]. Its Begin makes a savepoint,
// as usual. Its Commit and Rollback return an error, and then the attempt fails: only the
// engine knows whether the attempt still counts. So fails a function that ends the
// transaction by a statement of its own, or returns no error after a statement has failed.
func Transactional[In, Out any](fn func(context.Context, pgx.Tx, In) (Out, error)) activity.TxFunc[In, Out] {
	return txFunc[In, Out](fn)
}

// Driver implements activity.TxFunc.
func (f txFunc[In, Out]) Driver() string { return driverName }

// Call implements activity.TxFunc.
func (f txFunc[In, Out]) Call(ctx context.Context, in In) (out Out, err error) {
	tx, ok := ctx.Value(guestKey{}).(*guest)
	if !ok {
		return out, errors.New("postgres: there is no transaction in the context: this function is for a Runtime on a store in Postgres")
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
