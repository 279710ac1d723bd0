package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// Two of the tests are about goroutines that never end.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/reprise-run/reprise/testkit.forEver"),
		goleak.IgnoreAnyFunction("github.com/reprise-run/reprise/testkit.forEverAwake"))
}

const day = 24 * time.Hour

var (
	charge  = activity.Define[int, string]("charge", activity.Policy{StartToClose: time.Hour})
	approve = workflow.DefineSignal[bool]("approve")
	order   = workflow.New("order", func(ctx workflow.Context, n int) (string, error) {
		yes, err := workflow.Receive(ctx, approve, workflow.Within(30*day))
		if err != nil || !yes {
			return "", err
		}
		if err := workflow.Sleep(ctx, 3*day); err != nil {
			return "", err
		}
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
)

func receipt(_ context.Context, n int) (string, error) { return fmt.Sprintf("receipt %d", n), nil }

func says(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("it does not say %q:\n%s", part, text)
		}
	}
}

// approved waits a day for a signal, three days for a timer, and charges.
func approved(tb testing.TB) {
	env := testkit.New(tb, order)
	charged := testkit.Stub(env, charge, receipt).Times(1)
	begun := env.Now()
	run := testkit.Start(env, order, 42)
	env.After(day, func() { testkit.Signal(env, run.WorkflowID(), approve, true) })
	if got, err := run.Result(); err != nil || got != "receipt 42" {
		tb.Errorf("Result = %q, %v", got, err)
	}
	if took := env.Now().Sub(begun); took.Round(time.Minute) != 4*day { // a worker that dies costs some seconds
		tb.Errorf("it took %v of virtual time, want 4 days", took)
	}
	if in := charged.Inputs(); !slices.Equal(in, []int{42}) {
		tb.Errorf("charged %v", in)
	}
}

func TestVirtualTimeLeapsWhileTheTestWaits(t *testing.T) { approved(t) }

func TestInsideABubbleOfSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { approved(t) })
}

func TestInParallel(t *testing.T) {
	for i := range 200 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			approved(t)
		})
	}
}

// Time stands still while the test computes, however long that takes.
func TestNoTimePassesWhileTheTestComputes(t *testing.T) {
	env := testkit.New(t, order)
	testkit.Stub(env, charge, receipt)
	run := testkit.Start(env, order, 1)
	before := env.Now()
	for range 1000 {
		runtime.Gosched()
	}
	if now := env.Now(); !now.Equal(before) {
		t.Errorf("%v passed", now.Sub(before))
	}
	testkit.Signal(env, run.WorkflowID(), approve, false)
	if _, err := run.Result(); err != nil {
		t.Error(err)
	}
}

func TestARealActivityRunsUnlessThereIsAStub(t *testing.T) {
	once := workflow.New("once", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	real := charge.Bind(func(ctx context.Context, n int) (string, error) {
		select {
		case <-time.After(time.Minute): // in virtual time
		case <-ctx.Done():
		}
		return "real", nil
	})
	env := testkit.New(t, once, real)
	if got, err := testkit.Execute(env, once, 1); err != nil || got != "real" {
		t.Errorf("%q, %v", got, err)
	}
	stubbed := testkit.New(t, once, real)
	testkit.Stub(stubbed, charge, receipt)
	if got, err := testkit.Execute(stubbed, once, 1); err != nil || got != "receipt 1" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAScriptSaysWhatEachAttemptDoes(t *testing.T) {
	env := testkit.New(t, order)
	testkit.Script(env, charge,
		testkit.Fail[string](errors.New("no connection")), testkit.Hang[string](), testkit.Die[string](env),
		testkit.Late(time.Minute, testkit.Return("paid")))
	run := testkit.Start(env, order, 7)
	testkit.Signal(env, run.WorkflowID(), approve, true)
	if got, err := run.Result(); err != nil || got != "paid" {
		t.Fatalf("%q, %v", got, err)
	}
	calls := env.Calls()
	if len(calls) != 4 || calls[3].Attempt != 4 || calls[3].Took != time.Minute || calls[1].Took != time.Hour {
		t.Errorf("calls: %+v", calls)
	}
	if got, want := calls[0].String(), "charge(7) of order-1, attempt 1 at 2000-01-04T00:00:00Z, 0s, failed: no connection"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	if names := env.Executed(); !slices.Equal(names, []string{"charge"}) {
		t.Errorf("executed %v", names)
	}
}

func TestCancel(t *testing.T) {
	env := testkit.New(t, order)
	run := testkit.Start(env, order, 1)
	env.After(time.Hour, func() { env.Cancel(run.WorkflowID(), "changed my mind") })
	_, err := run.Result()
	var ended *reprise.RunError
	if !errors.As(err, &ended) || !errors.Is(err, workflow.ErrCancelled) {
		t.Errorf("Result: %v", err)
	}
}

func TestTheHistoryIsThereAtAnyMoment(t *testing.T) {
	env := testkit.New(t, order)
	testkit.Stub(env, charge, receipt)
	run := testkit.Start(env, order, 1)
	env.Sleep(time.Hour)
	if n := len(env.History(run.WorkflowID())); n != 2 {
		t.Errorf("%d events, want the start and a timer", n)
	}
	testkit.Signal(env, run.WorkflowID(), approve, true)
	if _, err := run.Result(); err != nil {
		t.Error(err)
	}
	says(t, env.Timeline(run.WorkflowID()), `order-1 (workflow order)`, "signal approve arrived", "timer fired", "activity charge completed")
}

// A store returns at most four megabytes of a history at once.
func TestALongHistoryIsReadWhole(t *testing.T) {
	const bills = 12
	billing := workflow.New("billing", func(ctx workflow.Context, n int) (int, error) {
		for i := range n {
			if _, err := workflow.Execute(ctx, charge, i).Get(ctx); err != nil {
				return i, err
			}
		}
		return n, nil
	})
	env := testkit.New(t, billing)
	testkit.Stub(env, charge, func(context.Context, int) (string, error) { return strings.Repeat("x", 500_000), nil })
	if got, err := testkit.Execute(env, billing, bills); err != nil || got != bills {
		t.Errorf("Execute = %d, %v", got, err)
	}
	events := env.History("billing-1")
	if _, ended := events[len(events)-1].Body.(*history.RunCompleted); !ended {
		t.Errorf("the last of %d events is %v", len(events), events[len(events)-1])
	}
	if n := strings.Count(env.Timeline("billing-1"), "activity charge completed"); n != bills {
		t.Errorf("the timeline has %d activities", n)
	}
}

func TestATimelineOfATestThatFailsIsNotEndless(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, sleeper)
		if _, err := testkit.Execute(env, sleeper, 1000); err != nil {
			tb.Error(err)
		}
		says(t, env.Timeline("sleeper-1"), "999h0m0s  1000h0m0s    timer fired")
		tb.Error("to see the timeline")
	})
	says(t, text, "  800 more, and then", "999h0m0s  1000h0m0s    timer fired")
}

var sleeper = workflow.New("sleeper", func(ctx workflow.Context, n int) (int, error) {
	for range n {
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return 0, err
		}
	}
	return n, nil
})

func TestWhatIsRefusedIsAnError(t *testing.T) {
	env := testkit.New(t, order)
	err := env.Do(func(ctx context.Context, c reprise.Client) error {
		return reprise.Signal(ctx, c, "nobody", approve, true)
	})
	if !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("Signal: %v", err)
	}
}
