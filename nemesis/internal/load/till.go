package load

import (
	"fmt"
	"math/rand/v2"

	"github.com/reprise-run/reprise/workflow"
)

// One job in tillEvery has updates for letters.
const tillEvery = 7

// makeTill turns j into a job whose letters are updates, some of them sent twice.
func (j *Job) makeTill(r *rand.Rand) {
	*j = Job{ID: j.ID, Workflow: Till, Pause: j.Pause, Updates: true}
	j.Input.WorkMS, j.Input.Letters = 1+r.IntN(100), 1+r.IntN(6)
	for i := range j.Input.Letters {
		j.Letters = append(j.Letters, Sending{
			ID: fmt.Sprintf("%s/update-%d", j.ID, i), Value: fmt.Sprintf("letter %d to %s", i, j.ID), Times: 1 + r.IntN(2),
		})
	}
}

// till answers each letter with the result of one activity, and ends with the last.
func till(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	answered := 0
	err := workflow.HandleUpdate(ctx, Ask, func(ctx workflow.Context, letter string) (string, error) {
		i := len(r.Letters)
		r.Letters, r.Values = append(r.Letters, letter), append(r.Values, "")
		d, err := workflow.Execute(ctx, Step, in.call(i)).Get(ctx)
		r.Values[i] = d.Value
		answered++
		return d.Value, err
	})
	if err != nil {
		return r, err
	}
	err = workflow.Until(ctx, func() bool { return answered >= in.Letters })
	return r, err
}
