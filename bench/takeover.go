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

// disaster is a set of runs whose worker is killed.
type disaster struct {
	metric string        // prefix of the names of its figures
	runs   int           // all at work at once
	steps  int           // of each
	pause  time.Duration // how long a step takes
}

const takeoverWatch = 5 * time.Second // a worker that has just joined declares no other dead

// w9 measures how long runs stand still when their worker is killed in the middle of them:
// 50 runs with default settings, then 10,000, for which the workers have room. The killed
// worker has started the runs and so owns them. On Postgres, another worker has been
// running for a while; on SQLite, the process is restarted at once. w9 measures from the
// kill to the next step of each run that the killed worker owned, and to the end of all
// runs, which must come.
func w9(ctx context.Context, b *bench) (lines []line, err error) {
	many := b.size(10_000)
	for _, d := range []disaster{
		{"", min(many, 50), 40, 100 * time.Millisecond},
		// A step takes longer than starting all runs.
		{"many_", many, 3, max(time.Second, time.Duration(many)*500*time.Microsecond)},
	} {
		err := b.withCrew(ctx, func(t *trial, c *crew) error {
			found, err := t.takeover(ctx, c, d)
			lines = append(lines, found...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

func (t *trial) takeover(ctx context.Context, c *crew, d disaster) ([]line, error) {
	able := job{Pause: d.pause, Room: max(d.runs, 1000)}
	alone := t.b.store == "sqlite" // a file allows one engine at a time
	if !alone {
		if _, err := c.hire(ctx, able); err != nil {
			return nil, err
		}
		if err := rest(ctx, takeoverWatch); err != nil {
			return nil, err
		}
	}
	owner := able
	owner.Runs, owner.Steps = d.runs, d.steps
	victim, err := c.hire(ctx, owner)
	if err != nil {
		return nil, err
	}
	if err := c.await(ctx, d.runs, d.steps); err != nil {
		return nil, err
	}
	runs, err := t.begun(ctx, d.runs)
	if err != nil {
		return nil, err
	}
	// The other worker looks once a second: make every phase of that equally likely.
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
	err = m.during(func() error {
		if alone {
			if _, err := c.hire(ctx, able); err != nil {
				return err
			}
		}
		return t.finished(ctx, runs, d.steps)
	})
	if err != nil {
		return nil, err
	}
	lines, err := d.figures(runs, owned, firstSteps(c.seenAfter(killed), d.steps), killed, m)
	return lines, errors.Join(err, t.expect(ctx, d.runs, store.Completed))
}

// figures computes the figures from when the killed worker's runs had their next step.
func (d disaster) figures(runs []reprise.Handle[int], owned store.Owned, next map[int]time.Time, killed time.Time, m meter) ([]line, error) {
	var took []time.Duration
	for i, run := range runs {
		if _, held := owned.Runs[run.RunID()]; !held {
			continue
		}
		at, there := next[i]
		if !there {
			return nil, fmt.Errorf("run %q belonged to the killed worker, and no other worker has run a step of it", run.WorkflowID())
		}
		took = append(took, at.Sub(killed))
	}
	if len(took) == 0 {
		return nil, errors.New("the worker that was killed owned nothing")
	}
	step := line{Metric: d.metric + "next_step", Unit: "ms", Better: lower}.over(len(took), m).spread(took)
	step.Value = float64(step.P50)
	all := line{Metric: d.metric + "all_finished", Unit: "ms", Better: lower, Value: ms(m.wall)}.over(d.runs, m)
	return []line{step, all}, nil
}

// firstSteps returns when each run was first seen, by its number.
func firstSteps(seen []sighting, length int) map[int]time.Time {
	first := make(map[int]time.Time)
	for _, s := range seen {
		if at, there := first[s.step/length]; !there || s.at.Before(at) {
			first[s.step/length] = s.at
		}
	}
	return first
}

// begun returns the runs that a worker has started.
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

// finished waits until no run is open, and checks the results of runs of this many steps.
// It polls rarely, so as not to disturb the workers.
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
