package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

type approval struct {
	Yes bool
	By  string
}

var (
	double   = activity.Define[int, int]("double")
	sum      = workflow.Define[int, int]("sum")
	approve  = workflow.DefineSignal[approval]("approve")
	waitSign = workflow.Define[string, string]("wait-sign")
)

func doubled(_ context.Context, n int) (int, error) { return 2 * n, nil }

// sumOf doubles 1..n one after another and then all at once.
func sumOf(ctx workflow.Context, n int) (int, error) {
	total := 0
	for i := range n {
		v, err := workflow.Execute(ctx, double, i+1).Get(ctx)
		if err != nil {
			return 0, err
		}
		total += v
	}
	var futures []workflow.Future[int]
	for i := range n {
		futures = append(futures, workflow.Execute(ctx, double, i+1))
	}
	for _, f := range futures {
		v, err := f.Get(ctx)
		if err != nil {
			return 0, err
		}
		total += v
	}
	return total, nil
}

func signed(ctx workflow.Context, name string) (string, error) {
	a, err := workflow.Receive(ctx, approve)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %v by %s", name, a.Yes, a.By), nil
}

func TestARunReturnsItsResult(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), sum.Bind(sumOf), double.Bind(doubled))
		run, err := reprise.Start(ctx, rt, sum, 10, reprise.ID("ten"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := run.Result(ctx)
		if err != nil || got != 220 {
			t.Fatalf("Result = %d, %v; want 220", got, err)
		}
		again, err := reprise.Get(ctx, rt, sum, "ten")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.Result(ctx); err != nil || got != 220 {
			t.Fatalf("Result by a new handle = %d, %v; want 220", got, err)
		}
		lint(t, st, run.RunID())
	})
}

func TestManyRunsAtOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		cfg := quiet()
		cfg.Runs, cfg.Activities = 7, 5 // fewer than needed
		rt := startRuntime(t, st, cfg, sum.Bind(sumOf), double.Bind(doubled))
		var handles []reprise.Handle[int]
		for i := range 60 {
			run, err := reprise.Start(ctx, rt, sum, i%5)
			if err != nil {
				t.Fatal(err)
			}
			handles = append(handles, run)
		}
		for i, run := range handles {
			n := i % 5
			if got, err := run.Result(ctx); err != nil || got != 2*n*(n+1) {
				t.Fatalf("run %d = %d, %v; want %d", i, got, err, 2*n*(n+1))
			}
			lint(t, st, run.RunID())
		}
	})
}

func TestASignalIsReceivedOnceAndInOrder(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		both := func(ctx workflow.Context, _ string) (string, error) {
			first, err := workflow.Receive(ctx, approve)
			if err != nil {
				return "", err
			}
			second, err := workflow.Receive(ctx, approve)
			return first.By + second.By, err
		}
		rt := startRuntime(t, st, quiet(), waitSign.Bind(both))
		run, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("s"))
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"a", "a", "b"} {
			if err := reprise.Signal(ctx, rt, "s", approve, approval{By: by}, reprise.SignalID(by)); err != nil && by == "a" {
				t.Fatal(err)
			}
		}
		if got, err := run.Result(ctx); err != nil || got != "ab" {
			t.Fatalf("Result = %q, %v; want ab", got, err)
		}
		err = reprise.Signal(ctx, rt, "s", approve, approval{})
		if !errors.Is(err, reprise.ErrClosed) {
			t.Fatalf("signal to an ended run: %v; want ErrClosed", err)
		}
		lint(t, st, run.RunID())
	})
}

// redteam 5: ids are folded from the history, so a repetition is dropped even after
// the first signal was received and the worker was replaced.
func TestASignalIDCountsAfterTheSignalWasReceivedAndTheWorkerReplaced(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	got := make(chan string, 10)
	note := activity.New("note", func(_ context.Context, s string) (int, error) { got <- s; return 0, nil })
	loop := workflow.New("loop", func(ctx workflow.Context, _ string) (string, error) {
		all := ""
		for range 3 {
			a, err := workflow.Receive(ctx, approve)
			if err != nil {
				return "", err
			}
			all += a.By
			if _, err := workflow.Execute(ctx, note, a.By).Get(ctx); err != nil {
				return "", err
			}
		}
		return all, nil
	})
	first, life := process(t, st, quiet(), loop, note)
	run, err := reprise.Start(ctx, first, loop, "", reprise.ID("l"))
	if err != nil {
		t.Fatal(err)
	}
	send := func(rt *reprise.Runtime, by string) {
		t.Helper()
		if err := reprise.Signal(ctx, rt, "l", approve, approval{By: by}, reprise.SignalID("id-"+by)); err != nil {
			t.Fatal(err)
		}
	}
	send(first, "a")
	<-got
	send(first, "a")
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, quiet(), loop, note)
	send(second, "a")
	send(second, "b")
	send(second, "c")
	h, err := reprise.Get(ctx, second, loop, "l")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := h.Result(ctx); err != nil || out != "abc" {
		t.Fatalf("Result = %q, %v; want abc", out, err)
	}
	lint(t, st, run.RunID())
}

func TestATimerWakesAParkedRun(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		nap := workflow.New("nap", func(ctx workflow.Context, d time.Duration) (time.Duration, error) {
			begun := workflow.Now(ctx)
			if err := workflow.Sleep(ctx, d); err != nil {
				return 0, err
			}
			return workflow.Now(ctx).Sub(begun), nil
		})
		rt := startRuntime(t, st, quiet(), nap)
		run, err := reprise.Start(ctx, rt, nap, 50*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		slept, err := run.Result(ctx)
		if err != nil || slept < 50*time.Millisecond {
			t.Fatalf("slept %v, %v; want at least 50ms", slept, err)
		}
		lint(t, st, run.RunID())
	})
}

func TestReceiveWithinTimesOut(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		w := workflow.New("impatient", func(ctx workflow.Context, _ string) (string, error) {
			_, err := workflow.Receive(ctx, approve, workflow.Within(20*time.Millisecond))
			if errors.Is(err, workflow.ErrTimeout) {
				return "expired", nil
			}
			return "", err
		})
		rt := startRuntime(t, st, quiet(), w)
		run, err := reprise.Start(ctx, rt, w, "")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != "expired" {
			t.Fatalf("Result = %q, %v", got, err)
		}
		lint(t, st, run.RunID())
	})
}

func TestAFailureKeepsItsCode(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		declined := failure.New("declined", "card declined")
		charge := activity.New("charge", func(context.Context, int) (int, error) {
			return 0, failure.Wrap("", fmt.Errorf("gateway: %w", declined), failure.Permanent())
		})
		pay := workflow.New("pay", func(ctx workflow.Context, n int) (int, error) {
			_, err := workflow.Execute(ctx, charge, n).Get(ctx)
			if !errors.Is(err, declined) || failure.CodeOf(err) != "declined" {
				return 0, fmt.Errorf("the workflow saw %w", err)
			}
			return 0, err
		})
		rt := startRuntime(t, st, quiet(), pay, charge)
		run, err := reprise.Start(ctx, rt, pay, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, err = run.Result(ctx)
		var failed *reprise.RunError
		if !errors.As(err, &failed) || failed.Status != reprise.Failed {
			t.Fatalf("Result: %v; want a *RunError", err)
		}
		if !errors.Is(err, declined) || failure.CodeOf(err) != "declined" || strings.Contains(err.Error(), "the workflow saw") {
			t.Fatalf("Result: %v; want the declined failure", err)
		}
		lint(t, st, run.RunID())
	})
}

func TestCancelReachesTheWorkflowAndItsRunningActivities(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		begun, cause := make(chan struct{}), make(chan error, 1)
		long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
			close(begun)
			<-ctx.Done()
			cause <- context.Cause(ctx)
			return 0, ctx.Err()
		})
		cleaned := activity.New("clean", func(context.Context, int) (int, error) { return 7, nil })
		w := workflow.New("cancellable", func(ctx workflow.Context, _ int) (int, error) {
			_, err := workflow.Execute(ctx, long, 0).Get(ctx)
			if _, cleanErr := workflow.Execute(workflow.WithoutCancel(ctx), cleaned, 0).Get(workflow.WithoutCancel(ctx)); cleanErr != nil {
				return 0, cleanErr
			}
			return 0, err
		})
		rt := startRuntime(t, st, quiet(), w, long, cleaned)
		run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("c"))
		if err != nil {
			t.Fatal(err)
		}
		<-begun
		if err := reprise.Cancel(ctx, rt, "c", "customer left"); err != nil {
			t.Fatal(err)
		}
		_, err = run.Result(ctx)
		var failed *reprise.RunError
		if !errors.As(err, &failed) || failed.Status != reprise.Cancelled || !errors.Is(err, workflow.ErrCancelled) {
			t.Fatalf("Result: %v; want a cancelled run", err)
		}
		if err := <-cause; !errors.Is(err, activity.ErrCancelled) {
			t.Fatalf("the activity was told %v; want ErrCancelled", err)
		}
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		if !has[*history.ActivityCompleted](events) {
			t.Fatal("the compensation under WithoutCancel did not run")
		}
		lint(t, st, run.RunID())
	})
}

func TestTerminateEndsAParkedRunAtOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		run, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("t"))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Terminate(ctx, rt, "t", "test over"); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); !errors.Is(err, reprise.ErrTerminated) {
			t.Fatalf("Result: %v; want ErrTerminated", err)
		}
		if err := reprise.Terminate(ctx, rt, "t", "again"); !errors.Is(err, reprise.ErrClosed) {
			t.Fatalf("second Terminate: %v; want ErrClosed", err)
		}
		lint(t, st, run.RunID())
	})
}

func TestWorkflowIDsAreUniqueAmongOpenRuns(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		first, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("u"))
		if err != nil {
			t.Fatal(err)
		}
		second, err := reprise.Start(ctx, rt, waitSign, "y", reprise.ID("u"))
		if !errors.Is(err, reprise.ErrAlreadyStarted) || second.RunID() != first.RunID() {
			t.Fatalf("second Start: %v, run %s; want ErrAlreadyStarted and the first run", err, second.RunID())
		}
		if err := reprise.Signal(ctx, rt, "u", approve, approval{Yes: true, By: "me"}); err != nil {
			t.Fatal(err)
		}
		if _, err := first.Result(ctx); err != nil {
			t.Fatal(err)
		}
		once, err := reprise.Start(ctx, rt, waitSign, "z", reprise.ID("u"), reprise.Once())
		if err != nil || once.RunID() != first.RunID() {
			t.Fatalf("Start with Once: %v, run %s; want the first run", err, once.RunID())
		}
		third, err := reprise.Start(ctx, rt, waitSign, "w", reprise.ID("u"))
		if err != nil || third.RunID() == first.RunID() {
			t.Fatalf("Start after the end: %v; want a new run", err)
		}
	})
}

func TestActivitiesAreRetriedUntilTheySucceed(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var calls atomic.Int32
		keys := make(chan string, 10)
		flaky := activity.New("flaky", func(ctx context.Context, _ int) (int, error) {
			info := activity.GetInfo(ctx)
			keys <- info.IdempotencyKey
			if n := calls.Add(1); n < 3 {
				if int(n) != info.Attempt {
					return 0, failure.Wrap("", fmt.Errorf("attempt %d is number %d", info.Attempt, n), failure.Permanent())
				}
				if n == 2 {
					panic("second attempt")
				}
				return 0, errors.New("first attempt")
			}
			return info.Attempt, nil
		}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond, MaxInterval: 2 * time.Millisecond}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, flaky, 0).Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, flaky)
		run, err := reprise.Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 3 {
			t.Fatalf("Result = %d, %v; want attempt 3", got, err)
		}
		if a, b, c := <-keys, <-keys, <-keys; a != b || b != c || a == "" {
			t.Fatalf("idempotency keys %q %q %q; want one", a, b, c)
		}
		lint(t, st, run.RunID())
	})
}

func TestBadInputIsRefusedAndNamesWhatToDo(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed), sum.Bind(sumOf), double.Bind(doubled))
		long := strings.Repeat("x", 1000)
		for name, id := range map[string]string{"NUL": "a\x00b", "UTF-8": "a\xffb", "too long": long + "x"} {
			if _, err := reprise.Start(ctx, rt, waitSign, "", reprise.ID(id)); !errors.Is(err, reprise.ErrInvalidID) {
				t.Errorf("%s in an id: %v; want ErrInvalidID", name, err)
			}
		}
		if _, err := reprise.Start(ctx, rt, waitSign, "", reprise.ID(long)); err != nil {
			t.Errorf("an id of 1,000 bytes: %v", err)
		}
		var large *history.PayloadTooLargeError
		if _, err := reprise.Start(ctx, rt, waitSign, strings.Repeat("x", history.MaxPayload+1)); !errors.As(err, &large) {
			t.Errorf("oversized input: %v; want *history.PayloadTooLargeError", err)
		}
		if err := reprise.Signal(ctx, rt, "nobody", approve, approval{}); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("signal to nobody: %v; want ErrNotFound", err)
		}
		if _, err := reprise.Describe(ctx, rt, "nobody"); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("describe nobody: %v; want ErrNotFound", err)
		}
		if _, err := reprise.Get(ctx, rt, sum, long); !errors.Is(err, reprise.ErrWrongWorkflow) {
			t.Errorf("another workflow's handle: %v; want ErrWrongWorkflow", err)
		}
		wrong := workflow.Define[int, []string]("sum")
		run, err := reprise.Start(ctx, rt, wrong, 1)
		if err != nil {
			t.Fatal(err)
		}
		var decode *history.DecodeError
		if _, err := run.Result(ctx); !errors.As(err, &decode) || !strings.Contains(err.Error(), "[]string") {
			t.Errorf("wrong type at Result: %v; want a *history.DecodeError that names []string", err)
		}
	})
}

func TestNewRefusesBadBindings(t *testing.T) {
	st := newMemory()
	for _, c := range []struct {
		name string
		want string
		b    []reprise.Binding
	}{
		{"double workflow", "bound twice", []reprise.Binding{sum.Bind(sumOf), sum.Bind(sumOf)}},
		{"double activity", "bound twice", []reprise.Binding{double.Bind(doubled), double.Bind(doubled)}},
		{"nil function", "nil", []reprise.Binding{sum.Bind(nil)}},
		{"empty name", "empty", []reprise.Binding{activity.New("", doubled)}},
		{"NUL in a name", "NUL", []reprise.Binding{activity.New("a\x00", doubled)}},
		{"nil binding", "nil", []reprise.Binding{nil}},
	} {
		if _, err := reprise.New(st, quiet(), c.b...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want an error with %q", c.name, err, c.want)
		}
	}
	if _, err := reprise.New(nil, quiet()); err == nil {
		t.Error("New without a store: no error")
	}
	cfg := quiet()
	cfg.Build = "v1\x00"
	if _, err := reprise.New(st, cfg); err == nil || !strings.Contains(err.Error(), "Config.Build") {
		t.Errorf("a build with NUL: %v; want an error that names Config.Build", err)
	}
}

func TestAnUnboundDefinitionIsLeftAlone(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(ctx, client, sum, 3, reprise.ID("later")); err != nil {
			t.Fatal(err)
		}
		d, err := reprise.Describe(ctx, client, "later")
		if err != nil || d.Status != reprise.Open || !d.Unbound || d.Blocked != nil {
			t.Fatalf("Describe = %+v, %v; want an open run that is unbound here", d, err)
		}
		rt := startRuntime(t, st, quiet(), sum.Bind(sumOf), double.Bind(doubled))
		run, err := reprise.Get(ctx, rt, sum, "later")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != 24 {
			t.Fatalf("Result = %d, %v; want 24", got, err)
		}
	})
}
