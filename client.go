package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// RunID is the id of one run: a UUID of version 7, which the run has from its start on.
type RunID = store.RunID

// Ref is what names a run to a call: a workflow id, which means the open run with it, or
// the one started last if none is open; or a [RunID], which means that run and no other. It
// is a constraint, and inferred:
//
//	reprise.Cancel(ctx, rt, "order-42", "sold out")
//	reprise.Cancel(ctx, rt, run.RunID(), "sold out")
type Ref interface{ string | RunID }

// Writer is what Start, Signal, SignalJSON, SendUpdate, SignalWithStart and Cancel act on: a *[Runtime], started or not, or
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

// storeTime is the store's time: the engine's estimate, or the store's own word. A
// client keeps no estimate: nothing would tell it that a clock was set.
func (c caller) storeTime(ctx context.Context) (time.Time, error) {
	if now, ok := c.process.Now(); ok {
		return now, nil
	}
	ask := c.store.Now
	if c.tx != nil {
		ask = c.tx.Now // by the connection that the caller has already
	}
	now, err := ask(ctx)
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
		return store.Ref{Run: t.run}
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
