package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/timeline"
)

func (a *app) showCommand() *flags.Command {
	return &flags.Command{
		Name: "show", Usage: "say what a run waits for, why it does not go on, and what to type", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error {
			if _, err := a.runtime(ctx, c); err != nil {
				return err
			}
			f, err := a.Facts(ctx, c.Args().First(), func(timeline.Span) {})
			if err != nil {
				return err
			}
			v := a.View(f)
			return a.show(v, func(p *page) { a.showText(p, v) })
		},
	}
}
