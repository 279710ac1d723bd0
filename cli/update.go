package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

func updateCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "update", Usage: "send an update to an open run, wait for its answer and print it as JSON", ArgsUsage: "ID NAME [INPUT]",
		Description: "INPUT is JSON, @FILE, or - for standard input. Without it the input is the zero value. The update continues if\n" +
			"this command is interrupted; the same --update-id gets the answer later, even after the run has ended.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "update-id", Usage: "a run handles an update with the same `KEY` once, and gives the same answer"},
			&timeFlag{Name: "timeout", Usage: "wait no longer than this `TIME`, as in 10s (default: until it is answered)", HideDefault: true},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			var input []byte
			var err error
			if c.Args().Len() > 2 {
				if input, err = a.payload(ctx, c.Args().Get(2), a.try("run", "show", c.Args().First())); err != nil {
					return err
				}
			}
			if _, err := a.answers(ctx, c); err != nil {
				return err
			}
			return updateRun(ctx, a, c, input)
		},
	}
}

func updateRun(ctx context.Context, a *app, c *flags.Command, input []byte) error {
	run, err := a.from.Find(ctx, c.Args().First())
	if err != nil {
		return err
	}
	name, id := c.Args().Get(1), c.String("update-id")
	if id == "" {
		if !run.Open() {
			return a.hasEnded(run, c.Args().First())
		}
		id = uuid.NewString()
	}
	if idle, err := a.from.Unattended(ctx); err != nil {
		return err
	} else if idle && run.Open() {
		a.note("no worker is alive: " + run.ID + " answers when a worker starts")
	}
	wait, cancel := ctx, func() {}
	if c.IsSet("timeout") {
		wait, cancel = context.WithTimeout(ctx, c.Duration("timeout"))
	}
	defer cancel()
	// A run that is named by its workflow id may be continued meanwhile.
	answer, err := a.from.Update(wait, run, !run.Is(c.Args().First()), name, input, id)
	if err == nil {
		return a.printValue(answer)
	}
	return a.refused(ctx, run, a.notUpdated(ctx, c, id, err))
}

// notUpdated adds what to do about an update without an answer.
func (a *advice) notUpdated(ctx context.Context, c *flags.Command, id string, err error) error {
	var failed *reprise.UpdateError
	var wrong *history.DecodeError
	var undeclared *reprise.UndeclaredError
	again := a.again(c, "update-id", id)
	switch {
	case ctx.Err() != nil:
		return unsettled(ctx, err, "the update was accepted; the line below asks again with the same id, and the run handles it once", again)
	case errors.As(err, &undeclared):
		return &exitError{codeUsage, own(err, undeclared), a.try("run", "show", c.Args().First())}
	case errors.As(err, &failed):
		return &exitError{codeFailed, own(err, failed), a.try("run", "history", c.Args().First())}
	case errors.Is(err, context.DeadlineExceeded):
		return &exitError{codeFailed, fmt.Errorf("no answer yet: %w; the line below asks again with the same id, and the run handles the update once", err), again}
	case errors.As(err, &wrong), errors.Is(err, reprise.ErrInvalidID):
		return &exitError{codeUsage, err, a.try("run", "update", "--help")}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		return &exitError{codeFailed, err, again}
	}
	return err
}
