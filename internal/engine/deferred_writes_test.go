package engine_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// toldOfALock is how long a caller waits for a lock that somebody else holds.
const toldOfALock = 5 * time.Second

// An outside caller is told after a while, including what to do; the engine keeps waiting.
func TestACallerIsToldOfALockThatIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		st := storetest.NewLockable(memory.New())
		rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler), Build: "test"})
		if err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Start(ctx, rt, workflow.Define[int, int]("w"), 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		byID, byName := store.Subject{Run: run.RunID()}, store.Subject{Namespace: "default", WorkflowID: "w"}
		st.Lock(byID, true)
		st.Lock(byName, true)
		r := process(rt).Writes().Submit(&store.Release{Run: run.RunID(), Worker: run.RunID(), Epoch: 1}, false)
		before := time.Now()
		err = reprise.Signal(ctx, rt, "w", poke, 1)
		if !errors.Is(err, store.ErrTransient) || errors.Is(err, store.ErrUnknownOutcome) {
			t.Errorf("Signal: %v", err)
		}
		if took := time.Since(before); took < toldOfALock || took > 3*toldOfALock {
			t.Errorf("the caller was told after %v", took)
		}
		if len(r.Done()) > 0 {
			t.Error("the engine's write was given up")
		}
		st.Lock(byID, false)
		<-r.Done()
		if got := r.Answer(); got.Err != nil || got.Outcome.Code != store.Fenced {
			t.Errorf("the engine's write: %v, %v", got.Outcome.Code, got.Err)
		}
		st.Lock(byName, false)
		if err := reprise.Signal(ctx, rt, "w", poke, 1); err != nil {
			t.Errorf("Signal once the lock is free: %v", err)
		}
	})
}

// Nor does Stop of a whole Runtime wait: a run that somebody has locked does not keep the
// others from being given back.
func TestStopGivesUpWhatIsLockedForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := storetest.NewLockable(memory.New())
		inside := make(chan struct{})
		once := activity.New("once", func(ctx context.Context, _ int) (int, error) {
			close(inside)
			<-ctx.Done()
			return 0, context.Cause(ctx)
		})
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, once, n).Get(ctx) })
		rt := begun(t, st, reprise.Config{}, w, once)
		run, err := reprise.Start(t.Context(), rt, w, 21)
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		st.Lock(store.Subject{Run: run.RunID()}, true)
		began := time.Now()
		if err := rt.Stop(context.Background()); err != nil {
			t.Log(err)
		}
		if took := time.Since(began); took > 2*toldOfALock {
			t.Errorf("Stop waited for %v", took)
		}
	})
}

// A due timer whose run is locked is not fired, and stays the next one. The store is asked
// for it now and then, not all the time.
func TestATimerOfALockedRunIsNotAskedForAllTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		var asked atomic.Int32
		var locked atomic.Bool
		st := &firing{Store: memory.New(), pass: func() bool {
			if locked.Load() {
				asked.Add(1)
			}
			return !locked.Load()
		}}
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return 1, workflow.Sleep(ctx, time.Minute) })
		rt := begun(t, st, reprise.Config{}, w)
		run, err := reprise.Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		locked.Store(true)
		<-time.After(90 * time.Second)
		if n := asked.Load(); n < 10 || n > 500 {
			t.Errorf("the store was asked %d times in half a minute", n)
		}
		locked.Store(false)
		if _, err := run.Result(ctx); err != nil {
			t.Error(err)
		}
	})
}

// firing is a store that fires timers only while pass allows it.
type firing struct {
	store.Store
	pass func() bool
}

func (s *firing) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	for i, op := range ops {
		f, ok := op.(*store.Fire)
		if !ok || s.pass() {
			continue
		}
		now, err := s.Now(ctx)
		if err != nil {
			return nil, err
		}
		outs, err := s.Store.Apply(ctx, slices.Concat(ops[:i], []store.Op{&store.Fire{Namespace: f.Namespace}}, ops[i+1:]))
		if err == nil && outs[i].Next.IsZero() {
			outs[i].Next = now
		}
		return outs, err
	}
	return s.Store.Apply(ctx, ops)
}

// The end of an activity whose run is locked keeps the worker from neither other
// activities nor its lease.
func TestAnActivityThatCannotBeEndedHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		st := storetest.NewLockable(memory.New())
		absent := activity.Define[int, int]("absent", activity.Policy{ScheduleToClose: time.Minute})
		late := workflow.New("late", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, absent, 0).Get(ctx) })
		double := activity.New("double", func(_ context.Context, n int) (int, error) { return 2 * n, nil })
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, double, n).Get(ctx) })
		rt := begun(t, st, reprise.Config{}, late, w, double)
		worker := inside(rt)
		run, err := reprise.Start(ctx, rt, late, 0)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		lock := store.Subject{Run: run.RunID()}
		st.Lock(lock, true)
		<-time.After(2 * time.Minute) // the row is overdue, and its end waits
		if !worker.HasValidLease() {
			t.Error("the worker lets its lease run out")
		}
		other, err := reprise.Start(ctx, rt, w, 21)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := other.Result(ctx); err != nil || got != 42 {
			t.Errorf("another run beside it: %d, %v", got, err)
		}
		st.Lock(lock, false)
		if _, err := run.Result(ctx); !errors.Is(err, activity.ErrTimeout) {
			t.Errorf("the run whose activity is overdue: %v", err)
		}
	})
}

// A completed activity does not run again because its run is locked for longer than the
// worker takes to compare what it owns with what it holds.
func TestAnActivityWhoseEndWaitsIsNotGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		st := storetest.NewLockable(memory.New())
		inside, leave := make(chan int, 10), make(chan struct{})
		once := activity.New("once", func(_ context.Context, n int) (int, error) {
			inside <- n
			<-leave
			return 2 * n, nil
		}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour, Retry: activity.RetryPolicy{MaxAttempts: 1}}) // the heartbeat timeout makes it a row
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, once, n).Get(ctx) })
		rt := begun(t, st, reprise.Config{}, w, once)
		run, err := reprise.Start(ctx, rt, w, 21)
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		lock := store.Subject{Run: run.RunID()}
		st.Lock(lock, true)
		close(leave)
		<-time.After(time.Minute)
		st.Lock(lock, false)
		if got, err := run.Result(ctx); err != nil || got != 42 {
			t.Errorf("the result is %d, %v", got, err)
		}
		if n := len(inside); n != 0 {
			t.Errorf("the activity was begun %d times more", n)
		}
	})
}
