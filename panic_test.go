package reprise_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// ordering charges a card, ships, and refunds if it does not complete.
type ordering struct {
	refunds              atomic.Int32
	charge, refund, ship activity.Bound[int, int]
	blocked              chan string
}

func newOrdering() *ordering {
	o := &ordering{blocked: make(chan string, 10)}
	o.charge = activity.New("charge", func(_ context.Context, n int) (int, error) { return n, nil })
	o.refund = activity.New("refund", func(_ context.Context, n int) (int, error) { o.refunds.Add(1); return n, nil })
	o.ship = activity.New("ship", func(_ context.Context, n int) (int, error) { return n, nil })
	return o
}

func (o *ordering) config(build string) reprise.Config {
	cfg := quiet()
	cfg.Build = build
	cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { o.blocked <- e.Reason + ": " + e.Text }}
	return cfg
}

// order returns the workflow, which calls between after the charge.
func (o *ordering) order(between func()) func(workflow.Context, int) (int, error) {
	return func(ctx workflow.Context, n int) (int, error) {
		inner, cancel := workflow.WithCancel(ctx)
		defer cancel()
		if _, err := workflow.Execute(ctx, o.charge, n).Get(ctx); err != nil {
			return 0, err
		}
		done := false
		defer func() {
			if !done {
				_, _ = workflow.Execute(workflow.WithoutCancel(ctx), o.refund, n).Get(workflow.WithoutCancel(ctx))
			}
		}()
		timer := workflow.NewTimer(inner, 1<<40)
		between()
		v, err := workflow.Execute(ctx, o.ship, n).Get(ctx)
		if done = err == nil; !done {
			return 0, err
		}
		_ = timer
		return v, nil
	}
}

// oneOrder is the run's workflow id.
const oneOrder = "order-1"

func awaitPanic(t *testing.T, o *ordering) {
	t.Helper()
	text := <-o.blocked
	if !strings.HasPrefix(text, "panic: ") {
		t.Errorf("parked as %s; want the panic", text)
	}
	for _, want := range []string{"assignment to entry in nil map", "panic_test.go:", "faulty"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q:\n%s", want, text)
		}
	}
}

// counts returns a map, or nil.
func counts(made bool) map[string]int {
	if made {
		return map[string]int{}
	}
	return nil
}

func faulty() {
	counts(false)["x"]++
}

// A panic commits nothing: deferred compensations do not run, and fixed code continues
// with the results that came.
func TestAPanicRunsNoCompensationAndMendedCodeGoesOn(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx, o := bounded(t), newOrdering()
		w := workflow.Define[int, int]("order")
		v1, err := reprise.New(st, o.config("v1"), w.Bind(o.order(faulty)), o.charge, o.refund, o.ship)
		if err != nil {
			t.Fatal(err)
		}
		if err := v1.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, v1, w, 7, reprise.ID(oneOrder))
		if err != nil {
			t.Fatal(err)
		}
		awaitPanic(t, o)
		if err := v1.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		v2 := startRuntime(t, st, o.config("v2"), w.Bind(o.order(func() {})), o.charge, o.refund, o.ship)
		h, err := reprise.Get(ctx, v2, w, oneOrder)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || got != 7 {
			t.Fatalf("Result = %d, %v; want 7", got, err)
		}
		if n := o.refunds.Load(); n != 0 {
			t.Errorf("%d refunds; want none", n)
		}
		lint(t, st, run.RunID())
	})
}

// A panic during replay is parked as a panic after three tries, although deferred
// functions ask for commands that the history does not have.
func TestAPanicOnReplayIsParkedAsPanic(t *testing.T) {
	ctx, st, o := bounded(t), newMemory(), newOrdering()
	var tries atomic.Int32
	waiting := make(chan struct{})
	o.ship = activity.New("ship", func(ctx context.Context, n int) (int, error) {
		close(waiting)
		<-ctx.Done()
		return 0, ctx.Err()
	})
	w := workflow.Define[int, int]("order")
	v1, err := reprise.New(st, o.config("v1"), w.Bind(o.order(func() {})), o.charge, o.refund, o.ship)
	if err != nil {
		t.Fatal(err)
	}
	if err := v1.Start(ctx); err != nil {
		t.Fatal(err)
	}
	run, err := reprise.Start(ctx, v1, w, 7, reprise.ID(oneOrder))
	if err != nil {
		t.Fatal(err)
	}
	<-waiting
	if err := v1.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	o.ship = activity.New("ship", func(_ context.Context, n int) (int, error) { return n, nil })
	v2, err := reprise.New(st, o.config("v2"), w.Bind(o.order(func() { tries.Add(1); faulty() })), o.charge, o.refund, o.ship)
	if err != nil {
		t.Fatal(err)
	}
	if err := v2.Start(ctx); err != nil {
		t.Fatal(err)
	}
	awaitPanic(t, o)
	if n := tries.Load(); n != 3 {
		t.Errorf("%d tries; want 3", n)
	}
	if err := v2.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	v3 := startRuntime(t, st, o.config("v3"), w.Bind(o.order(func() {})), o.charge, o.refund, o.ship)
	h, err := reprise.Get(ctx, v3, w, oneOrder)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); err != nil || got != 7 {
		t.Fatalf("Result = %d, %v; want 7", got, err)
	}
	events, err := v3.Inside().History(ctx, run.RunID())
	if err != nil || count[*history.ActivityScheduled](events) != 2 {
		t.Errorf("%d activities were scheduled, %v; want charge and ship", count[*history.ActivityScheduled](events), err)
	}
}
