package engine

import "github.com/reprise-run/reprise/workflow"

// tally is made anew in each run; a method that changes it changes nothing shared.
type tally struct {
	values []int
	by     map[string]int
}

func (t *tally) take(ctx workflow.Context, f workflow.Future[int]) error { // want take:"RV012"
	v, err := f.Get(ctx)
	t.values = append(t.values, v)
	t.by["n"]++
	return err
}

func results(ctx workflow.Context, n int) (tally, error) {
	t := tally{by: map[string]int{}}
	for range n {
		if err := t.take(ctx, workflow.Execute(ctx, charge, n)); err != nil {
			return t, err
		}
	}
	into(&t.values)
	return t, nil
}

func into(values *[]int) { *values = append(*values, 1) }
