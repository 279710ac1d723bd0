package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// find is the run that a person names by its workflow id, which means the open run
// with this id or else the last one, or by its run id.
func (a *app) find(ctx context.Context, rt *reprise.Runtime, name string) (store.Run, error) {
	run, err := rt.Store().Run(ctx, store.Ref{Namespace: rt.Namespace(), WorkflowID: name})
	if !errors.Is(err, store.ErrNotFound) {
		return run, err
	}
	if id, bad := uuid.Parse(name); bad == nil {
		run, err = rt.Store().Run(ctx, store.Ref{Run: id})
		if err == nil && run.Namespace != rt.Namespace() {
			err = fmt.Errorf("%w: run %s is in namespace %q", store.ErrNotFound, id, run.Namespace)
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		return store.Run{}, a.notFound(rt, name, err)
	}
	return run, err
}

func (a *app) notFound(rt *reprise.Runtime, name string, why error) error {
	if why.Error() == store.ErrNotFound.Error() {
		why = fmt.Errorf("no run in namespace %q has the workflow id or run id %q", rt.Namespace(), name)
	}
	return &exitError{codeNotFound, why, a.try("run", "list")}
}

// findOpen is [app.find] for a command that acts on an open run. It then acts on that run
// by its run id: should it end, another one of its workflow id is not meant.
func (a *app) findOpen(ctx context.Context, rt *reprise.Runtime, name string) (store.Run, error) {
	run, err := a.find(ctx, rt, name)
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
