package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

// noFile answers a file that cannot be opened. Its name may be the id of a run.
func noFile(ctx context.Context, a *app, c *flags.Command, name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return &exitError{codeFailed, fmt.Errorf("%s cannot be read: %w", name, cause(err)), a.line("replay", "--help")}
	}
	if isRun(ctx, a, c, name) {
		return &exitError{codeNotFound, fmt.Errorf("there is no file %s, but a run: --run replays it", name), a.try("replay", "--run", name)}
	}
	return &exitError{codeNotFound, errors.New("there is no file " + name), toRuns(a, c)}
}

// afterReplay returns the command to type when a file was not replayed to its end.
func afterReplay(ctx context.Context, a *app, c *flags.Command, name string, got reprise.Replayed, err error) string {
	var broken *history.ExportError
	id := got.Run.String()
	if got.Run == (uuid.UUID{}) {
		id = got.WorkflowID
	}
	switch {
	case !errors.As(err, &broken):
		if id != "" && isRun(ctx, a, c, id) { // otherwise nothing more is known of it
			return a.try("run", "history", id)
		}
		return ""
	case got.Workflow == "": // no export, so it must not be overwritten
		if name != "-" && isStore(ctx, a, c, name) {
			return a.line("run", "list", "--db", name)
		}
		return toRuns(a, c)
	case name == "-":
		return a.try("run", "export", id)
	}
	return a.try("run", "export", id, "--out", name, "--force")
}

// toRuns returns the command that lists runs, if there is a store.
func toRuns(a *app, c *flags.Command) string {
	if a.Runtime == nil && c.String("db") == "" {
		return a.line("replay", "--help")
	}
	return a.try("run", "list")
}

// guessWithin limits how long a store may take when it is asked only for a guess.
const guessWithin = 300 * time.Millisecond

// isRun reports whether the store that the line names has a run of this name.
func isRun(ctx context.Context, a *app, c *flags.Command, name string) bool {
	if a.Runtime != nil {
		_, err := inspect.Find(ctx, a.Runtime, name)
		return err == nil
	}
	db := c.String("db")
	if db == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, guessWithin)
	defer cancel()
	store, err := a.opened(ctx, db, c.String("namespace"))
	if err != nil {
		return false
	}
	_, err = inspect.Find(ctx, store.rt, name)
	return errors.Join(err, store.stop()) == nil
}

// isStore reports whether --db could have named this file.
func isStore(ctx context.Context, a *app, c *flags.Command, name string) bool {
	if a.Open == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, guessWithin)
	defer cancel()
	store, err := a.opened(ctx, name, c.String("namespace"))
	return err == nil && store.stop() == nil
}

// elsewhere adds where to find the code that this program does not have.
func elsewhere(err error) error {
	var unbound *reprise.UnboundError
	if errors.As(err, &unbound) {
		return fmt.Errorf("%w; or use the program that has the workflow", err)
	}
	return err
}
