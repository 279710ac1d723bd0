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

// A workflow of one activity from 64 starters, on a store that costs little: what the
// engine itself takes for it.
func BenchmarkWorkflow(b *testing.B) {
	noop := activity.New("noop", func(context.Context, int) (int, error) { return 0, nil })
	one := workflow.New("one", func(ctx workflow.Context, n int) (int, error) {
		return workflow.Execute(ctx, noop, n).Get(ctx)
	})
	rt, err := reprise.New(memory.New(memory.Options{}), reprise.Config{Logger: slog.New(slog.DiscardHandler), Build: "v1"}, one, noop)
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
	for range 64 {
		wg.Go(func() {
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				h, err := reprise.Start(ctx, rt, one, int(n), reprise.ID(fmt.Sprint("run-", n)))
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
