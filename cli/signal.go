package cli

import (
	"context"
	"errors"
	"slices"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

func signalCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "signal", Usage: "send a signal to an open run", ArgsUsage: "ID NAME [PAYLOAD]",
		Description: "PAYLOAD is JSON, @FILE, or - for standard input. Without it the signal carries nothing. A shell wants JSON in\n" +
			"single quotes: '{\"yes\":true}'. Put flags before a negative number.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "signal-id", Usage: "a run receives a signal with the same `KEY` once, however often it is sent"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			var payload []byte
			var err error
			if c.Args().Len() > 2 {
				if payload, err = a.payload(ctx, c.Args().Get(2), a.try("run", "show", c.Args().First())); err != nil {
					return err
				}
			}
			if _, err := a.answers(ctx, c); err != nil {
				return err
			}
			return signalRun(ctx, a, c, payload)
		},
	}
}

func signalRun(ctx context.Context, a *app, c *flags.Command, payload []byte) error {
	run, err := a.findOpen(ctx, c.Args().First())
	if err != nil {
		return err
	}
	sent, err := a.from.Signal(ctx, run, c.Args().Get(1), payload, c.String("signal-id"))
	if err != nil {
		return a.refused(ctx, run, a.unsent(ctx, c, sent, err))
	}
	a.note(sent.Note)
	return a.show(sent, func(p *page) {
		p.say("%s: signal %s was accepted", sent.ID, sent.Signal)
		a.next(p, "run", "show", handle(run))
	})
}

// unsent adds what a correct signal would be.
func (a *advice) unsent(ctx context.Context, c *flags.Command, s inspect.Sent, err error) error {
	var wrong *reprise.PayloadError
	var undeclared *reprise.UndeclaredError
	id, payload := c.Args().First(), c.Args().Slice()[2:]
	once := a.again(c, "signal-id", s.SignalID) // the run takes it only once
	switch {
	case ctx.Err() != nil:
		return unsettled(ctx, err, "signal "+s.Signal+" was accepted; the line below sends it with the same id, and the run receives it once", once)
	case errors.As(err, &wrong) && wrong.Example != nil:
		return &exitError{codeUsage, own(err, wrong), a.withArgs(c, id, s.Signal, string(wrong.Example))}
	case errors.As(err, &wrong):
		return &exitError{codeUsage, own(err, wrong), a.try("run", "show", id)}
	case errors.As(err, &undeclared):
		if len(undeclared.Declared) == 0 {
			return &exitError{codeUsage, own(err, undeclared), a.try("run", "show", id)}
		}
		name := undeclared.Declared[0]
		if at := slices.IndexFunc(undeclared.Declared, func(d string) bool { return alike(d, s.Signal) }); at >= 0 {
			name = undeclared.Declared[at]
		}
		return &exitError{codeUsage, own(err, undeclared), a.withArgs(c, append([]string{id, name}, payload...)...)}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		return &exitError{codeFailed, err, once}
	}
	return err
}
