package reprise_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

func TestAWorkerDrainsAndTakesWorkAgain(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	inside, leave := make(chan struct{}), make(chan struct{})
	stays := activity.New("stays", func(context.Context, int) (uuid.UUID, error) {
		inside <- struct{}{}
		<-leave
		return uuid.UUID{}, nil
	})
	of := func(ctx context.Context, _ int) (string, error) { return activity.GetInfo(ctx).Worker, nil }
	quick := activity.New("quick", of)
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		if _, err := workflow.Execute(ctx, stays, 0).Get(ctx); err != nil {
			return "", err
		}
		return workflow.Execute(ctx, quick, 0).Get(ctx)
	})
	short := workflow.New("short", func(ctx workflow.Context, _ int) (string, error) { return workflow.Execute(ctx, quick, 0).Get(ctx) })
	worker := func() *reprise.Runtime {
		rt, err := reprise.New(st, quiet(), w, short, stays, quick)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = rt.StopNow() })
		return rt
	}
	reaches := func(rt *reprise.Runtime, want reprise.State) {
		t.Helper()
		for rt.State() != want && ctx.Err() == nil {
			runtime.Gosched()
		}
		if got := rt.State(); got != want {
			t.Fatalf("it is %s, want %s", got, want)
		}
	}
	by := reprise.By{Who: "anna", Why: "a new kernel"}
	a := worker()
	h, err := reprise.Start(ctx, a, w, 0)
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	b := worker()
	if err := reprise.DrainWorker(ctx, b, a.WorkerID(), by); err != nil {
		t.Fatal(err)
	}
	reaches(a, reprise.StateDraining)
	ranOn := func(start, where *reprise.Runtime) {
		t.Helper()
		h, err := reprise.Start(ctx, start, short, 0)
		if err != nil {
			t.Fatal(err)
		}
		if on, err := h.Result(ctx); err != nil || on != "worker/"+where.WorkerID().String() {
			t.Errorf("it ran on %s, %v, want %s", on, err, where.WorkerID())
		}
	}
	ranOn(a, b)
	close(leave)
	if on, err := h.Result(ctx); err != nil || on != "worker/"+b.WorkerID().String() {
		t.Errorf("it went on at %s, %v, want %s", on, err, b.WorkerID())
	}
	reaches(a, reprise.StateDrained)
	if err := reprise.DrainWorker(ctx, a, b.WorkerID(), by); err != nil { // nobody takes anything
		t.Fatal(err)
	}
	reaches(b, reprise.StateDrained)
	if err := reprise.UndrainWorker(ctx, b, a.WorkerID(), by); err != nil {
		t.Fatal(err)
	}
	reaches(a, reprise.StateReady)
	ranOn(b, a)
}

func TestWhatCannotBeDrained(t *testing.T) {
	ctx := bounded(t)
	rt, err := reprise.New(newMemory(), quiet())
	if err != nil {
		t.Fatal(err)
	}
	by := reprise.By{Who: "anna", Why: "a new kernel"}
	if err := reprise.DrainWorker(ctx, rt, uuid.New(), by); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("of no worker it is %v", err)
	}
	if err := reprise.DrainWorker(ctx, rt, uuid.UUID{}, by); !errors.Is(err, reprise.ErrInvalidID) {
		t.Errorf("of no id it is %v", err)
	}
	if err := reprise.DrainWorker(ctx, rt, uuid.New(), reprise.By{Who: "anna"}); !errors.Is(err, reprise.ErrNoReason) {
		t.Errorf("without a reason it is %v", err)
	}
}
