package load

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// A client is no worker: a run that it starts is stored before any worker steps it. The
// activities of a Relay start runs on their own worker, which writes each start together with
// the first task of the run.

// Heirs returns the runs that a Relay's activities start. Other jobs have none.
func (j Job) Heirs() (all []Job) {
	if j.Workflow.Name() != Relay.Name() {
		return nil
	}
	for i := range j.Input.Steps {
		h := j.Input.heir(j.ID, i)
		h.Rollback = j.Rollback
		all = append(all, h)
	}
	return all
}

// heir is the run that the i-th activity of a Relay with this input starts. The first tasks
// differ: one has an activity for its own worker, one has several, one has a timer, and some
// end the run.
func (in Input) heir(workflowID string, i int) Job {
	defs := []workflow.Def[Input, Result]{Chain, Fan, Nap}
	n := in.WorkMS + i
	return Job{
		ID: fmt.Sprintf("%s/heir-%d", workflowID, i), Workflow: defs[n%len(defs)],
		Input: Input{Steps: n / len(defs) % 4, WorkMS: in.WorkMS, NapMS: in.NapMS},
	}
}

// relay implements Relay.
func relay(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	for i := range in.Steps {
		c := in.call(i)
		c.Heir = &Heir{Of: in, At: i}
		if err := r.take(ctx, workflow.Execute(ctx, HandOn, c)); err != nil {
			return r, err
		}
	}
	return r, nil
}

// handOn starts a run and waits for the acknowledgement.
func (w *World) handOn(ctx context.Context, c Call) (Done, error) {
	return w.Do(ctx, c, func(string, string) error {
		return w.Start(ctx, c.Heir.Of.heir(activity.GetInfo(ctx).WorkflowID, c.Heir.At))
	})
}
