package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// findOpen is [inspect.Find] for a command that acts on an open run. It then acts on that run
// by its run id: should it end, another one of its workflow id is not meant.
func (a *app) findOpen(ctx context.Context, rt *reprise.Runtime, name string) (store.Run, error) {
	run, err := inspect.Find(ctx, rt, name)
	if err == nil && run.Status != store.Open {
		if !typeable(name) {
			name = handle(run)
		}
		err = a.hasEnded(run, name)
	}
	return run, err
}

// hasEnded is the error of what only an open run takes.
func (a *app) hasEnded(run store.Run, name string) error {
	return &exitError{codeFailed, fmt.Errorf("run %s of %q has ended: it is %s", run.ID, run.WorkflowID, run.Status), a.try("run", "show", name)}
}

// refused is err, of a write to a run that was found open, or why the run takes no more.
func (a *app) refused(ctx context.Context, rt *reprise.Runtime, run store.Run, err error) error {
	if !errors.Is(err, reprise.ErrClosed) {
		return err
	}
	now, gone := rt.Store().Run(ctx, store.Ref{Run: run.ID})
	if gone != nil {
		return errors.Join(err, gone)
	}
	return a.hasEnded(now, run.ID.String())
}
