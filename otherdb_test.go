package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// reliability 48: the address leads to another database for a while. The worker drops
// everything at once, acts as no worker meanwhile, and continues afterwards.
func TestReliability48AWorkerOnAnotherDatabaseLetsGoAndWaits(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	elsewhere := fmt.Errorf("%w: it is the one of staging", store.ErrOtherDatabase)
	var away atomic.Bool
	refused := make(chan string, 1000)
	st := storetest.Faulty(shared, func(c storetest.Call) (f storetest.Fault) {
		if away.Load() {
			f = storetest.Fault{Kind: storetest.FailBefore, Err: elsewhere, After: func() { refused <- c.Method }}
		}
		return f
	})
	causes, inside := make(chan error, 1), make(chan struct{}, 2)
	var calls atomic.Int32
	act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
		n := int(calls.Add(1))
		inside <- struct{}{}
		if n == 1 {
			<-ctx.Done()
			causes <- context.Cause(ctx)
		}
		return n, nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, act, 0).Get(ctx)
	})
	rt := startRuntime(t, st, quiet(), w, act)
	h, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	before := rt.WorkerID()
	away.Store(true)
	if cause := <-causes; !errors.Is(cause, activity.ErrLeaseLost) {
		t.Errorf("the activity was told %v; want ErrLeaseLost", cause)
	}
	for method := range refused {
		if method == "Leave" || method == "Join" { // it tries to join again
			break
		}
	}
	if id := rt.WorkerID(); id != (store.WorkerID{}) {
		t.Errorf("it is worker %v there", id)
	}
	if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID("other")); !errors.Is(err, store.ErrOtherDatabase) {
		t.Errorf("a start meanwhile: %v", err)
	}
	away.Store(false)
	if n, err := h.Result(ctx); err != nil || n != 2 {
		t.Errorf("Result = %d, %v; want 2, of the second attempt", n, err)
	}
	if id := rt.WorkerID(); id == before {
		t.Error("it goes on under the id of before")
	}
	lint(t, shared, h.RunID())
}
