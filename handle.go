package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Handle is a run of a workflow whose result is an Out.
type Handle[Out any] struct {
	rt       *Runtime
	workflow string
	id       string
	run      store.RunID
	inTx     bool // started in a transaction, which may not be committed
}

// Get returns the handle of the run with this workflow id: the open one, else the
// one started last. Errors: [ErrNotFound], [ErrWrongWorkflow].
func Get[In, Out any](ctx context.Context, c Client, def workflow.Definition[In, Out], workflowID string) (Handle[Out], error) {
	rt, err := outside(ctx, c)
	if err != nil {
		return Handle[Out]{}, fmt.Errorf("reprise: get %q: %w", workflowID, err)
	}
	name := def.Definition().Name()
	run, err := rt.store.Run(ctx, store.Ref{Namespace: rt.cfg.Namespace, WorkflowID: workflowID})
	if err != nil {
		return Handle[Out]{}, fmt.Errorf("reprise: get %q: %w", workflowID, err)
	}
	if run.Workflow != name {
		return Handle[Out]{}, fmt.Errorf("reprise: get %q: %w: it runs %q, not %q", workflowID, ErrWrongWorkflow, run.Workflow, name)
	}
	return Handle[Out]{rt: rt, workflow: name, id: workflowID, run: run.ID}, nil
}

// ID is the workflow id.
func (h Handle[Out]) ID() string { return h.id }

// RunID is the run's own id.
func (h Handle[Out]) RunID() store.RunID { return h.run }

// Result waits for the run to end and returns what its workflow returned. A run
// that ended otherwise gives a *[RunError]; if it only stopped waiting, ctx's error. A
// store that goes away meanwhile is waited for; one that is away from the start is a
// [store.ErrTransient], which says nothing of the run.
// A result that is not an Out gives a *history.DecodeError that names both.
func (h Handle[Out]) Result(ctx context.Context) (Out, error) {
	var out Out
	if h.rt == nil {
		return out, fmt.Errorf("reprise: result: %w: the handle is empty", ErrNotFound)
	}
	last, err := h.rt.await(ctx, h.workflow, h.run)
	if h.inTx && errors.Is(err, ErrNotFound) && !errors.Is(err, ErrRemoved) {
		err = fmt.Errorf("%w: it was started in a transaction that is not committed, or was rolled back, and then there is no such run: ask after the commit", err)
	}
	if err != nil {
		return out, fmt.Errorf("reprise: result of %q: %w", h.id, err)
	}
	fail := func(status store.Status, f error) error {
		return &RunError{WorkflowID: h.id, RunID: h.run, Status: status, Failure: f}
	}
	switch b := last.(type) {
	case *history.RunCompleted:
		if err := h.rt.codecs.Decode(b.Result, &out); err != nil {
			return out, fmt.Errorf("reprise: result of %q: %w", h.id, err)
		}
		return out, nil
	case *history.RunFailed:
		return out, fail(store.Failed, &b.Failure)
	case *history.RunCancelled:
		return out, fail(store.Cancelled, &b.Failure)
	case *history.RunTerminated:
		return out, fail(store.Terminated, fmt.Errorf("%w: %s", ErrTerminated, b.Reason))
	}
	return out, fmt.Errorf("reprise: result of %q: its history ends with %T", h.id, last)
}

// await returns the last event of a run once it has ended. A store that goes away while
// it waits is waited for, too; one that is away from the start is an error.
func (rt *Runtime) await(ctx context.Context, name string, id store.RunID) (history.Body, error) {
	if err := free(ctx); err != nil {
		return nil, err
	}
	waiting := rt.waiters.wait(id)
	defer func() { rt.waiters.giveUp(id, waiting) }()
	seen := false
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		last, err := rt.outcome(ctx, name, id)
		away := seen && errors.Is(err, store.ErrTransient)
		if last != nil || err != nil && !away {
			return last, err
		}
		seen = true
		look, stop := rt.look(wait, away)
		select {
		case <-waiting.ended:
			if waiting.last != nil {
				return waiting.last, nil
			}
			waiting = rt.waiters.wait(id)
		case <-look:
		case <-ctx.Done():
			stop()
			return nil, context.Cause(ctx)
		}
		stop()
	}
}

// outcome is the last event of a run that has ended; nil: it is open.
func (rt *Runtime) outcome(ctx context.Context, name string, id store.RunID) (history.Body, error) {
	// A run that is owned here has not ended, and its end will be told.
	if e := rt.current(); e != nil && e.holds(id, name) {
		return nil, nil
	}
	run, err := rt.store.Run(ctx, store.Ref{Run: id})
	if err != nil {
		return nil, err
	}
	if run.Workflow != name {
		return nil, fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, run.Workflow, name)
	}
	if run.Status == store.Open {
		return nil, nil
	}
	return rt.lastEvent(ctx, id)
}

// look is when to look again. With an engine the end is told: by the run's own goroutine,
// or by the tick. A client looks for itself; so does who was told and could not ask.
func (rt *Runtime) look(wait time.Duration, away bool) (<-chan time.Time, func()) {
	if rt.current() != nil && !away {
		return nil, func() {}
	}
	alarm := rt.cfg.Clock.NewTimer(wait)
	return alarm.C(), func() { alarm.Stop() }
}

func (rt *Runtime) lastEvent(ctx context.Context, id store.RunID) (history.Body, error) {
	rows, err := rt.store.History(ctx, store.HistoryQuery{Run: id, Last: true})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		if _, err := rt.store.Run(ctx, store.Ref{Run: id}); err != nil {
			return nil, err // it has been removed just now
		}
		return nil, fmt.Errorf("%w: it has ended and has no history", ErrNotFound)
	}
	row := rows[len(rows)-1]
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	if err != nil {
		return nil, err
	}
	return events[len(events)-1].Body, nil
}
