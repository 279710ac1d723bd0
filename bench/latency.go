package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// w3 measures the latency of an engine that does one thing at a time: a workflow
// of one activity, from start to result, and a step of a run of 100.
func w3(ctx context.Context, b *bench) ([]line, error) {
	const length = 100
	n := b.size(2000)
	runs := max(1, n/length)
	whole := line{Metric: "start_to_result", Unit: "ms", Better: lower}
	step := line{Metric: "step", Unit: "ms", Better: lower}
	return b.limited(ctx, backend.latency, func(ctx context.Context) ([]line, error) {
		track := newTrack(max(n, runs*length))
		err := b.onEngine(ctx, reprise.Config{}, track.bindings(), func(t *trial) error {
			took, m, err := t.alone(ctx, track, n, 1)
			if err != nil {
				return err
			}
			whole = whole.over(n, m).spread(took)
			whole.Value = float64(whole.P50)
			_, m, err = t.alone(ctx, track, runs, length)
			if err != nil {
				return err
			}
			var gaps []time.Duration
			for i := range runs {
				gaps = append(gaps, track.gaps(leg{First: i * length, Steps: length})...)
			}
			step = step.over(len(gaps), m).spread(gaps)
			step.Value = float64(step.P50)
			return t.expect(ctx, tenth(n)+n+tenth(runs)+runs, store.Completed)
		})
		return []line{whole, step}, err
	})
}

// alone carries out runs one at a time, after an uncounted tenth of them.
func (t *trial) alone(ctx context.Context, track *track, runs, length int) ([]time.Duration, meter, error) {
	if _, _, err := t.round(ctx, track, tenth(runs), length, 1); err != nil {
		return nil, meter{}, err
	}
	return t.round(ctx, track, runs, length, 1)
}
