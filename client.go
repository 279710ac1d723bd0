package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// RunID is the id of one run: a UUID of version 7, which the run has from its start on.
type RunID = uuid.UUID

// Ref is what names a run to a call: a workflow id, which means the open run with it, or
// the one started last if none is open; or a [RunID], which means that run and no other. It
// is a constraint, and inferred:
//
//	reprise.Cancel(ctx, rt, "order-42", "sold out")
//	reprise.Cancel(ctx, rt, run.RunID(), "sold out")
type Ref interface{ string | RunID }

// Writer is what Start, Enqueue, Signal, SignalJSON, SendUpdate, SignalWithStart and Cancel act on: a *[Runtime], started or not, or
// a *[Tx], a transaction of your own. No other package makes one.
type Writer interface {
	writer() caller
}

// Client is what all other calls act on: a *[Runtime], started or not.
type Client interface {
	Writer
	client() *Runtime
}

// caller is a Runtime, and the transaction that a call is made in, if there is one.
type caller struct {
	*Runtime
	tx store.Tx
}

func (rt *Runtime) client() *Runtime { return rt }
func (rt *Runtime) writer() caller   { return caller{Runtime: rt} }

func (t *Tx) writer() caller {
	if t == nil {
		return caller{}
	}
	return caller{t.rt, t.tx}
}

var (
	errNoClient  = errors.New("the client is nil: pass a Runtime that New has made, or what InTx of the store's package returns")
	errNoContext = errors.New("the context is nil: pass context.Background() if there is no other")
)

// writerOf is what w stands for, if it can be used with ctx.
func writerOf(ctx context.Context, w Writer) (caller, error) {
	if w == nil {
		return caller{}, errNoClient
	}
	c := w.writer()
	return c, c.usable(ctx)
}

// clientOf is what c stands for, if it can be used with ctx.
func clientOf(ctx context.Context, c Client) (*Runtime, error) {
	if c == nil {
		return nil, errNoClient
	}
	rt := c.client()
	if err := rt.usable(ctx); err != nil {
		return nil, err
	}
	return rt, free(ctx)
}

// clientFor is what c stands for, if it can be used with ctx and asked about that run.
func clientFor(ctx context.Context, c Client, to target) (*Runtime, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return nil, err
	}
	return rt, to.check()
}

// usable says why a call with ctx is of no use on rt, which may be nil.
func (rt *Runtime) usable(ctx context.Context) error {
	switch {
	case rt == nil || rt.store == nil:
		return errNoClient
	case ctx == nil:
		return errNoContext
	}
	return nil
}

// applyOptions has each of the options change o.
func applyOptions[O any, F ~func(*O)](o *O, options []F) error {
	for i, option := range options {
		if option == nil {
			return fmt.Errorf("option %d is nil: leave it out", i+1)
		}
		option(o)
	}
	return nil
}

// storeTime is the store's time: the engine's estimate, or the store's own word.
func (c caller) storeTime(ctx context.Context) (time.Time, error) {
	if now, ok := c.process.Now(); ok {
		return now, nil
	}
	if c.tx == nil {
		return c.asked.Now(ctx, c.store)
	}
	now, err := c.tx.Now(ctx) // by the connection that the caller has already
	return now.UTC().Truncate(time.Microsecond), err
}

// sleep waits in a caller's goroutine.
func (rt *Runtime) sleep(ctx context.Context, d time.Duration) error {
	if !timer.Pause(rt.cfg.Clock, d, ctx.Done()) {
		return context.Cause(ctx)
	}
	return nil
}

// target is the run that a call is about.
type target struct {
	run        RunID
	workflowID string // "" with a run
	byRun      bool
}

func targetOf[R Ref](run R) target {
	if id, ok := any(run).(RunID); ok {
		return target{run: id, byRun: true}
	}
	return target{workflowID: any(run).(string)}
}

func (t target) ref(namespace string) store.Ref {
	if t.byRun {
		return store.Ref{Run: t.run, Namespace: namespace}
	}
	return store.Ref{Namespace: namespace, WorkflowID: t.workflowID}
}

func (t target) check() error {
	switch {
	case t.run != (RunID{}):
		return nil
	case t.byRun:
		return fmt.Errorf("%w: the run id is zero: pass Handle.RunID of the run, or its workflow id", ErrInvalidID)
	}
	return checkName("the workflow id", t.workflowID)
}

func (t target) String() string {
	if t.byRun {
		return "run " + t.run.String()
	}
	return fmt.Sprintf("%q", t.workflowID)
}

func (t target) missing(namespace string) error {
	if t.byRun {
		return ErrNotFound
	}
	return fmt.Errorf("%w: no run has this workflow id in namespace %q; start it first", ErrNotFound, namespace)
}

// follow names the run that goes on where one has ended that was found by its workflow id. It is
// false if none does, and a *[ContinuedError] if the caller has named this very run.
func (c caller) follow(ctx context.Context, to target, run store.RunID) (store.Ref, bool, error) {
	next, err := engine.NextRun(ctx, c.store, run)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Ref{}, false, nil // it has been removed meanwhile
	case err != nil || next == (store.RunID{}):
		return store.Ref{}, false, err
	case to.byRun:
		return store.Ref{}, false, &ContinuedError{Run: run, Next: next}
	}
	return store.Ref{Run: next}, true, nil
}

// settle names the one run that a call is for from now on. A call that is sent again after an
// unknown outcome may find its first copy landing late: by then another run may have the
// workflow id.
func (c caller) settle(ctx context.Context, t target) (store.Ref, error) {
	ref := t.ref(c.cfg.Namespace)
	if t.byRun {
		return ref, nil
	}
	run, err := c.store.Run(ctx, ref)
	switch {
	case errors.Is(err, ErrRemoved):
		return store.Ref{}, ErrRemoved
	case errors.Is(err, store.ErrNotFound):
		return store.Ref{}, t.missing(c.cfg.Namespace)
	}
	return store.Ref{Run: run.ID}, err
}

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
// Start, Enqueue, Signal, SignalJSON, Resolve, ResolveJSON, Reject, SendUpdate, SignalWithStart and Cancel take a Tx, see [Writer]; no other call does. They
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
