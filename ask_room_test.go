package reprise_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// A claim in progress reserves room for the runs that it may bring: a signal to a parked
// run does not take that room, and the worker never owns more than Config.Runs.
func TestAClaimUnderWayKeepsItsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		mem := newMemory()
		hold := false
		in, out := make(chan struct{}), make(chan struct{})
		st := storetest.Faulty(mem, func(c storetest.Call) (f storetest.Fault) {
			for _, op := range c.Ops {
				if _, ok := op.(*store.Claim); ok && hold {
					hold = false
					f.Before = func() { close(in); <-out }
				}
			}
			return f
		})
		release := make(chan struct{})
		long := activity.New("long", func(context.Context, int) (int, error) { <-release; return 0, nil })
		busy := workflow.New("busy", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, long, 0).Get(ctx) })
		wait := workflow.New("wait", func(ctx workflow.Context, _ int) (int, error) {
			if _, err := workflow.Receive(ctx, word); err != nil {
				return 0, err
			}
			return workflow.Execute(ctx, long, 0).Get(ctx)
		})
		cfg := quiet()
		cfg.Runs = 1
		rt := startRuntime(t, st, cfg, wait, busy, long)
		begin(t, rt, wait, 0, "a")
		synctest.Wait()
		client, err := reprise.New(mem, quiet(), busy, wait, long)
		if err != nil {
			t.Fatal(err)
		}
		hold = true
		begin(t, client, busy, 0, "b")
		<-in // the worker's claim is in progress, for its only slot
		go func() {
			if err := reprise.Signal(ctx, rt, "a", word, "x"); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		close(out)
		synctest.Wait()
		o, err := mem.Owned(ctx, rt.WorkerID())
		if err != nil || len(o.Runs) != 1 {
			t.Errorf("with Runs: 1 the worker owns %v, %v", o.Runs, err)
		}
		close(release)
	})
}
