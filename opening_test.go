package reprise_test

import (
	"context"
	"errors"
	"strings"
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

// batches records which starts, commits and releases a store receives together.
type batches struct {
	store.Store
	mu  sync.Mutex
	all [][]store.Op
}

func (b *batches) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	var kept []store.Op
	for _, op := range ops {
		switch op.(type) {
		case *store.Start, *store.Commit, *store.Release:
			kept = append(kept, op)
		}
	}
	if len(kept) > 0 {
		b.mu.Lock()
		b.all = append(b.all, kept)
		b.mu.Unlock()
	}
	return b.Store.Apply(ctx, ops)
}

func (b *batches) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.all)
}

// bubbles runs a test in synctest bubbles: there, a start gives up waiting only when
// every goroutine is blocked.
func bubbles(t *testing.T, test func(t *testing.T, st *batches)) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) { test(t, &batches{Store: st}) })
}

var inc = activity.Define[int, int]("inc")

func incremented(_ context.Context, n int) (int, error) { return n + 1, nil }

// A run of one activity takes two durable commits: the start with the first task, and
// the result. A run that returns at once takes one.
func TestARunOfOneActivityIsTwoCommits(t *testing.T) {
	bubbles(t, func(t *testing.T, st *batches) {
		ctx := bounded(t)
		one := workflow.New("one", func(ctx workflow.Context, n int) (int, error) {
			return workflow.Execute(ctx, inc, n).Get(ctx)
		})
		none := workflow.New("none", func(_ workflow.Context, n int) (int, error) { return n + 1, nil })
		var told []string // each follows the previous one
		cfg := quiet()
		cfg.Observer = &reprise.Observer{
			RunClaimed:  func(reprise.RunClaimed) { told = append(told, "claimed") },
			RunReplayed: func(reprise.RunReplayed) { told = append(told, "replayed") },
			TaskDone:    func(reprise.TaskDone) { told = append(told, "done") },
			RunClosed:   func(reprise.RunClosed) { told = append(told, "closed") },
		}
		rt := startRuntime(t, st, cfg, one, none, inc.Bind(incremented))
		for _, c := range []struct {
			w     workflow.Bound[int, int]
			want  int
			order string
		}{{one, 2, "claimed replayed done done closed"}, {none, 1, "claimed replayed done closed"}} {
			before := st.count()
			told = nil
			run, err := reprise.Start(ctx, rt, c.w, 1)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := run.Result(ctx); err != nil || n != 2 {
				t.Fatalf("Result = %d, %v; want 2", n, err)
			}
			synctest.Wait() // until everything is reported
			if n := st.count() - before; n != c.want {
				t.Errorf("%d commits, want %d: %v", n, c.want, st.all[before:])
			}
			if got := strings.Join(told, " "); got != c.order {
				t.Errorf("an observer hears %q, want %q", got, c.order)
			}
			lint(t, st, run.RunID())
		}
	})
}

// A start that finds another run leaves nothing of the task it has stepped: it keeps no
// slot, runs nothing, and no Observer hears of it.
func TestAStartThatFindsARunInItsWayLeavesNothing(t *testing.T) {
	bubbles(t, func(t *testing.T, st *batches) {
		ctx := bounded(t)
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			if n, err := workflow.Execute(ctx, inc, n).Get(ctx); n > 1 || err != nil {
				return n, err
			}
			_, err := workflow.Receive(ctx, approve)
			return 0, err
		})
		var claimed, called atomic.Int32
		cfg := quiet()
		cfg.Activities = 1
		cfg.Observer = &reprise.Observer{
			RunClaimed: func(reprise.RunClaimed) { claimed.Add(1) },
			RunFenced:  func(reprise.RunFenced) { t.Error("fenced") },
		}
		rt := startRuntime(t, st, cfg, w, inc.Bind(func(ctx context.Context, n int) (int, error) {
			called.Add(1)
			return incremented(ctx, n)
		}))
		first := begin(t, rt, w, 0, "w")
		synctest.Wait() // until the run waits for its signal
		for range 3 {
			again, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
			if !errors.Is(err, reprise.ErrAlreadyStarted) || again.RunID() != first.RunID() {
				t.Fatalf("Start = %v, %v; want the first run and ErrAlreadyStarted", again.RunID(), err)
			}
		}
		synctest.Wait() // a caller may hear of it before the slot is free
		other := begin(t, rt, w, 1, "other")
		if n, err := other.Result(ctx); err != nil || n != 2 {
			t.Fatalf("Result = %d, %v; want 2", n, err)
		}
		if claimed.Load() != 2 || called.Load() != 2 {
			t.Errorf("%d runs claimed, %d activities called; want 2 and 2", claimed.Load(), called.Load())
		}
	})
}

// A workflow that panics in its first task, or asks for too much, is started all the
// same, and parked.
func TestARunWhoseFirstTaskComesToNothingIsStarted(t *testing.T) {
	panics := workflow.New("panics", func(workflow.Context, int) (int, error) { panic("a bug") })
	large := workflow.New("large", func(ctx workflow.Context, _ int) (int, error) {
		for range 20_000 {
			workflow.Execute(ctx, inc, 1)
		}
		return 0, nil
	})
	for _, c := range []struct {
		w      workflow.Bound[int, int]
		reason string
	}{{panics, "panic"}, {large, "too large"}} {
		t.Run(c.reason, func(t *testing.T) {
			bubbles(t, func(t *testing.T, st *batches) {
				blocked := make(chan string, 10)
				cfg := quiet()
				cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason }}
				rt := startRuntime(t, st, cfg, c.w, inc.Bind(incremented))
				begin(t, rt, c.w, 0, "w")
				if got := <-blocked; got != c.reason {
					t.Errorf("parked with reason %q, want %q", got, c.reason)
				}
				d, err := reprise.Describe(bounded(t), rt, "w")
				if err != nil || d.Blocked == nil {
					t.Errorf("the run is %+v, %v", d, err)
				}
			})
		})
	}
}

// A first task that hangs does not keep the run from being started.
func TestABlockedFirstTaskDoesNotDelayTheStart(t *testing.T) {
	bubbles(t, func(t *testing.T, st *batches) {
		release := make(chan struct{})
		w := workflow.New("w", func(workflow.Context, int) (int, error) {
			<-release // a wait outside the engine
			return 7, nil
		})
		blocked := make(chan string, 1)
		cfg := quiet()
		cfg.StepTimeout = time.Minute
		cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Reason }}
		rt := startRuntime(t, st, cfg, w)
		asked := time.Now()
		quick, slow := begin(t, rt, w, 0, "quick"), begin(t, rt, w, 0, "slow")
		if took := time.Since(asked); took > 20*time.Millisecond { // bubble time
			t.Errorf("two starts take %v", took)
		}
		release <- struct{}{}
		if n, err := quick.Result(bounded(t)); err != nil || n != 7 {
			t.Errorf("Result = %d, %v; want 7", n, err)
		}
		if reason := <-blocked; reason != "stuck" {
			t.Errorf("parked with reason %q, want stuck", reason)
		}
		close(release)
		if err := reprise.Resume(t.Context(), rt, "slow", ben); err != nil {
			t.Fatal(err)
		}
		if n, err := slow.Result(bounded(t)); err != nil || n != 7 {
			t.Errorf("Result = %d, %v; want 7", n, err)
		}
	})
}

// A caller that leaves before anything was written is told that nothing was: the task in
// progress is discarded. A task that never returns is abandoned.
func TestACallerWhoLeavesDuringTheFirstTaskHasStartedNothing(t *testing.T) {
	bubbles(t, func(t *testing.T, st *batches) {
		release := make(chan struct{})
		w := workflow.New("w", func(workflow.Context, int) (int, error) {
			<-release
			return 7, nil
		})
		abandoned := make(chan int, 2)
		cfg := quiet()
		cfg.Observer = &reprise.Observer{GoroutinesAbandoned: func(e reprise.GoroutinesAbandoned) { abandoned <- e.Now }}
		rt := startRuntime(t, st, cfg, w)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnknownOutcome) {
			t.Fatalf("Start: %v; want that nothing was started", err)
		}
		if n := <-abandoned; n != 1 {
			t.Errorf("%d goroutines are given up on, want 1", n)
		}
		close(release)
		if n := <-abandoned; n != 0 {
			t.Errorf("%d goroutines are given up on after it came back, want 0", n)
		}
		if _, err := reprise.Describe(t.Context(), rt, "w"); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("Describe: %v, want ErrNotFound", err)
		}
		if n := st.count(); n != 0 {
			t.Errorf("%d commits, want none", n)
		}
	})
}

// Whatever the outcome of the batch with a start and the first task, the run continues,
// and its activity is called once.
func TestTheFirstBatchOfARunWhoseOutcomeIsUnknown(t *testing.T) {
	for name, kind := range map[string]storetest.Kind{
		"was not applied": storetest.LoseCall, "was applied": storetest.LoseAnswer, "fails": storetest.FailBefore,
		"applied just before the repetition": storetest.DelayBefore, "applied after the repetition": storetest.DelayAfter,
	} {
		t.Run(name, func(t *testing.T) {
			bubbles(t, func(t *testing.T, st *batches) {
				var called atomic.Int32
				one := workflow.New("one", func(ctx workflow.Context, n int) (int, error) {
					if _, err := workflow.Execute(ctx, inc, n).Get(ctx); err != nil {
						return 0, err
					}
					return n, workflow.Sleep(ctx, time.Minute)
				})
				sleeps := workflow.New("sleeps", func(ctx workflow.Context, n int) (int, error) { return n, workflow.Sleep(ctx, time.Minute) })
				none := workflow.New("none", func(_ workflow.Context, n int) (int, error) { return n, nil })
				var faulty atomic.Bool
				faults := storetest.Faulty(st, func(c storetest.Call) storetest.Fault {
					if c.Method == "Apply" && faulty.CompareAndSwap(true, false) {
						return storetest.Fault{Kind: kind}
					}
					return storetest.Fault{}
				})
				rt := startRuntime(t, faults, quiet(), one, sleeps, none, inc.Bind(func(ctx context.Context, n int) (int, error) {
					called.Add(1)
					return incremented(ctx, n)
				}))
				for i, w := range []workflow.Bound[int, int]{one, sleeps, none} {
					synctest.Wait() // nothing else is written
					faulty.Store(true)
					run, err := reprise.Start(t.Context(), rt, w, i)
					if err != nil {
						t.Fatal(err)
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
					if n, err := run.Result(ctx); err != nil || n != i {
						t.Errorf("Result = %d, %v; want %d", n, err, i)
					}
					cancel()
					lint(t, st, run.RunID())
				}
				if n := called.Load(); n != 1 {
					t.Errorf("the activity is called %d times, want once", n)
				}
			})
		})
	}
}
