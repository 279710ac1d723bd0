package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
)

// lateTimers is how many runs are due while the others sleep.
const lateTimers = 1000

// growTimers measures the cost of runs that sleep until tomorrow: space in the database,
// how late other runs wake that are due now, and a new run.
func growTimers(ctx context.Context, b *bench, sizes []int) ([][]line, error) {
	return b.pileUp(ctx, []reprise.Binding{naps.Bind(sleepUntil)}, sizes, func(ctx context.Context, p *pile, size int) ([]line, error) {
		tomorrow := time.Now().Add(24 * time.Hour)
		database, err := p.grow(ctx, size, func(n int) error {
			err := each(ctx, n, 64, func(ctx context.Context, i int) error {
				due := tomorrow.Add(time.Duration(i) * napEvery)
				_, err := reprise.Start(ctx, p.rt, naps, nap{Due: due.UnixNano()})
				return err
			})
			if err != nil {
				return err
			}
			return p.parked(ctx)
		})
		if err != nil {
			return nil, err
		}
		late, err := p.lateness(ctx)
		if err != nil {
			return nil, err
		}
		result, err := p.result(ctx)
		return []line{late, result, database}, err
	})
}

// lateness measures how late new sleepers wake.
func (p *pile) lateness(ctx context.Context) (line, error) {
	n := p.b.atMost(lateTimers)
	p.track.reset()
	var m meter
	late, slept, err := p.sleepers(ctx, p.track, n, &m)
	p.ended += slept
	l := middle("late", late, m)
	l.Value = float64(l.P99)
	return l, err
}
