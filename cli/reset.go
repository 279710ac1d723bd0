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

func resetCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "reset", Usage: "start an ended run again, from a point of its history", ArgsUsage: "ID",
		Description: "The new run has the workflow id, and begins with a copy of the history up to the point. What the old run did after\n" +
			"it is repeated under new idempotency keys: what took effect, or may have, must be allowed by name. --dry-run shows it.",
		Flags: append(recorded(),
			&flags.Int64Flag{Name: "to", Usage: "keep the history up to this `EVENT`, see run history"},
			&flags.StringFlag{Name: "before", Usage: "keep what was before the last `ACTIVITY` of this name"},
			&flags.BoolFlag{Name: "before-failure", Usage: "keep what was before the last failed activity"},
			&flags.StringSliceFlag{Name: "allow-again", Usage: "allow to repeat `NAME`, an activity, child or signal that took effect, or may have; can be given more than once"},
			&flags.BoolFlag{Name: "drop-signals", Usage: "leave out the signals that arrived after the point"},
			&flags.BoolFlag{Name: "dry-run", Usage: "show what would be done, and do nothing"},
		),
		Action: a.action(resetRun),
	}
}

func resetRun(ctx context.Context, a *app, c *flags.Command) error {
	how, err := resetting(a, c)
	if err != nil {
		return err
	}
	if !c.Bool("dry-run") {
		who, err := a.who(c)
		if err != nil {
			return err
		}
		how.Who, how.Reason = who.Who, who.Why
	}
	from, err := a.answers(ctx, c)
	if err != nil {
		return err
	}
	run, err := from.Find(ctx, c.Args().First())
	if err != nil {
		return err
	}
	shown, err := from.Reset(ctx, run, how)
	if !how.DryRun {
		if err := unsettled(ctx, err, "run reset of "+run.ID+" was carried out", a.try("run", "show", handle(run))); err != nil {
			return err
		}
	}
	if err != nil {
		return a.resetRefused(run, err)
	}
	return a.show(shown, func(p *page) {
		if shown.RunID == "" {
			p.say("%s would continue after event %d", run.ID, shown.Event)
		} else {
			p.say("%s: continues after event %d, as run %s", run.ID, shown.Event, shown.RunID)
		}
		for _, r := range shown.Again {
			effect := ""
			switch {
			case r.Reuses:
				effect = ", whose result is reused if it is still kept"
			case r.Completed:
				effect = ", which has taken effect"
			case r.Unknown:
				effect = ", which may have taken effect"
			}
			p.say("again: %s %s, event %d%s", r.Kind, r.Name, r.Event, effect)
		}
		if shown.Children > 0 {
			p.say("children that it adopts: %d", shown.Children)
		}
		if n := shown.Signals + shown.Updates; n > 0 {
			p.say("it takes in again what arrived later: %s, %s", inspect.Count(shown.Signals, "signal"), inspect.Count(shown.Updates, "update"))
		}
		for _, why := range shown.Refused {
			p.say("! %s", why)
		}
		a.next(p, "run", "show", handle(run))
	})
}

// resetting returns what the flags say.
func resetting(a *app, c *flags.Command) (how inspect.Resetting, err error) {
	how = inspect.Resetting{
		ToSeq: c.Int64("to"), BeforeActivity: c.String("before"), BeforeFailure: c.Bool("before-failure"),
		AllowAgain: c.StringSlice("allow-again"), DropSignals: c.Bool("drop-signals"), DryRun: c.Bool("dry-run"),
	}
	if _, ways := how.Point(); ways != 1 {
		err = wrongLine("run reset needs one of --to, --before and --before-failure", a.try("run", "history", c.Args().First()))
	}
	return how, err
}

// resetRefused returns err, with the command to type about it.
func (a *advice) resetRefused(run inspect.Run, err error) error {
	var refused *reprise.ResetError
	switch {
	case errors.As(err, &refused) && len(refused.Again) > 0 && len(refused.Plan.Refused) == 0:
		what := fmt.Errorf("%s took effect, or may have, after event %d and would be repeated under new idempotency keys: allow it with --allow-again %s, or choose a later point",
			strings.Join(refused.Again, ", "), refused.Plan.Seq, strings.Join(refused.Again, " --allow-again "))
		return &exitError{codeFailed, what, a.try("run", "history", handle(run))}
	case errors.Is(err, reprise.ErrOpen):
		return &exitError{codeFailed, err, a.try("run", "terminate", handle(run))}
	case errors.Is(err, reprise.ErrAlreadyStarted):
		return &exitError{codeFailed, fmt.Errorf("another run has the workflow id %q now: wait for its end", run.ID), a.try("run", "show", handle(run))}
	case errors.Is(err, reprise.ErrResetPoint):
		return &exitError{codeFailed, err, a.try("run", "history", handle(run))}
	}
	return err
}
