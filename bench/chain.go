package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

const (
	chainLinks  = 100 // runs in a chain
	chainCrowd  = 64  // chains at once
	loopAtOnce  = 100 // iterations of a loop in progress
	loopPerTest = 20_000
)

var (
	links = workflow.Define[leg, int]("links")
	loop  = workflow.Define[leg, int]("loop")
)

// link is one run of a chain: it does one step, and the next run does the rest.
func link(ctx workflow.Context, l leg) (int, error) {
	v, err := workflow.Execute(ctx, step, l.First).Get(ctx)
	switch {
	case err != nil:
		return 0, err
	case l.Steps > 1:
		return workflow.ContinueAsNew(ctx, links, leg{First: l.First + 1, Steps: l.Steps - 1})
	}
	return v, nil
}

// turn carries out the steps of a leg, loopAtOnce at a time, and continues as new when its history is
// long.
func turn(ctx workflow.Context, l leg) (int, error) {
	last := 0
	for l.Steps > 0 {
		if workflow.ContinueSuggested(ctx) {
			return workflow.ContinueAsNew(ctx, loop, l)
		}
		n := min(l.Steps, loopAtOnce)
		asked := make([]workflow.Future[int], n)
		for i := range asked {
			asked[i] = workflow.Execute(ctx, step, l.First+i)
		}
		all, err := workflow.All(ctx, asked...)
		if err != nil {
			return 0, err
		}
		last = all[n-1]
		l.First, l.Steps = l.First+n, l.Steps-n
	}
	return last, nil
}

// chains measures how many runs per second continue as new, with 64 chains of 100 runs at once, and how
// many iterations per second one loop makes that continues as new. However long a loop is, its memory and
// its histories must not grow: heap_tenth and heap_end are the memory that Go has in use after a tenth of
// the loop and at its end; history is the number of events of its longest run.
func chains(ctx context.Context, b *bench) ([]line, error) {
	var early, end, longest float64
	var turns meter
	n := b.size(loopPerTest)
	lines, err := b.limited(ctx, backend.rate, func(ctx context.Context) ([]line, error) {
		of := min(chainLinks, max(2, n/chainCrowd))
		track := newTrack(chainCrowd * of)
		var each []time.Duration
		var m meter
		turns = meter{}
		err := b.onEngine(ctx, reprise.Config{}, append(track.bindings(), links.Bind(link)), func(t *trial) error {
			return b.repeated(&m, func() error {
				took, err := t.linked(ctx, track, of, &m)
				each = append(each, took...)
				return err
			})
		})
		if err != nil {
			return nil, err
		}
		track = newTrack(n)
		count := step.Bind(func(ctx context.Context, i int) (int, error) {
			if i == n/10 {
				early = heapInUse()
			}
			return track.step(ctx, i)
		})
		err = b.onEngine(ctx, reprise.Config{}, []reprise.Binding{loop.Bind(turn), count}, func(t *trial) (err error) {
			if err = b.during(ctx, &turns, func() error { return t.whole(ctx, loop, leg{Steps: n}) }); err == nil {
				err = track.check(n)
			}
			if err != nil {
				return err
			}
			end = heapInUse()
			longest, err = t.longest(ctx)
			return err
		})
		return []line{
			line{Metric: "links", Unit: "links/s"}.throughput("link", len(each), m, each),
			line{Metric: "iterations", Unit: "iterations/s"}.throughput("iteration", n, turns, track.since(0, n)),
		}, err
	})
	if err != nil {
		return nil, err
	}
	of := func(metric, unit string, v float64) line {
		return line{Metric: metric, Value: v, Unit: unit, Better: lower}.over(n, turns)
	}
	return append(lines, of("heap_tenth", "MiB", early/(1<<20)), of("heap_end", "MiB", end/(1<<20)), of("history", "events", longest)), nil
}

// linked carries out chains of this many runs.
func (t *trial) linked(ctx context.Context, track *track, of int, m *meter) ([]time.Duration, error) {
	track.reset()
	begun := time.Since(track.begun)
	err := t.b.during(ctx, m, func() error {
		errs := make([]error, chainCrowd)
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() { errs[i] = t.whole(ctx, links, leg{First: i * of, Steps: of}) })
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = track.check(chainCrowd * of)
	}
	return track.since(begun, chainCrowd*of), err
}

// whole carries out one chain, whose result is its last step.
func (t *trial) whole(ctx context.Context, w workflow.Def[leg, int], l leg) error {
	run, err := reprise.Start(ctx, t.rt, w, l)
	if err != nil {
		return err
	}
	got, err := run.Result(ctx)
	if want := l.First + l.Steps - 1; err == nil && got != want {
		err = wrongResult(got, want)
	}
	return err
}

// longest returns the number of events of the longest history.
func (t *trial) longest(ctx context.Context) (most float64, err error) {
	err = t.runs(ctx, func(r store.Run) error {
		if r.Status == store.Open {
			return fmt.Errorf("run %q is open", r.WorkflowID)
		}
		most = max(most, float64(r.NextSeq-1))
		return nil
	})
	return most, err
}

func heapInUse() float64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	return float64(s.HeapAlloc)
}
