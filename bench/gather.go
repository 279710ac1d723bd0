package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	gather = workflow.Define[int, []int]("gather")
	notice = workflow.DefineSignal[int]("notice")
)

// collect receives n signals and returns their numbers.
func collect(ctx workflow.Context, n int) ([]int, error) {
	var seen []int
	for range n {
		v, err := workflow.Receive(ctx, notice)
		if err != nil {
			return nil, err
		}
		seen = append(seen, v)
	}
	return seen, nil
}

// crowd is a number of runs, each of which receives the same number of signals, from several senders at
// once.
type crowd struct {
	runs, each, senders int

	of   workflow.Def[int, []int]
	send func(ctx context.Context, rt *reprise.Runtime, id string, v int) error
}

// notify sends a signal to gather.
func notify(ctx context.Context, rt *reprise.Runtime, id string, v int) error {
	return reprise.Signal(ctx, rt, id, notice, v)
}

func (c crowd) signals() int { return c.runs * c.each }

// w6 measures signals per second, from the first that is sent until all have been received: 1,000 to one
// run, and 10,000 to 1,000 runs. The percentiles are those of the sending call, which returns when the
// signal is durable.
func w6(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(1000)
	return b.limited(ctx, backend.rate, func(ctx context.Context) (lines []line, err error) {
		for _, l := range []struct {
			metric string
			crowd
		}{
			{"one_run", crowd{runs: 1, each: n, senders: 16, of: gather, send: notify}},
			{"many_runs", crowd{runs: n, each: 10, senders: 64, of: gather, send: notify}},
		} {
			m, each, err := b.crowds(ctx, l.crowd)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line{Metric: l.metric, Unit: "signals/s"}.throughput("signal", len(each), m, each))
		}
		return lines, nil
	})
}

// crowds carries out one crowd after another, and returns how long each call took.
func (b *bench) crowds(ctx context.Context, c crowd) (m meter, each []time.Duration, err error) {
	err = b.onEngine(ctx, reprise.Config{}, []reprise.Binding{gather.Bind(collect), reply.Bind(answer)}, func(t *trial) error {
		warm := crowd{runs: tenth(c.runs), each: tenth(c.each), senders: c.senders, of: c.of, send: c.send}
		if _, err := t.crowd(ctx, warm, "warm", &meter{}); err != nil { // not counted
			return err
		}
		runs := warm.runs
		err := b.repeated(&m, func() error {
			took, err := t.crowd(ctx, c, nameOf("round", runs), &m)
			each, runs = append(each, took...), runs+c.runs
			return err
		})
		if err != nil {
			return err
		}
		return t.expect(ctx, runs, store.Completed)
	})
	return m, each, err
}

// crowd sends the signals to runs that wait for them, while callers wait for the results. It checks that
// each signal was received once.
func (t *trial) crowd(ctx context.Context, c crowd, name string, m *meter) (took []time.Duration, err error) {
	runs := make([]reprise.Handle[[]int], c.runs)
	err = each(ctx, c.runs, 64, func(ctx context.Context, i int) (err error) {
		runs[i], err = reprise.Start(ctx, t.rt, c.of, c.each, reprise.ID(nameOf(name, i)))
		return err
	})
	if err == nil {
		err = t.parked(ctx)
	}
	if err != nil {
		return nil, err
	}
	got, took := make([][]int, c.runs), make([]time.Duration, c.signals())
	err = t.b.during(ctx, m, func() (err error) {
		waiting, leave := context.WithCancelCause(ctx)
		defer leave(nil)
		var callers sync.WaitGroup
		callers.Go(func() {
			err = each(waiting, c.runs, c.runs, func(ctx context.Context, i int) (err error) {
				got[i], err = runs[i].Result(ctx)
				return err
			})
		})
		sent := each(ctx, c.signals(), c.senders, func(ctx context.Context, i int) error {
			begun := time.Now()
			err := c.send(ctx, t.rt, runs[i%c.runs].WorkflowID(), i)
			took[i] = time.Since(begun)
			return err
		})
		if sent != nil {
			leave(sent) // otherwise the runs would wait for the unsent signals
		}
		callers.Wait()
		return err
	})
	if err == nil {
		err = onceEach(got, c.signals())
	}
	return took, err
}

// onceEach returns an error unless each number below n is in got exactly once.
func onceEach(got [][]int, n int) error {
	times := make([]int, n)
	for _, some := range got {
		for _, v := range some {
			times[v]++
		}
	}
	for v, k := range times {
		if k != 1 {
			return fmt.Errorf("signal %d was taken %d times", v, k)
		}
	}
	return nil
}
