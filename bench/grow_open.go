package main

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
)

// growOpen measures the cost of runs that wait for a signal: space in the database,
// memory, the start of an engine, a new run, and a signal to one of them.
func growOpen(ctx context.Context, b *bench, sizes []int) ([][]line, error) {
	return b.pileUp(ctx, []reprise.Binding{waits.Bind(linger)}, sizes, func(ctx context.Context, p *pile, size int) ([]line, error) {
		name, added := fmt.Sprintf("wait-%d", size), size-p.n
		database, err := p.grow(ctx, size, func(n int) error {
			_, err := p.park(ctx, n, name, errand{Waits: 1})
			return err
		})
		if err != nil {
			return nil, err
		}
		ready, err := p.ready(ctx)
		if err != nil {
			return nil, err
		}
		result, err := p.result(ctx)
		if err != nil {
			return nil, err
		}
		wake, err := p.wakeAlone(ctx, name, added)
		if err != nil {
			return nil, err
		}
		return []line{wake, result, ready, database, p.memory()}, p.expectBoth(ctx, p.n, p.ended)
	})
}

// memory measures all memory of this process.
func (p *pile) memory() line {
	var m meter
	l := line{Metric: "memory", Unit: "MiB", Better: lower}
	_ = m.during(func() error {
		l.Value = held().all / (1 << 20)
		return nil
	})
	return l.over(p.n, m)
}

// wakeAlone signals at most a tenth of the runs, one at a time, and measures the time from
// the call until the run has carried out its step. These runs then close.
func (p *pile) wakeAlone(ctx context.Context, name string, runs int) (line, error) {
	n := min(p.b.atMost(pileProbes), tenth(runs))
	p.track.reset()
	took := make([]time.Duration, n)
	var m meter
	err := m.during(func() error {
		for i := range took {
			run, err := reprise.Get(ctx, p.rt, waits, nameOf(name, i*(runs/n)))
			if err != nil {
				return err
			}
			sent := time.Since(p.track.begun)
			if err := reprise.Signal(ctx, p.rt, run.WorkflowID(), goOn, i); err != nil {
				return err
			}
			sum, err := run.Result(ctx)
			if err == nil && sum != i {
				err = wrongResult(sum, i)
			}
			if err != nil {
				return err
			}
			took[i] = time.Duration(p.track.at[i].Load()) - sent
		}
		return nil
	})
	p.n, p.ended = p.n-n, p.ended+n
	if err == nil {
		err = p.track.check(n)
	}
	return middle("wake", took, m), err
}
