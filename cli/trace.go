package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"
)

func (a *app) traceCommand() *flags.Command {
	return &flags.Command{
		Name: "trace", Usage: "draw the timeline of a run", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error { return a.events(ctx, c) },
	}
}
