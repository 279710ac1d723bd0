package testkit

import (
	"errors"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Child is a run that a workflow has started.
type Child struct {
	WorkflowID string
	Workflow   string
	Detached   bool           // by workflow.Start: it has a life of its own
	Status     reprise.Status // of the last run of its chain; "" while it is not started, or if it never was
}

// Children are the runs that the run with a workflow id has started, by workflow.ExecuteChild and
// workflow.Start, in the order in which its code did. It lets no virtual time pass.
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

// statusOf is how a child stands.
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
