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

// idle is what a Runtime asks of the server while there is nothing to do, and 1,000
// callers wait for results; and what ten such processes take from one that works.
// Notifications are off: what they save would not be there where they do not work.
func idleRuntimes(ctx context.Context, b *bench) ([]line, error) {
	asked, err := b.idleStatements(ctx, b.size(idleWaiters))
	if err != nil {
		return nil, err
	}
	beside, err := b.besideIdle(ctx)
	return append(asked, beside...), err
}

// idleStatements counts statements in five times the time that is asked for by -for, and
// at least in a second.
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

// whileWaiting calls measure while a caller waits for the result of each run, and has
// done so for a while.
func (t *trial) whileWaiting(ctx context.Context, runs []reprise.Handle[int], measure func(context.Context) ([]line, error)) (lines []line, err error) {
	waiting, leave := context.WithCancel(ctx)
	var all sync.WaitGroup
	for _, run := range runs {
		all.Go(func() { _, _ = run.Result(waiting) }) // none ends but by leave
	}
	if err = rest(ctx, idleSettling); err == nil {
		lines, err = measure(ctx)
	}
	leave()
	all.Wait()
	return lines, err
}

// besideIdle is w2 with ten idle workers beside it, each a process of its own that takes
// from the same queue but knows none of the workflows: against w2 alone, in turns on one
// store. Of fewer than 200 runs at once there are fewer workers, too.
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
			if i%4 == 1 || i%4 == 2 { // alone, beside, beside, alone: what grows is no pair's favour
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
