package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	mother = workflow.Define[leg, int]("mother")
	kid    = workflow.Define[int, int]("kid")
)

// raise starts a child for each step of a leg, all at once, and returns the sum of their results.
func raise(ctx workflow.Context, l leg) (int, error) {
	asked := make([]workflow.Child[int], l.Steps)
	for i := range asked {
		asked[i] = workflow.ExecuteChild(ctx, kid, l.First+i)
	}
	sum := 0
	for _, one := range asked {
		v, err := one.Get(ctx)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}

// grownUp is a child with one step.
func grownUp(step activity.Def[int, int]) func(workflow.Context, int) (int, error) {
	return func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, step, n).Get(ctx) }
}

// children measures how many children per second one run starts and waits for. Each child has one
// activity, and the run has 10,000 children. The percentiles are those of the time from the start of
// the parent until the activity of a child is carried out.
func children(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(10_000)
	return b.limited(ctx, backend.rate, func(ctx context.Context) ([]line, error) {
		track := newTrack(n)
		var m meter
		var each []time.Duration
		err := b.onEngine(ctx, reprise.Config{}, append(track.bindings(), mother.Bind(raise), kid.Bind(grownUp(step))), func(t *trial) error {
			warm := tenth(n)
			if _, err := t.family(ctx, track, warm, &meter{}); err != nil { // not counted
				return err
			}
			runs := 1 + warm
			err := b.repeated(&m, func() error {
				runs += 1 + n
				took, err := t.family(ctx, track, n, &m)
				each = append(each, took...)
				return err
			})
			if err != nil {
				return err
			}
			return t.expect(ctx, runs, store.Completed)
		})
		if err != nil {
			return nil, err
		}
		return []line{line{Metric: "children", Unit: "children/s"}.throughput("child", len(each), m, each)}, nil
	})
}

// family carries out one parent with its children.
func (t *trial) family(ctx context.Context, track *track, n int, m *meter) ([]time.Duration, error) {
	return t.sums(ctx, track, mother, n, m)
}
