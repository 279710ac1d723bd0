package load

import (
	"math/rand/v2"

	"github.com/reprise-run/reprise/workflow"
)

// What clients do to a run besides sending letters, and how they find runs.

// One job in steeredEvery has a workflow made for one such verb.
const steeredEvery = 11

// most is the size of a Crowd that is split into chunks.
const most = 260

// steer draws what a client does to a job's run besides sending letters. It uses a generator of its
// own and leaves the rest of the job unchanged.
func (j *Job) steer(n int) {
	r := rand.New(rand.NewPCG(uint64(n), 1<<32|uint64(j.Input.WorkMS)))
	hold, reset, at := r.IntN(4) == 0, r.IntN(5) == 0, r.Float64()
	if j.Rollback || j.Forget || j.Turns > 0 {
		return
	}
	j.Hold, j.Look = hold, answers[j.Workflow.Name()] && r.IntN(4) == 0
	if reset && again[j.Workflow.Name()] && !j.Look {
		j.Reset, j.At = true, at
	}
}

// answers are the workflows that answer Progress. again are those whose runs may be reset: every
// request of theirs may be made twice.
var (
	answers = named(Chain, Retry, Nap, Mail, Cycle, Change, Pinned)
	again   = named(Chain, Retry, Pay, Fan, Nap, Mail, Crowd, Change, Family, Kept)
)

func named(all ...workflow.Def[Input, Result]) map[string]bool {
	names := map[string]bool{}
	for _, def := range all {
		names[def.Name()] = true
	}
	return names
}

// Again returns the names of what a run may ask for again after a reset.
func Again() []string {
	return []string{Step.Name(), Away.Name(), Risky.Name(), Debit.Name(), Chunk, Chain.Name(), Fan.Name(), Nap.Name()}
}

// makeSteered turns j into a job whose workflow is made for one verb.
func (j *Job) makeSteered(r *rand.Rand) {
	*j = Job{ID: j.ID, Pause: j.Pause}
	j.Input.WorkMS, j.Input.Steps = 1+r.IntN(100), 1+r.IntN(3)
	switch r.IntN(4) {
	case 0:
		j.Workflow, j.Hasten, j.Input.Fails = Grudge, true, 1
	case 1:
		j.Workflow, j.Input.WorkMS, j.Input.Steps = Crowd, r.IntN(20), 2+r.IntN(30)
		if r.IntN(8) == 0 {
			j.Input.WorkMS, j.Input.Steps = 0, most
		}
	case 2:
		j.Workflow, j.Turns, j.Cut, j.Input.WorkMS = Turns, 2+r.IntN(6), r.IntN(4), 20+r.IntN(300)
	default:
		j.Workflow, j.Input.Steps = Change, 2+r.IntN(5)
	}
}

// progress answers the query Progress from r.
func (r *Result) progress(ctx workflow.Context) error {
	return workflow.HandleQuery(ctx, Progress, func(workflow.None) (int, error) { return len(r.Values), nil })
}

// crowd runs one activity for each item of a Map.
func crowd(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	calls := make([]Call, in.Steps)
	for i := range calls {
		calls[i] = in.call(i)
	}
	done, err := workflow.Map(ctx, Step, calls, workflow.Concurrency(atOnce))
	if err != nil {
		return r, err
	}
	for i := range done.Len() {
		d, err := done.At(i)
		if err != nil {
			return r, err
		}
		r.Values = append(r.Values, d.Value)
	}
	return r, nil
}

// atOnce is how many items of a Crowd run at once.
const atOnce = 10

// change is the Change of the present build, or of the previous one. The present build moves the
// activities to queue Far.
func change(old bool) func(workflow.Context, Input) (Result, error) {
	return func(ctx workflow.Context, in Input) (Result, error) {
		var r Result
		if err := r.progress(ctx); err != nil {
			return r, err
		}
		for i := range in.Steps {
			a := Step
			if !old && workflow.Patched(ctx, "far") {
				a = Away
			}
			if err := r.take(ctx, workflow.Execute(ctx, a, in.call(i))); err != nil {
				return r, err
			}
		}
		return r, nil
	}
}
