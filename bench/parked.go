package main

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

const (
	settlers = 20_000 // uncounted runs that are parked first, at most
	wakings  = 1000   // signals sent, at most
)

// w8 measures the cost of runs that wait for a signal while no worker caches their
// coroutines: memory of the process and bytes of the database; statements and CPU time
// of a new engine while nothing happens; and how long 1,000 signals take.
func w8(ctx context.Context, b *bench) (lines []line, err error) {
	n := b.size(20_000)
	first, woken := min(n, settlers), min(n, wakings)
	empty, err := b.emptyBytes(ctx)
	if err != nil {
		return nil, err
	}
	p, questions, err := b.counted(ctx)
	if err != nil {
		return nil, err
	}
	track := newTrack(woken)
	err = b.onPlace(ctx, p, reprise.Config{CacheBytes: -1}, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		memory, err := t.perParked(ctx, first, n)
		if err != nil {
			return err
		}
		database, err := t.perRow(ctx, first+n, empty)
		if err != nil {
			return err
		}
		if err := t.begin(ctx); err != nil {
			return err
		}
		idle, err := t.asleep(ctx, first+n, questions)
		if err != nil {
			return err
		}
		wake, err := t.wake(ctx, track, woken, n/woken)
		lines = slices.Concat(memory, database, idle, wake)
		return err
	})
	return lines, err
}

// perParked parks first runs and then n more, and measures the memory that the latter
// add. By then, memory that exists once for all runs, such as the database's cache, is
// in place.
func (t *trial) perParked(ctx context.Context, first, n int) ([]line, error) {
	if _, err := t.park(ctx, first, "early", errand{Waits: 1}); err != nil {
		return nil, err
	}
	before := held()
	var m meter
	err := m.during(func() error {
		_, err := t.park(ctx, n, "late", errand{Waits: 1})
		return err
	})
	if err != nil {
		return nil, err
	}
	after := held()
	each := func(metric string, added float64) line {
		l := line{Metric: metric, Unit: "bytes/run", Better: lower, Value: added / float64(n)}
		return l.over(n, m)
	}
	return []line{each("memory", after.all-before.all), each("heap", after.heap-before.heap)}, t.expect(ctx, first+n, store.Open)
}

// perRow closes the store and measures the space of n parked runs, without that of an
// empty store and without their inputs.
func (t *trial) perRow(ctx context.Context, n int, empty int64) (lines []line, err error) {
	input, err := history.MsgPack().Encode(errand{Waits: 1})
	if err != nil {
		return nil, err
	}
	var m meter
	var bytes int64
	if err := t.tellTables(ctx, "w8: parked"); err != nil {
		return nil, err
	}
	err = m.during(func() error {
		if err := t.close(); err != nil {
			return err
		}
		bytes, err = t.place.bytes(ctx)
		return err
	})
	l := line{Metric: "database", Unit: "bytes/run", Better: lower, Value: float64(bytes-empty)/float64(n) - float64(len(input))}
	return []line{l.over(n, m)}, err
}

// emptyBytes returns the size of a store without a run.
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

// holding is the memory of this process after everything unused was freed.
type holding struct {
	heap float64 // of Go, with stacks
	all  float64 // of the process
}

func held() holding {
	debug.FreeOSMemory()
	debug.FreeOSMemory() // frees what finalizers released
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return holding{heap: float64(s.HeapAlloc + s.StackInuse), all: resident(s)}
}

// mapped returns the memory that Go has from the system.
func mapped(s runtime.MemStats) float64 { return float64(s.Sys - s.HeapReleased) }
