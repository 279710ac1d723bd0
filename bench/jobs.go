package main

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// jobs measures jobs per second in several ways. In the first, 64 callers each enqueue a job and wait for its result, as in
// River's w1. In the second, the callers are clients outside the worker, so that each job is a row that a worker claims;
// they wait until it was worked, as in River's jobs_worked. The next two are the same on a queue with a limit that is never
// reached, and on one with 1,000 partitions of one at once. The last is how many jobs per second one call of EnqueueAll
// makes durable.
func jobs(ctx context.Context, b *bench) ([]line, error) {
	return b.limited(ctx, backend.rate, func(ctx context.Context) (lines []line, err error) {
		for _, way := range []jobWay{
			{metric: "jobs"}, {metric: "jobs_worked", apart: true},
			{metric: "jobs_limited", apart: true, queue: reprise.Queue{Global: reprise.Limit{Concurrency: 1000}}},
			{metric: "jobs_partitioned", apart: true, queue: reprise.Queue{PerPartition: reprise.Limit{Concurrency: 1}}, keys: 1000},
		} {
			r, err := b.jobRounds(ctx, b.size(2000), way)
			if err != nil {
				return nil, err
			}
			l := line{Metric: way.metric, Unit: "jobs/s"}
			lines = append(lines, l.throughput("job", r.runs, r.meter, r.took))
		}
		r, err := b.bulks(ctx, b.size(reprise.MaxAtOnce))
		if err != nil {
			return nil, err
		}
		return append(lines, line{Metric: "jobs_bulk", Unit: "jobs/s"}.throughput("job", r.runs, r.meter, r.took)), nil
	})
}

// jobWay is how jobs are enqueued and limited.
type jobWay struct {
	metric string
	apart  bool          // by a client outside the worker
	queue  reprise.Queue // the queue of the jobs, if it has a limit
	keys   int           // number of partitions
}

// config makes a worker serve the queue.
func (w *jobWay) config() (cfg reprise.Config) {
	if w.queue != (reprise.Queue{}) {
		w.queue.Name = "default"
		cfg.Queues = []reprise.Queue{w.queue}
	}
	return cfg
}

// options returns the options of the i-th job.
func (w *jobWay) options(i int) []reprise.StartOption {
	if w.keys == 0 {
		return nil
	}
	return []reprise.StartOption{reprise.Partition(strconv.Itoa(i % w.keys))}
}

// jobRounds carries out n jobs at a time, repeatedly, until that has lasted long enough.
func (b *bench) jobRounds(ctx context.Context, n int, way jobWay) (r rounds, err error) {
	var worked atomic.Int64
	done := make([]chan struct{}, n)
	for i := range done {
		done[i] = make(chan struct{}, 1)
	}
	work := step.Bind(func(_ context.Context, n int) (int, error) {
		worked.Add(1)
		done[n] <- struct{}{}
		return n, nil
	})
	err = b.onEngine(ctx, way.config(), []reprise.Binding{work}, func(t *trial) error {
		from := t.rt
		if way.apart {
			if from, err = reprise.New(t.st, t.cfg); err != nil {
				return err
			}
		}
		wait := func(ctx context.Context, i int, job reprise.Handle[int]) error {
			if way.apart {
				<-done[i]
				return nil
			}
			got, err := job.Result(ctx)
			<-done[i]
			if err == nil && got != i {
				err = wrongResult(got, i)
			}
			return err
		}
		if _, err := t.jobs(ctx, from, tenth(n), way, wait, &meter{}); err != nil {
			return err
		}
		err := b.repeated(&r.meter, func() error {
			took, err := t.jobs(ctx, from, n, way, wait, &r.meter)
			r.runs, r.took = r.runs+n, append(r.took, took...)
			return err
		})
		if err == nil && int(worked.Load()) != tenth(n)+r.runs {
			err = fmt.Errorf("%d jobs were worked, not %d", worked.Load(), tenth(n)+r.runs)
		}
		if err != nil {
			return err
		}
		if err := t.rt.Stop(ctx); err != nil { // Stop writes the last results
			return err
		}
		return t.expect(ctx, tenth(n)+r.runs, store.Completed)
	})
	return r, err
}

// jobs enqueues n jobs, waits for them, and returns how long each took.
func (t *trial) jobs(ctx context.Context, from *reprise.Runtime, n int, way jobWay, wait func(context.Context, int, reprise.Handle[int]) error, m *meter) (took []time.Duration, err error) {
	took = make([]time.Duration, n)
	return took, t.b.during(ctx, m, func() error {
		return each(ctx, n, 64, func(ctx context.Context, i int) error {
			begun := time.Now()
			job, err := reprise.Enqueue(ctx, from, step, i, way.options(i)...)
			if err != nil {
				return err
			}
			err = wait(ctx, i, job)
			took[i] = time.Since(begun)
			return err
		})
	})
}

// bulks enqueues n jobs at once, repeatedly, until that has lasted long enough. Nobody runs them.
func (b *bench) bulks(ctx context.Context, n int) (r rounds, err error) {
	p, err := b.backend.place(ctx)
	if err != nil {
		return r, err
	}
	err = b.onPlace(ctx, p, reprise.Config{}, nil, func(t *trial) error {
		return b.repeated(&r.meter, func() error {
			inputs := make([]int, n)
			begun := time.Now()
			err := b.during(ctx, &r.meter, func() error {
				_, err := reprise.EnqueueAll(ctx, t.rt, step, inputs, nil)
				return err
			})
			r.runs, r.took = r.runs+n, append(r.took, time.Since(begun))
			return err
		})
	})
	return r, err
}
