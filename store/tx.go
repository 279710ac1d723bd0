package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Tx is a transaction of the user's, as the store whose tables it reaches writes in it.
// It only inserts rows of its own keys and locks nothing that others write. What it
// inserts is there for others when the user commits, and has never been when the user
// rolls back. It is for one goroutine at a time, like the transaction.
type Tx interface {
	// Apply carries out one op at once:
	//
	//   - *[Start], without Owner, inserts the run. [Exists] is answered where the
	//     transaction can see the run that is in the way. With First, that has one row and asks for one activity,
	//     which no attempt was made at.
	//   - *[Deliver] inserts a request, which a [Forward] moves into the inbox after the
	//     commit; From is not looked at. [NotFound], [Closed] and [Full] are answered where
	//     the transaction can see that it is so. Outcome.Run is the run that it
	//     is for, and stays for: one by workflow id goes to the run that has the id now.
	//
	// After an error the user's transaction is in the state that the database puts it in.
	Apply(ctx context.Context, op Op) (Outcome, error)
	// Workflow is the workflow of a run that the transaction can see, else ErrNotFound.
	Workflow(ctx context.Context, ref Ref) (string, error)
	// Now is the time of the store's clock.
	Now(ctx context.Context) (time.Time, error)
}

// Transactor is what InTx and InTxFunc of a store's package ask of a *reprise.Runtime: its
// store, the client C that writes by a transaction, and to be woken after the commit. The
// compiler finds C by itself.
type Transactor[C any] interface {
	Store() Store
	InTx(tx Tx) C
	Wake()
}

// Unwrapper is a [Store] around another one.
type Unwrapper interface{ Unwrap() Store }

// As finds the S that st is, or wraps by the method of [Unwrapper].
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

// FailedTx is a Tx that answers every call with err: what is wrong with a transaction is
// said by the first call that would use it.
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
			return errors.New("Start.More or Start.Timers is set: a transaction of the user's starts a run with one row")
		}
		if o != nil && o.First != nil && !o.First.onlyAsks() {
			return errors.New("Start.First does more than ask for one activity, by one row: a transaction of the user's starts no other run that has begun")
		}
	case *Deliver:
		if o != nil && o.Steer != nil {
			return errors.New("Deliver.Steer is set: an operator's verb is not for a transaction of the user's")
		}
	default:
		return fmt.Errorf("a %T is not for a transaction of the user's", op)
	}
	return Check(op)
}

// ErrHeld: ctx belongs to a transaction of the user's that keeps everybody else from
// writing to the store; a call that waits for the store would wait for itself.
var ErrHeld = errors.New("store: this context belongs to an open transaction that holds the store's only writer")

type heldKey struct{}

// Hold marks ctx as the context of whoever holds the store's only writer, as long as
// held says so.
func Hold(ctx context.Context, held func() bool) context.Context {
	return context.WithValue(ctx, heldKey{}, held)
}

// Held is ErrHeld if ctx is marked so, and the writer is still held.
func Held(ctx context.Context) error {
	if held, ok := ctx.Value(heldKey{}).(func() bool); ok && held() {
		return ErrHeld
	}
	return nil
}
