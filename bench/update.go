package main

import (
	"context"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

var (
	reply = workflow.Define[int, []int]("reply")
	put   = workflow.DefineUpdate[int, int]("put")
)

// answer answers n updates and returns their numbers.
func answer(ctx workflow.Context, n int) ([]int, error) {
	var seen []int
	err := workflow.HandleUpdate(ctx, put, func(_ workflow.Context, v int) (int, error) {
		seen = append(seen, v)
		return v, nil
	})
	if err == nil {
		err = workflow.Until(ctx, func() bool { return len(seen) == n })
	}
	return seen, err
}

// updates measures updates per second to one run, from the first request until all are answered. The
// percentiles are those of the call, which returns with the answer.
func updates(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(1000)
	return b.limited(ctx, backend.rate, func(ctx context.Context) ([]line, error) {
		m, each, err := b.crowds(ctx, crowd{runs: 1, each: n, senders: 64, of: reply, send: func(ctx context.Context, rt *reprise.Runtime, id string, v int) error {
			_, err := reprise.Update(ctx, rt, id, put, v)
			return err
		}})
		if err != nil {
			return nil, err
		}
		return []line{line{Metric: "one_run", Unit: "updates/s"}.throughput("update", len(each), m, each)}, nil
	})
}
