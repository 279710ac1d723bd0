package reprise_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// readRows is a store that counts the history rows it returns.
type readRows struct {
	store.Store
	n atomic.Int64
}

func (r *readRows) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	rows, err := r.Store.History(ctx, q)
	r.n.Add(int64(len(rows)))
	return rows, err
}

// A worker that resumes a run reads each row of its history once, and passes each event to the code once.
func TestARebuildWalksTheHistoryOnce(t *testing.T) {
	ctx := bounded(t)
	st := &readRows{Store: newMemory()}
	step := activity.New("step", func(context.Context, int) (int, error) { return 0, nil })
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
	rebuilt := make(chan int, 1)
	cfg := quiet()
	cfg.CacheBytes = -1 // nothing is cached, so each signal finds the run without a machine
	cfg.Observer = &reprise.Observer{RunReplayed: func(e reprise.RunReplayed) {
		if e.Events > 1 {
			rebuilt <- e.Events
		}
	}}
	rt := startRuntime(t, st, cfg, long, step)
	const steps = 3000 // several pages
	run := begin(t, rt, long, steps, "long")
	parked := func() (rows, events int) {
		awaitRun(t, rt, "long", func(d reprise.Description) bool { return len(d.Waits) > 0 && d.Unread == 0 && d.Owner == [16]byte{} })
		for row, err := range histories.Stored(ctx, st.Store, run.RunID(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			rows, events = rows+1, events+row.N
		}
		return rows, events
	}
	for range 3 {
		rows, events := parked()
		before := st.n.Load()
		if err := reprise.Signal(ctx, rt, "long", again, 1); err != nil {
			t.Fatal(err)
		}
		if walked := <-rebuilt; walked != events {
			t.Errorf("%d events were replayed of a history of %d", walked, events)
		}
		if read := int(st.n.Load() - before); read != rows {
			t.Errorf("%d rows were read of a history of %d", read, rows)
		}
	}
}
