package cli

import (
	"context"
	"path/filepath"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

func replayCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "replay", Usage: "check that this program's code matches histories", ArgsUsage: "FILE...",
		Description: "Replays files of run export (- is standard input) against the workflows of this program,\n" +
			"as a worker would. Nothing is written and no activity runs. Exits with 1 if the code differs from a history,\n" +
			"and names both places in the code.",
		Flags: []flags.Flag{
			&flags.BoolFlag{Name: "run", Usage: "the arguments are ids of stored runs, not files"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			if c.Args().Len() == 0 {
				return wrongLine("replay needs a FILE, or --run and an ID", a.line("replay", "--help"))
			}
			open, replay := a.offline, replayFile
			if c.Bool("run") {
				open, replay = a.runtime, replayRun
			}
			rt, err := open(ctx, c)
			if err != nil {
				return err
			}
			var all []replayedJSON
			for _, name := range c.Args().Slice() {
				all = append(all, replay(ctx, a, c, rt, name))
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			if err := list(&a.printer, all, func(p *page) { replayedText(p, all) }); err != nil {
				return err
			}
			return disagreement(a, all)
		},
	}
}

func replayRun(ctx context.Context, a *app, _ *flags.Command, rt *reprise.Runtime, name string) replayedJSON {
	run, err := inspect.Find(ctx, rt, name)
	if err != nil {
		return replayedOf(name, reprise.Replayed{}, err)
	}
	got, err := reprise.Replay(ctx, rt, run.ID)
	if err != nil {
		err = &exitError{codeFailed, elsewhere(err), a.try("run", "history", name)}
	}
	return replayedOf(name, got, err)
}

func replayFile(ctx context.Context, a *app, c *flags.Command, rt *reprise.Runtime, name string) replayedJSON {
	source, r := "standard input", a.Stdin
	if name != "-" {
		f, err := openFile(ctx, name)
		if err != nil {
			return replayedOf(name, reprise.Replayed{}, noFile(ctx, a, c, name, err))
		}
		defer func() { _ = f.Close() }() // opened for reading: nothing to lose
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return replayedOf(name, reprise.Replayed{}, wrongLine(name+" is a directory: name its files, as in "+filepath.Join(name, "*"), a.line("replay", "--help")))
		}
		source, r = name, f
	}
	got, err := within(ctx, func() (reprise.Replayed, error) { return reprise.ReplayExport(ctx, rt, r) }, func(reprise.Replayed) {})
	if err != nil {
		err = &exitError{codeFailed, &fileError{source, elsewhere(err)}, afterReplay(ctx, a, c, name, got, err)}
	}
	return replayedOf(source, got, err)
}

// fileError is an error with the name of its file.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string {
	return e.name + ": " + strings.TrimPrefix(e.err.Error(), "reprise: ")
}

func (e *fileError) Unwrap() error { return e.err }

// offline returns a Runtime that needs only the code, and no store.
func (a *app) offline(ctx context.Context, c *flags.Command) (*reprise.Runtime, error) {
	if a.RT == nil && a.Runtime == nil && a.Offline != nil {
		rt, err := a.Offline()
		if err != nil {
			return nil, err
		}
		a.RT = rt
	}
	return a.runtime(ctx, c)
}

// disagreement is the error of histories with which the code does not agree.
func disagreement(a *app, all []replayedJSON) error {
	var wrong severalError
	for _, r := range all {
		if r.err != nil {
			wrong = append(wrong, r.err)
		}
	}
	switch {
	case wrong == nil:
		return nil
	case len(all) == 1:
		return wrong[0]
	}
	return &exitError{codeFailed, wrong, a.explain(wrong[0]).next}
}
