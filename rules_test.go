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
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// The tests of the rules_ files bear the number of their rule in docs/rules.md:
// Seeds29 is S29 there, Redteam8 is R8. This file has those about leases, fencing and
// recovery.

// swift is a clock whose alarms go off after a twentieth of their time, so that what
// is done once a second is done at once. The time it shows is the one below it.
type swift struct{ timer.Clock }

func (c swift) NewTimer(d time.Duration) timer.Alarm { return c.Clock.NewTimer(d / 20) }

// hurried is quiet with a swift clock.
func hurried() reprise.Config {
	cfg := quiet()
	cfg.Clock = swift{timer.System()}
	return cfg
}

// still is a world whose time stands still until the test lets it pass. It lives in a
// bubble of synctest, which knows when nobody has anything left to do; whatever its
// goroutines wait for must be made in the bubble too.
type still struct {
	t     *testing.T
	clock *faketime.Clock
	store *memory.Store
	cfg   reprise.Config
}

func newStill(t *testing.T) *still {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	cfg := quiet()
	cfg.Clock, cfg.LeaseTTL = clock, time.Minute
	return &still{t: t, clock: clock, store: memory.New(memory.Options{Clock: clock}), cfg: cfg}
}

// pass lets d go by, from one alarm to the next. The time moves only when everybody is
// at rest: that all loops wait for alarms does not tell, for one of them may have been
// woken and not have left its alarm yet. When pass returns, all that was due is done.
func (s *still) pass(d time.Duration) {
	for until := s.clock.Now().Add(d); ; {
		synctest.Wait()
		left := until.Sub(s.clock.Now())
		if left <= 0 {
			return
		}
		if next, ok := s.clock.Next(); ok {
			left = min(left, next.Sub(s.clock.Now()))
		}
		s.clock.Advance(left)
	}
}

// until lets the time go by, an hour at most, until the description of a run
// satisfies ok.
func (s *still) until(c reprise.Client, id string, ok func(reprise.Description) bool) {
	s.t.Helper()
	for end := s.clock.Now().Add(time.Hour); ; s.pass(time.Second) {
		synctest.Wait()
		d, err := reprise.Describe(s.t.Context(), c, id)
		if err != nil {
			s.t.Fatal(err)
		}
		if ok(d) {
			return
		}
		if s.clock.Now().After(end) {
			s.t.Fatalf("still %+v", d)
		}
	}
}

// result is what the run with this id returned.
func result[In, Out any](t *testing.T, c reprise.Client, def workflow.Definition[In, Out], id string) (Out, error) {
	t.Helper()
	ctx := bounded(t)
	h, err := reprise.Get(ctx, c, def, id)
	if err != nil {
		t.Fatal(err)
	}
	return h.Result(ctx)
}

// begin starts a run by id.
func begin[In, Out any](t *testing.T, c reprise.Client, def workflow.Definition[In, Out], in In, id string) reprise.Handle[Out] {
	t.Helper()
	h, err := reprise.Start(bounded(t), c, def, in, reprise.ID(id))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A lease says that a worker lives, not how long its work may take: activities, with
// and without a row, and workflow code go on for many leases, beside a worker who
// would take over.
func TestSeeds1_9_TheLeaseLimitsNoWork(t *testing.T) {
	var inside, release chan struct{} // of the case under test
	hold := func(_ context.Context, n int) (int, error) {
		inside <- struct{}{}
		<-release
		return n, nil
	}
	eager := activity.New("eager", hold)
	row := activity.New("row", hold, activity.Policy{Heartbeat: time.Hour})
	for _, c := range []struct {
		name string
		fn   func(ctx workflow.Context, n int) (int, error)
	}{
		{"an eager activity", func(ctx workflow.Context, n int) (int, error) {
			return workflow.Execute(ctx, eager, n).Get(ctx)
		}},
		{"an activity with a row", func(ctx workflow.Context, n int) (int, error) {
			return workflow.Execute(ctx, row, n).Get(ctx)
		}},
		{"a workflow task", func(_ workflow.Context, n int) (int, error) {
			return hold(context.Background(), n)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStill(t)
				inside, release = make(chan struct{}), make(chan struct{})
				s.cfg.StepTimeout = time.Hour
				w := workflow.New("w", c.fn)
				first := startRuntime(t, s.store, s.cfg, w, eager, row)
				started := make(chan error, 1)
				go func() { // for it may wait for the first task, and the clock stands still
					_, err := reprise.Start(bounded(t), first, w, 7, reprise.ID("w"))
					started <- err
				}()
				<-inside
				second := startRuntime(t, s.store, s.cfg, w, eager, row)
				s.pass(4 * s.cfg.LeaseTTL)
				release <- struct{}{}
				if err := <-started; err != nil {
					t.Fatal(err)
				}
				if got, err := result(t, first, w, "w"); err != nil || got != 7 {
					t.Errorf("Result = %d, %v; want 7", got, err)
				}
				if n := first.Stats().Recovered + second.Stats().Recovered; n != 0 {
					t.Errorf("%d things were taken over from a worker that lives; want none", n)
				}
			})
		})
	}
}

// An attempt that finds its row in other hands is told at once, whatever it does.
func TestSeeds6_AHeartbeatThatFindsTheRowGoneEndsTheAttempt(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		inside, taken := make(chan struct{}), make(chan struct{})
		causes := make(chan error, 1)
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			if activity.GetInfo(ctx).Attempt > 1 {
				return 2, nil
			}
			close(inside)
			<-taken
			_ = activity.Heartbeat(ctx, "alive") // says the same, or will
			causes <- context.Cause(ctx)
			return 1, nil // too late
		}, activity.Policy{Heartbeat: time.Hour})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, act, 0).Get(ctx)
		})
		rt := startRuntime(t, st, hurried(), w, act)
		run := begin(t, rt, w, 0, "w")
		<-inside
		steal := &store.RetryActivity{Run: run.RunID(), Activity: 2, Worker: rt.WorkerID(), Attempt: 1, Consume: true}
		if out, err := st.Apply(ctx, []store.Op{steal}); err != nil || out[0].Code != store.Done {
			t.Fatalf("cannot take the row away: %+v, %v", out, err)
		}
		close(taken)
		if cause := <-causes; !errors.Is(cause, activity.ErrLeaseLost) {
			t.Errorf("the attempt was told %v; want ErrLeaseLost", cause)
		}
		if got, err := run.Result(ctx); err != nil || got != 2 {
			t.Errorf("Result = %d, %v; want 2, of the second attempt", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// An owner id is good for one life: a restart under the same configuration is another
// worker, and so is one that joins again after its lease was lost.
func TestSeeds10_11_AWorkerIDIsNewForEachLife(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	cfg := hurried()
	seen := map[store.WorkerID]bool{}
	for range 3 {
		rt, err := reprise.New(st, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			t.Fatal(err)
		}
		old := rt.WorkerID()
		condemnAlive(t, st, old)
		now := old
		for now == old || now == (store.WorkerID{}) {
			if now = rt.WorkerID(); ctx.Err() != nil {
				t.Fatal("the worker did not join again")
			}
		}
		for _, id := range []store.WorkerID{old, now} {
			if seen[id] {
				t.Errorf("worker id %s is used again", id)
			}
			seen[id] = true
		}
		if err := rt.Stop(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// condemnAlive declares a worker dead that goes on renewing its lease.
func condemnAlive(t *testing.T, st store.Store, id store.WorkerID) {
	t.Helper()
	for ctx := bounded(t); ; {
		out, err := st.Apply(ctx, []store.Op{&store.Condemn{Worker: id, LeaseUntil: leaseOf(t, st, id)}})
		if err != nil {
			t.Fatal(err)
		}
		if out[0].Code == store.Done {
			return
		}
	}
}

// A lease lives as long as what it is kept for: an attempt whose goroutine ends
// without a word is over, although its process lives and renews.
func TestSeeds12_AnAttemptThatEndsWithoutAWordIsOver(t *testing.T) {
	for name, policy := range map[string]activity.Policy{
		"eager": {Retry: quick},
		"row":   {Retry: quick, Heartbeat: time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			st := newMemory()
			act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
				n := activity.GetInfo(ctx).Attempt
				if n == 1 {
					runtime.Goexit()
				}
				return n, nil
			}, policy)
			got, err := outcome(t, st, act)
			if err != nil || got != 2 {
				t.Fatalf("Result = %d, %v; want that of attempt 2", got, err)
			}
		})
	}
}

// A worker that cannot commit cannot work: it must not keep its lease.
func TestRedteam17_AHangingCommitterIsNoProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var hang atomic.Bool
		hanging, release := make(chan struct{}), make(chan struct{})
		faulty := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
			if c.Apply == 0 || !hang.CompareAndSwap(true, false) {
				return storetest.Fault{}
			}
			return storetest.Fault{Before: func() { close(hanging); <-release }}
		})
		rt := startRuntime(t, faulty, s.cfg, sum.Bind(sumOf), double.Bind(doubled))
		id, ttl := rt.WorkerID(), s.cfg.LeaseTTL
		s.pass(2 * ttl)
		if left := leaseOf(t, s.store, id).Sub(s.clock.Now()); left <= 0 {
			t.Fatalf("a worker that lives has %v left of its lease", left)
		}
		hang.Store(true)
		begun := s.clock.Now()
		run := make(chan error, 1)
		go func() {
			_, err := reprise.Start(context.Background(), rt, sum, 1, reprise.ID("r"))
			run <- err
		}()
		<-hanging
		s.pass(2 * ttl)
		if until := leaseOf(t, s.store, id).Sub(begun); until > ttl/2+ttl+time.Second {
			t.Errorf("the lease lasts until %v after everything hung; want it to run out", until)
		}
		close(release)
		if err := <-run; err != nil {
			t.Fatal(err)
		}
	})
}

// What an attempt said of itself is read by the next one, although its worker died.
func TestRedteam17_HeartbeatDetailsOutliveTheWorker(t *testing.T) {
	st := newMemory()
	inside := make(chan struct{})
	load := activity.New("load", func(ctx context.Context, _ int) (string, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			err := activity.Heartbeat(ctx, "row 7")
			close(inside)
			<-ctx.Done()
			return "", err
		}
		at, ok, err := activity.Details[string](ctx)
		if !ok {
			at = "the beginning"
		}
		return at, err
	}, activity.Policy{Heartbeat: time.Hour})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		return workflow.Execute(ctx, load, 0).Get(ctx)
	})
	first, life := process(t, st, quiet(), w, load)
	run := begin(t, first, w, 0, "w")
	<-inside
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, quiet(), w, load)
	if got, err := result(t, second, w, "w"); err != nil || got != "row 7" {
		t.Fatalf("the next attempt goes on from %q, %v; want row 7", got, err)
	}
	lint(t, st, run.RunID())
}

// One clock judges: a worker whose own clock is an hour off holds a lease like
// everybody, and its timers fire when they are due by the store's clock.
func TestSeeds15_16_ASkewedWorkerIsNeitherDeadNorImmortal(t *testing.T) {
	for name, skew := range map[string]time.Duration{"fast": time.Hour, "slow": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			st := newMemory()
			cfg := quiet()
			off := &shifted{Clock: timer.System()}
			off.by.Store(int64(skew))
			cfg.Clock = off
			nap := workflow.New("nap", func(ctx workflow.Context, d time.Duration) (time.Time, error) {
				return workflow.Now(ctx).Add(d), workflow.Sleep(ctx, d)
			})
			rt := startRuntime(t, st, cfg, nap)
			run := begin(t, rt, nap, 30*time.Millisecond, "n")
			due, err := run.Result(ctx)
			if err != nil {
				t.Fatal(err)
			}
			now, err := st.Now(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if now.Before(due) || now.Sub(due) > time.Minute {
				t.Errorf("a timer due %v had fired by %v of the store's clock", due, now)
			}
			if left := leaseOf(t, st, rt.WorkerID()).Sub(now); left <= 0 || left > cfg.LeaseTTL {
				t.Errorf("%v are left of a lease of %v", left, cfg.LeaseTTL)
			}
		})
	}
}

// shifted is a clock that somebody sets while it runs.
type shifted struct {
	timer.Clock
	by atomic.Int64
}

func (c *shifted) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.by.Load())) }

// The worker died in its only attempt at an activity that has a row. The attempt is
// consumed: the next owner does not run it again, and says that it may have happened.
func TestSeeds29_ALostAttemptOfARowIsConsumed(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	var calls atomic.Int32
	inside := make(chan struct{})
	once := activity.New("once", func(ctx context.Context, _ int) (int, error) {
		if calls.Add(1) == 1 {
			close(inside)
		}
		<-ctx.Done()
		return 0, ctx.Err()
	}, activity.Policy{Heartbeat: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 1}})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		_, err := workflow.Execute(ctx, once, 0).Get(ctx)
		if errors.Is(err, activity.ErrOutcomeUnknown) {
			return "unknown", nil
		}
		return "", err
	})
	first, life := process(t, st, quiet(), w, once)
	run := begin(t, first, w, 0, "w")
	<-inside
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, quiet(), w, once)
	if got, err := result(t, second, w, "w"); err != nil || got != "unknown" || calls.Load() != 1 {
		t.Fatalf("Result = %q, %v after %d calls; want unknown after 1", got, err, calls.Load())
	}
	if err := ctx.Err(); err != nil {
		t.Fatal(err)
	}
	lint(t, st, run.RunID())
}

// A workflow that kills its process is recovered a number of times and then parked,
// where an operator sees it; what died with it goes on, and Resume tries again.
func TestSeeds30_31_AWorkflowThatKillsItsProcessIsParkedInTheEnd(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	poison := workflow.Define[int, int]("poison")
	bad := begin(t, client, poison, 5, "bad")
	good := begin(t, client, waitSign, "x", "good")
	const deaths = store.SuspectDeaths + store.LaneDeaths
	for range deaths {
		inside, gone := make(chan struct{}, 1), make(chan struct{})
		deadly := poison.Bind(func(ctx workflow.Context, _ int) (int, error) {
			select {
			case inside <- struct{}{}:
			default: // tried again after the kill; nothing comes of it
			}
			<-gone // the process is killed while it is in here
			return 0, errors.New("returned after the death of its process")
		})
		rt, life := process(t, st, hurried(), deadly, waitSign.Bind(signed))
		<-inside
		life.kill()
		close(gone)
		condemn(t, st, rt)
	}
	rt := startRuntime(t, st, hurried(), poison.Bind(func(_ workflow.Context, n int) (int, error) { return n, nil }), waitSign.Bind(signed))
	awaitRun(t, rt, "bad", func(d reprise.Description) bool { return d.Blocked != nil && d.Blocked.Reason == store.ReasonSuspect })
	if err := reprise.Signal(ctx, rt, "good", approve, approval{By: "me"}); err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, waitSign, "good"); err != nil || !strings.HasSuffix(got, "by me") {
		t.Errorf("the neighbour = %q, %v", got, err)
	}
	if err := reprise.Resume(ctx, rt, "bad"); err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, poison, "bad"); err != nil || got != 5 {
		t.Errorf("Result after Resume = %d, %v; want 5", got, err)
	}
	lint(t, st, bad.RunID())
	lint(t, st, good.RunID())
}

// The owner waits in an activity of its own and has nothing to commit. What others
// put into its inbox it hears of all the same, without a hint.
func TestRedteam1_TheOwnerOfABusyRunHearsWhatOthersDo(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) (owner, other store.Store){
		"memory": func(*testing.T) (store.Store, store.Store) {
			st := newMemory()
			return st, st
		},
		"sqlite": func(t *testing.T) (store.Store, store.Store) {
			path := filepath.Join(t.TempDir(), "busy.db")
			return openFile(t, path), openFile(t, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			owner, other := open(t)
			inside := make(chan struct{})
			long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
				close(inside)
				<-ctx.Done() // hours
				return 0, context.Cause(ctx)
			})
			w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
				f := workflow.Execute(ctx, long, 0)
				a, err := workflow.Receive(ctx, approve)
				if err != nil {
					return "", err
				}
				if _, err := f.Get(ctx); !errors.Is(err, workflow.ErrCancelled) {
					return "", err
				}
				return a.By, nil
			})
			rt := startRuntime(t, owner, hurried(), w, long)
			run := begin(t, rt, w, 0, "busy")
			<-inside
			client, err := reprise.New(other, quiet())
			if err != nil {
				t.Fatal(err)
			}
			if err := reprise.Signal(ctx, client, "busy", approve, approval{By: "outside"}); err != nil {
				t.Fatal(err)
			}
			awaitRun(t, client, "busy", func(d reprise.Description) bool { return d.Unread == 0 })
			if err := reprise.Cancel(ctx, client, "busy", "enough"); err != nil {
				t.Fatal(err)
			}
			if got, err := run.Result(ctx); err != nil || got != "outside" {
				t.Fatalf("Result = %q, %v; want both the signal and the cancellation seen", got, err)
			}
			lint(t, owner, run.RunID())
		})
	}
}

// The same, when what comes is the end of an activity that another worker ran.
func TestRedteam1_TheOwnerOfABusyRunHearsTheEndOfAnActivityElsewhere(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	inside, release := make(chan struct{}), make(chan struct{})
	long := activity.New("long", func(context.Context, int) (int, error) {
		close(inside)
		<-release
		return 1, nil
	})
	there := activity.New("there", func(context.Context, int) (int, error) { return 2, nil }, activity.Policy{Queue: "elsewhere"})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		f := workflow.Execute(ctx, long, 0)
		b, err := workflow.Execute(ctx, there, 0).Get(ctx)
		if err != nil {
			return 0, err
		}
		close(release) // only the other's result lets the first one end
		a, err := f.Get(ctx)
		return a + b, err
	})
	rt := startRuntime(t, st, hurried(), w, long)
	run := begin(t, rt, w, 0, "w")
	<-inside
	cfg := hurried()
	cfg.Queues = []string{"elsewhere"}
	startRuntime(t, st, cfg, there)
	if got, err := run.Result(ctx); err != nil || got != 3 {
		t.Fatalf("Result = %d, %v; want 3", got, err)
	}
	lint(t, st, run.RunID())
}

// The store says that this worker owns a run and the row of an activity, and nobody
// here has heard of either: the answer to the claim was lost for good. They are given
// back and run.
func TestRedteam2_WhatIsOwnedAndNotHeldIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		st := s.store
		inside := make(chan int, 2)
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			inside <- activity.GetInfo(ctx).Attempt
			return activity.GetInfo(ctx).Attempt, nil
		}, activity.Policy{Queue: "later"})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, act, 0).Get(ctx)
		})
		client, err := reprise.New(st, s.cfg)
		if err != nil {
			t.Fatal(err)
		}
		lose := func(op store.Op) {
			t.Helper()
			out, err := st.Apply(t.Context(), []store.Op{op})
			if err != nil || len(out[0].Claims)+len(out[0].Tasks) != 1 {
				t.Fatalf("the claim took %+v, %v; want one", out, err)
			}
		}
		filter := store.Filter{
			Namespace: "default", Queues: []string{"default", "later"}, Workflows: []string{"w"}, Activities: []string{"act"},
			Level: 1 << 20, Build: "test",
		}
		rt := startRuntime(t, st, s.cfg, w) // does not serve the activity's queue
		synctest.Wait()                     // it has looked for work and found none
		run := begin(t, client, w, 0, "w")
		lose(&store.Claim{Worker: rt.WorkerID(), ID: store.Token{1}, Max: 1, Filter: filter})
		s.until(client, "w", func(d reprise.Description) bool { return len(d.Activities) == 1 })
		lose(&store.ClaimActivities{Worker: rt.WorkerID(), ID: store.Token{2}, Max: 1, Filter: filter})
		s.until(client, "w", func(d reprise.Description) bool { return !d.Activities[0].Running })
		served := s.cfg
		served.Queues = []string{"later"}
		startRuntime(t, st, served, act)
		if n := <-inside; n != 2 {
			t.Errorf("the activity runs as attempt %d; want 2: nobody knows how far the lost one came", n)
		}
		s.until(client, "w", func(d reprise.Description) bool { return d.Status == store.Completed })
		lint(t, st, run.RunID())
	})
}

// A laptop is shut and opened again an hour later. Every lease is over by then, and
// nobody is dead: no attempt is lost, none runs twice.
func TestRedteam3_AMachineThatSleptLosesNoAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var calls atomic.Int32
		inside, release := make(chan struct{}, 4), make(chan struct{})
		hold := func(ctx context.Context, _ int) (int, error) {
			calls.Add(1)
			inside <- struct{}{}
			<-release
			return activity.GetInfo(ctx).Attempt, nil
		}
		eager := activity.New("eager", hold)
		row := activity.New("row", hold, activity.Policy{Heartbeat: 24 * time.Hour})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			a, b := workflow.Execute(ctx, eager, 0), workflow.Execute(ctx, row, 0)
			m, err := a.Get(ctx)
			if err != nil {
				return 0, err
			}
			n, err := b.Get(ctx)
			return m + n, err
		})
		first := startRuntime(t, s.store, s.cfg, w, eager, row)
		second := startRuntime(t, s.store, s.cfg, w, eager, row)
		run := begin(t, first, w, 0, "w")
		<-inside
		<-inside
		s.pass(s.cfg.LeaseTTL)
		s.clock.Advance(time.Hour)
		s.pass(2 * s.cfg.LeaseTTL)
		close(release)
		if got, err := result(t, first, w, "w"); err != nil || got != 2 || calls.Load() != 2 {
			t.Fatalf("Result = %d, %v after %d calls; want two first attempts", got, err, calls.Load())
		}
		if n := first.Stats().Recovered + second.Stats().Recovered; n != 0 {
			t.Errorf("%d things were taken over from the living; want none", n)
		}
		lint(t, s.store, run.RunID())
	})
}

// A worker that loses its lease while runs are parked in its cache drops those
// machines too: nothing of the old life goes on, nothing leaks.
func TestRedteam2_NothingOfALostLifeIsKept(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	claims := make(chan bool, 10)
	cfg := hurried()
	cfg.Observer = &reprise.Observer{Claimed: func(_ store.Run, cached bool) { claims <- cached }}
	rt := startRuntime(t, st, cfg, waitSign.Bind(signed))
	run := begin(t, rt, waitSign, "x", "p")
	<-claims
	awaitRun(t, rt, "p", func(d reprise.Description) bool { return d.Owner == store.WorkerID{} })
	old := rt.WorkerID()
	condemnAlive(t, st, old)
	for now := old; now == old || now == (store.WorkerID{}); {
		if now = rt.WorkerID(); ctx.Err() != nil {
			t.Fatal("the worker did not join again")
		}
	}
	if err := reprise.Signal(ctx, rt, "p", approve, approval{By: "me"}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if cached := <-claims; cached {
		t.Error("a machine of the old life was used; want the run rebuilt")
	}
	lint(t, st, run.RunID())
}

// A worker was stopped in the middle of an activity and goes on after its run was
// given to others, before anybody told it. Its result is fenced; the one that counts
// comes from the next attempt, under the same key.
func TestRedteam31_AResultOfAFencedWorkerIsNotRecorded(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	var cut atomic.Bool // the first worker hears nothing of its lease
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		if c.Method == "Tick" && cut.Load() {
			return storetest.Fault{Kind: storetest.FailBefore}
		}
		return storetest.Fault{}
	})
	inside, release := make(chan struct{}), make(chan struct{})
	var calls atomic.Int32
	keys := make(chan string, 2)
	act := activity.New("act", func(ctx context.Context, _ int) (string, error) {
		keys <- activity.GetInfo(ctx).IdempotencyKey
		if calls.Add(1) == 1 {
			close(inside)
			<-release
			return "of the zombie", nil
		}
		return "of the owner", nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		return workflow.Execute(ctx, act, 0).Get(ctx)
	})
	fenced := make(chan struct{}, 1)
	cfg := quiet()
	cfg.Observer = &reprise.Observer{Fenced: func(store.RunID) { fenced <- struct{}{} }}
	first := startRuntime(t, st, cfg, w, act)
	run := begin(t, first, w, 0, "w")
	<-inside
	cut.Store(true)
	if err := shared.Leave(ctx, first.WorkerID()); err != nil {
		t.Fatal(err)
	}
	close(release)
	select {
	case <-fenced:
	case <-ctx.Done():
		t.Fatal("the zombie's commit was not fenced")
	}
	second := startRuntime(t, shared, quiet(), w, act)
	if got, err := result(t, second, w, "w"); err != nil || got != "of the owner" {
		t.Fatalf("Result = %q, %v; want that of the owner", got, err)
	}
	if a, b := <-keys, <-keys; a != b {
		t.Errorf("idempotency keys %q and %q; want one", a, b)
	}
	events, err := second.History(ctx, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	if n := count[*history.ActivityCompleted](events); n != 1 {
		t.Errorf("%d results are recorded; want 1", n)
	}
	lint(t, shared, run.RunID())
}
