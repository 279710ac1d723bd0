package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var quick = activity.RetryPolicy{InitialInterval: time.Millisecond, MaxInterval: 2 * time.Millisecond, MaxAttempts: 3}

// outcome runs one activity in a workflow of its own and returns what the workflow
// received.
func outcome(t *testing.T, st store.Store, act activity.Bound[int, int]) (int, error) {
	t.Helper()
	ctx := bounded(t)
	w := workflow.New("one", func(ctx workflow.Context, n int) (int, error) {
		return workflow.Execute(ctx, act, n).Get(ctx)
	})
	rt := startRuntime(t, st, quiet(), w, act)
	run, err := reprise.Start(ctx, rt, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := run.Result(ctx)
	lint(t, st, run.RunID())
	return v, err
}

func hang(calls *atomic.Int32) func(context.Context, int) (int, error) {
	return func(ctx context.Context, _ int) (int, error) {
		calls.Add(1)
		<-ctx.Done()
		return 0, context.Cause(ctx)
	}
}

func TestStartToCloseEndsEachAttempt(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		var calls atomic.Int32
		_, err := outcome(t, st, activity.New("hang", hang(&calls), activity.Policy{StartToClose: 10 * time.Millisecond, Retry: quick}))
		if !errors.Is(err, activity.ErrTimeout) || calls.Load() != 3 {
			t.Fatalf("%v after %d calls; want ErrTimeout after 3", err, calls.Load())
		}
	})
}

func TestScheduleToCloseEndsAllAttempts(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		var calls atomic.Int32
		unlimited := activity.RetryPolicy{InitialInterval: 5 * time.Millisecond, MaxInterval: 5 * time.Millisecond, MaxAttempts: activity.Unlimited}
		_, err := outcome(t, st, activity.New("fail", func(context.Context, int) (int, error) {
			calls.Add(1)
			return 0, errors.New("not today")
		}, activity.Policy{ScheduleToClose: 60 * time.Millisecond, Retry: unlimited}))
		if err == nil || calls.Load() == 0 {
			t.Fatalf("%v after %d calls; want a failure, although attempts are unlimited", err, calls.Load())
		}
		calls.Store(0)
		_, err = outcome(t, newMemory(), activity.New("hang", hang(&calls), activity.Policy{ScheduleToClose: 20 * time.Millisecond, Retry: unlimited}))
		if !errors.Is(err, activity.ErrTimeout) || calls.Load() > 1 {
			t.Fatalf("%v after %d calls; want ErrTimeout, and no attempt after it", err, calls.Load())
		}
	})
}

// No worker serves the queue, or has the activity: the timeout still ends it.
func TestScheduleToCloseEndsWhatNobodyRuns(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var calls atomic.Int32
		p := activity.Policy{ScheduleToClose: 30 * time.Millisecond}
		unbound := activity.Define[int, int]("unbound", p)
		p.Queue = "nobody's"
		elsewhere := activity.New("elsewhere", hang(&calls), p)
		w := workflow.New("two", func(ctx workflow.Context, n int) (string, error) {
			a, b := workflow.Execute(ctx, unbound, n), workflow.Execute(ctx, elsewhere, n)
			_, errA := a.Get(ctx)
			_, errB := b.Get(ctx)
			return string(failure.KindOf(errA) + " " + failure.KindOf(errB)), nil
		})
		rt := startRuntime(t, st, quiet(), w, elsewhere)
		run, err := reprise.Start(ctx, rt, w, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != "timeout timeout" || calls.Load() != 0 {
			t.Fatalf("%q, %v after %d calls; want two timeouts and no call", got, err, calls.Load())
		}
		lint(t, st, run.RunID())
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if b, ok := e.Body.(*history.ActivityFailed); ok && b.Attempt != 0 {
				t.Errorf("%v: no attempt was made", e)
			}
		}
	})
}

// Every slot is taken, and stays so.
func TestScheduleToCloseEndsWhatFindsNoSlot(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var calls atomic.Int32
		long := activity.New("long", hang(&calls))
		short := activity.New("short", hang(&calls), activity.Policy{ScheduleToClose: 30 * time.Millisecond})
		w := workflow.New("two", func(ctx workflow.Context, n int) (string, error) {
			workflow.Execute(ctx, long, n)
			_, err := workflow.Execute(ctx, short, n).Get(ctx)
			return string(failure.KindOf(err)), nil
		})
		cfg := quiet()
		cfg.Activities = 1
		rt := startRuntime(t, st, cfg, w, long, short)
		run, err := reprise.Start(ctx, rt, w, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != "timeout" || calls.Load() > 1 {
			t.Fatalf("%q, %v after %d calls; want a timeout, and no call but the long one's", got, err, calls.Load())
		}
	})
}

func TestSilenceEndsAnAttemptWithAHeartbeat(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		var calls atomic.Int32
		_, err := outcome(t, st, activity.New("silent", hang(&calls), activity.Policy{HeartbeatTimeout: 20 * time.Millisecond, Retry: quick}))
		if failure.KindOf(err) != mark.HeartbeatTimeout || calls.Load() != 3 {
			t.Fatalf("%v after %d calls; want a heartbeat timeout after 3", err, calls.Load())
		}
	})
}

// The next attempt continues from the newest details, even if the previous one was
// lost with its worker.
func TestHeartbeatDetailsAreReadByTheNextAttempt(t *testing.T) {
	for name, p := range map[string]activity.Policy{
		"with a heartbeat timeout": {HeartbeatTimeout: time.Minute, Retry: quick},
		"without":                  {Retry: quick},
	} {
		t.Run(name, func(t *testing.T) { detailsAreRead(t, p) })
	}
}

func detailsAreRead(t *testing.T, p activity.Policy) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		copyRows := activity.New("copy", func(ctx context.Context, _ int) (int, error) {
			done, ok, err := activity.Details[int](ctx)
			if err != nil {
				return 0, err
			}
			if attempt := activity.GetInfo(ctx).Attempt; ok != (attempt > 1) || done != 10*(attempt-1) {
				return 0, failure.Wrap("", fmt.Errorf("attempt %d reads %d, %v", attempt, done, ok), failure.Permanent())
			}
			for i := done + 1; i <= done+10; i++ {
				if err := activity.HeartbeatDetails(ctx, i); err != nil {
					return 0, err
				}
			}
			if done+10 < 30 {
				return 0, errors.New("connection reset")
			}
			return done + 10, nil
		}, p)
		if got, err := outcome(t, st, copyRows); err != nil || got != 30 {
			t.Fatalf("Result = %d, %v; want 30", got, err)
		}
	})
}

func TestMaximumAttemptsAndNonRetryableErrors(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		var calls atomic.Int32
		failing := func(err error) func(context.Context, int) (int, error) {
			return func(context.Context, int) (int, error) { calls.Add(1); return 0, err }
		}
		for _, c := range []struct {
			name  string
			err   error
			retry activity.RetryPolicy
			want  int32
		}{
			{"plain", errors.New("no"), quick, 3},
			{"permanent", failure.New("", "no", failure.Permanent()), quick, 1},
			{"listed", failure.New("declined", "no"), activity.RetryPolicy{InitialInterval: time.Millisecond, NonRetryable: []failure.Code{"declined"}}, 1},
		} {
			calls.Store(0)
			_, err := outcome(t, newMemory(), activity.New(c.name, failing(c.err), activity.Policy{Retry: c.retry}))
			if err == nil || calls.Load() != c.want {
				t.Errorf("%s: %v after %d calls; want %d", c.name, err, calls.Load(), c.want)
			}
		}
		panics := activity.New("panics", func(context.Context, int) (int, error) { panic("ouch") }, activity.Policy{Retry: quick})
		if _, err := outcome(t, st, panics); failure.KindOf(err) != mark.Panic {
			t.Errorf("a panic came back as %v (kind %q)", err, failure.KindOf(err))
		}
	})
}
