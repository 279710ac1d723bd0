package testkit

import (
	"errors"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Child is a run that a workflow started.
type Child struct {
	WorkflowID string
	Workflow   string
	Detached   bool           // started by workflow.Start: it does not end with its parent
	Status     reprise.Status // of the last run of its chain; "" if it was not started yet, or never
}

// Children returns the runs that the run with this workflow id started by workflow.ExecuteChild
// and workflow.Start, in the order of its code. No virtual time passes.
func (e *Env) Children(workflowID string) (all []Child) {
	e.Helper()
	e.look(func() error {
		all = nil
		return e.ask(func(rt *reprise.Runtime) error {
			all = nil
			d, err := reprise.Describe(e.ctx, rt, workflowID)
			if err != nil {
				return err
			}
			events, err := rt.Inside().History(e.ctx, d.RunID)
			if err != nil {
				return err
			}
			for _, event := range events {
				b, ok := event.Body.(*history.ChildStarted)
				if !ok {
					continue
				}
				c := Child{WorkflowID: b.WorkflowID, Workflow: b.Workflow, Detached: b.Detached}
				if c.Status, err = e.statusOf(rt, b); err != nil {
					return err
				}
				all = append(all, c)
			}
			return nil
		})
	})
	return all
}

// statusOf returns the status of a child.
func (e *Env) statusOf(rt *reprise.Runtime, b *history.ChildStarted) (reprise.Status, error) {
	run, err := e.store.Run(e.ctx, store.Ref{Namespace: rt.Namespace(), WorkflowID: b.WorkflowID})
	if err == nil && run.Chain != b.Run { // another run has the workflow id
		run, err = e.store.Run(e.ctx, store.Ref{Run: b.Run})
	}
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrRemoved) {
		return "", nil
	}
	return reprise.Status(run.Status.String()), err
}
