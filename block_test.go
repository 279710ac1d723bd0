package reprise_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

var (
	stepA = activity.Define[int, int]("step-a")
	stepB = activity.Define[int, int]("step-b")
	flow  = workflow.Define[int, int]("flow")
)

func add(n int) func(context.Context, int) (int, error) {
	return func(_ context.Context, v int) (int, error) { return v + n, nil }
}

// aThenWait runs step-a, waits for a signal, and runs step-b.
func aThenWait(ctx workflow.Context, n int) (int, error) {
	n, err := workflow.Execute(ctx, stepA, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := workflow.Receive(ctx, approve); err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, stepB, n).Get(ctx)
}

// changed is the code of a later deployment.
func changed(ctx workflow.Context, n int) (int, error) {
	if _, err := workflow.Execute(ctx, stepB, n).Get(ctx); err != nil {
		return 0, err
	}
	return aThenWait(ctx, n)
}

// Changed code parks the run, the text shows both call sites, and news keep collecting.
// The right code resumes the run by itself.
func TestChangedCodeParksTheRunAndRestoringItResumes(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		cfg := quiet()
		cfg.Build = "v1"
		v1, err := reprise.New(st, cfg, flow.Bind(aThenWait), stepA.Bind(add(1)), stepB.Bind(add(10)))
		if err != nil {
			t.Fatal(err)
		}
		if err := v1.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, v1, flow, 0, reprise.ID("f"))
		if err != nil {
			t.Fatal(err)
		}
		awaitRun(t, v1, "f", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
		if err := v1.Stop(ctx); err != nil {
			t.Fatal(err)
		}

		blocked := make(chan string, 10)
		cfg.Build = "v2"
		cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason + ": " + e.Text }}
		v2, err := reprise.New(st, cfg, flow.Bind(changed), stepA.Bind(add(1)), stepB.Bind(add(10)))
		if err != nil {
			t.Fatal(err)
		}
		if err := v2.Start(ctx); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(ctx, v2, "f", approve, approval{Yes: true}); err != nil {
			t.Fatal(err)
		}
		text := <-blocked
		for _, want := range []string{"mismatch", "step-a", "step-b", "block_test.go:", "aThenWait", "changed"} {
			if !strings.Contains(text, want) {
				t.Errorf("the text has no %q:\n%s", want, text)
			}
		}
		awaitRun(t, v2, "f", func(d reprise.Description) bool {
			return d.Blocked != nil && d.Blocked.Reason == "mismatch" && d.Unread == 1
		})
		if err := v2.Stop(ctx); err != nil {
			t.Fatal(err)
		}

		cfg.Build, cfg.Observer = "v3", nil
		v3 := startRuntime(t, st, cfg, flow.Bind(aThenWait), stepA.Bind(add(1)), stepB.Bind(add(10)))
		h, err := reprise.Get(ctx, v3, flow, "f")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || got != 11 {
			t.Fatalf("Result = %d, %v; want 11", got, err)
		}
		d, err := reprise.Describe(ctx, v3, "f")
		if err != nil || d.Blocked != nil {
			t.Errorf("an ended run is described as blocked: %+v, %v", d.Blocked, err)
		}
		lint(t, st, run.RunID())
	})
}

// If code returns where the history continues, the text names the call it last waited
// at, which is not in the history.
func TestCodeThatReturnsTooEarlyIsToldByItsLastCall(t *testing.T) {
	ctx, st := bounded(t), newMemory()
	bothThenWait := func(ctx workflow.Context, n int) (int, error) {
		n, err := workflow.Execute(ctx, stepA, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		if n, err = workflow.Execute(ctx, stepB, n).Get(ctx); err != nil {
			return 0, err
		}
		_, err = workflow.Receive(ctx, approve)
		return n, err
	}
	v1, err := reprise.New(st, quiet(), flow.Bind(bothThenWait), stepA.Bind(add(1)), stepB.Bind(add(10)))
	if err == nil {
		err = v1.Start(ctx)
	}
	if err == nil {
		_, err = reprise.Start(ctx, v1, flow, 0, reprise.ID("f"))
	}
	if err != nil {
		t.Fatal(err)
	}
	awaitRun(t, v1, "f", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	if err := v1.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	cfg, blocked := quiet(), make(chan string, 10)
	cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason + ": " + e.Text }}
	onlyA := func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, stepA, n).Get(ctx) }
	v2 := startRuntime(t, st, cfg, flow.Bind(onlyA), stepA.Bind(add(1)), stepB.Bind(add(10)))
	if err := reprise.Signal(ctx, v2, "f", approve, approval{Yes: true}); err != nil {
		t.Fatal(err)
	}
	text := <-blocked
	if want := "return a result, after reprise_test.TestCodeThatReturnsTooEarlyIsToldByItsLastCall"; !strings.Contains(text, want) || !strings.Contains(text, "mismatch") {
		t.Errorf("the text has no %q:\n%s", want, text)
	}
}

// A panic is retried and then parks the run. A result that arrives meanwhile is not
// lost.
func TestAPanicParksTheRunAndLosesNoResult(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var calls, tries atomic.Int32
		var fixed atomic.Bool
		pay := activity.New("pay", func(context.Context, int) (int, error) { return int(calls.Add(1)), nil })
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			v, err := workflow.Execute(ctx, pay, 0).Get(ctx)
			if tries.Add(1); !fixed.Load() {
				panic("a bug in the workflow")
			}
			return v, err
		})
		blocked := make(chan string, 10)
		cfg := quiet()
		cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason + ": " + e.Text }}
		rt := startRuntime(t, st, cfg, w, pay)
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		text := <-blocked
		if !strings.HasPrefix(text, "panic: ") || !strings.Contains(text, "a bug in the workflow") || !strings.Contains(text, "block_test.go") {
			t.Errorf("text of the block: %s; want the panic with its stack", text)
		}
		if n := tries.Load(); n != 3 {
			t.Errorf("%d tries; want 3", n)
		}
		fixed.Store(true)
		if err := reprise.Resume(ctx, rt, "w", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 1 || calls.Load() != 1 {
			t.Fatalf("Result = %d, %v after %d calls; want the first call's result", got, err, calls.Load())
		}
		lint(t, st, run.RunID())
	})
}

// redteam 16: a workflow that waits outside the engine is parked and counted. What it
// holds is handed over, and other runs continue.
func TestAWorkflowThatBlocksOutsideTheEngineIsParkedAndNamed(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		release := make(chan struct{})
		stuck := workflow.New("stuck", func(ctx workflow.Context, _ int) (int, error) {
			if _, err := workflow.Execute(ctx, stepA, 0).Get(ctx); err != nil {
				return 0, err
			}
			<-release // a wait outside the engine
			return 1, nil
		})
		blocked := make(chan string, 10)
		abandoned := make(chan int, 10)
		cfg := quiet()
		cfg.StepTimeout = 50 * time.Millisecond
		cfg.Observer = &reprise.Observer{
			RunBlocked:          func(e reprise.RunBlocked) { blocked <- e.Reason + ": " + e.Text },
			GoroutinesAbandoned: func(e reprise.GoroutinesAbandoned) { abandoned <- e.Now },
		}
		rt := startRuntime(t, st, cfg, stuck, sum.Bind(sumOf), double.Bind(doubled), stepA.Bind(add(1)))
		run, err := reprise.Start(ctx, rt, stuck, 0, reprise.ID("s"))
		if err != nil {
			t.Fatal(err)
		}
		if n := <-abandoned; n != 1 {
			t.Errorf("%d goroutines abandoned; want 1", n)
		}
		if text := <-blocked; !strings.HasPrefix(text, "stuck: ") || !strings.Contains(text, "block_test.go:") {
			t.Errorf("text of the block: %s; want the line", text)
		}
		other, err := reprise.Start(ctx, rt, sum, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := other.Result(ctx); err != nil || got != 12 {
			t.Fatalf("another run = %d, %v; want 12", got, err)
		}
		close(release)
		if n := <-abandoned; n != 0 {
			t.Errorf("%d goroutines abandoned after it came back; want 0", n)
		}
		if err := reprise.Resume(ctx, rt, "s", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 1 {
			t.Fatalf("Result = %d, %v; want 1", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// The delay of a block ends while the worker has no lease, so the worker cannot claim
// the run. It claims the run as soon as the store is back and the lease with it.
func TestABlockThatEndsDuringAnOutageIsTriedAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var outage atomic.Bool
		st := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
			if c.Method == "Tick" && outage.Load() {
				return storetest.Fault{Kind: storetest.FailBefore}
			}
			return storetest.Fault{}
		})
		var blocks atomic.Int32
		s.cfg.Observer = &reprise.Observer{RunBlocked: func(reprise.RunBlocked) { blocks.Add(1) }}
		w := workflow.New("w", func(workflow.Context, int) (int, error) { panic("a bug") })
		rt := startRuntime(t, st, s.cfg, w)
		begin(t, rt, w, 0, "w")
		s.until(rt, "w", func(d reprise.Description) bool {
			return d.Blocked != nil && d.Blocked.Until.Sub(s.clock.Now()) > s.cfg.LeaseTTL
		})
		before := blocks.Load()
		outage.Store(true)
		s.pass(2 * s.cfg.LeaseTTL)
		if n := blocks.Load(); n != before {
			t.Fatalf("the run is tried %d times by a worker without a lease", n-before)
		}
		outage.Store(false)
		s.pass(time.Second)
		if n := blocks.Load(); n != before+1 {
			t.Fatalf("the run is tried %d times after the outage; want once", n-before)
		}
	})
}

func TestAnActivityThatIgnoresItsTimeoutEndsDurablyAtOnce(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		release := make(chan struct{})
		defer close(release)
		deaf := activity.New("deaf", func(context.Context, int) (int, error) {
			<-release
			return 1, nil
		}, activity.Policy{StartToClose: 20 * time.Millisecond, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			_, err := workflow.Execute(ctx, deaf, 0).Get(ctx)
			if errors.Is(err, activity.ErrTimeout) {
				return "timed out", nil
			}
			return "", err
		})
		cfg := quiet()
		cfg.Activities = 1
		cfg.Grace = 20 * time.Millisecond
		rt := startRuntime(t, st, cfg, w, deaf, sum.Bind(sumOf), double.Bind(doubled))
		run, err := reprise.Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != "timed out" {
			t.Fatalf("Result = %q, %v", got, err)
		}
		// Its slot, the only one, is free after the grace.
		other, err := reprise.Start(ctx, rt, sum, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := other.Result(ctx); err != nil || got != 12 {
			t.Fatalf("another run = %d, %v; want 12", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// awaitRun polls until the description satisfies ok.
func awaitRun(t *testing.T, c reprise.Client, id string, ok func(reprise.Description) bool) {
	t.Helper()
	ctx := bounded(t)
	for {
		d, err := reprise.Describe(ctx, c, id)
		if err != nil {
			t.Fatal(err)
		}
		if ok(d) {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("still %+v", d)
		}
	}
}
