package main

import (
	"context"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// cost measures the statements, commits and round trips of a step, with one run at a
// time through the whole engine, and of a workflow with one activity. It includes what
// the engine does once a second.
func cost(ctx context.Context, b *bench) (lines []line, err error) {
	pg := b.postgres()
	p, err := pg.counted(ctx)
	if err != nil {
		return nil, err
	}
	n := b.size(5000)
	workflows := max(1, n/5)
	track := newTrack(n)
	err = b.onPlace(ctx, p, reprise.Config{}, track.bindings(), func(t *trial) error {
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		of := func(item string, runs, length int) error {
			// Connections prepare their statements once; this round pays for it.
			if _, _, err := t.round(ctx, track, tenth(runs), tenth(length), 1); err != nil {
				return err
			}
			var m meter
			statements, err := pg.during(ctx, func() (err error) {
				_, m, err = t.round(ctx, track, runs, length, 1)
				return err
			})
			each := func(what string, count int64) line {
				l := line{Metric: item + "_" + what, Value: float64(count) / float64(runs*length), Unit: "per " + item, Better: lower}
				return l.over(runs*length, m)
			}
			lines = append(lines, each("statements", statements), each("commits", m.traffic.commits), each("round_trips", m.traffic.trips))
			return err
		}
		if err := of("step", 1, n); err != nil {
			return err
		}
		if err := of("workflow", workflows, 1); err != nil {
			return err
		}
		return t.expect(ctx, 2+tenth(workflows)+workflows, store.Completed)
	})
	return lines, err
}
