package main

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
)

const (
	pileProbes = 200 // new runs and signals, one at a time, next to the pile
	pileOpens  = 5   // starts of a new engine
)

// pile is a store in which something accumulates, and an engine that caches no parked run.
type pile struct {
	*trial
	track *track
	n     int // items in the pile
	ended int // completed runs
}

// pileUp fills one store up to each size in turn, and takes the figures at each size.
func (b *bench) pileUp(ctx context.Context, more []reprise.Binding, sizes []int, figures func(ctx context.Context, p *pile, size int) ([]line, error)) (found [][]line, err error) {
	track := newTrack(pileProbes + tenth(pileProbes) + lateTimers)
	err = b.onEngine(ctx, reprise.Config{CacheBytes: -1}, append(track.bindings(), more...), func(t *trial) error {
		p := &pile{trial: t, track: track}
		for _, size := range sizes {
			lines, err := figures(ctx, p, size)
			if err != nil {
				return err
			}
			found = append(found, lines)
		}
		return nil
	})
	return found, err
}

// grow adds what is missing to the size, and measures the space of each item. For that it
// closes the store before and after, and reopens it with a new engine.
func (p *pile) grow(ctx context.Context, size int, add func(n int) error) (line, error) {
	n := size - p.n
	before, err := p.reopened(ctx)
	if err != nil {
		return line{}, err
	}
	var m meter
	if err := m.during(func() error { return add(n) }); err != nil {
		return line{}, err
	}
	p.n = size
	after, err := p.reopened(ctx)
	l := line{Metric: "database", Unit: "bytes/run", Better: lower, Value: float64(after-before) / float64(n)}
	return l.over(n, m), err
}

// reopened closes the store, starts a new engine on it, and returns the size of the closed
// store.
func (p *pile) reopened(ctx context.Context) (bytes int64, err error) {
	if err := p.close(); err != nil {
		return 0, err
	}
	if bytes, err = p.place.bytes(ctx); err != nil {
		return 0, err
	}
	return bytes, p.begin(ctx)
}

// result measures how long a new run of one activity takes from start to result.
func (p *pile) result(ctx context.Context) (line, error) {
	n := p.b.atMost(pileProbes)
	took, m, err := p.alone(ctx, p.track, n, 1)
	p.ended += tenth(n) + n
	return middle("result", took, m), err
}

// ready measures how long it takes to open the store, start an engine, and get the result
// of a new run.
func (p *pile) ready(ctx context.Context) (line, error) {
	took := make([]time.Duration, pileOpens)
	var m meter
	for i := range took {
		if err := p.close(); err != nil {
			return line{}, err
		}
		p.track.reset()
		var one meter
		err := one.during(func() error {
			if err := p.begin(ctx); err != nil {
				return err
			}
			_, err := p.drive(ctx, 1, 1, 1)
			return err
		})
		if err != nil {
			return line{}, err
		}
		p.ended++
		took[i] = one.wall
		m.add(one)
	}
	return middle("ready", took, m), nil
}
