package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Client is what Start, Signal, Cancel and the other calls act on: a *Runtime, started or
// not; or a [*Tx], which only some of them take.
type Client interface {
	client() caller
}

// caller is a Runtime, and the transaction that a call is made in, if there is one.
type caller struct {
	*Runtime
	tx store.Tx
}

func (rt *Runtime) client() caller { return caller{Runtime: rt} }

func (t *Tx) client() caller {
	if t == nil {
		return caller{}
	}
	return caller{t.rt, t.tx}
}

var (
	errNoClient  = errors.New("the client is nil: pass a Runtime that New has made, or what InTx of the store's package returns")
	errNoContext = errors.New("the context is nil: pass context.Background() if there is no other")
)

// clientOf is what c stands for, if it can be used with ctx.
func clientOf(ctx context.Context, c Client) (caller, error) {
	if c == nil {
		return caller{}, errNoClient
	}
	v := c.client()
	return v, v.usable(ctx)
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

// target is the run that a call is about: the open one with a workflow id, or that one
// run and no other.
type target struct {
	run        store.RunID // zero: the open run with the workflow id
	namespace  string
	workflowID string
}

func (rt *Runtime) named(workflowID string) target {
	return target{namespace: rt.cfg.Namespace, workflowID: workflowID}
}

func (t target) ref() store.Ref {
	return store.Ref{Run: t.run, Namespace: t.namespace, WorkflowID: t.workflowID}
}

func (t target) check() error {
	if t.run != (store.RunID{}) {
		return nil
	}
	return checkName("the workflow id", t.workflowID)
}

func (t target) String() string {
	if t.run != (store.RunID{}) {
		return "run " + t.run.String()
	}
	return fmt.Sprintf("%q", t.workflowID)
}

func (t target) missing() error {
	if t.run != (store.RunID{}) {
		return ErrNotFound
	}
	return fmt.Errorf("%w: no run has this workflow id in namespace %q; start it first", ErrNotFound, t.namespace)
}

// settle names the one run that a call is for from now on. A call that is sent again after an
// unknown outcome may find its first copy landing late: by then another run may have the
// workflow id.
func (c caller) settle(ctx context.Context, t target) (store.Ref, error) {
	if t.run != (store.RunID{}) {
		return t.ref(), nil
	}
	run, err := c.store.Run(ctx, t.ref())
	switch {
	case errors.Is(err, ErrRemoved):
		return store.Ref{}, ErrRemoved
	case errors.Is(err, store.ErrNotFound):
		return store.Ref{}, t.missing()
	}
	return store.Ref{Run: run.ID}, err
}
