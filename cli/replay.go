package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"
)

func (a *app) replayCommand() *flags.Command {
	return &flags.Command{
		Name: "replay", Usage: "replay a run against the code at hand", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error { return a.events(ctx, c) },
	}
}
