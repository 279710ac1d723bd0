package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

const (
	takeoverSteps = 40
	takeoverPause = 100 * time.Millisecond // how long a step takes
	takeoverWatch = 5 * time.Second        // a worker that has just joined judges nobody
)

// takeover is how long runs stand still when their worker is killed: 50 of them, in the
// middle of their work, one worker that has started them and so owns them, and one that
// has been there for a while, both with default settings. It is measured from the kill to
// the next step on the other worker, of each run that was the killed one's, and to the end
// of all, which has to come.
func takeover(ctx context.Context, b *bench) (lines []line, err error) {
	n := b.size(50)
	err = b.withCrew(ctx, func(t *trial, c *crew) error {
		lines, err = t.takeover(ctx, c, n)
		return err
	})
	return lines, err
}

func (t *trial) takeover(ctx context.Context, c *crew, n int) ([]line, error) {
	heir, err := c.hire(ctx, job{Pause: takeoverPause})
	if err != nil {
		return nil, err
	}
	if err := rest(ctx, takeoverWatch); err != nil {
		return nil, err
	}
	victim, err := c.hire(ctx, job{Pause: takeoverPause, Runs: n, Steps: takeoverSteps})
	if err != nil {
		return nil, err
	}
	if err := c.await(ctx, n, takeoverSteps); err != nil {
		return nil, err
	}
	runs, err := t.begun(ctx, n)
	if err != nil {
		return nil, err
	}
	// The other worker looks once a second: any part of it is as likely.
	if err := rest(ctx, rand.N(time.Second)); err != nil {
		return nil, err
	}
	owned, err := t.st.Owned(ctx, victim.id)
	if err != nil {
		return nil, err
	}
	killed, err := victim.kill()
	if err != nil {
		return nil, err
	}
	var m meter
	err = m.during(func() error { return t.finished(ctx, runs, takeoverSteps) })
	if err != nil {
		return nil, err
	}
	var took []time.Duration
	next := firstSteps(c.seenBy(heir, killed), takeoverSteps)
	for i, run := range runs {
		if _, held := owned.Runs[run.RunID()]; !held {
			continue
		}
		at, there := next[i]
		if !there {
			return nil, fmt.Errorf("run %q was the killed worker's, and no other has carried out a step of it", run.ID())
		}
		took = append(took, at.Sub(killed))
	}
	if len(took) == 0 {
		return nil, errors.New("the worker that was killed owned nothing")
	}
	step := line{Metric: "next_step", Unit: "ms", Better: lower}.over(len(took), m).spread(took)
	step.Value = float64(step.P50)
	all := line{Metric: "all_finished", Unit: "ms", Better: lower, Value: ms(m.wall)}.over(n, m)
	return []line{step, all}, t.expect(ctx, n, store.Completed)
}

// firstSteps is when each run was seen first, by its number.
func firstSteps(seen []sighting, length int) map[int]time.Time {
	first := make(map[int]time.Time)
	for _, s := range seen {
		if at, there := first[s.step/length]; !there || s.at.Before(at) {
			first[s.step/length] = s.at
		}
	}
	return first
}

// begun finds the runs that a worker has started.
func (t *trial) begun(ctx context.Context, n int) ([]reprise.Handle[int], error) {
	runs := make([]reprise.Handle[int], n)
	for i := range runs {
		var err error
		if runs[i], err = reprise.Get(ctx, t.rt, steps, nameOf("run", i)); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// finished waits until no run is open, and checks the results of runs of so many steps.
// It looks seldom, so as not to be in the workers' way.
func (t *trial) finished(ctx context.Context, runs []reprise.Handle[int], length int) error {
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		open, err := t.st.Runs(ctx, store.Query{Namespace: "default", Status: []store.Status{store.Open}, Limit: 1})
		if err != nil {
			return err
		}
		if len(open.Runs) == 0 {
			break
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return each(ctx, len(runs), 4, func(ctx context.Context, i int) error {
		sum, err := runs[i].Result(ctx)
		if want := (leg{First: i * length, Steps: length}).sum(); err == nil && sum != want {
			err = wrongResult(sum, want)
		}
		return err
	})
}
