package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// The second step runs where the first one left its file. If that worker is gone, both steps are repeated on
// another worker.
func Example_affinity() {
	type Local struct{ Worker, Path string }
	download := activity.New("download", func(ctx context.Context, url string) (Local, error) {
		return Local{activity.GetInfo(ctx).Worker, "/tmp/a"}, nil
	})
	count := activity.New("count", func(ctx context.Context, l Local) (bool, error) {
		return activity.GetInfo(ctx).Worker == l.Worker && strings.HasPrefix(l.Worker, "worker/"), nil
	})
	file := workflow.New("file", func(ctx workflow.Context, url string) (bool, error) {
		for {
			local, err := workflow.Execute(ctx, download, url).Get(ctx)
			if err != nil {
				return false, err
			}
			same, err := workflow.Execute(ctx, count.With(func(p *activity.Policy) { p.Queue = local.Worker }), local).Get(ctx)
			if !errors.Is(err, activity.ErrWorkerGone) {
				return same, err
			}
		}
	})

	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{}, file, download, count)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)
	h, err := reprise.Start(ctx, rt, file, "https://example.com/a")
	if err != nil {
		panic(err)
	}
	fmt.Println(h.Result(ctx))
	// Output: true <nil>
}
