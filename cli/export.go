package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"
)

func (a *app) exportCommand() *flags.Command {
	return &flags.Command{
		Name: "export", Usage: "write a run and its history to a file", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error { return a.events(ctx, c) },
	}
}
