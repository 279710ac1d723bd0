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

// RunID identifies one run. It is a UUID of version 7, assigned when the run starts.
type RunID = uuid.UUID

// Ref names a run in a call. A workflow id means the open run with that id, or the most
// recently started one if none is open. A [RunID] means exactly that run. Ref is a
// constraint, and the compiler infers it:
//
//	reprise.Cancel(ctx, rt, "order-42", "sold out")
//	reprise.Cancel(ctx, rt, run.RunID(), "sold out")
type Ref interface{ string | RunID }

// Writer is the target of the calls that a transaction can make, such as Start, Signal, Resolve and Cancel: a
// *[Runtime], started or not, or a *[Tx], a transaction of your own. No other package implements it.
type Writer interface {
	writer() caller
}

// Client is the target of all other calls: a *[Runtime], started or not.
type Client interface {
	Writer
	client() *Runtime
}

// caller is a Runtime and, if the call is made in a transaction, that transaction.
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
	errNoClient  = errors.New("the client is nil: pass a Runtime from New, or what InTx of the store's package returns")
	errNoContext = errors.New("the context is nil: pass context.Background() if there is no other")
)

// writerOf returns the caller behind w, if it can be used with ctx.
func writerOf(ctx context.Context, w Writer) (caller, error) {
	if w == nil {
		return caller{}, errNoClient
	}
	c := w.writer()
	return c, c.usable(ctx)
}

// clientOf returns the Runtime behind c, if it can be used with ctx.
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

// clientFor returns the Runtime behind c, if it can be used with ctx and asked about that run.
func clientFor(ctx context.Context, c Client, to target) (*Runtime, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return nil, err
	}
	return rt, to.check()
}

// usable returns an error if no call with ctx can succeed on rt, which may be nil.
func (rt *Runtime) usable(ctx context.Context) error {
	switch {
	case rt == nil || rt.store == nil:
		return errNoClient
	case ctx == nil:
		return errNoContext
	}
	return nil
}

// applyOptions applies each of the options to o.
func applyOptions[O any, F ~func(*O)](o *O, options []F) error {
	for i, option := range options {
		if option == nil {
			return fmt.Errorf("option %d is nil: leave it out", i+1)
		}
		option(o)
	}
	return nil
}

// storeTime returns the engine's estimate of the store's time, or else asks the store.
func (c caller) storeTime(ctx context.Context) (time.Time, error) {
	if now, ok := c.process.Now(); ok {
		return now, nil
	}
	if c.tx == nil {
		return c.asked.Now(ctx, c.store)
	}
	now, err := c.tx.Now(ctx) // on the connection that the caller already has
	return now.UTC().Truncate(time.Microsecond), err
}

// sleep waits on the caller's goroutine.
func (rt *Runtime) sleep(ctx context.Context, d time.Duration) error {
	if !timer.Pause(rt.cfg.Clock, d, ctx.Done()) {
		return context.Cause(ctx)
	}
	return nil
}

// target is the run that a call is about.
type target struct {
	run        RunID
	workflowID string // "" if run is set
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

// follow returns the run that continues the chain of run, which has ended, if the caller named
// it by its workflow id. It returns false if no run does, and a *[ContinuedError] if the caller
// named it by its run id.
func (c caller) follow(ctx context.Context, to target, run store.RunID) (store.Ref, bool, error) {
	next, err := engine.NextRun(ctx, c.store, run)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Ref{}, false, nil // it was removed meanwhile
	case err != nil || next == (store.RunID{}):
		return store.Ref{}, false, err
	case to.byRun:
		return store.Ref{}, false, &ContinuedError{Run: run, Next: next}
	}
	return store.Ref{Run: next}, true, nil
}

// settle fixes the one run that a call is for. A call that is sent again after an unknown
// outcome may find that its first copy lands late, when another run already has the workflow
// id.
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

// Tx is a client inside a transaction of your own, on the database of the Runtime's
// store. What you start, signal or cancel through it happens if and when the transaction
// commits, together with your own writes. InTxFunc of the store's package makes one,
// commits, and wakes the Runtime. InTx leaves both to you:
//
//	err := postgres.InTxFunc(ctx, rt, pool, func(tx pgx.Tx, c *reprise.Tx) error {
//		_, err := reprise.Start(ctx, c, Order, in)
//		return err
//	})
//
// After the commit, a worker finds what was sent with its next tick, within about a second:
// it claims a started run, and delivers a signal or cancel request exactly once. Call
// [Runtime.Wake] after the commit to save that wait. You may leave it out.
//
// Every call that takes a [Writer] accepts a Tx; no other call does. Such calls report what the transaction can see: that
// a run with the id is open, that there is none, that it has ended, that its inbox is full. They cannot report what
// happens afterwards. A signal whose run has ended by the time it is delivered counts there as undelivered. A signal to a
// run whose inbox is full waits until there is space, and the signals behind it wait, too.
//
// A Tx is for one goroutine at a time, and unusable after the transaction.
type Tx struct {
	rt *Runtime
	tx store.Tx
}

// InTx makes the client of a transaction. Call InTx of the store's package instead, which
// knows the transaction's type.
func (rt *Runtime) InTx(tx store.Tx) *Tx {
	if tx == nil { // without a transaction it must not act
		tx = store.FailedTx(errors.New("reprise: the transaction is nil: pass the one that Begin returned to InTx of the store's package"))
	}
	return &Tx{rt: rt, tx: tx}
}

// insert starts a run in the caller's transaction.
func (c caller) insert(ctx context.Context, op *store.Start) (run store.RunID, existed bool, err error) {
	outcome, err := c.tx.Apply(ctx, op)
	if err != nil {
		return store.RunID{}, false, err
	}
	if outcome.Code == store.Exists {
		run, err := c.inTheWay(ctx, op, outcome.Run)
		return run, true, err
	}
	engine.StartedInTx(c.process, op.Workflow, op.Queue)
	return op.Run, false, nil
}

// request sends a signal, an update or a cancel request in the caller's transaction.
func (c caller) request(ctx context.Context, to target, op *store.Deliver) (store.Outcome, error) {
	op.Ref.Namespace = c.cfg.Namespace
	outcome, err := c.tx.Apply(ctx, op)
	if err != nil {
		return outcome, err
	}
	return outcome, c.delivered(to, outcome)
}

// workflow returns the name of a run's workflow, as c sees it.
func (c caller) workflow(ctx context.Context, ref store.Ref) (string, error) {
	if c.tx != nil {
		return c.tx.Workflow(ctx, ref)
	}
	run, err := c.store.Run(ctx, ref)
	return run.Workflow, err
}

// free refuses a call that would deadlock with the transaction its caller holds.
func free(ctx context.Context) error {
	if err := store.Held(ctx); err != nil {
		return fmt.Errorf("%w: inside the transaction use the client that InTx of the store's package returns; make other calls after Commit or Rollback", err)
	}
	return nil
}
