package reprise_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var embrace = workflow.Define[int, int]("embrace")

// embraced has two coroutines that wait for each other. The test names the numbers of
// the lines below.
func embraced(ctx workflow.Context, n int) (int, error) {
	if _, err := workflow.Execute(ctx, stepA, n).Get(ctx); err != nil {
		return 0, err
	}
	var a, b workflow.Future[int]
	a = workflow.Go(ctx, func(ctx workflow.Context) (int, error) { return b.Get(ctx) })
	b = workflow.Go(ctx, func(ctx workflow.Context) (int, error) { return a.Get(ctx) })
	return a.Get(ctx)
}

// stuck waits for something that no coroutine does.
func stuck(ctx workflow.Context, n int) (int, error) {
	n, err := workflow.Execute(ctx, stepA, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	return n, workflow.Until(ctx, func() bool { return n > 1 })
}

// mended executes a second step instead of the wait.
func mended(ctx workflow.Context, n int) (int, error) {
	n, err := workflow.Execute(ctx, stepA, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, stepB, n).Get(ctx)
}

// A run whose coroutines wait for each other is parked with the place of each, and continues with code
// that does not deadlock.
func TestADeadlockParksTheRunUntilTheCodeIsMended(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var log logbook
		cfg := log.config()
		cfg.Build = "v1"
		v1, err := reprise.New(st, cfg, embrace.Bind(embraced), stepA.Bind(add(1)), stepB.Bind(add(10)))
		if err != nil {
			t.Fatal(err)
		}
		if err := v1.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, v1, embrace, 0, reprise.ID("e"))
		if err != nil {
			t.Fatal(err)
		}
		awaitRun(t, v1, "e", func(d reprise.Description) bool { return d.Blocked != nil })
		d, err := reprise.Describe(ctx, v1, "e")
		if err != nil || d.Blocked == nil || d.Blocked.Reason != "deadlock" {
			t.Fatalf("it is described as %+v, %v", d.Blocked, err)
		}
		for _, want := range []string{"coroutine 0 at ", "coroutine 1 at ", "coroutine 2 at ", "for coroutine 2", "embraced", "deadlock_test.go:24", "deadlock_test.go:25", "deadlock_test.go:26", "terminate the run"} {
			if !strings.Contains(d.Blocked.Text, want) {
				t.Errorf("the text has no %q:\n%s", want, d.Blocked.Text)
			}
		}
		if err := v1.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		if len(log.with("level=ERROR", "run is parked: deadlock", "workflow_id=e", "deadlock_test.go")) == 0 {
			t.Errorf("the log says nothing of it:\n%s", &log.text)
		}
		cfg.Build, cfg.Logger = "v2", slog.New(slog.DiscardHandler)
		v2 := startRuntime(t, st, cfg, embrace.Bind(mended), stepA.Bind(add(1)), stepB.Bind(add(10)))
		h, err := reprise.Get(ctx, v2, embrace, "e")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || got != 11 {
			t.Errorf("Result = %d, %v; want 11", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// A request to cancel ends a wait that can be cancelled, however late the next retry is.
func TestADeadlockCanBeCancelled(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		blocked := make(chan struct{})
		cfg := quiet()
		cfg.Observer = &reprise.Observer{RunBlocked: func(reprise.RunBlocked) { blocked <- struct{}{} }}
		rt := startRuntime(t, st, cfg, embrace.Bind(stuck), stepA.Bind(add(1)))
		run, err := reprise.Start(ctx, rt, embrace, 0, reprise.ID("e"))
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			<-blocked
		}
		begun := time.Now()
		if err := reprise.Cancel(ctx, rt, "e", "it hangs"); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); !errors.Is(err, workflow.ErrCancelled) {
			t.Error(err)
		}
		if took := time.Since(begun); took > 3*time.Second { // bubble time; the next retry was 16 s away
			t.Errorf("it took %v", took)
		}
		lint(t, st, run.RunID())
	})
}

// A wait for a signal that nobody has sent is no deadlock, nor is a wait for a coroutine with such a
// wait.
func TestAWaitForASignalIsNoDeadlock(t *testing.T) {
	ctx := bounded(t)
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		_, err := workflow.Go(ctx, func(ctx workflow.Context) (approval, error) { return workflow.Receive(ctx, approve) }).Get(ctx)
		return 7, err
	})
	rt := startRuntime(t, newMemory(), quiet(), w)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Waiting != "" && d.Blocked == nil })
	if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != 7 {
		t.Errorf("Result = %d, %v", got, err)
	}
}
