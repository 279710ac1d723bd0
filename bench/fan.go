package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var fan = workflow.Define[leg, int]("fan")

// fanOut starts all steps of a leg at once and returns the sum of their numbers.
func fanOut(step activity.Def[int, int]) func(workflow.Context, leg) (int, error) {
	return func(ctx workflow.Context, l leg) (int, error) {
		asked := make([]workflow.Future[int], l.Steps)
		for i := range asked {
			asked[i] = workflow.Execute(ctx, step, l.First+i)
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
}

// w4 measures activities per second of one workflow that starts 1,000 at once, and of one that starts
// 10,000: ten times what a worker runs at once. The percentiles are those of the time from the start of
// the workflow until an activity is carried out.
func w4(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(10_000)
	return b.limited(ctx, backend.rate, func(ctx context.Context) (lines []line, err error) {
		for _, l := range []struct {
			metric string
			width  int
		}{{"fan_1000", tenth(n)}, {"fan_10000", n}} {
			m, each, err := b.fans(ctx, l.width)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line{Metric: l.metric, Unit: "activities/s"}.throughput("activity", len(each), m, each))
		}
		return lines, nil
	})
}

// fans carries out workflows of this many parallel activities, one after another. It returns how long
// after the start of its workflow each activity was carried out.
func (b *bench) fans(ctx context.Context, width int) (m meter, each []time.Duration, err error) {
	track := newTrack(width)
	err = b.onEngine(ctx, reprise.Config{}, append(track.bindings(), fan.Bind(fanOut(step))), func(t *trial) error {
		if _, err := t.fan(ctx, track, tenth(width), &meter{}); err != nil { // not counted
			return err
		}
		runs := 0
		err := b.repeated(&m, func() error {
			runs++
			took, err := t.fan(ctx, track, width, &m)
			each = append(each, took...)
			return err
		})
		if err != nil {
			return err
		}
		return t.expect(ctx, 1+runs, store.Completed)
	})
	return m, each, err
}

// fan carries out one workflow.
func (t *trial) fan(ctx context.Context, track *track, width int, m *meter) ([]time.Duration, error) {
	return t.sums(ctx, track, fan, width, m)
}

// sums carries out one workflow that returns the sum of its steps. It returns how long after its start
// each step was carried out.
func (t *trial) sums(ctx context.Context, track *track, w workflow.Def[leg, int], width int, m *meter) ([]time.Duration, error) {
	track.reset()
	var begun time.Duration
	l := leg{Steps: width}
	err := t.b.during(ctx, m, func() error {
		begun = time.Since(track.begun)
		run, err := reprise.Start(ctx, t.rt, w, l)
		if err != nil {
			return err
		}
		sum, err := run.Result(ctx)
		if err == nil && sum != l.sum() {
			err = wrongResult(sum, l.sum())
		}
		return err
	})
	if err == nil {
		err = track.check(width)
	}
	return track.since(begun, width), err
}
