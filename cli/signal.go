package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// sentJSON is run signal.
type sentJSON struct {
	ID       string `json:"id"` // the workflow id
	RunID    string `json:"run_id"`
	Signal   string `json:"signal"`
	SignalID string `json:"signal_id"`      // sent again with the same one, the run takes it once
	Note     string `json:"note,omitempty"` // what may be wrong about it nevertheless
}

func (a *app) signalCommand() *flags.Command {
	return &flags.Command{
		Name: "signal", Usage: "send a signal to an open run", ArgsUsage: "ID NAME [PAYLOAD]",
		Description: "PAYLOAD is JSON, @FILE, or - for standard input. Without it the signal carries nothing. A shell wants JSON in\n" +
			"single quotes: '{\"yes\":true}'. Flags stand before a negative number.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "signal-id", Usage: "a run takes a signal with the same `KEY` once, however often it is sent"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			var payload []byte
			var err error
			if c.Args().Len() > 2 {
				if payload, err = a.payload(ctx, c.Args().Get(2), a.try("run", "show", c.Args().First())); err != nil {
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
	sent.Note, err = doubtful(ctx, rt, run, c.String("signal-id"), sent.Signal)
	if err == nil {
		err = reprise.SignalJSON(ctx, rt, run.ID, sent.Signal, payload, reprise.SignalID(sent.SignalID))
	}
	if err != nil {
		return a.refused(ctx, rt, run, a.unsent(ctx, c, sent, err))
	}
	a.note(sent.Note)
	return a.show(sent, func(p *page) {
		p.say("%s: signal %s was accepted", sent.ID, sent.Signal)
		a.next(p, "run", "show", handle(run))
	})
}

// doubtful is what there is to say about a signal that will be accepted and may not do
// what its sender wants. A signal that nobody asks for yet is nothing wrong: it is kept.
func doubtful(ctx context.Context, rt *reprise.Runtime, run store.Run, id, name string) (string, error) {
	same, err := unread(ctx, rt, run, func(e reprise.InboxEntry) bool {
		return id != "" && e.Kind == store.EntrySignal.String() && e.ID == id
	})
	if err != nil || same {
		return "a signal with this id waits for the run already: it is taken once", err
	}
	waits, more := inspect.WaitsOf(run)
	var wanted []string
	for _, w := range waits {
		for _, x := range w.For {
			if x.Kind == "signal" && !slices.Contains(wanted, x.Name) {
				wanted = append(wanted, x.Name)
			}
		}
	}
	if more || len(wanted) == 0 || slices.Contains(wanted, name) {
		return "", nil
	}
	return fmt.Sprintf("it waits for signal %s, not %s: this one is kept until its code asks for it", strings.Join(wanted, " or "), name), nil
}

// unread reports whether one of what was accepted for the run, and is not yet in its
// history, is like that.
func unread(ctx context.Context, rt *reprise.Runtime, run store.Run, is func(reprise.InboxEntry) bool) (bool, error) {
	if run.Unread == 0 {
		return false, nil
	}
	d, err := reprise.Describe(ctx, rt, run.ID)
	return err == nil && slices.ContainsFunc(d.Inbox, is), err
}

// unsent adds what would be a right signal.
func (a *app) unsent(ctx context.Context, c *flags.Command, s sentJSON, err error) error {
	var wrong *reprise.PayloadError
	var undeclared *reprise.UndeclaredError
	id, payload := c.Args().First(), c.Args().Slice()[2:]
	once := a.again(c, "signal-id", s.SignalID) // it is not taken twice
	switch {
	case ctx.Err() != nil:
		return unsettled(ctx, err, "signal "+s.Signal+" was accepted; sent again as below, it is taken once", once)
	case errors.As(err, &wrong) && wrong.Example != nil:
		return &exitError{codeUsage, wrong, a.withArgs(c, id, s.Signal, string(wrong.Example))}
	case errors.As(err, &wrong):
		return &exitError{codeUsage, wrong, a.try("run", "show", id)}
	case errors.As(err, &undeclared):
		if len(undeclared.Declared) == 0 {
			return &exitError{codeUsage, undeclared, a.try("run", "show", id)}
		}
		name := undeclared.Declared[0]
		if at := slices.IndexFunc(undeclared.Declared, func(d string) bool { return alike(d, s.Signal) }); at >= 0 {
			name = undeclared.Declared[at]
		}
		return &exitError{codeUsage, undeclared, a.withArgs(c, append([]string{id, name}, payload...)...)}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		return &exitError{codeFailed, err, once}
	}
	return err
}
