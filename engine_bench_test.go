package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// BenchmarkWorkflow runs workflows of one activity from 64 starters, on a cheap store.
// It measures the cost of the engine itself.
func BenchmarkWorkflow(b *testing.B) { benchRuns(b, 64, 1, b.N) }

// BenchmarkStep measures one step of runs of 20, with 200 and with 1,000 runs at once:
// many runs have many stacks, which the garbage collector scans.
func BenchmarkStep(b *testing.B) {
	const steps = 20
	for _, runs := range []int{200, 1000} {
		b.Run(fmt.Sprint("runs=", runs), func(b *testing.B) { benchRuns(b, runs, steps, (b.N+steps-1)/steps) })
	}
}

// benchRuns carries out n runs with this many activities in sequence, atOnce runs at a
// time.
func benchRuns(b *testing.B, atOnce, steps, n int) {
	noop := activity.New("noop", func(context.Context, int) (int, error) { return 0, nil })
	all := workflow.New("all", func(ctx workflow.Context, n int) (int, error) {
		for range steps {
			if _, err := workflow.Execute(ctx, noop, n).Get(ctx); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	cfg := reprise.Config{Logger: slog.New(slog.DiscardHandler), Build: "v1", Activities: atOnce}
	rt, err := reprise.New(memory.New(), cfg, all, noop)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	if err := rt.Start(ctx); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	b.ReportAllocs()
	b.ResetTimer()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(atOnce, n) {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				h, err := reprise.Start(ctx, rt, all, int(i), reprise.ID(fmt.Sprint("run-", i)))
				if err == nil {
					_, err = h.Result(ctx)
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkEnqueueAll measures the cost of 10,000 jobs before a store writes them.
func BenchmarkEnqueueAll(b *testing.B) {
	inputs := make([]crate, reprise.MaxAtOnce)
	for b.Loop() {
		client, err := reprise.New(newMemory(), quiet())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := reprise.EnqueueAll(b.Context(), client, shipCrate, inputs, nil); err != nil {
			b.Fatal(err)
		}
	}
}
