package reprise_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// BenchmarkRebuild measures a signal to an uncached run of 10,000 events: from the rows
// of its history to coroutines that stand where they stood. With the memory store,
// reading the rows costs next to nothing. Run it with -cpu 1 to include the cost of
// garbage collection.
func BenchmarkRebuild(b *testing.B) {
	b.Run("memory", func(b *testing.B) { benchmarkRebuild(b, memory.New()) })
	b.Run("sqlite", func(b *testing.B) {
		st, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "runs.db"))
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		benchmarkRebuild(b, st)
	})
}

func benchmarkRebuild(b *testing.B, st store.Store) {
	const steps = 5000
	step := activity.New("step", func(_ context.Context, n int) (int, error) { return n, nil })
	again := workflow.DefineSignal[int]("again")
	long := workflow.New("long", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			if _, err := workflow.Execute(ctx, step, i).Get(ctx); err != nil {
				return 0, err
			}
		}
		for {
			if _, err := workflow.Receive(ctx, again); err != nil {
				return 0, err
			}
		}
	})
	rebuilt, events := make(chan time.Duration, 1), 0
	observe := &reprise.Observer{RunReplayed: func(e reprise.RunReplayed) {
		if e.Events > 1 {
			events += e.Events
			rebuilt <- e.Took
		}
	}}
	rt, err := reprise.New(st, reprise.Config{CacheBytes: -1, Observer: observe, Logger: slog.New(slog.DiscardHandler), Build: "v1"}, long, step)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	if err := rt.Start(ctx); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	h, err := reprise.Start(ctx, rt, long, steps, reprise.ID("long"))
	if err != nil {
		b.Fatal(err)
	}
	parked := func() {
		look := time.NewTicker(time.Millisecond)
		defer look.Stop()
		for {
			owned, err := st.Owned(ctx, rt.WorkerID())
			if err != nil {
				b.Fatal(err)
			}
			if len(owned.Runs) == 0 {
				return
			}
			<-look.C
		}
	}
	parked()
	var spent time.Duration
	b.ReportAllocs()
	for b.Loop() {
		if err := reprise.Signal(ctx, rt, h.WorkflowID(), again, 1); err != nil {
			b.Fatal(err)
		}
		spent += <-rebuilt
		parked()
	}
	b.ReportMetric(float64(events)/spent.Seconds(), "events/s")
}
