package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

const (
	idleWaiters  = 1000
	idleWorkers  = 10
	idlePairs    = 3
	idleSettling = 3 * time.Second
)

// idleRuntimes measures what a Runtime asks of the server while there is nothing to do
// and 1,000 callers wait for results, and how much ten such processes slow down one that
// works. Notifications are off, because some servers do not offer what they save.
func idleRuntimes(ctx context.Context, b *bench) ([]line, error) {
	asked, err := b.idleStatements(ctx, b.size(idleWaiters))
	if err != nil {
		return nil, err
	}
	beside, err := b.besideIdle(ctx)
	return append(asked, beside...), err
}

// idleStatements counts statements for five times as long as -for, and for at least a
// second.
func (b *bench) idleStatements(ctx context.Context, n int) (lines []line, err error) {
	pg := b.postgres()
	p, err := pg.counted(ctx)
	if err != nil {
		return nil, err
	}
	p.noNotify = true
	track := newTrack(0)
	bindings := append(track.bindings(), waits.Bind(linger))
	err = b.onPlace(ctx, p, reprise.Config{}, bindings, func(t *trial) error {
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		runs, err := t.park(ctx, n, "wait", errand{Waits: 1})
		if err != nil {
			return err
		}
		lines, err = t.whileWaiting(ctx, runs, func(ctx context.Context) ([]line, error) {
			var m meter
			asked, err := pg.during(ctx, func() error {
				return m.during(func() error { return rest(ctx, max(time.Second, 5*b.atLeast)) })
			})
			l := line{Metric: "statements", Value: float64(asked) / m.wall.Seconds(), Unit: "statements/s", Better: lower}
			return []line{l.over(int(asked), m)}, err
		})
		return errors.Join(err, t.expect(ctx, n, store.Open))
	})
	return lines, err
}

// whileWaiting calls measure while a caller waits for the result of each run, after they
// have waited for a while.
func (t *trial) whileWaiting(ctx context.Context, runs []reprise.Handle[int], measure func(context.Context) ([]line, error)) (lines []line, err error) {
	waiting, leave := context.WithCancel(ctx)
	var all sync.WaitGroup
	for _, run := range runs {
		all.Go(func() { _, _ = run.Result(waiting) }) // ends only when leave is called
	}
	if err = rest(ctx, idleSettling); err == nil {
		lines, err = measure(ctx)
	}
	leave()
	all.Wait()
	return lines, err
}

// besideIdle measures w2 next to ten idle workers, against w2 alone, in turns on one
// store. Each idle worker is a process of its own that serves the same queue but knows
// none of the workflows. With fewer than 200 runs at once there are fewer workers, too.
func (b *bench) besideIdle(ctx context.Context) ([]line, error) {
	const length = 20
	runs := b.size(200)
	p, err := b.postgres().schema(ctx)
	if err != nil {
		return nil, err
	}
	p.noNotify = true
	track := newTrack(runs * length)
	var alone, beside rounds
	err = b.onPlace(ctx, p, reprise.Config{}, track.bindings(), func(t *trial) (err error) {
		c := &crew{place: p}
		defer func() { err = errors.Join(err, c.dismiss()) }()
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		warm := tenth(runs)
		if _, _, err := t.round(ctx, track, warm, length, warm); err != nil {
			return err
		}
		for i := range 2 * b.pairs(idlePairs) {
			r := &alone
			if i%4 == 1 || i%4 == 2 { // alone, beside, beside, alone: growth favours neither
				r = &beside
				if err := c.fill(ctx, max(1, min(idleWorkers, runs/20)), job{Idle: true}); err != nil {
					return err
				}
			}
			if err := t.repeat(ctx, track, r, runs, length, runs); err != nil {
				return err
			}
			if err := c.dismiss(); err != nil {
				return err
			}
		}
		return t.expect(ctx, warm+alone.runs+beside.runs, store.Completed)
	})
	if err != nil {
		return nil, err
	}
	l := line{Metric: "beside", Unit: "steps/s"}.throughput("step", beside.runs*length, beside.meter, beside.gaps)
	return []line{l.against(float64(alone.runs*length) / alone.wall.Seconds())}, nil
}
