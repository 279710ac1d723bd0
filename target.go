package reprise

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

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

// CancelRun is [Cancel] for this run, and no later one with its workflow id. When it has
// ended the error is [ErrClosed].
func CancelRun(ctx context.Context, c Client, run store.RunID, reason string) error {
	return c.client().cancel(ctx, target{run: run}, reason)
}

// TerminateRun is [Terminate] for this run, and no later one with its workflow id. When
// it has ended the error is [ErrClosed].
func TerminateRun(ctx context.Context, c Client, run store.RunID, reason string) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return fmt.Errorf("reprise: terminate run %s: %w", run, err)
	}
	return rt.terminate(ctx, target{run: run}, reason)
}

// ResumeRun is [Resume] for this run, and no later one with its workflow id. When it has
// ended the error is [ErrClosed].
func ResumeRun(ctx context.Context, c Client, run store.RunID) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return fmt.Errorf("reprise: resume run %s: %w", run, err)
	}
	return rt.resume(ctx, target{run: run})
}

// SignalRunJSON is [SignalJSON] for this run, and no later one with its workflow id. When
// it has ended the error is [ErrClosed].
func SignalRunJSON(ctx context.Context, c Client, run store.RunID, name string, payload []byte, opts ...SignalOption) error {
	return c.client().signalJSON(ctx, target{run: run}, name, payload, opts)
}
