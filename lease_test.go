package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// A lease says that a worker lives, not how long its work may take: activities, with and
// without a row, and workflow code run for many leases, although another worker could take
// over.
func TestTheLeaseLimitsNoWork(t *testing.T) {
	var inside, release chan struct{} // of the current case
	hold := func(_ context.Context, n int) (int, error) {
		inside <- struct{}{}
		<-release
		return n, nil
	}
	eager := activity.New("eager", hold)
	row := activity.New("row", hold, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
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
				go func() { // begin may wait for the first task, and the clock stands still
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

// An attempt whose row another worker owns is told at once, whatever it does.
func TestAHeartbeatThatFindsTheRowGoneEndsTheAttempt(t *testing.T) {
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
			_ = activity.HeartbeatDetails(ctx, "alive") // sees the same, now or later
			causes <- context.Cause(ctx)
			return 1, nil // too late
		}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, act, 0).Get(ctx)
		})
		rt := startRuntime(t, st, hurried(), w, act)
		run := begin(t, rt, w, 0, "w")
		<-inside
		owned, err := st.Owned(ctx, rt.WorkerID())
		if err != nil {
			t.Fatal(err)
		}
		at := owned.Activities[store.ActivityKey{Run: run.RunID(), Activity: 2}]
		steal := &store.RetryActivity{Run: run.RunID(), Activity: 2, Worker: rt.WorkerID(), Attempt: 1, Claim: at.Claim, Consume: true}
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

// A worker id is for one life: a restart with the same configuration gets a new one, and so
// does a worker that joins again after losing its lease.
func TestAWorkerIDIsNewForEachLife(t *testing.T) {
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

// condemnAlive condemns a worker that keeps renewing its lease.
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

// A worker's lease does not keep an attempt alive: an attempt whose goroutine ends silently is
// over, although its process lives and renews.
func TestAnAttemptThatEndsWithoutAWordIsOver(t *testing.T) {
	for name, policy := range map[string]activity.Policy{
		"eager": {Retry: quick},
		"row":   {StartToClose: activity.NoLimit, Retry: quick, HeartbeatTimeout: time.Hour},
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
func TestAHangingCommitterIsNoProgress(t *testing.T) {
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

// The next attempt reads the heartbeat details of the previous one, although its worker died.
func TestHeartbeatDetailsOutliveTheWorker(t *testing.T) {
	st := newMemory()
	inside := make(chan struct{})
	load := activity.New("load", func(ctx context.Context, _ int) (string, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			err := activity.HeartbeatDetails(ctx, "row 7")
			close(inside)
			<-ctx.Done()
			return "", err
		}
		at, ok, err := activity.Details[string](ctx)
		if !ok {
			at = "the beginning"
		}
		return at, err
	}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
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

// Only the store's clock counts: a worker whose own clock is an hour off holds a lease like
// any other, and its timers fire when they are due by the store's clock.
func TestASkewedWorkerIsNeitherDeadNorImmortal(t *testing.T) {
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

// The store answers no tick for half a lease. The worker keeps its lease, its id and its work:
// an error does not mean that the store has declared it dead.
func TestAnErrorOfTheStoreEndsNoLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		st := storetest.Faulty(newMemory(), func(c storetest.Call) (f storetest.Fault) {
			if c.Method == "Tick" && down.Load() {
				f.Kind = storetest.FailBefore
			}
			return f
		})
		long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
			select {
			case <-time.After(50 * time.Second):
				return activity.GetInfo(ctx).Attempt, nil
			case <-ctx.Done():
				return 0, context.Cause(ctx)
			}
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, long, 0).Get(ctx) })
		rt := startRuntime(t, st, quiet(), w, long)
		worker := rt.WorkerID()
		run := begin(t, rt, w, 0, "w")
		<-time.After(5 * time.Second)
		down.Store(true)
		<-time.After(30 * time.Second)
		down.Store(false)
		if got, err := run.Result(bounded(t)); err != nil || got != 1 || rt.WorkerID() != worker {
			t.Errorf("attempt %d has ended it, %v, under the id %v; want the first, and %v", got, err, rt.WorkerID(), worker)
		}
	})
}

// A worker looks for dead ones every second of its life: whenever a worker dies, its runs
// continue after a lease, a third of one, and a few ticks.
func TestTheDeadAreFoundWheneverTheyDie(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := newMemory()
		cfg := quiet()
		cfg.LeaseTTL = 9 * time.Second
		inside := make(chan struct{})
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			n := activity.GetInfo(ctx).Attempt
			if n == 1 {
				inside <- struct{}{}
				<-ctx.Done()
			}
			return n, context.Cause(ctx)
		}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
		survivor := startRuntime(t, shared, cfg, w, act)
		for i, lived := range []time.Duration{0, time.Second, 10 * time.Minute, 20 * time.Second} {
			<-time.After(lived)
			id := fmt.Sprint("w", i)
			victim, life := process(t, shared, cfg, w, act)
			begin(t, victim, w, 0, id)
			<-inside
			life.kill()
			died := time.Now()
			if got, err := result(t, survivor, w, id); err != nil || got != 2 {
				t.Errorf("%s: attempt %d, %v; want the second", id, got, err)
			}
			if took := time.Since(died); took > cfg.LeaseTTL*4/3+5*time.Second {
				t.Errorf("%s went on %v after the death of its worker", id, took)
			}
		}
	})
}

// shifted is a clock that can be set while it runs.
type shifted struct {
	timer.Clock
	by atomic.Int64
}

func (c *shifted) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.by.Load())) }

// The worker died in the only attempt at an activity with a row. The attempt is consumed: the
// next owner does not run it again, and reports that it may have happened.
func TestALostAttemptOfARowIsConsumed(t *testing.T) {
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
	}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 1}})
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

// A workflow that kills its process is recovered several times and then parked, where an
// operator sees it. Other work of that process continues, and Resume retries the run.
func TestAWorkflowThatKillsItsProcessIsParkedInTheEnd(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	poison := workflow.Define[int, int]("poison")
	bad := begin(t, client, poison, 5, "bad")
	good := begin(t, client, waitSign, "x", "good")
	const deaths = store.QuarantineAfter + store.QuarantineDeaths
	for range deaths {
		inside, gone := make(chan struct{}, 1), make(chan struct{})
		deadly := poison.Bind(func(ctx workflow.Context, _ int) (int, error) {
			select {
			case inside <- struct{}{}:
			default: // a retry after the kill; it has no effect
			}
			<-gone // the process is killed while this waits
			return 0, errors.New("returned after the death of its process")
		})
		rt, life := process(t, st, hurried(), deadly, waitSign.Bind(signed))
		<-inside
		life.kill()
		close(gone)
		condemn(t, st, rt)
	}
	rt := startRuntime(t, st, hurried(), poison.Bind(func(_ workflow.Context, n int) (int, error) { return n, nil }), waitSign.Bind(signed))
	awaitRun(t, rt, "bad", func(d reprise.Description) bool { return d.Blocked != nil && d.Blocked.Reason == store.ReasonPoison })
	if err := reprise.Signal(ctx, rt, "good", approve, approval{By: "me"}); err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, waitSign, "good"); err != nil || !strings.HasSuffix(got, "by me") {
		t.Errorf("the neighbour = %q, %v", got, err)
	}
	if err := reprise.Resume(ctx, rt, "bad", ben); err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, poison, "bad"); err != nil || got != 5 {
		t.Errorf("Result after Resume = %d, %v; want 5", got, err)
	}
	lint(t, st, bad.RunID())
	lint(t, st, good.RunID())
}

// A worker whose lease may be over still commits, because the store decides. It does not begin
// an attempt: it gives it back, and begins it once it holds the lease again.
func TestNoAttemptBeginsWithoutAValidLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		var cut atomic.Bool
		var begun atomic.Int32
		st := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
			if c.Method == "Tick" && cut.Load() {
				return storetest.Fault{Kind: storetest.FailBefore}
			}
			return storetest.Fault{}
		})
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			begun.Add(1)
			return activity.GetInfo(ctx).Attempt, nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		inside, release := make(chan struct{}, 9), make(chan struct{})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			inside <- struct{}{}
			<-release // code that takes long
			return workflow.Execute(ctx, act, 0).Get(ctx)
		})
		s.cfg.StepTimeout = time.Hour
		rt := startRuntime(t, st, s.cfg, w, act)
		run := begin(t, s.client(w, act), w, 0, "w")
		s.pass(time.Second)
		<-inside
		cut.Store(true)
		s.pass(2 * s.cfg.LeaseTTL)
		close(release)
		synctest.Wait()
		if n := begun.Load(); n != 0 {
			t.Errorf("%d attempts have begun without a lease", n)
		}
		cut.Store(false)
		s.pass(time.Minute)
		if got, err := result(t, rt, w, "w"); err != nil || got != 1 || begun.Load() != 1 {
			t.Errorf("with the lease: attempt %d, %v, %d begun; want the first", got, err, begun.Load())
		}
		lint(t, s.store, run.RunID())
	})
}
