package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// each calls do for 0 to n-1 from a number of goroutines, until one call fails.
func each(ctx context.Context, n, goroutines int, do func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, goroutines) {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := do(ctx, i); err != nil {
					stop(err)
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// drive carries out runs of this many steps each. Each starter starts a run, waits for
// its result, and starts the next. drive returns how long each run took from start to
// result. The steps of run i begin with number i*length.
func (t *trial) drive(ctx context.Context, runs, length, starters int) ([]time.Duration, error) {
	return drive(ctx, t.rt, steps, runs, length, starters)
}

// drive does the same on any engine, for any workflow of steps.
func drive(ctx context.Context, rt *reprise.Runtime, of workflow.Def[leg, int], runs, length, starters int) ([]time.Duration, error) {
	took := make([]time.Duration, runs)
	err := each(ctx, runs, starters, func(ctx context.Context, i int) error {
		l := leg{First: i * length, Steps: length}
		begun := time.Now()
		run, err := reprise.Start(ctx, rt, of, l)
		if err != nil {
			return err
		}
		sum, err := run.Result(ctx)
		if err != nil {
			return err
		}
		took[i] = time.Since(begun)
		if sum != l.sum() {
			return wrongResult(sum, l.sum())
		}
		return nil
	})
	return took, err
}

// round measures drive, and checks that every step was carried out once.
func (t *trial) round(ctx context.Context, track *track, runs, length, starters int) (took []time.Duration, m meter, err error) {
	track.reset()
	err = t.b.during(ctx, &m, func() (err error) {
		took, err = t.drive(ctx, runs, length, starters)
		return err
	})
	if err == nil {
		err = track.check(runs * length)
	}
	return took, m, err
}

// tenth returns how many of n items to carry out first, uncounted: the first commits to
// a new file are slower than later ones, for the limit as for an engine.
func tenth(n int) int { return max(1, n/10) }

func wrongResult(got, want int) error {
	return fmt.Errorf("the result of a run is %d, not %d", got, want)
}
