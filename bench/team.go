package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	teamSize   = 3
	teamPairs  = 2
	teamAtOnce = 200 // runs at once, across all workers
	teamLength = 20
)

// w11 measures what three worker processes do together on one server, against one alone,
// in turns on one store: first w2, where each drives its share of the 200 runs at once,
// then runs whose steps all go through a queue at once, from which any worker claims
// them. Each turn is long enough that one-time costs of a fresh process, such as the
// server planning its statements, do not count.
func w11(ctx context.Context, b *bench) (lines []line, err error) {
	runs := b.size(12_000)
	err = b.withCrew(ctx, func(t *trial, c *crew) error {
		all := 0
		for _, m := range []struct {
			metric string
			runs   int
			fan    bool
		}{
			{"steps", runs, false},
			{"queue_steps", max(1, runs/4), true},
		} {
			var alone, together haul
			for i := range 2 * b.pairs(teamPairs) {
				h, n := &alone, 1
				if i%4 == 1 || i%4 == 2 { // alone, together, together, alone: growth favours neither
					h, n = &together, teamSize
				}
				one, err := t.haul(ctx, c, n, job{Fan: m.fan}, m.runs)
				if err != nil {
					return err
				}
				all += one.warm + one.runs
				h.add(one)
			}
			l := line{Metric: m.metric, Unit: "steps/s"}.throughput("step", together.steps(), together.meter, together.took)
			lines = append(lines, l.against(alone.rate()))
		}
		return t.expect(ctx, all, store.Completed)
	})
	return lines, err
}

// haul is the work of workers that were all told to go at once.
type haul struct {
	meter
	runs, warm int
	took       []time.Duration // each run, from start to result
}

func (h *haul) add(o haul) {
	h.meter.add(o.meter)
	h.runs, h.warm, h.took = h.runs+o.runs, h.warm+o.warm, append(h.took, o.took...)
}

func (h *haul) steps() int { return h.runs * teamLength }

// rate returns the steps per second.
func (h *haul) rate() float64 { return float64(h.steps()) / h.wall.Seconds() }

// haul hires n workers, makes them drive this many runs together, and dismisses them.
// Each worker checks the results of its own runs; haul checks across all that no step
// was carried out twice. The CPU time is the workers'; their commits and round trips are
// unknown.
func (t *trial) haul(ctx context.Context, c *crew, n int, j job, runs int) (h haul, err error) {
	defer func() { err = errors.Join(err, c.dismiss()) }()
	j.Steps, h.runs = teamLength, runs
	for i := range n {
		j.Runs, j.AtOnce = share(runs, n, i), max(1, share(teamAtOnce, n, i))
		h.warm += tenth(j.Runs)
		if _, err := c.hire(ctx, j); err != nil {
			return h, err
		}
	}
	team := c.workers
	before, err := t.b.backend.traffic(ctx)
	if err != nil {
		return h, err
	}
	cpu := childrenTime()
	begun := time.Now()
	ended := begun
	for _, w := range team {
		if _, err := fmt.Fprintln(w.in, "go"); err != nil {
			return h, err
		}
	}
	for _, w := range team {
		at, err := w.haul.await(ctx)
		if err != nil {
			return h, err
		}
		if at.After(ended) {
			ended = at
		}
		h.took = append(h.took, w.haul.took...)
	}
	after, err := t.b.backend.traffic(ctx)
	if err != nil {
		return h, err
	}
	if err := c.dismiss(); err != nil { // the workers now report how many steps they carried out
		return h, err
	}
	h.wall, h.cpu = ended.Sub(begun), childrenTime()-cpu
	h.traffic = after.since(before)
	h.traffic.commits, h.traffic.trips = 0, 0 // they were counted in this process only
	steps := 0
	for _, w := range team {
		steps += w.haul.steps
	}
	if want := (h.warm + h.runs) * teamLength; steps != want {
		return h, fmt.Errorf("%d steps ran, not %d", steps, want)
	}
	return h, nil
}

// share returns the part of all that number i of n gets.
func share(all, n, i int) int { return all*(i+1)/n - all*i/n }
