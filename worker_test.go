package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// A coroutine's goroutine must not be stepped or closed from a thread-locked one: the
// process would end. Callers may be locked, like main in programs with a window.
func TestACallerMayBeLockedToItsThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx := bounded(t)
	rt, err := reprise.New(newMemory(), quiet(), waitSign.Bind(signed), sum.Bind(sumOf), double.Bind(doubled))
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	run := begin(t, rt, sum, 2, "s")
	if got, err := run.Result(ctx); err != nil || got != 12 {
		t.Errorf("Result = %d, %v; want 12", got, err)
	}
	for _, id := range []string{"terminated", "parked"} {
		begin(t, rt, waitSign, "x", id)
		awaitRun(t, rt, id, func(d reprise.Description) bool { return d.Waiting != "" })
	}
	if err := reprise.Terminate(ctx, rt, "terminated", "test"); err != nil {
		t.Error(err)
	}
	if err := rt.Stop(ctx); err != nil { // closes the machine of the parked run
		t.Error(err)
	}
}

// Goexit in workflow code, which t.FailNow calls, ends neither the worker's goroutine
// nor the run: the run is parked, and its neighbours continue.
func TestGoexitInAWorkflowParksItsRunOnly(t *testing.T) {
	ctx := bounded(t)
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		if !fixed.Load() {
			runtime.Goexit()
		}
		return n, nil
	})
	rt := startRuntime(t, newMemory(), quiet(), w, sum.Bind(sumOf), double.Bind(doubled))
	run := begin(t, rt, w, 3, "w")
	awaitRun(t, rt, "w", func(d reprise.Description) bool {
		return d.Blocked != nil && strings.Contains(d.Blocked.Text, "Goexit")
	})
	if got, err := begin(t, rt, sum, 2, "s").Result(ctx); err != nil || got != 12 {
		t.Errorf("a neighbour = %d, %v; want 12", got, err)
	}
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w", ben); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != 3 {
		t.Errorf("Result = %d, %v; want 3", got, err)
	}
}

// Sixteen goroutines are stuck outside the engine. The worker claims nothing more
// until one returns.
func TestAWorkerWithTooManyStuckGoroutinesClaimsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		ctx := bounded(t)
		release := make(chan struct{})
		deaf := activity.New("deaf", func(context.Context, int) (int, error) {
			<-release
			return 0, nil
		}, activity.Policy{StartToClose: time.Second, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, deaf, 0).Get(ctx)
		})
		s.cfg.Grace = time.Second
		rt := startRuntime(t, s.store, s.cfg, w, deaf, sum.Bind(sumOf), double.Bind(doubled))
		const stuck = 16
		for i := range stuck {
			begin(t, rt, w, 0, fmt.Sprint("w", i))
		}
		s.pass(2 * time.Second) // once all are inside: the time before does not count as stuck
		for i := range stuck {
			if _, err := result(t, rt, w, fmt.Sprint("w", i)); !errors.Is(err, activity.ErrTimeout) {
				t.Fatalf("Result: %v; want ErrTimeout", err)
			}
		}
		if n := rt.Stats().Abandoned; n != stuck {
			t.Fatalf("%d goroutines are given up on; want %d", n, stuck)
		}
		run := begin(t, rt, sum, 2, "s")
		s.pass(5 * time.Second) // each tick reports a run to claim
		d, err := s.store.Run(ctx, store.Ref{Namespace: "default", WorkflowID: "s"})
		if err != nil || d.Epoch != 0 {
			t.Errorf("the run is at epoch %d, %v; want it left alone", d.Epoch, err)
		}
		release <- struct{}{}
		if got, err := run.Result(ctx); err != nil || got != 12 {
			t.Errorf("Result = %d, %v; want 12", got, err)
		}
		close(release)
	})
}

// A run's inbox is bounded for senders. Accepted signals are received in the order of
// acceptance.
func TestAFullInboxRefusesSendersAndKeepsTheOrder(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			a, err := workflow.Receive(ctx, approve)
			if err != nil {
				return 0, err
			}
			if want := fmt.Sprint(i); a.By != want {
				return 0, fmt.Errorf("received %s, want %s", a.By, want)
			}
		}
		return n, nil
	})
	run := begin(t, client, w, store.MaxUnread, "w")
	for i := range store.MaxUnread {
		if err := reprise.Signal(ctx, client, "w", approve, approval{By: fmt.Sprint(i)}); err != nil {
			t.Fatalf("signal %d: %v", i+1, err)
		}
	}
	if err := reprise.Signal(ctx, client, "w", approve, approval{}); !errors.Is(err, reprise.ErrInboxFull) {
		t.Errorf("one more: %v; want ErrInboxFull", err)
	}
	rt := startRuntime(t, st, quiet(), w)
	if got, err := result(t, rt, w, "w"); err != nil || got != store.MaxUnread {
		t.Fatalf("Result = %d, %v", got, err)
	}
	lint(t, st, run.RunID())
}

// A blocked run can be ended: a request to cancel waits until its code is right, and
// Terminate needs no code.
func TestCancelWaitsForABlockedRunAndTerminateDoesNot(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var fixed atomic.Bool
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			if !fixed.Load() {
				panic("a bug")
			}
			_, err := workflow.Receive(ctx, approve)
			return 0, err
		})
		rt := startRuntime(t, st, quiet(), w)
		runs := map[string]reprise.Handle[int]{}
		for _, id := range []string{"cancelled", "terminated"} {
			runs[id] = begin(t, rt, w, 0, id)
			awaitRun(t, rt, id, func(d reprise.Description) bool { return d.Blocked != nil && d.Owner == store.WorkerID{} })
		}
		if err := reprise.Cancel(ctx, rt, "cancelled", "not wanted"); err != nil {
			t.Fatal(err)
		}
		if d, err := reprise.Describe(ctx, rt, "cancelled"); err != nil || d.Status != reprise.Open || d.Unread != 1 {
			t.Errorf("after Cancel the run is %v with %d unread, %v; want it open, the request waiting", d.Status, d.Unread, err)
		}
		if err := reprise.Terminate(ctx, rt, "terminated", "not wanted"); err != nil {
			t.Fatal(err)
		}
		if _, err := runs["terminated"].Result(ctx); !errors.Is(err, reprise.ErrTerminated) {
			t.Errorf("Result: %v; want ErrTerminated", err)
		}
		fixed.Store(true)
		if err := reprise.Resume(ctx, rt, "cancelled", ben); err != nil {
			t.Fatal(err)
		}
		if _, err := runs["cancelled"].Result(ctx); !errors.Is(err, workflow.ErrCancelled) {
			t.Errorf("Result: %v; want ErrCancelled", err)
		}
		for _, run := range runs {
			lint(t, st, run.RunID())
		}
	})
}

// Nothing is found by polling: an idle worker sends one statement per tick, however
// many runs are parked and however many callers wait for their ends.
func TestAnIdleWorkerSendsOneStatementATick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var mu sync.Mutex
		calls := map[string]int{}
		st := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
			mu.Lock()
			defer mu.Unlock()
			calls[c.Method]++
			return storetest.Fault{}
		})
		asked := &awaiting{Store: st}
		rt := startRuntime(t, asked, s.cfg, waitSign.Bind(signed))
		const runs = 100
		ctx, cancel := context.WithCancel(bounded(t))
		defer cancel()
		var waiting sync.WaitGroup
		for i := range runs {
			run := begin(t, rt, waitSign, "x", fmt.Sprint("r", i))
			waiting.Go(func() {
				if _, err := run.Result(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("Result: %v; want it to wait", err)
				}
			})
			s.until(rt, run.WorkflowID(), func(d reprise.Description) bool { return d.Waiting != "" && d.Owner == store.WorkerID{} })
		}
		s.pass(2 * time.Second)
		if n := asked.n.Load(); n != runs {
			t.Fatalf("the tick asks for the end of %d runs; want %d", n, runs)
		}
		mu.Lock()
		clear(calls)
		mu.Unlock()
		s.pass(20 * time.Second)
		mu.Lock()
		// A tick comes every three quarters of a second to a second; ownership is compared
		// every 5 s, and lost dispatch rows are looked for every 30 s.
		if n := calls["Tick"]; n < 15 || n > 28 {
			t.Errorf("%d ticks in 20 s", n)
		}
		if calls["Owned"] > 5 || calls["Apply"] > 1 || calls["Run"]+calls["History"]+calls["Now"]+calls["Pending"] > 0 {
			t.Errorf("an idle worker called the store %v in 20 s", calls)
		}
		mu.Unlock()
		cancel()
		waiting.Wait()
	})
}

// awaiting is a store that keeps the number of runs in the last question about their
// ends.
type awaiting struct {
	store.Store
	n atomic.Int64
}

func (a *awaiting) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	a.n.Store(int64(len(q.Awaited)))
	return a.Store.Tick(ctx, q)
}

// What one task asks for must fit into one transaction. A task that is too large parks
// its run with a reason and stops nobody else.
func TestATaskThatIsTooLargeParksItsRunOnly(t *testing.T) {
	ctx := bounded(t)
	length := activity.New("length", func(_ context.Context, s string) (int, error) { return len(s), nil })
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		if !fixed.Load() {
			n = 9 // 9 of 1.9 MiB are more than 16 MiB
		}
		var all []workflow.Future[int]
		for range n {
			all = append(all, workflow.Execute(ctx, length, strings.Repeat("x", history.MaxPayload-100<<10)))
		}
		total := 0
		for _, f := range all {
			v, err := f.Get(ctx)
			if err != nil {
				return 0, err
			}
			total += v
		}
		return total, nil
	})
	rt := startRuntime(t, newMemory(), quiet(), w, length, sum.Bind(sumOf), double.Bind(doubled))
	run := begin(t, rt, w, 1, "w")
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil && d.Blocked.Reason == "too large" })
	if got, err := begin(t, rt, sum, 2, "s").Result(ctx); err != nil || got != 12 {
		t.Errorf("a neighbour = %d, %v; want 12", got, err)
	}
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w", ben); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != history.MaxPayload-100<<10 {
		t.Errorf("Result = %d, %v", got, err)
	}
}

// Metrics and traces are built on the Observer: it receives everything that happens to
// a run.
func TestTheObserverHearsEverything(t *testing.T) {
	ctx := bounded(t)
	var mu sync.Mutex
	heard := map[string]int{}
	hear := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		heard[what]++
	}
	cfg := hurried()
	cfg.CacheBytes = -1
	cfg.Clock = swift{timer.System()}
	cfg.Observer = &reprise.Observer{
		BatchCommitted:  func(reprise.BatchCommitted) { hear("committed") },
		RunClaimed:      func(reprise.RunClaimed) { hear("claimed") },
		RunReplayed:     func(reprise.RunReplayed) { hear("replayed") },
		TaskDone:        func(reprise.TaskDone) { hear("task done") },
		ActivityStarted: func(reprise.ActivityStarted) { hear("activity started") },
		ActivityEnded:   func(reprise.ActivityEnded) { hear("activity ended") },
		RunClosed:       func(reprise.RunClosed) { hear("run closed") },
		RunBlocked:      func(reprise.RunBlocked) { hear("blocked") },
		RunEvicted:      func(reprise.RunEvicted) { hear("evicted") },
		WorkRecovered:   func(reprise.WorkRecovered) { hear("recovered") },
	}
	var fixed atomic.Bool
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		n, err := workflow.Execute(ctx, double, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		if _, err := workflow.Receive(ctx, approve); err != nil {
			return 0, err
		}
		if !fixed.Load() {
			panic("a bug")
		}
		return n, nil
	})
	st := newMemory()
	dead, life := process(t, st, quiet(), w, double.Bind(func(ctx context.Context, _ int) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}))
	begin(t, dead, w, 2, "w")
	awaitRun(t, dead, "w", func(d reprise.Description) bool { return d.Events > 1 })
	life.kill()
	condemn(t, st, dead)
	rt := startRuntime(t, st, cfg, w, double.Bind(doubled))
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
	if err := reprise.Signal(ctx, rt, "w", approve, approval{}); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil })
	fixed.Store(true)
	if err := reprise.Resume(ctx, rt, "w", ben); err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, w, "w"); err != nil || got != 4 {
		t.Fatalf("Result = %d, %v; want 4", got, err)
	}
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, what := range []string{
		"committed", "claimed", "replayed", "task done", "activity started", "activity ended", "run closed", "blocked", "evicted", "recovered",
	} {
		if heard[what] == 0 {
			t.Errorf("the Observer did not hear that something was %s", what)
		}
	}
}
