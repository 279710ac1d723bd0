package reprise

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Description is a run as an operator wants to see it.
type Description struct {
	store.Run
	// Events is the length of its history. Above history.WarnEvents it is long.
	Events     int64
	Timers     []store.Timer
	Activities []ActivityState // those that have a row; eager ones are in the history
	// Unbound says that this Runtime has no binding for the workflow and so cannot
	// run it.
	Unbound bool
}

// ActivityState is an open activity that has a row.
type ActivityState struct {
	Number   int64
	Name     string
	Attempt  int
	Running  bool
	Ready    time.Time // next attempt not before
	Deadline time.Time // zero: none
	Last     error     // failure of the last attempt; nil: none
	Unbound  bool      // this Runtime has no binding for it and so cannot run it
}

// Describe describes the run with this workflow id: the open one, else the one
// started last.
func Describe(ctx context.Context, c Client, workflowID string) (Description, error) {
	rt := c.client()
	run, err := rt.store.Run(ctx, store.Ref{Namespace: rt.cfg.Namespace, WorkflowID: workflowID})
	if err != nil {
		return Description{}, fmt.Errorf("reprise: describe %q: %w", workflowID, err)
	}
	d := Description{Run: run, Events: run.NextSeq - 1}
	_, bound := rt.workflows[run.Workflow]
	d.Unbound = !bound
	if run.Status != store.Open {
		return d, nil
	}
	if d.Unbound && d.Waiting == "" {
		d.Waiting = fmt.Sprintf("a worker that binds workflow %q", run.Workflow)
	}
	pending, err := rt.store.Pending(ctx, run.ID)
	if err != nil {
		return Description{}, fmt.Errorf("reprise: describe %q: %w", workflowID, err)
	}
	d.Timers = pending.Timers
	for _, t := range pending.Activities {
		s := ActivityState{
			Number: t.ID, Name: t.Name, Attempt: t.Attempt, Running: t.Owner != store.WorkerID{},
			Ready: t.Ready, Deadline: t.Deadline,
		}
		_, bound := rt.activities[t.Name]
		s.Unbound = !bound
		if f := decodeFailure(t.Last); f != nil {
			s.Last = f
		}
		d.Activities = append(d.Activities, s)
	}
	return d, nil
}

// Query selects runs; see [store.Query]. An empty Namespace is the client's own.
type Query = store.Query

// Page is one page of runs.
type Page = store.Page

// List lists runs, newest first.
func List(ctx context.Context, c Client, q Query) (Page, error) {
	rt := c.client()
	if q.Namespace == "" {
		q.Namespace = rt.cfg.Namespace
	}
	page, err := rt.store.Runs(ctx, q)
	if err != nil {
		return Page{}, fmt.Errorf("reprise: list: %w", err)
	}
	return page, nil
}

// History returns all events of a run, in order.
func (rt *Runtime) History(ctx context.Context, run store.RunID) ([]history.Event, error) {
	var all []history.Event
	err := rt.readRows(ctx, run, func(_ history.Header, events []history.Event) error {
		all = append(all, events...)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reprise: history of %s: %w", run, err)
	}
	return all, nil
}
