package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Tx is a transaction of the user's, in which the store writes to its own tables. It only
// inserts rows with new keys and locks nothing that others write. Its inserts become visible to
// others when the user commits, and never exist if the user rolls back. Like the transaction,
// it is for one goroutine at a time.
type Tx interface {
	// Apply carries out one op at once:
	//
	//   - *[Start], without Owner, inserts the run. It answers [Exists] if the
	//     transaction can see the run that is in the way. First, if set, must have one row
	//     and schedule one activity at which no attempt was made.
	//   - *[Deliver] inserts a request, which a [Forward] moves into the inbox after the
	//     commit; From is ignored. It answers [NotFound], [Closed] and [Full] if the
	//     transaction can see that. Outcome.Run is the run that the request is for,
	//     and stays for: one by workflow id goes to the run that has the id now.
	//
	// After an error the user's transaction is in the state in which the database leaves it.
	Apply(ctx context.Context, op Op) (Outcome, error)
	// Workflow returns the workflow of a run that the transaction can see, or else ErrNotFound.
	Workflow(ctx context.Context, ref Ref) (string, error)
	// Now returns the time of the store's clock.
	Now(ctx context.Context) (time.Time, error)
}

// Transactor is what InTx and InTxFunc of a store's package need of a *reprise.Runtime: its
// store, the client C that writes in a transaction, and the wake-up after the commit. The
// compiler infers C.
type Transactor[C any] interface {
	Store() Store
	InTx(tx Tx) C
	Wake()
}

// Unwrapper is a [Store] that wraps another one.
type Unwrapper interface{ Unwrap() Store }

// As returns the S that st is or wraps, as [Unwrapper] tells.
func As[S Store](st Store) (found S, ok bool) {
	for st != nil {
		if found, ok = st.(S); ok {
			return found, true
		}
		w, wraps := st.(Unwrapper)
		if !wraps {
			break
		}
		st = w.Unwrap()
	}
	return found, false
}

// FailedTx returns a Tx that answers every call with err, so that the first call reports what
// is wrong with a transaction.
func FailedTx(err error) Tx { return failedTx{err} }

type failedTx struct{ err error }

func (t failedTx) Apply(context.Context, Op) (Outcome, error)    { return Outcome{}, t.err }
func (t failedTx) Workflow(context.Context, Ref) (string, error) { return "", t.err }
func (t failedTx) Now(context.Context) (time.Time, error)        { return time.Time{}, t.err }

// CheckInTx is [Check] for an op inside a user's transaction.
func CheckInTx(op Op) error {
	switch o := op.(type) {
	case *Start:
		if o != nil && o.Owner != (WorkerID{}) {
			return errors.New("Start.Owner is set: a run started in a transaction is claimed after the commit")
		}
		if o != nil && len(o.More)+len(o.Timers) > 0 {
			return errors.New("Start.More or Start.Timers is set: a user's transaction starts a run with one row")
		}
		if o != nil && o.First != nil && !o.First.onlyAsks() {
			return errors.New("Start.First does more than ask for one activity, by one row: a user's transaction starts no other run that has begun")
		}
	case *Deliver:
		if o != nil && o.Steer != nil {
			return errors.New("Deliver.Steer is set: operators' verbs are not allowed in a user's transaction")
		}
	default:
		return fmt.Errorf("a %T is not allowed in a user's transaction", op)
	}
	return Check(op)
}

// ErrHeld: ctx belongs to a user's transaction that keeps everybody else from writing to the
// store; a call that waits for the store would wait for itself.
var ErrHeld = errors.New("store: this context belongs to an open transaction that holds the store's only writer")

type heldKey struct{}

// Hold marks ctx as the context of a caller that holds the store's only writer, as long as held
// returns true.
func Hold(ctx context.Context, held func() bool) context.Context {
	return context.WithValue(ctx, heldKey{}, held)
}

// Held returns ErrHeld if ctx is marked and the writer is still held.
func Held(ctx context.Context) error {
	if held, ok := ctx.Value(heldKey{}).(func() bool); ok && held() {
		return ErrHeld
	}
	return nil
}
