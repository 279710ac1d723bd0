package cli

import (
	"context"
	"errors"
	"fmt"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// deletedJSON is the result of run delete.
type deletedJSON struct {
	ID   string `json:"id"`
	Runs int    `json:"runs"` // removed, all of its chain
}

func deleteCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "delete", Usage: "remove a run that has ended, with its chain and its history", ArgsUsage: "ID",
		Description: "It must have ended at least a minute ago. A tombstone stays, so that a start with Once, or one repeated late, does not start it\n" +
			"again. On a terminal you are asked first.",
		Flags: []flags.Flag{&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"}},
		Action: func(ctx context.Context, c *flags.Command) error {
			if c.Args().Len() != 1 {
				return wrongLine("delete takes the workflow id or the run id of a run that has ended", a.try("run", "list", "--status", "completed"))
			}
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			run, err := inspect.Of(rt).Find(ctx, c.Args().First())
			if err != nil {
				return err
			}
			if err := a.sure(c, fmt.Sprintf("Remove %q, all runs of its chain and their histories, for ever?", run.ID)); err != nil {
				return err
			}
			n, err := reprise.Delete(ctx, rt, run.Ref())
			if err := unsettled(ctx, err, "run delete of "+run.ID+" was carried out", a.try("run", "show", handle(run))); err != nil {
				return err
			}
			if errors.Is(err, reprise.ErrOpen) {
				return &exitError{codeFailed, err, a.try("run", "terminate", handle(run))}
			}
			if err != nil {
				return err
			}
			return a.show(deletedJSON{run.ID, n}, func(p *page) { p.say("%s: removed %s", run.ID, inspect.Count(n, "run")) })
		},
	}
}
