package cli

import (
	"context"
	"errors"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
)

func queryCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "query", Usage: "query a run, and print the answer as JSON", ArgsUsage: "ID NAME [ARGUMENT]",
		Description: "Replays the history of the run with the workflow of this program, and calls the handler of NAME at the run's\n" +
			"present place. Nothing is written and no worker is needed; the run may be parked, blocked or ended.\n" +
			"ARGUMENT is JSON, @FILE, or - for standard input. Without it the argument is the zero value.",
		Action: func(ctx context.Context, c *flags.Command) error {
			var arg []byte
			var err error
			if c.Args().Len() > 2 {
				if arg, err = a.payload(ctx, c.Args().Get(2), a.try("run", "show", c.Args().First())); err != nil {
					return err
				}
			}
			if _, err := a.answers(ctx, c); err != nil {
				return err
			}
			return answerOf(ctx, a, c.Args().First(), c.Args().Get(1), arg)
		},
	}
}

func answerOf(ctx context.Context, a *app, id, name string, arg []byte) error {
	run, err := a.from.Find(ctx, id)
	if err != nil {
		return err
	}
	answer, err := a.from.Query(ctx, run, name, arg)
	if err != nil {
		return a.unanswered(id, name, err)
	}
	return a.printValue(answer)
}

// unanswered adds what to do about a query without an answer.
func (a *advice) unanswered(id, name string, err error) error {
	var none *reprise.NoHandlerError
	var wrong *history.DecodeError
	switch {
	case errors.As(err, &none):
		for _, has := range none.Has {
			if alike(has, name) || len(none.Has) == 1 {
				return &exitError{codeUsage, own(err, none), a.try("run", "query", id, has)}
			}
		}
		return &exitError{codeUsage, own(err, none), a.try("run", "show", id)}
	case errors.As(err, &wrong):
		return &exitError{codeUsage, err, a.try("run", "query", "--help")}
	case errors.Is(err, reprise.ErrInvalidID):
		return &exitError{codeUsage, err, a.try("run", "query", "--help")}
	}
	return &exitError{codeFailed, elsewhere(err), a.try("run", "history", id)}
}
