package cli

import (
	"context"
	"errors"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// jobPrefix precedes the name of the activity in the name of a job's workflow: docs/jobs.md.
const jobPrefix = "job:"

func requeueCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "requeue", Usage: "run an ended job again", ArgsUsage: "ID", Flags: recorded(),
		Description: "It gets the same input, the same workflow id and a fresh set of attempts. A job that has completed, or whose outcome\n" +
			"is unknown, runs again too. batch requeue takes many failed jobs.",
		Action: func(ctx context.Context, c *flags.Command) error {
			return a.steerOne(ctx, c, a.find, requeueRun(ctx, a, c))
		},
	}
}

func requeueRun(ctx context.Context, a *app, c *flags.Command) deed {
	return recordedDeed(ctx, a, c, "requeue", "", func(run inspect.Run, err error) error {
		if errors.Is(err, reprise.ErrOpen) {
			err = &exitError{codeFailed, err, a.try("run", "show", handle(run))}
		}
		return err
	})
}

// lastOfJob reports whether a run is a job's, and the newest with its workflow id.
func lastOfJob(ctx context.Context, a *app, run inspect.Run) (bool, error) {
	if !strings.HasPrefix(run.Workflow, jobPrefix) {
		return false, nil
	}
	newest, err := a.from.Find(ctx, run.ID)
	if errors.Is(err, reprise.ErrNotFound) {
		return false, nil // it was just removed
	}
	return newest.RunID == run.RunID, err
}
