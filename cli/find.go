package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// find finds a run, open or not.
func (a *app) find(ctx context.Context, name string) (inspect.Run, error) {
	return a.from.Find(ctx, name)
}

// findOpen finds a run for a command that acts on an open run. The command then uses the run
// id, so that it never acts on a later run with the same workflow id.
func (a *app) findOpen(ctx context.Context, name string) (inspect.Run, error) {
	run, err := a.from.Find(ctx, name)
	if err == nil && !run.Open() {
		if !typeable(name) {
			name = handle(run)
		}
		err = a.hasEnded(run, name)
	}
	return run, err
}

// hasEnded is the error of a command that only an open run accepts.
func (a *advice) hasEnded(run inspect.Run, name string) error {
	return &exitError{codeFailed, fmt.Errorf("run %s of %q has ended: it is %s", run.RunID, run.ID, run.Status), a.try("run", "show", name)}
}

// refused returns err, of a write to a run that was found open, or why the run accepts nothing more.
func (a *app) refused(ctx context.Context, run inspect.Run, err error) error {
	switch {
	case errors.Is(err, reprise.ErrPaused):
		return &exitError{codeFailed, err, a.try("run", "unpause", handle(run), "--reason", "WHY")}
	case !errors.Is(err, reprise.ErrClosed):
		return err
	}
	now, gone := a.from.Find(ctx, run.RunID)
	if gone != nil {
		return errors.Join(err, gone)
	}
	return a.hasEnded(now, run.RunID)
}
