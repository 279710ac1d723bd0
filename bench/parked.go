package main

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// parkedRuns is what a run that waits for a signal takes while no worker keeps its
// coroutines: memory of the process, and bytes of the database. It parks as many runs
// twice and measures what the second half added, so that what there is once for all runs,
// such as the database's own cache, is there already.
func parkedRuns(ctx context.Context, b *bench) ([]line, error) {
	n := b.size(20_000)
	track := newTrack(0)
	heap := line{Metric: "heap", Unit: "bytes/run", Better: lower}
	memory := line{Metric: "memory", Unit: "bytes/run", Better: lower}
	database := line{Metric: "database", Unit: "bytes/run", Better: lower}
	empty, err := b.emptyBytes(ctx)
	if err != nil {
		return nil, err
	}
	var m meter
	err = b.onEngine(ctx, reprise.Config{CacheBytes: -1}, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		if _, err := t.park(ctx, n, "early", errand{Waits: 1}); err != nil {
			return err
		}
		before := held()
		err := m.during(func() error {
			_, err := t.park(ctx, n, "late", errand{Waits: 1})
			return err
		})
		if err != nil {
			return err
		}
		after := held()
		heap.Value = (after.heap - before.heap) / float64(n)
		memory.Value = (after.all - before.all) / float64(n)
		if err := errors.Join(t.expect(ctx, 2*n, store.Open), t.close()); err != nil {
			return err
		}
		bytes, err := t.place.bytes(ctx)
		database.Value = float64(bytes-empty) / float64(2*n)
		return err
	})
	return []line{memory.over(n, m), heap.over(n, m), database.over(2*n, m)}, err
}

// emptyBytes is the size of a store without a run.
func (b *bench) emptyBytes(ctx context.Context) (bytes int64, err error) {
	p, err := b.backend.place(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, p.remove(context.WithoutCancel(ctx))) }()
	st, err := p.open(ctx)
	if err != nil {
		return 0, err
	}
	if err := st.Close(); err != nil {
		return 0, err
	}
	return p.bytes(ctx)
}

// holding is the memory of this process once everything unused was given back.
type holding struct {
	heap float64 // of Go, with stacks
	all  float64 // of the process
}

func held() holding {
	debug.FreeOSMemory()
	debug.FreeOSMemory() // what finalizers let go of
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return holding{heap: float64(s.HeapAlloc + s.StackInuse), all: resident(s)}
}

// mapped is the memory that Go has from the system.
func mapped(s runtime.MemStats) float64 { return float64(s.Sys - s.HeapReleased) }
