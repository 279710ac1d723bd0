package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"
)

func (a *app) showCommand() *flags.Command {
	return &flags.Command{
		Name: "show", Usage: "describe a run: what it waits for", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			run, err := a.find(ctx, rt, c.Args().First())
			if err != nil {
				return err
			}
			return a.show(runOf(run), func(p *page) { p.line(cell{run.WorkflowID + " ", bold}, state(run), cell{" " + brief(run), plain}) })
		},
	}
}
