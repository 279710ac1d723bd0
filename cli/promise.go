package cli

import (
	"context"
	"errors"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// endedJSON is the result of run resolve and run reject.
type endedJSON struct {
	Done string `json:"done"` // resolved or rejected
}

func resolveCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "resolve", Usage: "end a promise with a value", ArgsUsage: "TOKEN [VALUE]",
		Description: "VALUE is JSON, @FILE, or - for standard input. Without it there is no value. The first answer counts; repeating it\n" +
			"does nothing. `run show` prints the tokens of a run's open promises.",
		Action: func(ctx context.Context, c *flags.Command) error {
			var value []byte
			var err error
			if c.Args().Len() > 1 {
				if value, err = a.payload(ctx, c.Args().Get(1), a.try("run", "resolve", "--help")); err != nil {
					return err
				}
			}
			return endPromise(ctx, a, c, "resolved", func(rt *reprise.Runtime, token string) error {
				return reprise.ResolveJSON(ctx, rt, token, value)
			})
		},
	}
}

func rejectCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "reject", Usage: "end a promise with a failure", ArgsUsage: "TOKEN MESSAGE",
		Description: "The workflow's wait fails with MESSAGE. The first answer counts; repeating it does nothing.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "code", Usage: "the `CODE` that the workflow branches on, as in declined"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			return endPromise(ctx, a, c, "rejected", func(rt *reprise.Runtime, token string) error {
				return reprise.Reject(ctx, rt, workflow.Token[any](token), failure.New(failure.Code(c.String("code")), c.Args().Get(1)))
			})
		},
	}
}

func endPromise(ctx context.Context, a *app, c *flags.Command, done string, end func(rt *reprise.Runtime, token string) error) error {
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return err
	}
	err = end(rt, c.Args().First())
	var token *reprise.TokenError
	var text *history.DecodeError
	switch {
	case ctx.Err() != nil && err != nil:
		return unsettled(ctx, err, "the promise was "+done+"; the line below resolves it only once", a.again(c, "", ""))
	case errors.As(err, &token), errors.As(err, &text):
		return &exitError{codeUsage, err, a.try("run", c.Name, "--help")}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		return &exitError{codeFailed, err, a.again(c, "", "")}
	case errors.Is(err, reprise.ErrResolved), errors.Is(err, reprise.ErrClosed): // err names the run
		return &exitError{codeFailed, err, ""}
	case err != nil:
		return err
	}
	return a.show(endedJSON{done}, func(p *page) { p.say("the promise was %s", done) })
}
