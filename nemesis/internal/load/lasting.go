package load

import (
	"errors"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Jobs about what lasts beyond a task: the build of a run, the worker of a group of steps, the result of an
// activity.

// One job in lastingEvery is one of these.
const lastingEvery = 8

// OwnQueue is the prefix of the name of a worker's own queue, before its id.
const OwnQueue = "worker/"

// makeLasting turns j into a job whose run is pinned, has steps for one worker, or has results that another run
// reuses.
func (j *Job) makeLasting(r *rand.Rand) {
	*j = Job{ID: j.ID, Pause: j.Pause}
	j.Input.WorkMS, j.Input.Steps = 1+r.IntN(200), 2+r.IntN(4)
	switch r.IntN(3) {
	case 0:
		j.Workflow, j.Input.Steps, j.Input.NapMS = Pinned, 3+r.IntN(4), 200+r.IntN(600) // long enough to be pinned again meanwhile
		for range r.IntN(4) {
			j.Repins = append(j.Repins, r.IntN(100))
		}
	case 1:
		j.Workflow, j.Input.WorkMS = Local, 200+r.IntN(600) // long enough for a worker to die meanwhile
	default:
		j.Workflow, j.Again, j.Input.Key = Kept, true, j.ID
	}
}

// Second returns the job that asks for the same as j after j has ended.
func (j Job) Second() Job {
	return Job{ID: j.ID + "/again", Workflow: j.Workflow, Input: j.Input, Pause: j.Pause}
}

// local runs all steps after the first on the worker of the first, and repeats the group if that worker is gone.
func local(ctx workflow.Context, in Input) (Result, error) {
	for {
		r, err := group(ctx, in)
		if !errors.Is(err, activity.ErrWorkerGone) {
			return r, err
		}
	}
}

func group(ctx workflow.Context, in Input) (r Result, err error) {
	a := Step
	for i := range in.Steps {
		d, err := workflow.Execute(ctx, a, in.call(i)).Get(ctx)
		if err != nil {
			return r, err
		}
		r.Values = append(r.Values, d.Value)
		a = Step.With(func(p *activity.Policy) { p.Queue = d.Worker })
	}
	return r, nil
}

// kept stores each of its results under a key, or reuses a stored one.
func kept(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	for i := range in.Steps {
		if err := r.take(ctx, workflow.Execute(ctx, Once, in.call(i), workflow.ReuseResult(in.Key+"/"+label(i), 24*time.Hour))); err != nil {
			return r, err
		}
	}
	return r, nil
}
