package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"
)

func showCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "show", Usage: "show what a run waits for, why it does not continue, and what to type", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error {
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			v, err := from.Show(ctx, c.Args().First())
			if err != nil {
				return err
			}
			return a.show(v, func(p *page) { a.showText(p, v) })
		},
	}
}
