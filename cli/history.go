package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/history"
)

func (a *app) historyCommand() *flags.Command {
	return &flags.Command{
		Name: "history", Usage: "list the events of a run", ArgsUsage: "ID",
		Action: func(ctx context.Context, c *flags.Command) error { return a.events(ctx, c) },
	}
}

// events lists what is in the history of a run.
func (a *app) events(ctx context.Context, c *flags.Command) error {
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return err
	}
	run, err := a.find(ctx, rt, c.Args().First())
	if err != nil {
		return err
	}
	all, err := rt.History(ctx, run.ID)
	if err != nil {
		return err
	}
	return list(a, all, func(p *page) { lines(p, all) })
}

func lines(p *page, all []history.Event) {
	for _, e := range all {
		p.say("%v", e)
	}
}
