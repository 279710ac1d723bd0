package reprise_test

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
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
	if err := reprise.DrainWorker(ctx, a, b.WorkerID(), by); err != nil { // nobody claims anything
		t.Fatal(err)
	}
	reaches(b, reprise.StateDrained)
	if err := reprise.UndrainWorker(ctx, b, a.WorkerID(), by); err != nil {
		t.Fatal(err)
	}
	reaches(a, reprise.StateReady)
	ranOn(b, a)
}

// lastTick is a store that runs a function before one of a worker's ticks, and later loses the answer to the first Leave.
type lastTick struct {
	*sqlite.Store
	before atomic.Pointer[func()]
	left   atomic.Bool
}

func (s *lastTick) Leave(ctx context.Context, id store.WorkerID) error {
	err := s.Store.Leave(ctx, id)
	if err == nil && s.left.CompareAndSwap(false, true) {
		return store.ErrUnknownOutcome
	}
	return err
}

func (s *lastTick) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	if do := s.before.Swap(nil); do != nil {
		(*do)()
	}
	return s.Store.Tick(ctx, q)
}

// A worker loses its lease before it reads an order to drain, or to take work again. It follows the order after it has joined again.
func TestADrainOutlivesTheLease(t *testing.T) {
	for want, told := range map[reprise.State][]bool{reprise.StateDrained: {false}, reprise.StateReady: {false, true}} {
		t.Run(string(want), func(t *testing.T) {
			ctx := bounded(t)
			opened, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "runs.db"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := opened.Close(); err != nil {
					t.Error(err)
				}
			})
			st := &lastTick{Store: opened}
			rt := startRuntime(t, st, quiet())
			id := rt.WorkerID()
			tell := func(undo bool) {
				out, err := st.Apply(ctx, []store.Op{&store.DrainWorker{Namespace: "default", Worker: id, Undo: undo, Who: "anna", Why: "a new kernel"}})
				if err != nil || out[0].Code != store.Done {
					t.Errorf("told to drain: %+v, %v", out, err)
				}
			}
			for _, undo := range told[:len(told)-1] {
				tell(undo)
				for rt.State() != reprise.StateDrained && ctx.Err() == nil {
					runtime.Gosched()
				}
			}
			dies := func() {
				tell(told[len(told)-1])
				condemnAlive(t, st.Store, id)
			}
			st.before.Store(&dies)
			for (rt.WorkerID() == id || rt.WorkerID() == uuid.UUID{}) && ctx.Err() == nil {
				runtime.Gosched()
			}
			if got := rt.State(); got != want {
				t.Errorf("it has joined again, and is %s, want %s", got, want)
			}
		})
	}
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
