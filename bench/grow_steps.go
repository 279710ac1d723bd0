package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

const (
	grownSteps    = 1200 // steps to look at, at the ends of runs,
	grownRuns     = 30   // of which there are at most this many
	grownRebuilds = 5    // per run
)

// growSteps measures the cost of the steps of one run: the time of the last ones, their
// space in the database, and how long it takes to rebuild the run.
func growSteps(ctx context.Context, b *bench, sizes []int) (found [][]line, err error) {
	empty, err := b.emptyBytes(ctx)
	if err != nil {
		return nil, err
	}
	for _, size := range sizes {
		lines, err := b.longRuns(ctx, size, empty)
		if err != nil {
			return nil, err
		}
		found = append(found, lines)
	}
	return found, nil
}

// longRuns carries out runs of this many steps, one after another, until it has enough steps
// at their ends. Then a new engine rebuilds the runs.
func (b *bench) longRuns(ctx context.Context, size int, empty int64) (lines []line, err error) {
	wide := max(1, min(window, size/5))
	n := max(1, min(grownRuns, b.atMost(grownSteps)/wide))
	rebuilt := make(chan rebuild, 1)
	observe := &reprise.Observer{RunReplayed: func(e reprise.RunReplayed) {
		if e.Events > 1 { // otherwise it is the first task of a new run
			rebuilt <- rebuild{e.Events, e.Took}
		}
	}}
	track := newTrack(size + grownRebuilds)
	cfg := reprise.Config{CacheBytes: -1, Observer: observe}
	err = b.onEngine(ctx, cfg, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		step, err := t.lastSteps(ctx, track, n, size, wide)
		if err != nil {
			return err
		}
		if err := t.close(); err != nil {
			return err
		}
		bytes, err := t.place.bytes(ctx)
		if err != nil {
			return err
		}
		database := line{Metric: "database", Unit: "bytes/step", Better: lower, Value: float64(bytes-empty) / float64(n*size), N: n * size, Seconds: step.Seconds, CPU: step.CPU}
		if err := t.begin(ctx); err != nil {
			return err
		}
		rebuild, err := t.rebuilds(ctx, track, n, size, rebuilt)
		if err != nil {
			return err
		}
		lines = []line{step, database, rebuild}
		return t.expect(ctx, n, store.Completed)
	})
	return lines, err
}

// lastSteps carries out n runs that end by waiting for signals, and measures the last steps
// of each.
func (t *trial) lastSteps(ctx context.Context, track *track, n, size, wide int) (line, error) {
	var m meter
	var gaps []time.Duration
	for i := range n {
		track.reset()
		err := m.during(func() error {
			_, err := t.park(ctx, 1, nameOf("long", i), errand{Steps: size, Waits: grownRebuilds})
			return err
		})
		if err == nil {
			err = track.check(size)
		}
		if err != nil {
			return line{}, err
		}
		all := track.gaps(leg{Steps: size})
		gaps = append(gaps, all[max(0, len(all)-wide):]...)
	}
	return middle("step", gaps, m), nil
}

// rebuilds sends each run the signals it waits for, one at a time. It measures how long each
// rebuild takes, including reading the history. Each signal makes the run do one more step.
func (t *trial) rebuilds(ctx context.Context, track *track, n, size int, rebuilt <-chan rebuild) (line, error) {
	var m meter
	var took []time.Duration
	for i := range n {
		run, err := reprise.Get(ctx, t.rt, waits, nameOf(nameOf("long", i), 0)) // as park names it
		if err != nil {
			return line{}, err
		}
		for k := range grownRebuilds {
			err := m.during(func() error {
				if err := reprise.Signal(ctx, t.rt, run.WorkflowID(), goOn, size+k); err != nil {
					return err
				}
				r, err := next(ctx, rebuilt)
				took = append(took, r.took)
				return err
			})
			if err == nil {
				err = t.parked(ctx)
			}
			if err != nil {
				return line{}, err
			}
		}
		sum, err := run.Result(ctx)
		if want := (leg{Steps: size + grownRebuilds}).sum(); err == nil && sum != want {
			err = wrongResult(sum, want)
		}
		if err != nil {
			return line{}, err
		}
	}
	return middle("rebuild", took, m), nil
}
