package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
)

func (a *app) listCommand() *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list runs, newest first",
		Flags: []flags.Flag{
			&flags.IntFlag{Name: "limit", Usage: "at most `N` runs", Value: 100},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			found, err := reprise.List(ctx, rt, reprise.Query{Limit: c.Int("limit")})
			if err != nil {
				return err
			}
			return list(a, found.Runs, func(p *page) {
			})
		},
	}
}
