package reprise_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// A worker that goes on with a run walks its history once: eight times the history takes about
// eight times as long, and not sixty-four times.
func TestARebuildWalksTheHistoryOnce(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	last := make(chan struct{}, 1) // the last step of a run is made
	step := activity.New("step", func(_ context.Context, left int) (int, error) {
		if left == 0 {
			last <- struct{}{}
		}
		return 0, nil
	})
	again := workflow.DefineSignal[int]("again")
	long := workflow.New("long", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			if _, err := workflow.Execute(ctx, step, n-1-i).Get(ctx); err != nil {
				return 0, err
			}
		}
		for {
			if _, err := workflow.Receive(ctx, again); err != nil {
				return 0, err
			}
		}
	})
	rebuilt := make(chan reprise.RunReplayed, 1)
	cfg := quiet()
	cfg.CacheBytes = -1 // nothing is kept, so each signal finds the run without a machine
	cfg.Observer = &reprise.Observer{RunReplayed: func(e reprise.RunReplayed) {
		if e.Events > 1 {
			rebuilt <- e
		}
	}}
	rt := startRuntime(t, st, cfg, long, step)
	parked := func() {
		for ctx.Err() == nil {
			owned, err := st.Owned(ctx, rt.WorkerID())
			if err != nil {
				t.Fatal(err)
			}
			if len(owned.Runs) == 0 {
				return
			}
		}
		t.Fatal("the run does not park")
	}
	best := func(n int) time.Duration {
		id := fmt.Sprint("of ", n)
		begin(t, rt, long, n, id)
		<-last
		took := time.Hour
		for range 5 {
			parked()
			if err := reprise.Signal(ctx, rt, id, again, 1); err != nil {
				t.Fatal(err)
			}
			e := <-rebuilt
			if e.Events < 2*n {
				t.Fatalf("%d events were replayed of a run of %d steps", e.Events, n)
			}
			took = min(took, e.Took)
		}
		return took
	}
	const steps = 1000
	short, eight := best(steps), best(8*steps)
	t.Logf("%d steps in %v, %d in %v", steps, short, 8*steps, eight)
	if eight > 20*short {
		t.Errorf("%d steps are rebuilt in %v and %d in %v: more than with the history grows what each step costs", steps, short, 8*steps, eight)
	}
}
