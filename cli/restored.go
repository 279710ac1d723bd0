package cli

import (
	"context"
	"errors"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/store"
)

// restoredJSON is the result of db restored.
type restoredJSON struct {
	Epoch int64 `json:"epoch"` // the store's, from now on
}

func restoredCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "restored", Usage: "tell the workers that a backup of the store was restored",
		Description: "Run it once after each restore, before or after the workers start. A worker that ran before may hold work that never\n" +
			"happened in the backup: it drops all of it within a second or two, and joins again. Its running activities are\n" +
			"lost and retried; no run changes. On a terminal you are asked first.",
		Flags: []flags.Flag{&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"}},
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			st, ok := rt.Store().(store.Restorer)
			if !ok {
				return &exitError{codeFailed, errors.New("this store cannot be restored"), ""}
			}
			if err := a.sure(c, "Make every running worker drop its work?"); err != nil {
				return err
			}
			epoch, err := st.Restored(ctx)
			if err := unsettled(ctx, err, "it was done", a.try("db", "stats")); err != nil {
				return err
			}
			if err != nil {
				return err
			}
			return a.show(restoredJSON{epoch}, func(p *page) {
				p.say("the epoch is now %d: workers of the previous one drop their work and join again", epoch)
			})
		},
	}
}
