package reprise

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Await waits for a run to end and returns the last event of its history, for callers
// that do not know the workflow's types; others use [Handle.Result]. It is a
// *history.RunCompleted, RunFailed, RunCancelled or RunTerminated. Errors:
// [ErrNotFound]; if it only stopped waiting, ctx's error; a [store.ErrTransient], which
// says nothing of the run, if the store is away from the start. One that goes away
// meanwhile is waited for.
func Await(ctx context.Context, c Client, run store.RunID) (history.Body, error) {
	rt, err := outside(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("reprise: await %s: %w", run, err)
	}
	r, err := rt.store.Run(ctx, store.Ref{Run: run})
	if err != nil {
		return nil, fmt.Errorf("reprise: await %s: %w", run, err)
	}
	last, err := rt.await(ctx, r.Workflow, run)
	if err != nil {
		return nil, fmt.Errorf("reprise: await %q: %w", r.WorkflowID, err)
	}
	return last, nil
}
