package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// w1 measures workflows of one activity per second, from 64 starters. The percentiles are
// those of a workflow from start to result.
func w1(ctx context.Context, b *bench) ([]line, error) {
	l := line{Metric: "workflows", Unit: "workflows/s"}
	return b.limited(ctx, backend.rate, func(ctx context.Context) ([]line, error) {
		r, err := b.rounds(ctx, reprise.Config{}, b.size(2000), 1, 64)
		if err != nil {
			return nil, err
		}
		return []line{l.throughput("workflow", r.runs, r.meter, r.took)}, nil
	})
}

// w2 measures steps per second of 200 runs at once, of 20 activities each, one after
// another, and of ten times as many runs on a worker that has room for them. The
// percentiles are those of the time from one step of a run to its next.
func w2(ctx context.Context, b *bench) ([]line, error) {
	few, many := b.size(200), 10*b.size(200)
	lines, err := b.sequences(ctx, line{Metric: "steps"}, reprise.Config{}, few)
	if err != nil {
		return nil, err
	}
	more, err := b.sequences(ctx, line{Metric: "steps_2000"}, reprise.Config{Runs: many, Activities: many}, many)
	return append(lines, more...), err
}

// sequences measures this many runs at once.
func (b *bench) sequences(ctx context.Context, l line, cfg reprise.Config, runs int) ([]line, error) {
	const length = 20
	l.Unit = "steps/s"
	return b.limited(ctx, backend.rate, func(ctx context.Context) ([]line, error) {
		r, err := b.rounds(ctx, cfg, runs, length, runs)
		if err != nil {
			return nil, err
		}
		return []line{l.throughput("step", r.runs*length, r.meter, r.gaps)}, nil
	})
}

// rounds is the cost of several rounds of the same runs.
type rounds struct {
	meter
	runs int
	took []time.Duration // each run, from start to result
	gaps []time.Duration // from each step of a run to the next
}

// rounds carries out runs of this many steps, all of them repeatedly until that has
// lasted long enough, on one growing store.
func (b *bench) rounds(ctx context.Context, cfg reprise.Config, runs, length, starters int) (r rounds, err error) {
	track := newTrack(runs * length)
	err = b.onEngine(ctx, cfg, track.bindings(), func(t *trial) error {
		warm := tenth(runs)
		if _, _, err := t.round(ctx, track, warm, length, starters); err != nil {
			return err
		}
		if err := t.repeat(ctx, track, &r, runs, length, starters); err != nil {
			return err
		}
		return t.expect(ctx, warm+r.runs, store.Completed)
	})
	return r, err
}

// repeat adds rounds to r until they have lasted long enough.
func (t *trial) repeat(ctx context.Context, track *track, r *rounds, runs, length, starters int) error {
	return t.b.repeated(&r.meter, func() error {
		took, m, err := t.round(ctx, track, runs, length, starters)
		if err != nil {
			return err
		}
		r.add(m)
		r.runs += runs
		r.took = append(r.took, took...)
		for i := range runs {
			r.gaps = append(r.gaps, track.gaps(leg{First: i * length, Steps: length})...)
		}
		return nil
	})
}
