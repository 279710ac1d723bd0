package promotion

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var (
	approve = workflow.DefineSignal[string]("approve")
	order   = workflow.Define[int, string]("order")
)

// Check runs two workers on a database whose standby is promoted without the last
// transactions. The first has taken a signal and runs an activity for it, and both are lost.
// The second takes another signal and schedules another activity under the same number. The
// result must be that of the activity in the history. empty returns a new empty store.
func Check(t *testing.T, empty func(t *testing.T) store.Store) {
	t.Run("eager", func(t *testing.T) { check(t, NewPair(empty(t), empty(t)), activity.Policy{}) })
	t.Run("row", func(t *testing.T) {
		check(t, NewPair(empty(t), empty(t)), activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
	})
}

func check(t *testing.T, pair *Pair, policy activity.Policy) {
	a, b := newWorker(t, pair, policy), newWorker(t, pair, policy)
	b.line.Hold(true)
	h, err := reprise.Start(t.Context(), a.rt, order, 0, reprise.ID("order-1"))
	if err != nil {
		t.Fatal(err)
	}
	a.parked(h.RunID())

	pair.Cut()
	a.send("x")
	lost := a.begins()
	a.line.Hold(true)
	pair.Promote()

	b.line.Hold(false)
	b.send("y")
	here := b.begins()
	if lost.RunID != here.RunID || lost.Number != here.Number || lost.Attempt != here.Attempt {
		t.Fatalf("lost is %+v, now is %+v: want one run, activity and attempt", lost, here)
	}
	if lost.IdempotencyKey == here.IdempotencyKey {
		t.Errorf("both activities have the idempotency key %q", here.IdempotencyKey)
	}
	close(a.finish)
	if got := <-a.ended; got.Code != store.Fenced {
		t.Errorf("the end of the lost activity is answered %q, want %q", got.Code, store.Fenced)
	}
	close(b.finish)
	after, err := reprise.Get(t.Context(), b.rt, order, "order-1")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := after.Result(t.Context()); err != nil || got != "y paid for y" {
		t.Errorf("the result is %q, %v; want that of y", got, err)
	}
}

// worker is a worker whose attempts wait until the test lets them return.
type worker struct {
	t      *testing.T
	line   *Line
	rt     *reprise.Runtime
	begun  chan activity.Info
	finish chan struct{}
	ended  chan store.Outcome // of what it wrote since the promotion
}

func newWorker(t *testing.T, pair *Pair, policy activity.Policy) *worker {
	t.Helper()
	w := &worker{t: t, begun: make(chan activity.Info, 1), finish: make(chan struct{}), ended: make(chan store.Outcome, 100)}
	w.line = &Line{Pair: pair, Ended: func(_ store.Op, out store.Outcome) { w.ended <- out }}
	charge := activity.Define[string, string]("charge", policy)
	pay := charge.Bind(func(ctx context.Context, in string) (string, error) {
		w.begun <- activity.GetInfo(ctx)
		<-w.finish
		return "paid for " + in, nil
	})
	fulfil := order.Bind(func(ctx workflow.Context, _ int) (string, error) {
		word, err := workflow.Receive(ctx, approve)
		if err != nil {
			return "", err
		}
		paid, err := workflow.Execute(ctx, charge, word).Get(ctx)
		return word + " " + paid, err
	})
	// Without a cache a parked run is sticky to nobody.
	rt, err := reprise.New(w.line, reprise.Config{Logger: slog.New(slog.DiscardHandler), CacheBytes: -1, Build: "test"}, pay, fulfil)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.rt = rt
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := rt.Stop(ctx); err != nil {
			t.Errorf("Stop: %v", err)
		}
	})
	return w
}

func (w *worker) send(word string) {
	w.t.Helper()
	if err := reprise.Signal(w.t.Context(), w.rt, "order-1", approve, word); err != nil {
		w.t.Fatal(err)
	}
}

// begins returns once an attempt has begun, and so the commit that scheduled it is durable.
func (w *worker) begins() activity.Info {
	w.t.Helper()
	select {
	case info := <-w.begun:
		return info
	case <-time.After(time.Minute):
		w.t.Fatal("no attempt has begun within a minute")
	}
	return activity.Info{}
}

// parked returns once the run waits and has no owner.
func (w *worker) parked(run store.RunID) {
	w.t.Helper()
	for late := time.Now().Add(time.Minute); ; {
		r, err := w.line.Run(w.t.Context(), store.Ref{Run: run})
		if err != nil {
			w.t.Fatal(err)
		}
		if r.Owner == (store.WorkerID{}) && r.Waiting != "" {
			return
		}
		if time.Now().After(late) {
			w.t.Fatalf("the run has not parked within a minute: %+v", r)
		}
		time.Sleep(time.Millisecond) // a pause between two looks
	}
}
