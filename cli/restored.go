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
		Description: "Run it once after each restore, before or after the workers are started. A worker that ran before holds what may never\n" +
			"have happened in the backup: it lets go of all of it, within a second or two, and joins again. Their running activities are\n" +
			"lost and tried again; no run is changed. On a terminal you are asked first.",
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
			if err := a.sure(c, "Have every worker that is running let go of all that it does?"); err != nil {
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
				p.say("the epoch is %d: workers of the one before let go of what they hold, and join again", epoch)
			})
		},
	}
}
