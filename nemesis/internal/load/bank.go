package load

import (
	"errors"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// One job in bankEvery makes promises.
const bankEvery = 13

// Late is the answer to a promise that nobody resolved in time.
const Late = "late"

// makeBank turns j into a job with promises. Some are due before they are likely to be answered.
func (j *Job) makeBank(r *rand.Rand) {
	*j = Job{ID: j.ID, Workflow: Bank, Pause: j.Pause, Promises: true}
	j.Input.WorkMS, j.Input.Steps = 1+r.IntN(100), 1+r.IntN(5)
	if r.IntN(3) == 0 {
		j.Input.NapMS = 20 + r.IntN(300)
	}
}

// bank makes a promise next to each of its activities and waits for it afterwards: the promise may be
// resolved before anyone waits for it.
func bank(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	var within []workflow.ReceiveOption
	if in.NapMS > 0 {
		within = append(within, workflow.Within(time.Duration(in.NapMS)*time.Millisecond))
	}
	for i := range in.Steps {
		p := workflow.NewPromise[string](ctx, within...)
		if err := r.take(ctx, workflow.Execute(ctx, Step, in.call(i))); err != nil {
			return r, err
		}
		answer, err := p.Get(ctx)
		if errors.Is(err, workflow.ErrTimeout) {
			answer, err = Late, nil
		}
		if err != nil {
			return r, err
		}
		r.Answers = append(r.Answers, answer)
	}
	return r, nil
}
