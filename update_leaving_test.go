package reprise_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	mend     = workflow.DefineUpdate[string, int]("mend")
	onward   = workflow.DefineSignal[workflow.None]("onward")
	repaired = workflow.DefineSignal[workflow.None]("repaired")
	garage   = workflow.Define[int, int]("garage")
)

// garageCode continues as new at a signal, after waiting for the handler of an update, which ends as
// handler says.
func garageCode(handler func(ctx workflow.Context, run int) (int, error)) workflow.Binding {
	return garage.Bind(func(ctx workflow.Context, n int) (int, error) {
		err := workflow.HandleUpdate(ctx, mend, func(ctx workflow.Context, _ string) (int, error) { return handler(ctx, n) })
		if err != nil {
			return 0, err
		}
		if _, err := workflow.Receive(ctx, onward); err != nil {
			return n, err
		}
		return workflow.ContinueAsNew(ctx, garage, n+1)
	})
}

// leaving starts a run of the garage and makes it wait for a handler before it continues as new.
func leaving(t *testing.T, rt *reprise.Runtime, opts ...reprise.StartOption) (reprise.Handle[int], reprise.UpdateHandle[int]) {
	t.Helper()
	h, err := reprise.Start(t.Context(), rt, garage, 0, append(opts, reprise.ID("g"))...)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := reprise.SendUpdate(t.Context(), rt, "g", mend, "brakes")
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(t.Context(), rt, "g", onward, workflow.None{}); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "g", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "handlers of updates") })
	return h, sent
}

func TestACancelBeforeAHandlerHasEndedReachesTheNextRun(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), garageCode(func(ctx workflow.Context, n int) (int, error) {
			_, err := workflow.Receive(workflow.WithoutCancel(ctx), repaired)
			return n, err
		}))
		h, sent := leaving(t, rt)
		if err := reprise.Cancel(t.Context(), rt, "g", "sold"); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(t.Context(), rt, "g", repaired, workflow.None{}); err != nil {
			t.Fatal(err)
		}
		if n, err := sent.Result(t.Context()); n != 0 || err != nil {
			t.Errorf("the update is answered %d, %v", n, err)
		}
		if _, err := h.Result(t.Context()); !errors.Is(err, workflow.ErrCancelled) || !strings.Contains(err.Error(), "sold") {
			t.Errorf("the chain ends with %v, want the request to cancel", err)
		}
		d, err := reprise.Describe(t.Context(), rt, "g")
		if err != nil || d.RunID == h.RunID() {
			t.Errorf("%v, %v; want the next run", d.RunID, err)
		}
		lint(t, st, d.RunID)
	})
}

func TestASagaInAHandlerUndoesWhileTheRunWaitsToGoOn(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		var undone atomic.Int32
		rt := startRuntime(t, st, quiet(), garageCode(func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Saga(ctx, func(ctx workflow.Context, undo *workflow.Compensations) (int, error) {
				undo.Add("refund", func(workflow.Context) error { undone.Add(1); return nil })
				_, err := workflow.Receive(ctx, repaired)
				return 0, errors.Join(err, errors.New("the part does not fit"))
			})
		}))
		_, sent := leaving(t, rt)
		if err := reprise.Signal(t.Context(), rt, "g", repaired, workflow.None{}); err != nil {
			t.Fatal(err)
		}
		if _, err := sent.Result(t.Context()); err == nil || undone.Load() == 0 {
			t.Errorf("the update is answered with %v, and %d was undone", err, undone.Load())
		}
		if err := reprise.Terminate(t.Context(), rt, "g", ""); err != nil {
			t.Fatal(err)
		}
	})
}

func TestARunThatWaitsForAHandlerIsTimedOut(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), garageCode(func(ctx workflow.Context, n int) (int, error) {
			_, err := workflow.Receive(workflow.WithoutCancel(ctx), repaired)
			return n, err
		}))
		h, sent := leaving(t, rt, reprise.Timeout(time.Hour))
		if _, err := h.Result(t.Context()); !errors.Is(err, workflow.ErrTimeout) {
			t.Errorf("the run ends with %v", err)
		}
		if _, err := sent.Result(t.Context()); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("the update is answered with %v", err)
		}
		lint(t, st, h.RunID())
	})
}

// answerLost loses the answer to the first update, and calls f before it returns.
type answerLost struct {
	store.Store
	armed atomic.Bool
	f     func()
}

func (l *answerLost) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	out, err := l.Store.Apply(ctx, ops)
	for _, op := range ops {
		if d, ok := op.(*store.Deliver); ok && d.Entry.Kind == store.EntryUpdate && l.armed.CompareAndSwap(true, false) {
			l.f()
			return nil, store.ErrUnknownOutcome
		}
	}
	return out, err
}

// The store's answer to an update is lost, and the run answers the update before it is repeated.
func TestAnUpdateThatIsSentAgainIsAnswered(t *testing.T) {
	st := newMemory()
	worker := startRuntime(t, st, quiet(), garageCode(func(_ workflow.Context, n int) (int, error) { return n + 7, nil }))
	begin(t, worker, garage, 0, "g")
	lost := &answerLost{Store: st}
	lost.f = func() {
		if n, err := reprise.Update(bounded(t), worker, "g", mend, "lights"); n != 7 || err != nil { // the call begins after the answer was lost
			t.Errorf("%d, %v", n, err)
		}
	}
	lost.armed.Store(true)
	if n, err := reprise.Update(bounded(t), client(t, lost, quiet()), "g", mend, "brakes"); n != 7 || err != nil {
		t.Errorf("it is answered %d, %v", n, err)
	}
	if err := reprise.Terminate(t.Context(), worker, "g", ""); err != nil {
		t.Fatal(err)
	}
}

// goesOn calls f after the open run of a workflow id was found and before anything is delivered to it.
type goesOn struct {
	store.Store
	armed atomic.Bool
	f     func(store.RunID)
}

func (l *goesOn) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	r, err := l.Store.Run(ctx, ref)
	if err == nil && ref.WorkflowID != "" && l.armed.CompareAndSwap(true, false) {
		l.f(r.ID)
	}
	return r, err
}

func TestADeliveryWithOnceFollowsAChainThatGoesOn(t *testing.T) {
	st := newMemory()
	worker := startRuntime(t, st, quiet(), garageCode(func(_ workflow.Context, n int) (int, error) { return n, nil }))
	begin(t, worker, garage, 0, "g")
	moves := &goesOn{Store: st}
	moves.f = func(run store.RunID) {
		if err := reprise.Signal(bounded(t), worker, "g", onward, workflow.None{}); err != nil {
			t.Error(err)
		}
		awaitRun(t, worker, "g", func(d reprise.Description) bool { return d.RunID != run })
	}
	moves.armed.Store(true)
	h, err := reprise.SignalWithStart(bounded(t), client(t, moves, quiet()), garage, 0, repaired, workflow.None{}, reprise.ID("g"), reprise.Once())
	if err != nil || !h.Existed() {
		t.Errorf("%v, existed %v; want it delivered to the open chain", err, h.Existed())
	}
	if err := reprise.Terminate(t.Context(), worker, "g", ""); err != nil {
		t.Fatal(err)
	}
}
