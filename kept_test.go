package reprise_test

import (
	"context"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// A run that waits for an activity, perhaps for hours, keeps no payload that its workflow
// no longer references, nor a second copy of its input.
func TestARunThatWaitsForAnActivityKeepsNoPayloads(t *testing.T) {
	const runs, size = 32, 1 << 20
	var inside sync.WaitGroup
	free := make(chan struct{})
	big := activity.New("big", func(context.Context, int) ([]byte, error) { return make([]byte, size), nil })
	long := activity.New("long", func(context.Context, int) (int, error) {
		inside.Done()
		<-free
		return 0, nil
	}, activity.Policy{StartToClose: time.Hour})
	result := workflow.New("result", func(ctx workflow.Context, in []byte) (int, error) {
		b, err := workflow.Execute(ctx, big, 0).Get(ctx)
		n := len(b) + len(in)
		if b = nil; err != nil {
			return 0, err
		}
		return workflow.Execute(ctx, long, n).Get(ctx)
	})
	input := workflow.New("input", func(ctx workflow.Context, in []byte) (int, error) {
		return workflow.Execute(ctx, long, len(in)).Get(ctx)
	})
	rt := startRuntime(t, openFile(t, filepath.Join(t.TempDir(), "kept.db")), quiet(), result, input, big, long)
	defer close(free)
	for _, c := range []struct {
		of   workflow.Bound[[]byte, int]
		in   int
		most uint64 // MiB
	}{{result, 1, runs / 2}, {input, size, runs + runs/2}} {
		before := heap()
		inside.Add(runs)
		for range runs {
			if _, err := reprise.Start(t.Context(), rt, c.of, make([]byte, c.in)); err != nil {
				t.Fatal(err)
			}
		}
		inside.Wait()
		if kept := (heap() - before) >> 20; int64(kept) > int64(c.most) {
			t.Errorf("%d runs keep %d MiB, want at most %d", runs, kept, c.most)
		}
	}
}

func heap() uint64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
