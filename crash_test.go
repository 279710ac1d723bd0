package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// world is the outside of the crash tests: it applies an effect once per key,
// whoever asks, and survives every crash.
type world struct {
	mu      sync.Mutex
	effects map[string]string // idempotency key: what
	calls   int
}

func (w *world) do(ctx context.Context, what string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	key := activity.GetInfo(ctx).IdempotencyKey
	if was, ok := w.effects[key]; ok && was != what {
		return "", failure.Wrap("", fmt.Errorf("key %s was used for %s", key, was), failure.Permanent())
	}
	w.effects[key] = what
	return "did " + what, nil
}

// counted returns how often each effect was applied.
func (w *world) counted() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := map[string]int{}
	for _, what := range w.effects {
		n[what]++
	}
	return n
}

// trip is a workflow with a bit of everything: steps in a row and in parallel, a
// retry, a timer, a race, a signal, and a compensation.
var trip = workflow.Define[string, string]("trip")

func bindTrip(w *world) []reprise.Binding {
	do := activity.New("do", w.do)
	beating := activity.New("beating", func(ctx context.Context, what string) (string, error) {
		if err := activity.HeartbeatDetails(ctx, what); err != nil {
			return "", err
		}
		return w.do(ctx, what)
	}, activity.Policy{HeartbeatTimeout: time.Minute})
	flaky := activity.New("flaky", func(ctx context.Context, what string) (string, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			return "", errors.New("gateway: try again")
		}
		return w.do(ctx, what)
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond, MaxAttempts: activity.Unlimited}})
	full := activity.New("full", func(context.Context, string) (string, error) {
		return "", failure.New("full", "no room left", failure.Permanent())
	})
	return []reprise.Binding{do, beating, flaky, full, trip.Bind(func(ctx workflow.Context, name string) (string, error) {
		if _, err := workflow.Execute(ctx, do, name+" flight").Get(ctx); err != nil {
			return "", err
		}
		hotel := workflow.Execute(ctx, flaky, name+" hotel")
		car := workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
			if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
				return "", err
			}
			return workflow.Execute(ctx, beating, name+" car").Get(ctx)
		})
		if _, err := hotel.Get(ctx); err != nil {
			return "", err
		}
		if _, err := car.Get(ctx); err != nil {
			return "", err
		}
		a, err := workflow.Receive(ctx, approve, workflow.Within(time.Hour))
		if err != nil {
			return "", err
		}
		if _, err := workflow.Execute(ctx, full, name).Get(ctx); failure.CodeOf(err) != "full" {
			return "", fmt.Errorf("unexpected: %w", err)
		}
		if _, err := workflow.Execute(workflow.WithoutCancel(ctx), do, name+" refund").Get(ctx); err != nil {
			return "", err
		}
		return name + " refunded for " + a.By, nil
	})}
}

// fatal is a store, as one process sees it, that dies at its n-th write.
type fatal struct {
	mortal
	mu     sync.Mutex
	left   int
	before bool
	died   chan struct{}
}

func (f *fatal) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	f.mu.Lock()
	f.left--
	now := f.left == 0
	f.mu.Unlock()
	if !now {
		return f.mortal.Apply(ctx, ops)
	}
	if !f.before {
		if _, err := f.mortal.Apply(ctx, ops); err != nil {
			return nil, err
		}
	}
	f.kill()
	close(f.died)
	return nil, errKilled
}

// live runs one process on shared until all trips have ended or the process has
// died at its n-th write, and reports which. 0 means no death.
func live(t *testing.T, shared store.Store, w *world, names []string, n int, before, serial bool) (done bool) {
	t.Helper()
	ctx := bounded(t)
	f := &fatal{mortal: mortal{Store: shared}, left: n, before: before, died: make(chan struct{})}
	cfg := quiet()
	cfg.Clock = hooks.On(cfg.Clock, hooks.Hooks{Serial: serial})
	rt, err := reprise.New(f, cfg, bindTrip(w)...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	id := rt.WorkerID()
	ended := make(chan error, 1)
	travelling, dead := context.WithCancel(ctx)
	defer dead()
	go func() { ended <- travel(travelling, rt, names) }()
	select {
	case <-f.died:
		dead()
		<-ended
	case err := <-ended:
		// dead is set before anyone learns of the death; the channel is closed a moment
		// later.
		done = !f.dead.Load()
		if done && err != nil {
			t.Errorf("n=%d before=%v: %v", n, before, err)
			dump(t, rt, names)
		}
	}
	if err := rt.Stop(ctx); err != nil && done {
		t.Errorf("n=%d before=%v: Stop: %v", n, before, err)
	}
	if _, err := shared.Apply(ctx, []store.Op{&store.Condemn{Worker: id, LeaseUntil: leaseOf(t, shared, id)}}); err != nil {
		t.Fatal(err)
	}
	return done
}

// travel starts every trip, approves it and waits for its end.
func travel(ctx context.Context, rt *reprise.Runtime, names []string) error {
	for _, name := range names {
		if _, err := reprise.Start(ctx, rt, trip, name, reprise.ID(name), reprise.Once()); err != nil {
			return err
		}
		err := reprise.Signal(ctx, rt, name, approve, approval{By: "boss"}, reprise.SignalID("approve-"+name))
		if err != nil && !errors.Is(err, reprise.ErrClosed) {
			return err
		}
	}
	for _, name := range names {
		h, err := reprise.Get(ctx, rt, trip, name)
		if err != nil {
			return err
		}
		// Deaths that come faster than commits look like the run's own fault: five in a
		// row, each while the run was tried alone. Then an operator resumes it.
		if d, err := reprise.Describe(ctx, rt, name); err == nil && d.Blocked != nil && d.Blocked.Reason == store.ReasonPoison {
			if err := reprise.Resume(ctx, rt, name, ben); err != nil {
				return err
			}
		}
		got, err := h.Result(ctx)
		if err != nil {
			return err
		}
		if want := name + " refunded for boss"; got != want {
			return fmt.Errorf("%s: result %q, want %q", name, got, want)
		}
	}
	return nil
}

// check compares the world and the histories with those of a life without crashes.
func check(t *testing.T, shared store.Store, w *world, names []string, what string) {
	t.Helper()
	want := map[string]int{}
	for _, name := range names {
		for _, part := range []string{" flight", " hotel", " car", " refund"} {
			want[name+part] = 1
		}
		run, err := shared.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: name})
		if err != nil {
			t.Fatal(err)
		}
		if run.Status != store.Completed || run.Undelivered != 0 {
			t.Errorf("%s: %s is %v with %d undelivered signals", what, name, run.Status, run.Undelivered)
		}
		lint(t, shared, run.ID)
	}
	if got := w.counted(); !maps.Equal(got, want) {
		t.Errorf("%s: effects %v, want each once", what, got)
	}
	outcomes, err := shared.Apply(t.Context(), []store.Op{&store.Sweep{}})
	if err != nil || outcomes[0].Count != 0 {
		t.Errorf("%s: %d runs had lost their dispatch row, %v", what, outcomes[0].Count, err)
	}
}

// Two trips are killed before and after every single write, and the next process
// finishes them: the results are the same, and every effect was applied once.
func TestCrashAtEveryWrite(t *testing.T) {
	names := []string{"ann", "bob"}
	for _, before := range []bool{true, false} {
		n := 1
		for ; ; n++ {
			shared, w := newMemory(), &world{effects: map[string]string{}}
			if live(t, shared, w, names, n, before, true) {
				break
			}
			if !live(t, shared, w, names, 0, false, true) {
				t.Fatal("the second process died too")
			}
			check(t, shared, w, names, fmt.Sprintf("crash at write %d (before: %v)", n, before))
			if t.Failed() {
				return
			}
		}
		t.Logf("%d writes, before: %v", n-1, before)
	}
}

// Ten trips run in a process that dies at a random write, then in the next, and so
// on.
func TestCrashAgainAndAgain(t *testing.T) {
	const seed = 1
	rnd := rand.New(rand.NewPCG(seed, seed))
	var names []string
	for i := range 10 {
		names = append(names, fmt.Sprintf("traveller-%d", i))
	}
	for round := range 10 {
		shared, w := newMemory(), &world{effects: map[string]string{}}
		for deaths := 0; ; deaths++ {
			n := 1 + rnd.IntN(25)
			if deaths == 15 {
				n = 0
			}
			if live(t, shared, w, names, n, rnd.IntN(2) == 0, false) {
				t.Logf("seed %d round %d: ended after %d deaths", seed, round, deaths)
				break
			}
			if t.Failed() {
				return
			}
		}
		check(t, shared, w, names, fmt.Sprintf("seed %d round %d", seed, round))
	}
}
