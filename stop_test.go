package reprise_test

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// seeds 33, redteam 18: an interruption by the runtime consumes no attempt.
func TestStopHandsOverARunningActivityWithoutConsumingItsAttempt(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		inside := make(chan struct{}, 1)
		var calls atomic.Int32
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			if calls.Add(1) == 1 {
				inside <- struct{}{}
				<-ctx.Done()
				return 0, context.Cause(ctx)
			}
			return activity.GetInfo(ctx).Attempt, nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, act, 0).Get(ctx)
		})
		first, err := reprise.New(st, quiet(), w, act)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, first, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		if err := first.Stop(ctx); err != nil {
			t.Fatalf("Stop: %v", err)
		}
		second := startRuntime(t, st, quiet(), w, act)
		h, err := reprise.Get(ctx, second, w, "w")
		if err != nil {
			t.Fatal(err)
		}
		if attempt, err := h.Result(ctx); err != nil || attempt != 1 {
			t.Fatalf("Result = %d, %v; want attempt 1, the only one allowed", attempt, err)
		}
		lint(t, st, run.RunID())
	})
}

// seeds 120, 121: Stop first tells everything to stop, then waits for everything, under one
// deadline. It reports what was left.
func TestStopSaysWhatItLeftBehind(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		inside, told, release := make(chan struct{}, 2), make(chan struct{}, 2), make(chan struct{})
		deaf := activity.New("deaf", func(ctx context.Context, _ int) (int, error) {
			inside <- struct{}{}
			<-ctx.Done()
			told <- struct{}{}
			<-release
			return 0, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, deaf, 0).Get(ctx)
		})
		rt, err := reprise.New(st, quiet(), w, deaf)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"a", "b"} {
			if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID(id)); err != nil {
				t.Fatal(err)
			}
			<-inside
		}
		short, cancel := context.WithCancel(ctx)
		go func() {
			<-told
			<-told // both are told before either has returned
			cancel()
		}()
		err = rt.Stop(short)
		var left *reprise.StopError
		if !errors.As(err, &left) || len(left.Activities) != 2 || !strings.Contains(err.Error(), "deaf of a, attempt 1") {
			t.Errorf("Stop: %v; want a *StopError that names both activities", err)
		}
		close(release)
		if err := rt.Stop(ctx); err != nil {
			t.Errorf("second Stop: %v", err)
		}
		if err := rt.Start(ctx); !errors.Is(err, reprise.ErrStopped) {
			t.Errorf("Start after Stop: %v; want ErrStopped", err)
		}
	})
}

// slowToEnd starts a worker with one running activity, which returns a minute after its
// context has ended. Its error says how the context ended.
func slowToEnd(t *testing.T, st store.Store, stopTimeout time.Duration) (*reprise.Runtime, reprise.Handle[int]) {
	t.Helper()
	inside := make(chan struct{})
	act := activity.New("slow", func(ctx context.Context, _ int) (int, error) {
		if activity.GetInfo(ctx).Attempt > 1 {
			return 2, nil
		}
		close(inside)
		<-ctx.Done()
		<-time.After(time.Minute)
		return 1, nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
	cfg := quiet()
	cfg.StopTimeout, cfg.Grace = stopTimeout, time.Hour
	rt, err := reprise.New(st, cfg, w, act)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	run, err := reprise.Start(t.Context(), rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	return rt, run
}

// A signal handler leaves a context that has ended: Stop gives grace all the same. Nor does a
// context that never ends make Stop wait for ever.
func TestStopGivesGraceWhateverItsContext(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx     context.Context
		timeout time.Duration
		left    string // "": nothing
	}{
		"an ended context, time enough":   {ended, 2 * time.Minute, ""},
		"an ended context, too short":     {ended, time.Second, "slow of w, attempt 1; the context of Stop had already ended, and Config.StopTimeout, 1s, has passed"},
		"no deadline, time enough":        {context.Background(), 2 * time.Minute, ""},
		"no deadline, too short":          {context.Background(), time.Second, "slow of w, attempt 1; Config.StopTimeout, 1s, has passed"},
		"no deadline, the default of 20s": {context.Background(), 0, "Config.StopTimeout, 20s, has passed"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rt, _ := slowToEnd(t, newMemory(), c.timeout)
				err := rt.Stop(c.ctx)
				var left *reprise.StopError
				switch {
				case c.left == "" && err != nil:
					t.Errorf("Stop: %v; the activity had the time to end", err)
				case c.left != "" && (!errors.As(err, &left) || !strings.Contains(err.Error(), c.left)):
					t.Errorf("Stop: %v; want a *StopError with %q", err, c.left)
				}
				<-time.After(2 * time.Minute) // what was left ends
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		rt, _ := slowToEnd(t, newMemory(), time.Second)
		longer, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		if err := rt.Stop(longer); err != nil {
			t.Errorf("Stop: %v; its context says two minutes", err)
		}
	})
}

func TestStopNowGivesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt, _ := slowToEnd(t, newMemory(), time.Hour)
		from := time.Now()
		var left *reprise.StopError
		if err := rt.StopNow(); !errors.As(err, &left) || len(left.Activities) != 1 {
			t.Errorf("StopNow: %v; want a *StopError that names the activity", err)
		}
		if took := time.Since(from); took > time.Second {
			t.Errorf("it took %v", took)
		}
		<-time.After(2 * time.Minute)
	})
	var none *reprise.Runtime
	if err := none.StopNow(); err == nil {
		t.Error("StopNow of no Runtime gives no error")
	}
}

// Run is how a service runs a worker: it ends with its context, and gives grace all the same.
func TestRunWorksUntilItsContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newMemory()
		inside := make(chan struct{}, 1)
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			inside <- struct{}{}
			<-ctx.Done()
			<-time.After(time.Second)
			return 7, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
		rt, err := reprise.New(st, quiet(), w, act)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- rt.Run(ctx) }()
		synctest.Wait()
		run, err := reprise.Start(t.Context(), rt, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v; the activity ended within the grace", err)
		}
		if got, err := st.Run(t.Context(), store.Ref{Run: run.RunID()}); err != nil || got.Owner != (store.WorkerID{}) {
			t.Errorf("the run's owner is %v, %v; want nobody", got.Owner, err)
		}
		if err := rt.Run(t.Context()); !errors.Is(err, reprise.ErrStopped) {
			t.Errorf("Run after its end: %v", err)
		}
	})
}

func TestRunEndsWithStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt, err := reprise.New(newMemory(), quiet())
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error)
		go func() { done <- rt.Run(t.Context()) }()
		synctest.Wait()
		if err := rt.Run(t.Context()); !errors.Is(err, reprise.ErrStarted) {
			t.Errorf("a second Run: %v", err)
		}
		if err := rt.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Errorf("Run: %v; want nil, as it was stopped in order", err)
		}
	})
}

func TestANegativeStopTimeoutIsRefused(t *testing.T) {
	cfg := quiet()
	cfg.StopTimeout = -time.Second
	if _, err := reprise.New(newMemory(), cfg); err == nil || !strings.Contains(err.Error(), "StopTimeout must not be negative") {
		t.Errorf("New: %v", err)
	}
}

func TestStopOfARuntimeThatWasNeverStarted(t *testing.T) {
	rt, err := reprise.New(newMemory(), quiet())
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestStartTwiceIsRefused(t *testing.T) {
	rt := startRuntime(t, newMemory(), quiet())
	if err := rt.Start(t.Context()); !errors.Is(err, reprise.ErrStarted) {
		t.Fatalf("second Start: %v; want ErrStarted", err)
	}
}

// A waiting run is free: nothing owns it. When it continues, its coroutines are reused
// without replay.
func TestAParkedRunGoesOnFromTheCache(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		claims := make(chan bool, 100)
		cfg := quiet()
		cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) { claims <- e.Cached }}
		rt := startRuntime(t, st, cfg, waitSign.Bind(signed))
		run, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("p"))
		if err != nil {
			t.Fatal(err)
		}
		<-claims
		synctest.Wait() // the store knows that it is parked before the cache has its machine
		d, err := reprise.Describe(ctx, rt, "p")
		if err != nil || d.Owner != (store.WorkerID{}) || !strings.Contains(d.Waiting, "signal approve") || !strings.Contains(d.Waiting, "runtime_test.go:") {
			t.Fatalf("the run is %+v, %v; want it parked, and where it waits", d, err)
		}
		if err := reprise.Signal(ctx, rt, "p", approve, approval{By: "me"}); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
		if cached := <-claims; !cached {
			t.Error("the run was replayed; want its machine from the cache")
		}
		if s := rt.Stats(); s.Rebuilds != 0 {
			t.Errorf("%d rebuilds; want none", s.Rebuilds)
		}
		lint(t, st, run.RunID())
	})
}

// The same without a cache: parked coroutines are evicted and rebuilt, and the result is the
// same.
func TestAnEvictedRunIsRebuiltFromItsHistory(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		evicted := make(chan store.RunID, 100)
		cfg := quiet()
		cfg.CacheBytes = -1
		cfg.Observer = &reprise.Observer{RunEvicted: func(e reprise.RunEvicted) { evicted <- e.RunID }}
		rt := startRuntime(t, st, cfg, flow.Bind(aThenWait), stepA.Bind(add(1)), stepB.Bind(add(10)))
		run, err := reprise.Start(ctx, rt, flow, 0, reprise.ID("e"))
		if err != nil {
			t.Fatal(err)
		}
		<-evicted
		if err := reprise.Signal(ctx, rt, "e", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 11 {
			t.Fatalf("Result = %d, %v; want 11", got, err)
		}
		if s := rt.Stats(); s.Rebuilds == 0 || s.ReplayedEvents == 0 {
			t.Errorf("Stats = %+v; want a rebuild", s)
		}
		lint(t, st, run.RunID())
	})
}

// Grouping makes no difference in a history: two signals may be received in one task or in
// two.
func TestSignalsSentBeforeAnybodyWaitsAreKept(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, client, waitSign, "early", reprise.ID("e"))
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"first", "second"} {
			if err := reprise.Signal(ctx, client, "e", approve, approval{By: by}); err != nil {
				t.Fatal(err)
			}
		}
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		h, err := reprise.Get(ctx, rt, waitSign, "e")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || !strings.HasSuffix(got, "by first") {
			t.Fatalf("Result = %q, %v; want the first signal", got, err)
		}
		d, err := reprise.Describe(ctx, rt, "e")
		if err != nil || d.Undelivered != 1 {
			t.Fatalf("%d undelivered, %v; want the second signal shown", d.Undelivered, err)
		}
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil || count[*history.SignalReceived](events) != 2 {
			t.Fatalf("history has %d signals, %v; want both", count[*history.SignalReceived](events), err)
		}
		lint(t, st, run.RunID())
	})
}

// redteam 19: a continuous stream of signals does not keep a run from ending.
func TestARunClosesAgainstAStreamOfSignals(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		run, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("busy"))
		if err != nil {
			t.Fatal(err)
		}
		var accepted atomic.Int64
		ended := make(chan error, 16)
		for range cap(ended) {
			go func() {
				for {
					err := reprise.Signal(ctx, rt, "busy", approve, approval{})
					switch {
					case err == nil:
						accepted.Add(1)
					case errors.Is(err, reprise.ErrClosed):
						ended <- nil
						return
					case errors.Is(err, reprise.ErrInboxFull), errors.Is(err, reprise.ErrClosing):
					default:
						ended <- err
						return
					}
				}
			}()
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
		for range cap(ended) {
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
		}
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		d, err := reprise.Describe(ctx, rt, "busy")
		if err != nil {
			t.Fatal(err)
		}
		seen := int64(count[*history.SignalReceived](events))
		if seen != accepted.Load() || d.Undelivered != int(seen)-1 {
			t.Fatalf("%d accepted, %d in the history, %d undelivered; want every accepted signal seen or shown", accepted.Load(), seen, d.Undelivered)
		}
		lint(t, st, run.RunID())
	})
}

func TestAStoppedStoreDoesNotHangAClient(t *testing.T) {
	st := &mortal{Store: newMemory()}
	rt, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	st.kill()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if _, err := reprise.Start(ctx, rt, sum, 1); !errors.Is(err, store.ErrStoreClosed) {
		t.Fatalf("Start on a dead store: %v; want its error", err)
	}
}

// Workflow code that waits in a deferred function does not keep Stop beyond its deadline.
func TestStopKeepsItsDeadlineWhenADeferredFunctionWaits(t *testing.T) {
	ctx := bounded(t)
	release := make(chan struct{})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		defer func() { <-release }()
		_, err := workflow.Receive(ctx, approve)
		return 0, err
	})
	rt, err := reprise.New(newMemory(), quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w")); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Waiting != "" })
	var left *reprise.StopError
	if err := rt.StopNow(); !errors.As(err, &left) {
		t.Errorf("StopNow: %v; want it to say what it left", err)
	}
	close(release)
}

// Whoever closes the store before Stop is told in one sentence what that costs.
func TestStopSaysThatItCouldNotGiveBackWhatItOwned(t *testing.T) {
	st := openFile(t, filepath.Join(t.TempDir(), "test.db"))
	rt, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	err = rt.Stop(bounded(t))
	if want := "reprise: stopped; cannot release what this worker owns, it stays owned until the lease expires: "; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Count(err.Error(), "reprise:") > 1 {
		t.Errorf("Stop: %v; want %q, and the reason", err, want)
	}
}

// An Observer that ends the goroutine that calls it, as a test's FailNow does, does not keep
// Stop waiting.
func TestStopDoesNotWaitForAGoroutineThatAnObserverHasEnded(t *testing.T) {
	closed := make(chan struct{})
	cfg := quiet()
	cfg.Observer = &reprise.Observer{RunClosed: func(reprise.RunClosed) {
		close(closed)
		runtime.Goexit()
	}}
	w := workflow.New("nothing", func(workflow.Context, int) (int, error) { return 0, nil })
	rt, err := reprise.New(memory.New(), cfg, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(t.Context(), rt, w, 1, reprise.ID("a")); err != nil {
		t.Fatal(err)
	}
	<-closed
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err = rt.Stop(ctx)
	if ctx.Err() != nil {
		t.Errorf("Stop waited for a minute: %v", err)
	}
}
