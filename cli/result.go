package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/store"
)

// endJSON is the output of run result for a run without a result: it failed, or was cancelled
// or terminated.
type endJSON struct {
	ID      string           `json:"id"` // the workflow id
	RunID   string           `json:"run_id"`
	Status  string           `json:"status"`
	Failure *inspect.Failure `json:"failure,omitempty"` // absent if the run was terminated without a reason
}

func resultCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "result", Usage: "wait for a run and its continuations to end, and print the result as JSON", ArgsUsage: "ID",
		Flags: []flags.Flag{
			&timeFlag{Name: "timeout", Usage: "wait no longer than this `TIME`, as in 10s; 0s: do not wait (default: until it ends)", HideDefault: true},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			run, err := inspect.Find(ctx, rt, c.Args().First())
			if err != nil {
				return err
			}
			return awaitRun(ctx, a, c, rt, run)
		},
	}
}

func awaitRun(ctx context.Context, a *app, c *flags.Command, rt *reprise.Runtime, run store.Run) error {
	wait, cancel := ctx, func() {}
	if c.IsSet("timeout") {
		wait, cancel = context.WithTimeout(ctx, c.Duration("timeout"))
	}
	defer cancel()
	if run.Status == store.Open && (!c.IsSet("timeout") || c.Duration("timeout") > 0) {
		idle, err := inspect.NobodyWorks(ctx, rt)
		if err != nil {
			return err
		}
		if idle {
			a.note("no worker is alive: " + run.WorkflowID + " continues when a worker starts")
		}
	}
	for {
		o, err := reprise.WaitRun(wait, rt, run.ID)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return late(ctx, a, rt, run.ID, c.Duration("timeout"))
		case err != nil:
			return err
		}
		if o.Status != reprise.Continued {
			return printOutcome(a, o)
		}
		if run, err = rt.Store().Run(ctx, store.Ref{Run: o.Next}); err != nil { // the result is that of the chain
			return err
		}
	}
}

// late says what a run, or the last run of its chain, still waits for.
func late(ctx context.Context, a *app, rt *reprise.Runtime, run store.RunID, timeout time.Duration) error {
	now, err := reprise.Describe(ctx, rt, run)
	if err != nil {
		return err
	}
	if now.Status.Closed() { // it ended at the last moment, or before the wait began
		o, err := reprise.WaitRun(ctx, rt, run)
		switch {
		case err != nil:
			return err
		case o.Status == reprise.Continued:
			return late(ctx, a, rt, o.Next, timeout)
		}
		return printOutcome(a, o)
	}
	row := rows.Of(now)
	if a.AsOf, err = rt.Store().Now(ctx); err != nil { // it has waited since it was opened
		return err
	}
	listed := inspect.ListedOf(row)
	why := a.brief(listed)
	switch {
	case now.Blocked != nil || len(now.Inbox) == 0:
	case slices.ContainsFunc(now.Inbox, func(e reprise.InboxEntry) bool { return e.Kind == store.EntryCancel.String() }):
		why = "it was asked to cancel, but no worker has taken in the request yet"
	default: // what it waited for has arrived
		why = "no worker has taken in what arrived for it yet"
	}
	idle, err := inspect.NobodyWorks(ctx, rt)
	if err != nil {
		return err
	}
	if idle {
		why += "; no worker is alive"
	}
	return &exitError{codeTimeout, fmt.Errorf("%s has not ended after %v, it is %s: %s", now.WorkflowID, timeout, state(listed.Run).text, why),
		a.try("run", "show", handle(listed.Run))}
}

// printValue prints a value, and nothing else.
func (pr *printer) printValue(value json.RawMessage) error {
	text, err := inspect.Alone(value, pr.output != "jsonl")
	if err != nil {
		return &exitError{codeFailed, err, ""}
	}
	_, err = out{pr.out}.Write(text)
	return err
}

// printOutcome prints the result; for a run without one it returns an error.
func printOutcome(a *app, o reprise.Outcome) error {
	end := endJSON{ID: o.WorkflowID, RunID: o.RunID.String(), Status: o.Status.String()}
	var failure *history.Failure
	switch {
	case o.Status == reprise.Completed:
		text, err := inspect.Of(a.RT).Answer(o.Result, nil)
		if err != nil {
			return &exitError{codeFailed, err, ""}
		}
		return a.printValue(text)
	case errors.As(o.Failure, &failure):
		end.Failure = a.Failure(failure)
	case o.Reason != "":
		end.Failure = &inspect.Failure{Message: o.Reason}
	}
	if a.output != "table" {
		if err := a.show(end, nil); err != nil {
			return err
		}
	}
	what := fmt.Sprintf("%s %s", o.WorkflowID, end.Status)
	if f := end.Failure; f != nil {
		if f.Code != "" {
			what += " with code " + string(f.Code)
		}
		if f.Message != "" {
			what += ": " + f.Message
		}
	}
	return &exitError{codeFailed, errors.New(what), a.try("run", "history", end.RunID)}
}
