package cli

import (
	"context"
	"fmt"
	"os/user"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// recordedCommand returns a command whose deed is recorded with who did it and why.
func recordedCommand(a *app, name, usage, args, description string, do func(context.Context, *app, *flags.Command) deed) *flags.Command {
	return &flags.Command{
		Name: name, Usage: usage, ArgsUsage: args, Flags: recorded(), Description: description,
		Action: func(ctx context.Context, c *flags.Command) error { return a.steer(ctx, c, do(ctx, a, c)) },
	}
}

func pauseCommand(a *app) *flags.Command {
	return recordedCommand(a, "pause", "pause an open run", "ID",
		"Its workflow does nothing and no attempt begins until run unpause. Running attempts continue. Signals and\n"+
			"requests to cancel wait, and so does the run's timeout. run terminate still ends it.", pauseRun)
}

func unpauseCommand(a *app) *flags.Command {
	return recordedCommand(a, "unpause", "unpause a paused run", "ID", "It takes in what has arrived meanwhile. Any worker may claim it.", unpauseRun)
}

func retryCommand(a *app) *flags.Command {
	return recordedCommand(a, "retry", "retry now what waits for its next attempt", "ID [ACTIVITY]",
		"The next attempts of failed activities begin at once, those of one name or all. Without a name a run that is\n"+
			"parked as blocked is retried, too. Numbers and limits of attempts do not change.",
		func(ctx context.Context, a *app, c *flags.Command) deed { return retryRun(ctx, a, c, c.Args().Get(1)) })
}

func repinCommand(a *app) *flags.Command {
	return recordedCommand(a, "repin", "move a pinned run to another build", "ID [BUILD]",
		"Without BUILD any build may claim it. Check first that the code can continue the run: replay --run ID, with the\n"+
			"program of that build. A worker that has the run keeps it until the run waits.",
		func(ctx context.Context, a *app, c *flags.Command) deed { return repinRun(ctx, a, c, c.Args().Get(1)) })
}

func repinRun(ctx context.Context, a *app, c *flags.Command, build string) deed {
	return func(run inspect.Run) (done, note string, err error) {
		rt, err := a.runtime(ctx, c)
		if err != nil {
			return "", "", err
		}
		who, err := a.who(c)
		if err != nil {
			return "", "", err
		}
		done = "may be taken by any build"
		if build != "" {
			done = "pinned to build " + build
		}
		if run.Pin == build {
			note = "nothing changed"
		}
		return done, note, reprise.Repin(ctx, rt, run.Ref(), build, who)
	}
}

func pauseRun(ctx context.Context, a *app, c *flags.Command) deed {
	return recordedDeed(ctx, a, c, "pause", "", nil)
}

func unpauseRun(ctx context.Context, a *app, c *flags.Command) deed {
	return recordedDeed(ctx, a, c, "unpause", "", nil)
}

// retryRun retries the activities of this name; "": all.
func retryRun(ctx context.Context, a *app, c *flags.Command, activity string) deed {
	return recordedDeed(ctx, a, c, "retry", activity, nil)
}

// recordedDeed returns a deed that is recorded with who did it and why. explain, unless it is nil, adds what to do about its error.
func recordedDeed(ctx context.Context, a *app, c *flags.Command, verb, activity string, explain func(inspect.Run, error) error) deed {
	return func(run inspect.Run) (done, note string, err error) {
		who, err := a.who(c)
		if err != nil {
			return "", "", err
		}
		done, note, err = a.from.Steer(ctx, run, inspect.Steering{Verb: verb, Activity: activity, By: who})
		if explain != nil {
			err = explain(run, err)
		}
		return done, note, err
	}
}

// recorded returns the flags of commands that record who did it and why.
func recorded() []flags.Flag {
	return []flags.Flag{&flags.StringFlag{Name: "reason", Usage: "`WHY`, for the history; required"}, by()}
}

func by() flags.Flag {
	return &flags.StringFlag{Name: "by", Usage: "`WHO` does it, for the history (default: the current user; a server knows its callers)"}
}

// who returns who gives the command, and why.
func (a *app) who(c *flags.Command) (reprise.By, error) {
	if strings.TrimSpace(c.String("reason")) == "" {
		return reprise.By{}, wrongLine("--reason is missing: say why, for the history", a.line(append(path(c), "--help")...))
	}
	b, err := a.asker(c)
	if err != nil || b.Who != "" {
		return b, err
	}
	if url, err := a.server(); err != nil || url != "" { // it knows
		return b, err
	}
	_, err = user.Current()
	return b, wrongLine(fmt.Sprintf("--by is missing, and the current user is unknown: %v", err), a.line(append(path(c), "--help")...))
}

// asker is who for a command that needs no reason. Who is empty if the system does not say, or if a server knows it.
func (a *app) asker(c *flags.Command) (reprise.By, error) {
	b := reprise.By{Who: c.String("by"), Why: c.String("reason")}
	switch url, err := a.server(); {
	case err != nil:
		return b, err
	case url != "" && b.Who != "":
		return b, wrongLine("--by is for a store: a server records the caller it has authenticated", a.again(c, "by", ""))
	case url != "" || b.Who != "":
		return b, nil
	}
	if u, err := user.Current(); err == nil {
		b.Who = u.Username
	}
	return b, nil
}
