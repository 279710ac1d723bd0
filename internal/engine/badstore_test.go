package engine_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// A signal may have been written when the store fills up: its sender is not told that
// nothing was recorded.
func TestAWriteThatMayHaveHappenedIsNotCalledRefused(t *testing.T) {
	for name, last := range map[string]storetest.Fault{
		"full":   {Kind: storetest.FailBefore, Err: store.ErrFull},
		"closed": {Kind: storetest.FailBefore, Err: store.ErrStoreClosed},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := limited(t)
			inner := memory.New()
			var deliveries atomic.Int32
			st := storetest.Faulty(inner, func(c storetest.Call) storetest.Fault {
				for _, op := range c.Ops {
					if _, ok := op.(*store.Deliver); ok {
						if deliveries.Add(1) == 1 {
							return storetest.Fault{Kind: storetest.LoseAnswer}
						}
						return last
					}
				}
				return storetest.Fault{}
			})
			rt, err := reprise.New(st, reprise.Config{Build: "test"})
			if err != nil {
				t.Fatal(err)
			}
			run, err := reprise.Start(ctx, rt, workflow.Define[int, int]("w"), 0, reprise.ID("w"))
			if err != nil {
				t.Fatal(err)
			}
			err = reprise.Signal(ctx, rt, "w", poke, 1)
			if !errors.Is(err, store.ErrUnknownOutcome) || !errors.Is(err, last.Err) {
				t.Errorf("Signal: %v; want %v and an unknown outcome", err, last.Err)
			}
			if p, err := inner.Pending(ctx, run.RunID()); err != nil || len(p.Entries) != 1 {
				t.Errorf("%d entries, %v; want the signal", len(p.Entries), err)
			}
		})
	}
}

// A store that neither answers nor fails does not keep Stop past its deadline.
func TestStopKeepsItsDeadlineWhenTheStoreHangs(t *testing.T) {
	ctx := limited(t)
	hung, release := make(chan struct{}), make(chan struct{})
	st := storetest.Faulty(memory.New(), func(c storetest.Call) storetest.Fault {
		for _, op := range c.Ops {
			if _, ok := op.(*store.Claim); ok {
				return storetest.Fault{Before: func() { close(hung); <-release }}
			}
		}
		return storetest.Fault{}
	})
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 0, nil })
	rt, err := reprise.New(st, reprise.Config{Build: "test"}, w)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, rt, w, 0); err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	select {
	case <-hung:
	case <-ctx.Done():
		t.Fatal("nothing is claimed")
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- rt.Stop(short) }()
	select {
	case <-stopped:
	case <-ctx.Done():
		t.Error("Stop goes on after its context has ended")
	}
	close(release)
	until(t, ctx, "the write has come back", func() bool { return process(rt).Writes().UnderWay() == 0 })
}

// While a lost engine is being replaced and the store hangs, neither callers nor Stop
// wait past their contexts.
func TestAHangingStoreDoesNotHoldCallersWhileJoiningAgain(t *testing.T) {
	ctx := limited(t)
	inner := memory.New()
	hung := make(chan struct{})
	var joins atomic.Int32
	st := &hangingJoin{Store: inner, hang: func() bool { return joins.Add(1) == 2 }, hung: hung}
	rt, err := reprise.New(st, reprise.Config{Build: "test", LeaseTTL: 3 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	id := rt.WorkerID()
	until(t, ctx, "the worker is taken for dead", func() bool { // it may be renewing its lease just now
		ticked, err := inner.Tick(ctx, store.Tick{Worker: id})
		if err != nil {
			t.Fatal(err)
		}
		outcomes, err := inner.Apply(ctx, []store.Op{&store.Condemn{Worker: id, LeaseUntil: ticked.LeaseUntil}})
		if err != nil {
			t.Fatal(err)
		}
		return outcomes[0].Code == store.Done
	})
	<-hung
	done := make(chan error, 1)
	go func() {
		_, err := reprise.Start(ctx, rt, workflow.Define[int, int]("w"), 0, reprise.ID("w"))
		done <- errors.Join(err, rt.Stop(ctx))
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Error("a call waits for a store that hangs in another one")
	}
}

// hangingJoin is a store whose Join hangs until its context ends, when told to.
type hangingJoin struct {
	store.Store
	hang func() bool
	hung chan struct{}
}

func (s *hangingJoin) Join(ctx context.Context, w store.Worker) error {
	if s.hang() {
		close(s.hung)
		<-ctx.Done()
		return ctx.Err()
	}
	return s.Store.Join(ctx, w)
}

// A caller learns a result even if the worker here has stopped and another worker ended
// the run.
func TestAResultIsToldAfterTheWorkerHasStopped(t *testing.T) {
	ctx := limited(t)
	st := memory.New()
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, poke) })
	first, err := reprise.New(st, reprise.Config{Build: "test"}, w)
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
	result := make(chan error, 1)
	go func() {
		v, err := run.Result(ctx)
		if err == nil && v != 7 {
			err = errors.New("another result")
		}
		result <- err
	}()
	until(t, ctx, "somebody waits", func() bool { return len(process(first).Awaited()) == 1 })
	if err := first.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	second := begun(t, st, reprise.Config{}, w)
	if err := reprise.Signal(ctx, second, "w", poke, 7); err != nil {
		t.Fatal(err)
	}
	if err := <-result; err != nil {
		t.Fatalf("Result: %v", err)
	}
}

// A run is claimed again before this process knows that it was parked. A signal between
// that claim and its answer reaches the new owner, although the old one was told of it.
func TestNewsBetweenAClaimAndItsAnswerReachTheNewOwner(t *testing.T) {
	ctx := limited(t)
	st := memory.New()
	seen := make(chan struct{})
	long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
		select {
		case <-seen:
			return 1, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		if _, err := workflow.Receive(ctx, poke); err != nil {
			return 0, err
		}
		f := workflow.Execute(ctx, long, 0)
		if _, err := workflow.Receive(ctx, poke); err != nil {
			return 0, err
		}
		close(seen)
		return f.Get(ctx)
	})
	decoy := workflow.New("decoy", func(workflow.Context, int) (int, error) { return 0, nil })
	var rt *reprise.Runtime
	parked, known := make(chan struct{}), make(chan struct{})
	var tasks atomic.Int32
	rt = begun(t, st, reprise.Config{Observer: &reprise.Observer{
		TaskDone: func(reprise.TaskDone) {
			if tasks.Add(1) == 1 {
				close(parked)
				<-known
			}
		},
		RunClaimed: func(e reprise.RunClaimed) {
			if e.Workflow == "decoy" {
				if err := reprise.Signal(ctx, rt, "w", poke, 2); err != nil {
					t.Error(err)
				}
				close(known)
			}
		},
	}}, w, decoy, long)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	<-parked
	client, err := reprise.New(st, reprise.Config{Build: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, client, "w", poke, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, client, decoy, 0, reprise.Priority(-1)); err != nil {
		t.Fatal(err)
	}
	inside(rt).LookForRuns() // one claim takes both, the decoy first
	if got, err := run.Result(ctx); err != nil || got != 1 {
		t.Fatalf("Result = %d, %v; want 1", got, err)
	}
}

// A worker that must not begin anything, because its lease may be over, does not claim
// either: it would only give the work back and claim it again.
func TestAWorkerWithoutAValidLeaseClaimsNothing(t *testing.T) {
	ctx := limited(t)
	var cut atomic.Bool
	var ticks, claims atomic.Int32
	st := storetest.Faulty(memory.New(), func(c storetest.Call) storetest.Fault {
		if c.Method == "Tick" && cut.Load() {
			ticks.Add(1)
			return storetest.Fault{Kind: storetest.FailBefore}
		}
		for _, op := range c.Ops {
			if _, ok := op.(*store.ClaimActivities); ok {
				claims.Add(1)
			}
		}
		return storetest.Fault{}
	})
	act := activity.New("act", func(context.Context, int) (int, error) { return 1, nil })
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
	rt, err := reprise.New(st, reprise.Config{Build: "test", LeaseTTL: 300 * time.Millisecond}, w, act)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()
	e := inside(rt)
	cut.Store(true)
	until(t, ctx, "the lease is not known to be held", func() bool { return !e.HasValidLease() })
	client, err := reprise.New(st, reprise.Config{Build: "test"})
	if err != nil {
		t.Fatal(err)
	}
	run, err := reprise.Start(ctx, client, w, 0, reprise.ID("w"))
	if err != nil {
		t.Fatal(err)
	}
	claims.Store(0)
	e.LookForRuns()
	e.LookForRows()
	from := ticks.Load()
	until(t, ctx, "some ticks have failed", func() bool { return ticks.Load() >= from+5 })
	if n := claims.Load(); n > 1 {
		t.Errorf("%d claims of activities without a valid lease; want none", n)
	}
	cut.Store(false)
	if got, err := run.Result(ctx); err != nil || got != 1 {
		t.Fatalf("Result = %d, %v; want 1", got, err)
	}
}

// Wherever a run is, its result is not accepted as that of another workflow.
func TestAResultOfAnotherWorkflowIsRefused(t *testing.T) {
	ctx := limited(t)
	began, finish := make(chan struct{}), make(chan struct{})
	act := activity.New("act", func(context.Context, int) (int, error) {
		close(began)
		<-finish
		return 1, nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
	other := workflow.New("other", func(workflow.Context, int) (int, error) { return 2, nil })
	rt := begun(t, memory.New(), reprise.Config{}, w, other, act)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("id"))
	if err != nil {
		t.Fatal(err)
	}
	<-began
	result := make(chan error, 1)
	go func() {
		_, err := process(rt).Await(ctx, other.Name(), run.RunID())
		result <- err
	}()
	until(t, ctx, "somebody waits or is answered", func() bool { return len(process(rt).Awaited()) == 1 || len(result) == 1 })
	close(finish)
	if err := <-result; !errors.Is(err, reprise.ErrWrongWorkflow) {
		t.Errorf("Result as another workflow's: %v; want ErrWrongWorkflow", err)
	}
	if got, err := run.Result(ctx); err != nil || got != 1 {
		t.Errorf("Result = %d, %v; want 1", got, err)
	}
}
