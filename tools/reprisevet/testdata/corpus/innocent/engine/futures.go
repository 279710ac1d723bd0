package engine

import "github.com/reprise-run/reprise/workflow"

func fanOut(ctx workflow.Context, n int) (int, error) {
	var all []workflow.Future[int]
	byName := map[int]workflow.Future[int]{}
	sent := make([]workflow.Future[int], n)
	for i := range n {
		all = append(all, workflow.Execute(ctx, charge, i))
		byName[i] = workflow.Execute(ctx, charge, i)
		sent[i] = workflow.Execute(ctx, charge, i)
	}
	sum := 0
	for i, f := range all {
		got, err := f.Get(ctx)
		if err != nil {
			return 0, err
		}
		other, _ := byName[i].Get(ctx)
		sum += got + other
	}
	_, err := sent[0].Get(ctx)
	last := workflow.Execute(ctx, charge, 0)
	return sum, first(ctx, err, last)
}

func first(ctx workflow.Context, err error, f workflow.Future[int]) error {
	if err == nil {
		_, err = f.Get(ctx)
	}
	return err
}

func later(ctx workflow.Context) workflow.Future[int] {
	f := workflow.Execute(ctx, charge, 1)
	return f
}
