package testkit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// saysOnce checks that the text has the part exactly once.
func saysOnce(t *testing.T, text, part string) {
	t.Helper()
	if n := strings.Count(text, part); n != 1 {
		t.Errorf("it says %q %d times, want once:\n%s", part, n, text)
	}
}

// A function that the test gives to the kit may end the test through any testing.TB at
// hand, inside a bubble or outside.
func TestAFailureInsideEndsTheTestAtOnceAndIsSaidOnce(t *testing.T) {
	for name, body := range map[string]func(tb testing.TB, env *testkit.Env){
		"FailNow in a stub": func(tb testing.TB, env *testkit.Env) {
			testkit.Stub(env, charge, func(context.Context, int) (string, error) { tb.Fatal("a mishap"); return "", nil })
			_, _ = testkit.Execute(env, plain, 1)
		},
		"FailNow in what After calls": func(tb testing.TB, env *testkit.Env) {
			testkit.Script(env, charge, testkit.Late(time.Hour, testkit.Return("late")))
			env.After(time.Minute, func() { tb.Fatal("a mishap") })
			_, _ = testkit.Execute(env, plain, 1)
		},
		"a panic in what After calls": func(tb testing.TB, env *testkit.Env) {
			testkit.Script(env, charge, testkit.Late(time.Hour, testkit.Return("late")))
			env.After(time.Minute, func() { panic("a mishap") })
			_, _ = testkit.Execute(env, plain, 1)
		},
		"FailNow in what Do calls": func(tb testing.TB, env *testkit.Env) {
			_ = env.Do(func(context.Context, reprise.Client) error { tb.Fatal("a mishap"); return nil })
		},
		"a panic in what Do calls": func(tb testing.TB, env *testkit.Env) {
			_ = env.Do(func(context.Context, reprise.Client) error { panic("a mishap") })
		},
		"FailNow of the Env in a stub": func(tb testing.TB, env *testkit.Env) {
			testkit.Stub(env, charge, func(context.Context, int) (string, error) { env.Fatal("a mishap"); return "", nil })
			_, _ = testkit.Execute(env, plain, 1)
		},
	} {
		whole := func(tb testing.TB, env *testkit.Env) {
			tb.Cleanup(func() { tb.Logf("at %v", env.Now()) }) // a failed test may still look
			body(tb, env)
			tb.Error("it goes on")
		}
		check := func(t *testing.T, text string) {
			saysOnce(t, text, "a mishap")
			says(t, text, "at 2000-01-01")
			if strings.Contains(text, "it goes on") || strings.Contains(text, "context canceled") {
				t.Errorf("it says\n%s", text)
			}
		}
		t.Run(name, func(t *testing.T) {
			check(t, failing.Test(t, func(tb testing.TB) { whole(tb, testkit.New(tb, plain)) }))
			check(t, failing.Outside(t, func(t *testing.T, tb testing.TB) {
				env := testkit.New(t, plain)
				env.TB = tb
				whole(tb, env)
			}))
		})
	}
}

// An activity that ends its goroutine is always a bug; in production it would be
// retried.
func TestAGoexitInAnActivityIsNamed(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, plain)
		testkit.Stub(env, charge, func(context.Context, int) (string, error) { (&refusal{}).FailNow(); return "", nil })
		_, _ = testkit.Execute(env, plain, 1)
	})
	saysOnce(t, text, `activity "charge" of "plain-1" ended its goroutine`)
}

func TestAPanicInAStubIsAnAttemptThatFailed(t *testing.T) {
	env := testkit.New(t, plain)
	testkit.Script(env, charge, func(context.Context) (string, error) { panic("a mishap") }, testkit.Return("paid"))
	if got, err := testkit.Execute(env, plain, 1); err != nil || got != "paid" {
		t.Errorf("Execute = %q, %v", got, err)
	}
	if first := env.Calls()[0]; first.Running || first.Err == nil || first.Err.Error() != "panic: a mishap" {
		t.Errorf("the first attempt: %v", first)
	}
}

// A signal that was sent is in the history that the test reads afterwards.
func TestTheHistoryHoldsWhatWasSent(t *testing.T) {
	for range 50 {
		env := testkit.New(t, order)
		env.LeaveOpen()
		run := testkit.Start(env, order, 1)
		testkit.Signal(env, run.WorkflowID(), approve, true)
		events := env.History(run.WorkflowID())
		found := false
		for _, e := range events {
			_, ok := e.Body.(*history.SignalReceived)
			found = found || ok
		}
		if !found {
			t.Fatalf("there is no signal in %v", events)
		}
		says(t, env.Timeline(run.WorkflowID()), "signal approve arrived")
	}
}

func TestExploreWithoutASchedule(t *testing.T) {
	for _, n := range []int{0, -1} {
		text := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, n, approved) })
		says(t, text, fmt.Sprintf("Explore got %d schedules", n), "pass how many")
	}
}

type bill struct {
	Customer string
	Cents    []int
	Note     string
}

// Results that differ are shown as values. Each further crash that the test does not
// survive has one line.
func TestACrashShowsResultsAsValues(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	attempts := 0
	bills := workflow.New("bills", func(ctx workflow.Context, n int) (bill, error) {
		for range 2 {
			if _, err := workflow.Execute(ctx, charge, n).Get(ctx); err != nil {
				return bill{}, err
			}
		}
		s, err := workflow.Execute(ctx, charge, n).Get(ctx)
		return bill{Customer: "ada", Cents: []int{n, len(s)}, Note: strings.Repeat("x", 1000) + s}, err
	})
	text := failing.Test(t, func(tb testing.TB) {
		testkit.CrashEverywhere(tb, func(tb testing.TB) {
			env := testkit.New(tb, bills)
			attempts = 0
			testkit.Stub(env, charge, func(context.Context, int) (string, error) {
				attempts++
				return strings.Repeat("p", attempts), nil
			})
			if _, err := testkit.Execute(env, bills, 42); err != nil {
				tb.Error(err)
			}
		})
	})
	says(t, text, `run "bills-1" ended differently than without a crash`, `got  completed with {"Cents":[42,4],"Customer":"ada"`, `want completed with {"Cents":[42,3],"Customer":"ada"`,
		"also with a crash ", "the crashes after point ")
	saysOnce(t, text, "want completed with")
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > 700 {
			t.Errorf("a line of %d bytes: %.100s", len(line), line)
		}
	}
}

// A panic in a body is reported with the way to reproduce it, like any failure.
func TestAPanicInABodyIsAFailureOfTheMode(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	body := func(tb testing.TB) {
		pays(plain, plain, eachAttempt)(tb)
		if tb.Failed() {
			panic("a mishap")
		}
	}
	text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, body) })
	says(t, text, "with a crash after attempt 1 at activity charge", "panic: a mishap", "mishaps_test.go")
	text = failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 500, body) })
	says(t, text, "the test fails with a schedule of 1 choice ", "panic: a mishap", "mishaps_test.go")
}

// A body may wait for a context of the test's while things happen inside, and virtual
// time moves.
func TestTheContextOfATestInside(t *testing.T) {
	body := func(tb testing.TB) {
		env := testkit.New(tb, plain)
		testkit.Stub(env, charge, func(context.Context, int) (string, error) {
			select {
			case <-time.After(time.Minute):
				return "paid", nil
			case <-env.Context().Done():
				return "", env.Context().Err()
			}
		})
		var got string
		err := env.Do(func(_ context.Context, c reprise.Client) error {
			run, err := reprise.Start(env.Context(), c, plain, 1)
			if err == nil {
				got, err = run.Result(env.Context())
			}
			return err
		})
		if err != nil || got != "paid" {
			tb.Errorf("Result = %q, %v", got, err)
		}
	}
	t.Run("normal", func(t *testing.T) { body(t) })
	testkit.ReplayAlways(t, body)
}
