package workflow

import (
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
)

// Job returns the workflow of an activity's jobs, for reprise.New and reprise.Enqueue: it executes the
// activity with the run's input, and ends as the activity ends. workflow is its name.
func Job(workflow string, a *contract.Activity) *contract.Workflow[Context, Command] {
	call := callFunc((&job{a.Name, a.Scheduling}).run)
	return &bound{
		Name: workflow, Input: a.Input, Out: a.Out,
		Func: func(o options) replay.Func { return call.runs(o, nil) },
	}
}

// job is an activity that has jobs.
type job struct {
	name       string
	scheduling *contract.Scheduling
}

// run is the function of the jobs' workflow.
func (j *job) run(ctx Context, in history.Payload) (history.Payload, error) {
	env, err := ctx.env()
	if err != nil {
		return history.Payload{}, err
	}
	if j.scheduling.Err != nil {
		return history.Payload{}, failure.Wrap("", fmt.Errorf("workflow: job: %w", j.scheduling.Err), failure.Permanent())
	}
	// A payload that transforms have encoded for a run's input is not valid as an activity's input; the
	// same is true of the result.
	c := &history.ActivityScheduled{Name: j.name, Queue: j.scheduling.Queue, Policy: j.scheduling.Policy, Input: in.StoredAs(history.Payload{})}
	if c.Headers, err = ctx.asks(CommandActivity, j.name, len(in.Data)); err != nil {
		return history.Payload{}, err
	}
	f := Future[history.Payload]{ctx: ctx, op: env.Schedule(ctx.scope, c)}
	if err := f.wait(ctx, nil); err != nil {
		return history.Payload{}, err
	}
	result, err := ended(ctx, f.op)
	return result.StoredAs(history.Payload{}), err
}
