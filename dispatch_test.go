package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// client is another process that only sends.
func (s *still) client(bindings ...reprise.Binding) *reprise.Runtime {
	s.t.Helper()
	rt, err := reprise.New(s.store, s.cfg, bindings...)
	if err != nil {
		s.t.Fatal(err)
	}
	return rt
}

// The only activity of a run sleeps for ten minutes, and no wake-up reaches its owner.
// What another process sends is in the history after two ticks.
func TestNewsOfABusyRunAreInItsHistoryAfterTwoTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
			alarm := s.clock.NewTimer(10 * time.Minute)
			defer alarm.Stop()
			select {
			case <-alarm.C():
				return 1, nil
			case <-ctx.Done():
				return 0, context.Cause(ctx)
			}
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			f := workflow.Execute(ctx, long, 0)
			a, err := workflow.Receive(ctx, approve)
			if err != nil {
				return "", err
			}
			if _, err := f.Get(ctx); !errors.Is(err, workflow.ErrCancelled) {
				return "", fmt.Errorf("the activity ended with %w", err)
			}
			return a.By, nil
		})
		owner, client := startRuntime(t, s.store, s.cfg, w, long), s.client(w)
		run := begin(t, owner, w, 0, "busy")
		s.pass(3 * time.Second)
		ctx := bounded(t)
		if err := reprise.Signal(ctx, client, "busy", approve, approval{By: "outside"}); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Cancel(ctx, client, "busy", "enough"); err != nil {
			t.Fatal(err)
		}
		s.pass(2 * time.Second) // at most two ticks
		events, err := client.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		if !has[*history.SignalReceived](events) || !has[*history.CancelRequested](events) || has[*history.ActivityCompleted](events) {
			t.Errorf("after two ticks the history is %v", events)
		}
		if got, err := run.Result(ctx); err != nil || got != "outside" {
			t.Errorf("Result = %q, %v", got, err)
		}
	})
}

// shares counts the work of each worker of a fleet.
type shares struct {
	mu     sync.Mutex
	steps  map[string]int
	claims int
}

func (c *shares) observer(worker string) *reprise.Observer {
	return &reprise.Observer{
		ActivityStarted: func(reprise.ActivityStarted) { c.mu.Lock(); c.steps[worker]++; c.mu.Unlock() },
		RunClaimed:      func(reprise.RunClaimed) { c.mu.Lock(); c.claims++; c.mu.Unlock() },
	}
}

// take returns the counts since the last call.
func (c *shares) take() (steps map[string]int, claims int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	steps, claims = c.steps, c.claims
	c.steps, c.claims = map[string]int{}, 0
	return steps, claims
}

// One worker has all runs, and none of them ever waits. Two more workers join. Soon each
// has its share of the steps, no attempt was lost, and runs no longer move.
func TestLoadLeavesAnOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		const runs, period = 30, 100 * time.Millisecond
		step := s.step(period)
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			for {
				if _, err := workflow.Execute(ctx, step, 0).Get(ctx); err != nil {
					return 0, err
				}
			}
		})
		count := &shares{steps: map[string]int{}}
		join := func(name string) *reprise.Runtime {
			cfg := s.cfg
			cfg.Observer = count.observer(name)
			return startRuntime(t, s.store, cfg, w, step)
		}
		first := join("a")
		var all []reprise.Handle[int]
		for i := range runs {
			all = append(all, begin(t, first, w, 0, fmt.Sprint("r", i)))
		}
		s.pass(3 * time.Second)
		if steps, claims := count.take(); claims != runs || len(steps) != 1 {
			t.Errorf("alone it made %d claims of %d runs, steps %v", claims, runs, steps)
		}
		join("b")
		join("c")
		s.pass(10 * time.Second)
		count.take()
		s.pass(5 * time.Second)
		steps, claims := count.take()
		total := steps["a"] + steps["b"] + steps["c"]
		for _, name := range []string{"a", "b", "c"} {
			if part := 100 * steps[name] / max(1, total); part < 25 || part > 40 {
				t.Errorf("ten seconds after the others joined, worker %s has %d %% of the steps: %v", name, part, steps)
			}
		}
		if claims != 0 {
			t.Errorf("%d runs still move", claims)
		}
		for _, run := range all {
			events, err := first.Inside().History(t.Context(), run.RunID())
			if err != nil {
				t.Fatal(err)
			}
			if has[*history.AttemptEnded](events) {
				t.Errorf("%s lost an attempt", run.RunID())
			}
			if err := reprise.Cancel(t.Context(), first, run.WorkflowID(), "done"); err != nil {
				t.Fatal(err)
			}
		}
		s.pass(3 * time.Second)
	})
}

// A parked run that becomes ready continues where it is cached, although another worker
// learns of it first. If that worker is gone, or frozen, the other one claims it.
func TestAReadyRunGoesOnWhereItIsCached(t *testing.T) {
	for name, c := range map[string]struct {
		before func(s *still, owner *reprise.Runtime, m *mortal)
		after  time.Duration
		by     string
		cached bool
	}{
		"it lives":  {func(*still, *reprise.Runtime, *mortal) {}, time.Second, "owner", true},
		"it left":   {func(_ *still, rt *reprise.Runtime, _ *mortal) { _ = rt.Stop(context.Background()) }, 0, "other", false},
		"it sleeps": {func(_ *still, _ *reprise.Runtime, m *mortal) { m.kill() }, store.StickyFor + time.Second, "other", false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStill(t)
				claims := make(chan string, 10)
				w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
					a, err := workflow.Receive(ctx, approve)
					return a.By, err
				})
				cfg := func(name string) reprise.Config {
					cfg := s.cfg
					cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) { claims <- fmt.Sprint(name, " ", e.Cached) }}
					return cfg
				}
				owner, life := process(t, s.store, cfg("owner"), w)
				run := begin(t, owner, w, 0, "w")
				s.until(owner, "w", func(d reprise.Description) bool { return d.Waiting != "" && d.Owner == store.WorkerID{} })
				if got := <-claims; got != "owner false" {
					t.Fatalf("first it is claimed by %s", got)
				}
				other := startRuntime(t, s.store, cfg("other"), w)
				s.pass(time.Second)
				c.before(s, owner, life)
				// The other worker's process delivers the signal, and would claim the run at once.
				if err := reprise.Signal(bounded(t), other, "w", approve, approval{By: "x"}); err != nil {
					t.Fatal(err)
				}
				s.pass(c.after)
				synctest.Wait()
				select {
				case got := <-claims:
					if want := fmt.Sprint(c.by, " ", c.cached); got != want {
						t.Errorf("it is claimed by %s, want %s", got, want)
					}
				default:
					t.Fatalf("nobody has claimed it after %v", c.after)
				}
				h, err := reprise.Get(bounded(t), other, w, "w")
				if err != nil || h.RunID() != run.RunID() {
					t.Fatal(err)
				}
				s.pass(2 * time.Second)
				if got, err := h.Result(bounded(t)); err != nil || got != "x" {
					t.Errorf("Result = %q, %v", got, err)
				}
			})
		})
	}
}

// The limit of a queue applies to its activities, eager or not, and delays no others.
func TestAQueueHasItsOwnConcurrency(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		release := make(chan struct{})
		var inside, most atomic.Int32
		work := func(context.Context, int) (int, error) {
			n := inside.Add(1)
			for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
			}
			<-release
			inside.Add(-1)
			return 0, nil
		}
		eager := activity.New("eager", work)
		row := activity.New("row", work, activity.Policy{Queue: "narrow"})
		free := activity.New("free", func(context.Context, int) (int, error) { return 7, nil }, activity.Policy{Queue: "wide"})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			a, b := workflow.Execute(ctx, eager, 0), workflow.Execute(ctx, row, 0)
			if _, err := a.Get(ctx); err != nil {
				return 0, err
			}
			return b.Get(ctx)
		})
		quickly := workflow.New("quickly", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, free, 0).Get(ctx)
		})
		cfg := hurried()
		cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "narrow", PerWorker: 2}, {Name: "wide"}}
		rt := startRuntime(t, st, cfg, w, quickly, eager, row, free)
		var runs []reprise.Handle[int]
		for i := range 5 {
			h, err := reprise.Start(ctx, rt, w, 0, reprise.ID(fmt.Sprint("narrow", i)), reprise.OnQueue("narrow"))
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, h)
		}
		awaitRun(t, rt, "narrow4", func(d reprise.Description) bool { return len(d.Activities) == 2 })
		for i := range 20 { // the queue is full
			if got, err := begin(t, rt, quickly, 0, fmt.Sprint("wide", i)).Result(ctx); err != nil || got != 7 {
				t.Fatalf("Result = %d, %v", got, err)
			}
		}
		if n := inside.Load(); n != 2 {
			t.Errorf("%d activities of the narrow queue run, want 2", n)
		}
		close(release)
		for _, run := range runs {
			if _, err := run.Result(ctx); err != nil {
				t.Error(err)
			}
			lint(t, st, run.RunID())
		}
		if n := most.Load(); n != 2 {
			t.Errorf("%d activities of the narrow queue ran at once, want 2", n)
		}
	})
}

// More is ready than there is room for. The worker runs it as room becomes free, without
// waiting for a tick: the time stands still.
func TestWhatWasLeftByAFullClaimIsTakenWhenRoomBecomesFree(t *testing.T) {
	for name, open := range map[string]func(t *testing.T, s *still) store.Store{
		"memory": func(_ *testing.T, s *still) store.Store { return s.store },
		"sqlite": func(t *testing.T, s *still) store.Store {
			return openFile(t, filepath.Join(t.TempDir(), "test.db"), sqlite.Options{Clock: s.clock})
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStill(t)
				st := open(t, s)
				w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
					return workflow.Execute(ctx, double, n).Get(ctx)
				})
				client, err := reprise.New(st, s.cfg, w)
				if err != nil {
					t.Fatal(err)
				}
				const runs = 250
				for i := range runs {
					begin(t, client, w, i, fmt.Sprint("r", i))
				}
				cfg := s.cfg
				cfg.Runs, cfg.Activities = 7, 3
				var ticks, closed atomic.Int32
				cfg.Observer = &reprise.Observer{RunClosed: func(reprise.RunClosed) { closed.Add(1) }}
				startRuntime(t, storetest.Faulty(st, func(c storetest.Call) storetest.Fault {
					if c.Method == "Tick" {
						ticks.Add(1)
					}
					return storetest.Fault{}
				}), cfg, w, double.Bind(doubled))
				synctest.Wait()
				if closed.Load() != runs || ticks.Load() > 2 {
					t.Errorf("%d of %d runs have ended after %d ticks", closed.Load(), runs, ticks.Load())
				}
			})
		})
	}
}

// Two workers are there when a backlog becomes ready. While the other has free slots,
// neither owns more runs than it has slots.
func TestABacklogIsSharedByThoseWhoAreThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		step := s.step(time.Hour)
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, step, 0).Get(ctx) })
		const slots, runs = 100, 160
		cfg := s.cfg
		cfg.Activities = slots
		first := startRuntime(t, s.store, cfg, w, step)
		second := startRuntime(t, s.store, cfg, w, step)
		s.pass(5 * time.Second)
		client := s.client(w)
		for i := range runs {
			begin(t, client, w, 0, fmt.Sprint("r", i))
		}
		s.pass(5 * time.Second)
		all := 0
		for _, rt := range []*reprise.Runtime{first, second} {
			owned, err := s.store.Owned(t.Context(), rt.WorkerID())
			if err != nil {
				t.Fatal(err)
			}
			n := len(owned.Runs)
			if all += n; n > slots {
				t.Errorf("one worker has %d of %d runs, and %d slots", n, runs, slots)
			}
		}
		if all != runs {
			t.Errorf("%d of %d runs are owned", all, runs)
		}
	})
}

// A process that started a run is gone before it could send a wake-up: the tick finds the
// run.
func TestWhatNobodyWasToldOfIsFoundByTheTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return n, nil })
		rt := startRuntime(t, s.store, s.cfg, w)
		s.pass(time.Minute)
		run := begin(t, s.client(w), w, 4, "w")
		s.pass(time.Second)
		d, err := reprise.Describe(t.Context(), rt, "w")
		if err != nil || d.Status != reprise.Completed {
			t.Fatalf("after a second it is %v, %v", d.Status, err)
		}
		lint(t, s.store, run.RunID())
	})
}

// Idle workers renew their leases and write nothing else, however many they are.
func TestAnIdleFleetWritesNothingButRenewals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var mu sync.Mutex
		var ticks, renewals, told int
		count := &tellTale{Store: s.store, heard: func(q store.Tick) {
			mu.Lock()
			defer mu.Unlock()
			ticks++
			if q.Renew > 0 {
				renewals++
			}
			if q.Tell {
				told++
			}
		}}
		for range 3 {
			startRuntime(t, count, s.cfg, waitSign.Bind(signed))
		}
		s.pass(3 * time.Second)
		mu.Lock()
		ticks, renewals, told = 0, 0, 0
		mu.Unlock()
		s.pass(time.Minute) // the length of a lease
		mu.Lock()
		defer mu.Unlock()
		if told != 0 || renewals > 3*4 || ticks < 3*55 {
			t.Errorf("in a minute three workers ticked %d times, renewed %d times and told their load %d times", ticks, renewals, told)
		}
	})
}

// tellTale is a store that reports ticks.
type tellTale struct {
	store.Store
	heard func(store.Tick)
}

func (s *tellTale) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	s.heard(q)
	return s.Store.Tick(ctx, q)
}

// A claim is in progress when the worker is stopped. What it brings is given back before
// Stop returns, and no attempt begins.
func TestAClaimThatRacesStopIsGivenBack(t *testing.T) {
	ctx := bounded(t)
	inner := newMemory()
	claiming, stopping := make(chan struct{}), make(chan struct{})
	var gate atomic.Bool
	var once sync.Once
	st := storetest.Faulty(inner, func(c storetest.Call) (f storetest.Fault) {
		for _, op := range c.Ops {
			if _, ok := op.(*store.Claim); ok && gate.Load() {
				f.Before = func() {
					once.Do(func() { close(claiming) })
					<-stopping
				}
			}
		}
		return f
	})
	// The end of hold's context shows that the worker claims nothing more.
	inside := make(chan struct{})
	var held atomic.Int32
	hold := activity.New("hold", func(ctx context.Context, _ int) (int, error) {
		if held.Add(1) > 1 {
			return 0, nil
		}
		close(inside)
		<-ctx.Done()
		if errors.Is(context.Cause(ctx), activity.ErrStopping) {
			close(stopping)
		}
		return 0, context.Cause(ctx)
	})
	var calls atomic.Int32
	act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
		calls.Add(1)
		return activity.GetInfo(ctx).Attempt, nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
	busy := workflow.New("busy", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, hold, 0).Get(ctx) })
	client, err := reprise.New(inner, quiet(), w, act, busy, hold)
	if err != nil {
		t.Fatal(err)
	}
	rt, err := reprise.New(st, quiet(), w, act, busy, hold)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	other := begin(t, rt, busy, 0, "busy")
	<-inside
	gate.Store(true)
	run := begin(t, client, w, 0, "w")
	<-claiming
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	d, err := reprise.Describe(ctx, client, "w")
	if err != nil || d.Owner != (store.WorkerID{}) || calls.Load() != 0 {
		t.Errorf("after Stop it is owned by %v and %d attempts were begun, %v", d.Owner, calls.Load(), err)
	}
	next := startRuntime(t, inner, quiet(), w, act, busy, hold)
	if got, err := result(t, next, w, "w"); err != nil || got != 1 {
		t.Errorf("Result = %d, %v; want attempt 1", got, err)
	}
	if _, err := result(t, next, busy, "busy"); err != nil {
		t.Error(err)
	}
	lint(t, inner, run.RunID())
	lint(t, inner, other.RunID())
}
