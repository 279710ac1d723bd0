package reprise

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// Tx is a client inside a transaction of your own, on the database that the Runtime's
// store is in: what is started, signalled and cancelled through it happens if and when
// the transaction is committed, together with what you wrote yourself. It is made by
// InTxFunc of the store's package, which commits and wakes the Runtime, or by InTx, which
// leaves both to you:
//
//	err := postgres.InTxFunc(ctx, rt, pool, func(tx pgx.Tx, c *reprise.Tx) error {
//		_, err := reprise.Start(ctx, c, Order, in)
//		return err
//	})
//
// A run that was started is found by a worker's next tick, within a second or so; a
// signal or cancel request is then delivered, once. [Runtime.Wake] after the commit has
// it done at once. What you may rely on is the commit, not the call of Wake.
//
// Start, Signal, SignalJSON, SendUpdate, SignalWithStart and Cancel take a Tx, see [Writer]; no other call does. They
// answer what the transaction can see: that a run with
// the id is open, that there is none, that it has ended, that its inbox is full. What
// comes to pass after that cannot be answered: a signal to a run that has ended when it is
// delivered is counted there as undelivered; one to a run whose inbox is full waits until
// there is room, and the signals behind it, too.
//
// A Tx is for one goroutine at a time and of no use after the transaction.
type Tx struct {
	rt *Runtime
	tx store.Tx
}

// InTx makes the client of a transaction. Call the InTx of the store's package, which
// knows the transaction's type.
func (rt *Runtime) InTx(tx store.Tx) *Tx {
	if tx == nil { // outside of any transaction it must not act
		tx = store.FailedTx(errors.New("reprise: the transaction is nil: pass what Begin has returned to InTx of the store's package"))
	}
	return &Tx{rt: rt, tx: tx}
}

// insert starts a run in the transaction of c.
func (c caller) insert(ctx context.Context, op *store.Start) (run store.RunID, existed bool, err error) {
	outcome, err := c.tx.Apply(ctx, op)
	if err != nil {
		return store.RunID{}, false, err
	}
	if outcome.Code == store.Exists {
		run, err := c.inTheWay(ctx, op, outcome.Run)
		return run, true, err
	}
	return op.Run, false, nil
}

// request sends a signal, an update or a cancel request in the transaction of c.
func (c caller) request(ctx context.Context, to target, op *store.Deliver) (store.Outcome, error) {
	op.Ref.Namespace = c.cfg.Namespace
	outcome, err := c.tx.Apply(ctx, op)
	if err != nil {
		return outcome, err
	}
	return outcome, c.delivered(to, outcome)
}

// workflow is the workflow of a run, as c sees it.
func (c caller) workflow(ctx context.Context, ref store.Ref) (string, error) {
	if c.tx != nil {
		return c.tx.Workflow(ctx, ref)
	}
	run, err := c.store.Run(ctx, ref)
	return run.Workflow, err
}

// free refuses a call that would wait for the transaction its caller holds.
func free(ctx context.Context) error {
	if err := store.Held(ctx); err != nil {
		return fmt.Errorf("%w: for what belongs to the transaction pass the client that InTx of the store's package returns; do the rest after its Commit or Rollback", err)
	}
	return nil
}
