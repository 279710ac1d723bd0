package main

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// asleep is what an engine asks of the database, and what it and the database's processes
// work, while n runs are parked and nothing comes for them: in five times the time that is
// asked for by -for, and at least in a second.
func (t *trial) asleep(ctx context.Context, n int, questions asked) ([]line, error) {
	if err := rest(ctx, t.b.atLeast); err != nil { // what starting took is over by then
		return nil, err
	}
	before, err := questions(ctx)
	if err != nil {
		return nil, err
	}
	var m meter
	server := t.b.backend.cpu()
	err = m.during(func() error { return rest(ctx, max(time.Second, 5*t.b.atLeast)) })
	server = t.b.backend.cpu() - server
	after, errAfter := questions(ctx)
	if err := errors.Join(err, errAfter); err != nil {
		return nil, err
	}
	seconds := m.wall.Seconds()
	queries := line{Metric: "idle_queries", Unit: "queries/s", Better: lower, Value: float64(after-before) / seconds}
	cpu := line{Metric: "idle_cpu", Unit: "% of a core", Better: lower, Value: 100 * (m.cpu + server).Seconds() / seconds}
	return []line{queries.over(n, m), cpu.over(n, m)}, t.expect(ctx, n, store.Open)
}

// wake signals n of the parked runs, every so many of them, from 16 senders, and waits
// until all have carried out their step and ended. The percentiles are those from the call
// to the step.
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
			return reprise.Signal(ctx, t.rt, runs[i].ID(), goOn, i)
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
