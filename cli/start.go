package cli

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

func startCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "start", Usage: "start a run of a workflow", ArgsUsage: "WORKFLOW [INPUT]",
		Description: "INPUT is JSON, @FILE, or - for standard input. Without it the workflow gets no value. A program that has the workflow\n" +
			"checks the input against its type; otherwise the worker does.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "id", Usage: "the workflow `ID` (default: a random one)"},
			&flags.BoolFlag{Name: "once", Usage: "start nothing if there ever was a run with this id"},
			&flags.StringFlag{Name: "on-conflict", Usage: "`WHAT` to do about an open run with this id: fail, use-existing, cancel-existing, terminate-existing or queue-behind", Value: "fail",
				Validator: oneOf("fail", "use-existing", "cancel-existing", "terminate-existing", "queue-behind")},
			&flags.StringFlag{Name: "queue", Usage: "`NAME` of the queue whose workers run it", Value: "default"},
			&flags.StringFlag{Name: "partition", Usage: "partition `KEY` for its activities that name none"},
			&wholeFlag{Name: "priority", Usage: "`N`: lower numbers are taken first", Config: bounds{math.MinInt32, math.MaxInt32}},
			&flags.BoolFlag{Name: "unknown", Usage: "start it even if neither this program nor a live worker has the workflow"},
			&timeFlag{Name: "delay", Usage: "begin after this `TIME`, as in 10m", HideDefault: true},
			&timeFlag{Name: "timeout", Usage: "request its cancellation after this `TIME` (default: no limit)", HideDefault: true},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			var input []byte
			var err error
			if c.Args().Len() > 1 {
				if input, err = a.payload(ctx, c.Args().Get(1), a.try("run", "start", "--help")); err != nil {
					return err
				}
			}
			if _, err := a.answers(ctx, c); err != nil {
				return err
			}
			return startRun(ctx, a, c, input)
		},
	}
}

func startRun(ctx context.Context, a *app, c *flags.Command, input []byte) error {
	id := c.String("id")
	if !c.IsSet("id") {
		id = uuid.NewString()
	}
	if conflict := c.String("on-conflict"); c.Bool("once") && conflict != "fail" && conflict != "use-existing" {
		return wrongLine("--once forbids using the id again, and --on-conflict "+conflict+" asks for it: leave one of them out", a.try("run", "start", "--help"))
	}
	started, err := a.from.Start(ctx, inspect.Starting{
		Workflow: c.Args().First(), ID: id, Input: input, Once: c.Bool("once"), OnConflict: c.String("on-conflict"), Queue: c.String("queue"), Priority: int32(c.Int("priority")),
		Delay: inspect.InSeconds(c.Duration("delay")), Timeout: inspect.InSeconds(c.Duration("timeout")), Unknown: c.Bool("unknown"), Partition: c.String("partition"),
	})
	if err != nil {
		return a.notStarted(ctx, c, id, err)
	}
	a.note(started.Note)
	return a.show(started, func(p *page) {
		if started.Existed {
			p.say("%s: already exists as run %s; nothing was started", id, started.RunID)
		} else if started.Queued {
			p.say("%s: it waits behind the open run, and begins as run %s when that has ended", id, started.RunID)
		} else {
			p.say("%s: started as run %s", id, started.RunID)
		}
		a.next(p, "run", "show", id)
	})
}

// notStarted adds what to do about a failed start.
func (a *advice) notStarted(ctx context.Context, c *flags.Command, id string, err error) error {
	var wrong *reprise.PayloadError
	again := a.again(c, "id", id)
	switch {
	case errors.Is(err, inspect.ErrUnknownWorkflow):
		return wrongLine(fmt.Sprintf("neither this program nor a live worker has the workflow %q: correct the name, or start it anyway with --unknown", c.Args().First()), a.withArgs(c, append([]string{"--unknown"}, c.Args().Slice()...)...))
	case ctx.Err() != nil:
		return unsettled(ctx, err, "the run was started; the line below starts it only once", again)
	case errors.As(err, &wrong) && wrong.Example != nil:
		return &exitError{codeUsage, own(err, wrong), a.withArgs(c, c.Args().First(), string(wrong.Example))}
	case errors.As(err, &wrong), errors.Is(err, reprise.ErrInvalidID):
		return &exitError{codeUsage, err, a.try("run", "start", "--help")}
	case errors.Is(err, reprise.ErrAlreadyStarted), errors.Is(err, reprise.ErrWrongWorkflow):
		return &exitError{codeFailed, err, a.try("run", "show", id)}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		return &exitError{codeFailed, err, again}
	}
	return err
}
