package reprise_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

const tasksOf = 5000

var again = workflow.DefineSignal[int]("again")

// notes is a workflow that records n values, tasksOf in each task, and waits for a
// signal after each task, for ever.
var notes = workflow.New("notes", func(ctx workflow.Context, n int) (int, error) {
	for {
		for i := range min(n, tasksOf) {
			if _, err := workflow.SideEffect(ctx, func() (int, error) { return i, nil }); err != nil {
				return 0, err
			}
		}
		n -= min(n, tasksOf)
		if _, err := workflow.Receive(ctx, again); err != nil {
			return 0, err
		}
	}
})

// A task whose run is in the cache replays nothing, and allocates no more after 20,000
// events than after 100.
func TestATaskOfACachedRunCostsTheSameHoweverLongItsHistory(t *testing.T) {
	var short, long cost
	synctest.Test(t, func(t *testing.T) { short = costOfTask(t, 100) })
	synctest.Test(t, func(t *testing.T) { long = costOfTask(t, 20_000) })
	if long.allocs > 2*short.allocs || long.bytes > 2*short.bytes {
		t.Errorf("a task takes %+v after 20,000 events, %+v after 100", long, short)
	}
}

type cost struct{ allocs, bytes uint64 }

// costOfTask measures the cost of a signal to a parked run whose history has this many
// events.
func costOfTask(t *testing.T, events int) cost {
	cfg, missed := quiet(), 0
	cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) {
		if !e.Cached {
			missed++
		}
	}}
	rt := startRuntime(t, newMemory(), cfg, notes)
	run, err := reprise.Start(t.Context(), rt, notes, events, reprise.ID("notes"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	signals := func(n int) {
		for range n {
			if err := reprise.Signal(t.Context(), rt, run.WorkflowID(), again, 1); err != nil {
				t.Fatal(err)
			}
			synctest.Wait() // the run is parked again
		}
	}
	signals(events / tasksOf) // until all events are recorded
	d, err := reprise.Describe(t.Context(), rt, run.WorkflowID())
	if err != nil || d.Events < int64(events) {
		t.Fatalf("the history has %d events, %v", d.Events, err)
	}
	was, replayed := missed, rt.Stats().ReplayedEvents
	const rounds = 50
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	signals(rounds)
	runtime.ReadMemStats(&after)
	if now := rt.Stats().ReplayedEvents; now != replayed || missed != was {
		t.Errorf("%d events were replayed, %d times the run was not in the cache", now-replayed, missed-was)
	}
	return cost{(after.Mallocs - before.Mallocs) / rounds, (after.TotalAlloc - before.TotalAlloc) / rounds}
}

// A worker knows the length of its run's history, and does not read on to find the end.
func TestARunIsRebuiltByOneRead(t *testing.T) {
	ctx := bounded(t)
	var reads atomic.Int32
	st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
		if c.Method == "History" {
			reads.Add(1)
		}
		return storetest.Fault{}
	})
	evicted, replayed := make(chan struct{}, 10), make(chan [2]int, 10)
	cfg := hurried()
	cfg.CacheBytes = -1
	cfg.Observer = &reprise.Observer{
		RunEvicted: func(reprise.RunEvicted) { evicted <- struct{}{} },
		RunReplayed: func(e reprise.RunReplayed) {
			replayed <- [2]int{e.Events, int(reads.Load())}
		},
	}
	rt := startRuntime(t, st, cfg, waitSign.Bind(signed))
	run := begin(t, rt, waitSign, "x", "w")
	<-evicted
	<-replayed // the start, which needs no read
	if err := reprise.Signal(ctx, rt, "w", approve, approval{By: "me"}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if got := <-replayed; got != [2]int{2, 1} {
		t.Errorf("%d events are replayed after %d reads; want 2 after 1", got[0], got[1])
	}
}
