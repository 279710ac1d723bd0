package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

func cancelCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "cancel", Usage: "request cancellation of an open run", ArgsUsage: "ID", Flags: []flags.Flag{reason(), by()},
		Description: "The workflow's waits return, its activities are cancelled, and it may clean up. Repeating the request changes nothing:\n" +
			"the first reason is kept.",
		Action: func(ctx context.Context, c *flags.Command) error {
			return a.steer(ctx, c, cancelRun(ctx, a, c))
		},
	}
}

func terminateCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "terminate", Usage: "end an open run at once", ArgsUsage: "ID",
		Description: "The workflow does not notice and cannot clean up. On a terminal you are asked first.",
		Flags: []flags.Flag{reason(), by(),
			&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			return a.steer(ctx, c, func(run inspect.Run) (done, note string, err error) {
				if err := a.sure(c, fmt.Sprintf("End %s at once? It cannot clean up.", run.ID)); err != nil {
					return "", "", err
				}
				return terminateRun(ctx, a, c)(run)
			})
		},
	}
}

func resumeCommand(a *app) *flags.Command {
	return recordedCommand(a, "resume", "retry a blocked run at once", "ID", "Any build may claim it, and the count of its workers' deaths is reset.", resumeRun)
}

func unqueueCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "unqueue", Usage: "withdraw the start that waits behind an open run", ArgsUsage: "ID",
		Description: "ID is the workflow id or run id of the open run. The start came from run start --on-conflict queue-behind, or from Go code.",
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			return a.steer(ctx, c, func(run inspect.Run) (done, note string, err error) {
				if err := reprise.Unqueue(ctx, rt, run.Ref()); !errors.Is(err, reprise.ErrNotQueued) {
					return "unqueued what waited behind it", "", err
				}
				return "nothing waited behind it", "", nil
			})
		},
	}
}

// deed does something to an open run and returns what it did. If done comes with an error, there is
// nothing else to report.
type deed func(inspect.Run) (done, note string, err error)

func cancelRun(ctx context.Context, a *app, c *flags.Command) deed {
	return func(run inspect.Run) (done, note string, err error) {
		who, err := a.asker(c)
		if err != nil {
			return "", "", err
		}
		done, note, err = a.from.Steer(ctx, run, inspect.Steering{Verb: "cancel", By: who})
		if errors.Is(err, reprise.ErrInboxFull) { // it does not accept what it has
			err = &exitError{codeFailed, err, a.try("run", "terminate", handle(run))}
		}
		return done, note, err
	}
}

func terminateRun(ctx context.Context, a *app, c *flags.Command) deed {
	return func(run inspect.Run) (done, note string, err error) {
		who, err := a.asker(c)
		if err != nil {
			return "", "", err
		}
		return a.from.Steer(ctx, run, inspect.Steering{Verb: "terminate", By: who})
	}
}

func resumeRun(ctx context.Context, a *app, c *flags.Command) deed {
	return recordedDeed(ctx, a, c, "resume", "", nil)
}

func reason() flags.Flag {
	return &flags.StringFlag{Name: "reason", Usage: "`WHY`, for the history"}
}

// steer does something to the open run that the command names, and prints what it did.
func (a *app) steer(ctx context.Context, c *flags.Command, do deed) error {
	return a.steerOne(ctx, c, a.findOpen, do)
}

// steerOne does it to the run that find finds.
func (a *app) steerOne(ctx context.Context, c *flags.Command, find func(context.Context, string) (inspect.Run, error), do deed) error {
	if _, err := a.answers(ctx, c); err != nil {
		return err
	}
	run, err := find(ctx, c.Args().First())
	if err != nil {
		return err
	}
	done, note, err := do(run)
	if err := unsettled(ctx, err, strings.Join(path(c), " ")+" of "+run.ID+" was carried out", a.try("run", "show", handle(run))); err != nil && done != "" {
		return err
	}
	if err != nil {
		return a.refused(ctx, run, err)
	}
	a.note(note)
	return a.show(inspect.Steered{ID: run.ID, RunID: run.RunID, Done: done, Note: note}, func(p *page) {
		p.say("%s: %s", run.ID, done)
		a.next(p, "run", "show", handle(run))
	})
}
