package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

const churners = 64

// churn starts, finishes and removes runs, all at the same time.
type churn struct {
	runs int           // at least this many
	wide time.Duration // width of the windows at the start and the end
	age  time.Duration // at which runs are removed
	// remove removes all runs of that age.
	remove func(ctx context.Context) (int, error)

	done   tally
	begun  time.Time
	count  atomic.Int64 // finished runs
	mu     sync.Mutex
	closed []closing // in order
}

// closing is a run that has finished.
type closing struct{ at, took time.Duration }

// w12 measures what is left of the throughput of w1 after runs have been started, finished
// and removed for long: workflows per second in the last half minute, against the first
// half minute, when no run was old enough for removal. Runs are removed when they are a
// minute old, the least that Retain allows, so from then on the store holds the runs of
// one minute. Removal needs some seconds to reach its pace; two more minutes pass before
// the end. A shared machine may be slower or faster by then. So the first half minute is
// averaged with that of a fresh store right after the end.
func w12(ctx context.Context, b *bench) ([]line, error) {
	c := &churn{runs: b.size(100_000), wide: min(max(100*time.Millisecond, 10*b.atLeast), reprise.MinRetention/2), age: reprise.MinRetention}
	var l line
	err := b.onEngine(ctx, reprise.Config{}, c.done.bindings(), func(t *trial) (err error) {
		c.remove = func(ctx context.Context) (int, error) {
			return reprise.Retain(ctx, t.rt, reprise.RetainOptions{OlderThan: c.age})
		}
		l, err = t.churn(ctx, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	fresh := &churn{wide: c.wide}
	err = b.onEngine(ctx, reprise.Config{}, fresh.done.bindings(), func(t *trial) error {
		fresh.begun = time.Now()
		return t.churning(ctx, fresh)
	})
	if err != nil {
		return nil, err
	}
	first, again := float64(l.Limit), fresh.rate(fresh.first())
	fmt.Fprintf(b.warn, "bench: w12: at the start of a fresh store %s workflows/s, after %s\n", short(again), short(first))
	return []line{l.against((first + again) / 2)}, nil
}

// churn runs until enough runs have finished, and until four windows have passed since the
// first runs were old enough for removal.
func (t *trial) churn(ctx context.Context, c *churn) (line, error) {
	c.begun = time.Now()
	var m meter
	err := m.during(func() error {
		removing, enough := context.WithCancel(ctx)
		defer enough()
		var all sync.WaitGroup
		var removal error
		all.Go(func() {
			if removal = t.removing(removing, c); removal != nil {
				enough()
			}
		})
		err := t.churning(removing, c)
		if ctx.Err() == nil && removing.Err() != nil {
			err = nil // the removal failed
		}
		enough()
		all.Wait()
		return errors.Join(err, removal)
	})
	if err != nil {
		return line{}, err
	}
	if steps := c.done.steps.Load(); steps != c.count.Load() {
		return line{}, fmt.Errorf("%d steps were carried out in %d runs", steps, c.count.Load())
	}
	return c.figure(t.b, m), t.left(ctx, c)
}

// churning starts and finishes runs until c is over.
func (t *trial) churning(ctx context.Context, c *churn) error {
	return each(ctx, churners, churners, func(ctx context.Context, i int) error {
		for n := i; !c.over(); n += churners {
			if err := t.churnOne(ctx, c, n); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *churn) over() bool {
	if c.age == 0 { // nothing is removed
		return time.Since(c.begun) >= c.wide
	}
	return c.count.Load() >= int64(c.runs) && time.Since(c.begun) >= c.age+4*c.wide
}

// churnOne starts run n and waits for its result.
func (t *trial) churnOne(ctx context.Context, c *churn, n int) error {
	begun := time.Now()
	run, err := reprise.Start(ctx, t.rt, steps, leg{First: n, Steps: 1})
	if err != nil {
		return err
	}
	sum, err := run.Result(ctx)
	if err == nil && sum != n {
		err = wrongResult(sum, n)
	}
	if err != nil {
		return err
	}
	c.count.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = append(c.closed, closing{time.Since(c.begun), time.Since(begun)})
	return nil
}

// removing removes runs as they become old enough. Before the first removal it reports the
// tables.
func (t *trial) removing(ctx context.Context, c *churn) error {
	if err := rest(ctx, c.age); err != nil {
		return nil // the churn is over
	}
	if err := t.tellTables(ctx, "w12: before anything was removed"); err != nil {
		return err
	}
	for {
		if _, err := c.remove(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		if err := rest(ctx, c.wide/30); err != nil {
			return nil
		}
	}
}

// left reports the tables at the end, and how many runs are left.
func (t *trial) left(ctx context.Context, c *churn) error {
	if err := t.tellTables(ctx, "w12: at the end"); err != nil {
		return err
	}
	n, err := t.count(ctx, store.Completed)
	if err != nil {
		return err
	}
	all := int(c.count.Load())
	fmt.Fprintf(t.b.warn, "bench: w12: of %d runs %d were removed, %d are there\n", all, all-n, n)
	if n >= all {
		return errors.New("no run was removed")
	}
	return nil
}

// figure compares the last window, which ends with the last run, with the first window,
// which begins with the first run.
func (c *churn) figure(b *bench, m meter) line {
	begin, end := c.closed[0].at, c.closed[len(c.closed)-1].at
	first := c.first()
	var last []time.Duration
	for _, one := range c.closed {
		if one.at > end-c.wide {
			last = append(last, one.took)
		}
	}
	var course []string
	part := c.wide / 3
	for n, from := 0, begin; from+part <= end; from, n = from+part, 0 {
		for _, one := range c.closed {
			if one.at >= from && one.at < from+part {
				n++
			}
		}
		course = append(course, short(float64(n)/part.Seconds()))
	}
	fmt.Fprintf(b.warn, "bench: w12: workflows/s, each %v from the first: %s\n", part, strings.Join(course, " "))
	fmt.Fprintf(b.warn, "bench: w12: at the start %s workflows/s, p50 %s ms, p99 %s ms\n",
		short(c.rate(first)), short(ms(median(first))), short(ms(percentile(first, 99))))
	l := line{Metric: "end", Unit: "workflows/s", Better: higher, Value: c.rate(last)}
	return l.over(len(c.closed), m).spread(last).against(c.rate(first))
}

// first returns the durations of the runs in the first window.
func (c *churn) first() (took []time.Duration) {
	for _, one := range c.closed {
		if one.at < c.closed[0].at+c.wide {
			took = append(took, one.took)
		}
	}
	return took
}

// rate returns the runs per second in a window.
func (c *churn) rate(runs []time.Duration) float64 { return float64(len(runs)) / c.wide.Seconds() }
