package engine

import (
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// coroutines share variables: they take turns.
func coroutines(ctx workflow.Context, n int) (int, error) {
	sum, done := 0, false
	workflow.Go(ctx, func(ctx workflow.Context) (int, error) { // goes on beside
		for !done {
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return 0, err
			}
			sum++
		}
		return 0, nil
	})
	joins := make([]workflow.Future[int], 0, n)
	for i := range n {
		joins = append(joins, workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
			sum += i
			return sum, workflow.Sleep(ctx, time.Second)
		}))
	}
	for _, j := range joins {
		if _, err := j.Get(ctx); err != nil {
			return 0, err
		}
	}
	done = true
	return sum, nil
}
