package reprise_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// The owner waits in an activity of its own and has nothing to commit. It still
// learns what others put into its inbox, without a wake-up.
func TestTheOwnerOfABusyRunHearsWhatOthersDo(t *testing.T) {
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
				<-ctx.Done() // for hours
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

// The same for the end of an activity that another worker ran.
func TestTheOwnerOfABusyRunHearsTheEndOfAnActivityElsewhere(t *testing.T) {
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
		close(release) // only the other's result lets the first activity end
		a, err := f.Get(ctx)
		return a + b, err
	})
	rt := startRuntime(t, st, hurried(), w, long)
	run := begin(t, rt, w, 0, "w")
	<-inside
	cfg := hurried()
	cfg.Queues = []reprise.Queue{{Name: "elsewhere"}}
	startRuntime(t, st, cfg, there)
	if got, err := run.Result(ctx); err != nil || got != 3 {
		t.Fatalf("Result = %d, %v; want 3", got, err)
	}
	lint(t, st, run.RunID())
}

// The store says that this worker owns a run and an activity's row that the worker
// does not know of: the answer to the claim was lost for good. They are given back
// and run.
func TestWhatIsOwnedAndNotHeldIsGivenBack(t *testing.T) {
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
		served.Queues = []reprise.Queue{{Name: "later"}}
		startRuntime(t, st, served, act)
		if n := <-inside; n != 2 {
			t.Errorf("the activity runs as attempt %d; want 2: nobody knows how far the lost one came", n)
		}
		s.until(client, "w", func(d reprise.Description) bool { return d.Status == reprise.Completed })
		lint(t, st, run.RunID())
	})
}

// A laptop is shut and opened again an hour later. Every lease is over by then, but
// nobody is dead: no attempt is lost, and none runs twice.
func TestAMachineThatSleptLosesNoAttempt(t *testing.T) {
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
		eager := activity.New("eager", hold, activity.Policy{StartToClose: activity.NoLimit})
		row := activity.New("row", hold, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: 24 * time.Hour})
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

// A worker that loses its lease while parked runs are in its cache drops those
// machines too: nothing of the old life continues, and nothing leaks.
func TestNothingOfALostLifeIsKept(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	claims := make(chan bool, 10)
	cfg := hurried()
	cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) { claims <- e.Cached }}
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

// A worker was stopped in the middle of an activity and continues after its run was
// given to others, before it knows. Its result is fenced; the next attempt's result
// counts, under the same idempotency key.
func TestAResultOfAFencedWorkerIsNotRecorded(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	var cut atomic.Bool // the first worker learns nothing of its lease
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
	cfg.Observer = &reprise.Observer{RunFenced: func(reprise.RunFenced) { fenced <- struct{}{} }}
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
	events, err := second.Inside().History(ctx, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	if n := count[*history.ActivityCompleted](events); n != 1 {
		t.Errorf("%d results are recorded; want 1", n)
	}
	lint(t, shared, run.RunID())
}
