package cli

import (
	"context"
	"errors"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
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
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			return a.signal(ctx, rt, c)
		},
	}
}

func (a *app) signal(ctx context.Context, rt *reprise.Runtime, c *flags.Command) error {
	run, err := a.findOpen(ctx, rt, c.Args().First())
	if err != nil {
		return err
	}
	var payload []byte
	if c.Args().Len() > 2 {
		if payload, err = a.payload(c.Args().Get(2)); err != nil {
			return err
		}
	}
	sent := sentJSON{ID: run.WorkflowID, RunID: run.ID.String(), Signal: c.Args().Get(1), SignalID: c.String("signal-id")}
	if sent.SignalID == "" {
		sent.SignalID = uuid.NewString()
	}
	err = reprise.SignalJSON(ctx, rt, sent.ID, sent.Signal, payload, reprise.SignalID(sent.SignalID))
	if err != nil {
		return a.unsent(sent, err)
	}
	return a.show(sent, func(p *page) {
		p.say("signal %s is kept for %s", sent.Signal, sent.ID)
		a.next(p, "run", "show", sent.ID)
	})
}

// unsent adds what would be a right signal.
func (a *app) unsent(s sentJSON, err error) error {
	var wrong *reprise.PayloadError
	var undeclared *reprise.UndeclaredError
	switch {
	case errors.As(err, &wrong) && wrong.Example != nil:
		return &exitError{codeUsage, err, a.try("run", "signal", s.ID, s.Signal, string(wrong.Example))}
	case errors.As(err, &wrong):
		return &exitError{codeUsage, err, a.line("run", "signal", "--help")}
	case errors.As(err, &undeclared):
		return &exitError{codeUsage, err, a.try("run", "signal", s.ID, undeclared.Declared[0])}
	}
	return err
}
