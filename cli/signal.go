package cli

import (
	"context"
	"errors"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// sentJSON is run signal.
type sentJSON struct {
	ID       string `json:"id"` // the workflow id
	RunID    string `json:"run_id"`
	Signal   string `json:"signal"`
	SignalID string `json:"signal_id"` // sent again with the same one, the run takes it once
}

func (a *app) signalCommand() *flags.Command {
	return &flags.Command{
		Name: "signal", Usage: "send a signal to an open run", ArgsUsage: "ID NAME [PAYLOAD]",
		Description: "PAYLOAD is JSON, @FILE, or - for standard input. Without it the signal carries nothing.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "signal-id", Usage: "a run takes a signal with the same `KEY` once, however often it is sent"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			var payload []byte
			var err error
			if c.Args().Len() > 2 {
				if payload, err = a.payload(c.Args().Get(2)); err != nil {
					return err
				}
			}
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			return a.signal(ctx, rt, c, payload)
		},
	}
}

func (a *app) signal(ctx context.Context, rt *reprise.Runtime, c *flags.Command, payload []byte) error {
	run, err := a.findOpen(ctx, rt, c.Args().First())
	if err != nil {
		return err
	}
	sent := sentJSON{ID: run.WorkflowID, RunID: run.ID.String(), Signal: c.Args().Get(1), SignalID: c.String("signal-id")}
	if sent.SignalID == "" {
		sent.SignalID = uuid.NewString()
	}
	err = reprise.SignalJSON(ctx, rt, sent.ID, sent.Signal, payload, reprise.SignalID(sent.SignalID))
	if err != nil {
		return a.unsent(c, sent, err)
	}
	return a.show(sent, func(p *page) {
		p.say("%s: signal %s was accepted", sent.ID, sent.Signal)
		a.next(p, "run", "show", sent.ID)
	})
}

// unsent adds what would be a right signal.
func (a *app) unsent(c *flags.Command, s sentJSON, err error) error {
	var wrong *reprise.PayloadError
	var undeclared *reprise.UndeclaredError
	switch {
	case errors.As(err, &wrong) && wrong.Example != nil:
		return &exitError{codeUsage, wrong, a.try("run", "signal", s.ID, s.Signal, string(wrong.Example))}
	case errors.As(err, &wrong):
		return &exitError{codeUsage, wrong, a.line("run", "signal", "--help")}
	case errors.As(err, &undeclared):
		return &exitError{codeUsage, undeclared, a.try("run", "signal", s.ID, undeclared.Declared[0])}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		return &exitError{codeFailed, err, a.again(c, "signal-id", s.SignalID)} // it is not taken twice
	}
	return err
}
