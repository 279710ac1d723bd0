package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// BenchmarkQuery queries runs of several lengths, which reads the history and replays it.
func BenchmarkQuery(b *testing.B) {
	st, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "runs.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	step := activity.New("step", func(_ context.Context, n int) (int, error) { return n, nil })
	far := workflow.DefineQuery[workflow.None, int]("far")
	long := workflow.New("long", func(ctx workflow.Context, n int) (int, error) {
		i := 0
		err := workflow.HandleQuery(ctx, far, func(workflow.None) (int, error) { return i, nil })
		for ; i < n && err == nil; i++ {
			_, err = workflow.Execute(ctx, step, i).Get(ctx)
		}
		return i, err
	})
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler), Build: "v1"}, long, step)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	if err := rt.Start(ctx); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rt.Stop(ctx) }()
	for _, steps := range []int{5, 500, 5000} {
		h, err := reprise.Start(ctx, rt, long, steps)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := h.Result(ctx); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d events", 2*steps+2), func(b *testing.B) {
			for b.Loop() {
				if got, err := reprise.Query(ctx, rt, h.RunID(), far, workflow.None{}); err != nil || got != steps {
					b.Fatal(got, err)
				}
			}
		})
	}
}
