package reprise_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
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

// find returns the first op of type O.
func find[O store.Op](ops []store.Op) (o O, ok bool) {
	for _, op := range ops {
		if o, ok = op.(O); ok {
			return o, true
		}
	}
	return o, false
}

// Workflow code that returns while its run is being abandoned no longer touches the
// run: it is counted back in, once, and the run is parked once.
func TestWorkflowCodeThatComesBackWhileItIsGivenUp(t *testing.T) {
	ctx := bounded(t)
	release, back := make(chan struct{}), make(chan struct{})
	var once sync.Once
	st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
		r, ok := find[*store.Release](c.Ops)
		if !ok || r.Block == nil {
			return storetest.Fault{}
		}
		return storetest.Fault{Before: func() {
			once.Do(func() { close(release) })
			select {
			case <-back:
			case <-ctx.Done():
			}
		}}
	})
	stuck := workflow.New("stuck", func(workflow.Context, int) (int, error) {
		<-release // a wait outside the engine
		return 1, nil
	})
	abandoned, blocked := make(chan int, 10), make(chan string, 10)
	cfg := quiet()
	cfg.StepTimeout = 50 * time.Millisecond
	cfg.Observer = &reprise.Observer{
		RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason },
		GoroutinesAbandoned: func(e reprise.GoroutinesAbandoned) {
			if abandoned <- e.Now; e.Now == 0 {
				close(back)
			}
		},
	}
	rt := startRuntime(t, st, cfg, stuck)
	run, err := reprise.Start(ctx, rt, stuck, 0, reprise.ID("s"))
	if err != nil {
		t.Fatal(err)
	}
	for want := 1; want >= 0; want-- {
		select {
		case n := <-abandoned:
			if n != want {
				t.Errorf("%d goroutines abandoned; want %d", n, want)
			}
		case <-ctx.Done():
			t.Fatalf("waiting for %d abandoned goroutines", want)
		}
	}
	if reason := <-blocked; reason != "stuck" {
		t.Errorf("parked as %q; want stuck", reason)
	}
	awaitRun(t, rt, "s", func(d reprise.Description) bool { return d.Blocked != nil })
	if err := reprise.Resume(ctx, rt, "s", ben); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != 1 {
		t.Fatalf("Result = %d, %v; want 1", got, err)
	}
	select {
	case reason := <-blocked:
		t.Errorf("parked once more: %s", reason)
	default:
	}
	lint(t, st, run.RunID())
}

// Terminate comes between the commit that schedules an eager activity and its start:
// the activity no longer starts.
func TestAnActivityDoesNotStartAfterItsRunWasTerminated(t *testing.T) {
	ctx := bounded(t)
	var calls atomic.Int32
	charge := activity.New("charge", func(context.Context, int) (int, error) { return int(calls.Add(1)), nil })
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, charge, 0).Get(ctx)
	})
	committed, terminated := make(chan struct{}, 1), make(chan struct{})
	started := make(chan struct{}, 1)
	cfg := quiet()
	cfg.Observer = &reprise.Observer{
		TaskDone: func(reprise.TaskDone) {
			committed <- struct{}{}
			<-terminated
		},
		ActivityStarted: func(reprise.ActivityStarted) { started <- struct{}{} },
	}
	rt, err := reprise.New(newMemory(), cfg, w, charge)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w")); err != nil {
		t.Fatal(err)
	}
	<-committed
	if err := reprise.Terminate(ctx, rt, "w", "fraud"); err != nil {
		t.Fatal(err)
	}
	close(terminated)
	if err := rt.Stop(ctx); err != nil { // waits for all work in progress
		t.Fatal(err)
	}
	if n := calls.Load(); n != 0 || len(started) != 0 {
		t.Fatalf("the activity started after its run was terminated (%d calls)", n)
	}
}

// A caller gives up just before its signal is written. The signal is accepted all the
// same, and the run, busy with an activity, learns of it at once.
func TestASignalWhoseSenderHasLeftIsSeenByABusyRun(t *testing.T) {
	ctx := bounded(t)
	sending, giveUp := context.WithCancel(ctx)
	left := make(chan struct{})
	st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
		if _, ok := find[*store.Deliver](c.Ops); !ok {
			return storetest.Fault{}
		}
		return storetest.Fault{Before: func() { giveUp(); <-left }}
	})
	begun, seen := make(chan struct{}), make(chan struct{})
	long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
		close(begun)
		select {
		case <-seen:
			return 1, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		f := workflow.Execute(ctx, long, 0)
		if _, err := workflow.Receive(ctx, approve); err != nil {
			return 0, err
		}
		close(seen)
		return f.Get(ctx)
	})
	rt := startRuntime(t, st, quiet(), w, long)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := reprise.Signal(sending, rt, "w", approve, approval{}); !errors.Is(err, store.ErrUnknownOutcome) {
		t.Fatalf("Signal: %v; want an unknown outcome", err)
	}
	close(left)
	if got, err := run.Result(ctx); err != nil || got != 1 {
		t.Fatalf("Result = %d, %v; want 1", got, err)
	}
}

// A caller gives up just before its start is written: the run belongs to this worker,
// which runs it at once.
func TestAStartWhoseCallerHasLeftRunsAtOnce(t *testing.T) {
	ctx := bounded(t)
	starting, giveUp := context.WithCancel(ctx)
	left := make(chan struct{})
	st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
		if _, ok := find[*store.Start](c.Ops); !ok {
			return storetest.Fault{}
		}
		return storetest.Fault{Before: func() { giveUp(); <-left }}
	})
	var unheld atomic.Int32
	cfg := quiet()
	cfg.Logger = slog.New(logHook(func(r slog.Record) {
		if r.Level >= slog.LevelError {
			unheld.Add(1)
		}
	}))
	rt := startRuntime(t, st, cfg, sum.Bind(sumOf), double.Bind(doubled))
	if _, err := reprise.Start(starting, rt, sum, 2, reprise.ID("s")); !errors.Is(err, store.ErrUnknownOutcome) {
		t.Fatalf("Start: %v; want an unknown outcome", err)
	}
	close(left)
	for ctx.Err() == nil {
		d, err := reprise.Describe(ctx, rt, "s")
		if err == nil && d.Status == reprise.Completed {
			break
		}
		if err != nil && !errors.Is(err, reprise.ErrNotFound) {
			t.Fatal(err)
		}
	}
	if n := unheld.Load(); n != 0 {
		t.Errorf("%d errors logged; want none: nothing was lost", n)
	}
}

// logHook is a slog.Handler that calls a func.
type logHook func(slog.Record)

func (logHook) Enabled(context.Context, slog.Level) bool        { return true }
func (h logHook) Handle(_ context.Context, r slog.Record) error { h(r); return nil }
func (h logHook) WithAttrs([]slog.Attr) slog.Handler            { return h }
func (h logHook) WithGroup(string) slog.Handler                 { return h }

// An activity that ignores its context returns at the moment it is abandoned: it is
// either counted as abandoned and counted back in, or neither.
func TestAnActivityThatReturnsWhileItIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		release, returned := make(chan struct{}), make(chan struct{})
		deaf := activity.New("deaf", func(context.Context, int) (int, error) {
			<-release
			return 1, nil
		}, activity.Policy{StartToClose: 10 * time.Millisecond, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, deaf, 0).Get(ctx)
		})
		last := make(chan int, 10)
		cfg := quiet()
		cfg.Activities, cfg.Grace = 1, 10*time.Millisecond
		cfg.Observer = &reprise.Observer{GoroutinesAbandoned: func(e reprise.GoroutinesAbandoned) {
			last <- e.Now
			if e.Now == 0 {
				close(returned)
			}
		}}
		cfg.Logger = slog.New(logHook(func(r slog.Record) {
			if r.Message == "activity ignores the end of its context, abandoning its goroutine" {
				close(release)
				select {
				case <-returned:
				case <-time.After(2 * time.Second): // without a report, nothing shows it
				}
			}
		}))
		rt, err := reprise.New(newMemory(), cfg, w, deaf)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); !errors.Is(err, activity.ErrTimeout) {
			t.Fatal(err)
		}
		n := 0
		for range 2 {
			select {
			case n = <-last:
			case <-ctx.Done():
				t.Fatalf("%d goroutines stay abandoned; want 0", n)
			}
		}
		short, cancel := context.WithTimeout(ctx, 4*time.Minute)
		defer cancel()
		if err := rt.Stop(short); err != nil {
			t.Errorf("Stop: %v", err)
		}
	})
}
