package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// forever waits for a signal, without a limit.
var forever = workflow.New("forever", func(ctx workflow.Context, _ int) (string, error) {
	_, err := workflow.Receive(ctx, approve)
	return "", err
})

func TestADeadEndIsSaidAtOnce(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, forever)
		_, _ = testkit.Execute(env, forever, 1)
		tb.Error("it goes on")
	})
	says(t, text, "nothing can make progress", `failures_test.go:21 of "forever-1" (workflow forever) waits for signal approve`)
	if got := "it goes on"; strings.Contains(text, got) {
		t.Errorf("it says %q", got)
	}
}

// A signal whose name differs from the one that the code waits for does not disturb
// the run, but the failure names it.
func TestADeadEndTellsOfSignalsThatNobodyReceived(t *testing.T) {
	aprove, hurry := workflow.DefineSignal[bool]("aprove"), workflow.DefineSignal[int]("hurry")
	twice := workflow.New("twice", func(ctx workflow.Context, _ int) (string, error) {
		if _, err := workflow.Receive(ctx, hurry); err != nil {
			return "", err
		}
		_, err := workflow.Receive(ctx, approve)
		return "", err
	})
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, twice)
		run := testkit.Start(env, twice, 1)
		for i := range 3 {
			testkit.Signal(env, run.WorkflowID(), hurry, i)
		}
		testkit.Signal(env, run.WorkflowID(), aprove, true)
		_, _ = run.Result()
	})
	says(t, text, "waits for signal approve", `sent to "twice-1" (workflow twice) but never received: signal aprove, signal hurry (2 times)`)
}

func TestAnActivityWithoutAFunctionIsNamed(t *testing.T) {
	once := workflow.New("once", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	text := failing.Test(t, func(tb testing.TB) {
		_, _ = testkit.Execute(testkit.New(tb, once), once, 1)
	})
	says(t, text, `activity "charge" of "once-1" has no function: give its binding to New, or make a Stub`)
}

func TestATestThatEndsWithAnOpenRunFails(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) { testkit.Start(testkit.New(tb, forever), forever, 1) })
	says(t, text, `the test ends while run "forever-1" of workflow "forever" is open`, "waits for signal approve")
	env := testkit.New(t, forever)
	env.LeaveOpen()
	testkit.Start(env, forever, 1)
}

// A test that is skipped halfway is not asked for what was still to happen.
func TestATestThatIsSkippedHalfwayIsNoFailure(t *testing.T) {
	env := testkit.New(t, forever)
	env.TB = skipped{t}
	testkit.Stub(env, charge, receipt).Required()
	testkit.Start(env, forever, 1)
}

type skipped struct{ testing.TB }

func (skipped) Skipped() bool { return true }

func TestARequiredStubThatIsNeverCalledFails(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, forever)
		testkit.Stub(env, charge, receipt).Required()
	})
	says(t, text, `activity "charge" was executed 0 times, want at least once`)
}

func TestAParkedRunFailsTheTestAtOnce(t *testing.T) {
	panics := workflow.New("panics", func(workflow.Context, int) (string, error) { panic("a bug") })
	text := failing.Test(t, func(tb testing.TB) {
		_, _ = testkit.Execute(testkit.New(tb, panics), panics, 1)
	})
	says(t, text, "parked and cannot continue (panic)", "a bug", "failures_test.go")
}

func TestWhatAStubSaysFailsTheTest(t *testing.T) {
	once := workflow.New("once", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, once)
		testkit.Stub(env, charge, func(_ context.Context, n int) (string, error) {
			env.Errorf("charged %d", n)
			return "", nil
		})
		_, _ = testkit.Execute(env, once, 42)
	})
	says(t, text, "charged 42", "activity charge completed") // and the failure shows the timeline
}

func TestMistakesOfATest(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(*testkit.Env)
		want string
	}{
		{"a stub that comes late", func(e *testkit.Env) {
			e.LeaveOpen()
			testkit.Start(e, forever, 1)
			testkit.Stub(e, charge, receipt)
		}, `the stub for activity "charge" comes after`},
		{"a configuration that comes late", func(e *testkit.Env) {
			e.LeaveOpen()
			testkit.Start(e, forever, 1)
			e.Configure(func(*reprise.Config) {})
		}, "Configure comes after"},
		{"a script without a step", func(e *testkit.Env) { testkit.Script(e, charge) }, `the script for activity "charge" is empty`},
		{"a signal to nobody", func(e *testkit.Env) { testkit.Signal(e, "nobody", approve, true) }, "not found"},
		{"a workflow that is not bound", func(e *testkit.Env) {
			_, _ = testkit.Execute(e, workflow.Define[int, string]("other"), 1)
		}, `workflow "other" of "other-1" has no function: give its binding to New`},
		{"a stub that another one took the place of", func(e *testkit.Env) {
			testkit.Stub(e, charge, receipt).Times(7)
			testkit.Stub(e, charge, receipt).Times(8)
		}, `activity "charge" was executed 0 times, want 8 times`},
		{"a stub without a function", func(e *testkit.Env) { testkit.Stub(e, charge, nil) }, "nil"},
		{"a double binding", func(e *testkit.Env) { testkit.Start(testkit.New(e, forever, forever), forever, 1) }, `"forever"`},
		{"a configuration that cannot be", func(e *testkit.Env) {
			e.Configure(func(cfg *reprise.Config) { cfg.Queues = []reprise.Queue{{Name: ""}} })
			testkit.Start(e, forever, 1)
		}, "queue"},
	} {
		t.Run(c.name, func(t *testing.T) {
			says(t, failing.Test(t, func(tb testing.TB) { c.body(testkit.New(tb, forever)) }), c.want)
		})
	}
}

// A test may end before it has used its environment, because it is skipped or fails
// early.
func TestAnEnvironmentThatIsNotUsed(t *testing.T) {
	testkit.New(t, forever)
}

// refusal is the testing.TB of a test that is to fail once.
type refusal struct {
	testing.TB
	said string
}

func (r *refusal) Errorf(format string, args ...any) { r.said = fmt.Sprintf(format, args...) }
func (r *refusal) FailNow()                          { runtime.Goexit() }

func TestASecondGoroutineIsRefused(t *testing.T) {
	charges := workflow.New("charges", func(ctx workflow.Context, n int) (string, error) {
		if err := workflow.Sleep(ctx, time.Hour); err != nil { // passes only while the test waits
			return "", err
		}
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	env := testkit.New(t, charges)
	second := &refusal{TB: t}
	env.TB = second
	inside, refused := make(chan struct{}), make(chan struct{})
	testkit.Stub(env, charge, func(context.Context, int) (string, error) {
		close(inside)
		<-refused
		return "paid", nil
	})
	go func() {
		defer close(refused)
		<-inside
		env.Now()
	}()
	if got, err := testkit.Execute(env, charges, 1); err != nil || got != "paid" {
		t.Errorf("Execute = %q, %v", got, err)
	}
	says(t, second.said, "two goroutines use the Env at once", "After")
}

// An activity may outlast its context and its test: virtual time passes until the
// activity has ended.
func TestAnActivityThatDoesNotListen(t *testing.T) {
	once := workflow.New("once", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	env := testkit.New(t, once)
	testkit.Stub(env, charge, func(context.Context, int) (string, error) {
		<-time.After(5 * time.Hour)
		return "late", nil
	})
	env.After(time.Minute, func() { env.Cancel("once-1", "no more") })
	if _, err := testkit.Execute(env, once, 1); !errors.Is(err, activity.ErrOutcomeUnknown) {
		t.Error(err)
	}
}

func TestAnEnvIsOfOneBubble(t *testing.T) {
	outside, done := make(chan func()), make(chan struct{})
	go func() {
		defer close(done)
		(<-outside)()
	}()
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, forever)
		outside <- func() { testkit.Start(env, forever, 1) }
		<-done
	})
	says(t, text, "the Env belongs to another bubble")
}

func TestATimerThatIsDueAfterTheEndOfTimeIsNamed(t *testing.T) {
	century := workflow.New("century", func(ctx workflow.Context, _ int) (int, error) {
		return 1, workflow.Sleep(ctx, 100*365*24*time.Hour)
	})
	text := failing.Test(t, func(tb testing.TB) { _, _ = testkit.Execute(testkit.New(tb, century), century, 1) })
	says(t, text, "the virtual time ends 90 years after its beginning, but the test waits for a timer that is due later", "waits for a timer due 2099-12-07")
	if strings.Contains(text, "nothing can make progress") {
		t.Errorf("something could:\n%s", text)
	}
}
