package cli

import (
	"context"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/store"
)

func (a *app) doctorCommand() *flags.Command {
	return &flags.Command{
		Name: "doctor", Usage: "look for what must never be",
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			look, err := a.inspector(rt)
			if err != nil {
				return err
			}
			var all []store.Finding
			err = look.Check(ctx, time.Minute, func(f store.Finding) error {
				all = append(all, f)
				return nil
			})
			if err != nil {
				return err
			}
			return list(a, all, func(p *page) {
				for _, f := range all {
					p.say("%s %s", f.Check, f.Text)
				}
			})
		},
	}
}
