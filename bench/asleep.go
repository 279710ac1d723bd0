package main

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// asleep measures the quiet state while n runs are parked and nothing wakes them.
func (t *trial) asleep(ctx context.Context, n int, questions asked) ([]line, error) {
	lines, err := t.b.quiet(ctx, n, questions)
	if err != nil {
		return nil, err
	}
	return lines, t.expect(ctx, n, store.Open)
}

// quiet measures what engines ask of the database, and the CPU time of this process and of
// the database's, while there is nothing to do. It takes five times as long as -for, and at
// least a second. n is the number of runs or workers.
func (b *bench) quiet(ctx context.Context, n int, questions asked) ([]line, error) {
	if err := rest(ctx, b.atLeast); err != nil { // the work of starting is over by then
		return nil, err
	}
	before, err := questions(ctx)
	if err != nil {
		return nil, err
	}
	var m meter
	server := b.backend.cpu()
	err = m.during(func() error { return rest(ctx, max(time.Second, 5*b.atLeast)) })
	server = b.backend.cpu() - server
	after, errAfter := questions(ctx)
	seconds := m.wall.Seconds()
	queries := line{Metric: "idle_queries", Unit: "queries/s", Better: lower, Value: float64(after-before) / seconds}
	cpu := line{Metric: "idle_cpu", Unit: "% of a core", Better: lower, Value: 100 * (m.cpu + server).Seconds() / seconds}
	return []line{queries.over(n, m), cpu.over(n, m)}, errors.Join(err, errAfter)
}

// wake signals n of the parked runs, one in every, from 16 senders, and waits until all
// have carried out their step and ended. The percentiles are those of the time from the
// call to the step.
func (t *trial) wake(ctx context.Context, track *track, n, every int) ([]line, error) {
	sent, took := make([]time.Duration, n), make([]time.Duration, n)
	runs := make([]reprise.Handle[int], n)
	for i := range runs {
		var err error
		if runs[i], err = reprise.Get(ctx, t.rt, waits, nameOf("late", i*every)); err != nil {
			return nil, err
		}
	}
	var m meter
	err := m.during(func() error {
		err := each(ctx, n, 16, func(ctx context.Context, i int) error {
			sent[i] = time.Since(track.begun)
			return reprise.Signal(ctx, t.rt, runs[i].WorkflowID(), goOn, i)
		})
		if err != nil {
			return err
		}
		return each(ctx, n, 16, func(ctx context.Context, i int) error {
			sum, err := runs[i].Result(ctx)
			if err == nil && sum != i {
				err = wrongResult(sum, i)
			}
			return err
		})
	})
	if err == nil {
		err = track.check(n)
	}
	if err != nil {
		return nil, err
	}
	for i := range took {
		took[i] = time.Duration(track.at[i].Load()) - sent[i]
	}
	return []line{line{Metric: "wake", Unit: "ms", Better: lower, Value: ms(m.wall)}.over(n, m).spread(took)}, nil
}
