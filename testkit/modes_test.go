package testkit_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

func TestABodyPassesInEveryMode(t *testing.T) {
	testkit.ReplayAlways(t, approved)
	testkit.CrashEverywhere(t, approved)
	testkit.Explore(t, *testkit.Schedules, approved)
}

// bank takes money once for each key.
type bank struct {
	mu   sync.Mutex
	paid map[string]int
}

func (b *bank) charge(key func(activity.Info) string) func(context.Context, int) (string, error) {
	return func(ctx context.Context, n int) (string, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.paid[key(activity.GetInfo(ctx))] = n
		return "paid", nil
	}
}

// pays tests a workflow that charges 42 once.
func pays(w workflow.Definition[int, string], binding reprise.Binding, key func(activity.Info) string) func(testing.TB) {
	return func(tb testing.TB) {
		env := testkit.New(tb, binding)
		b := &bank{paid: make(map[string]int)}
		testkit.Stub(env, charge, b.charge(key))
		if got, err := testkit.Execute(env, w, 42); err != nil || got != "paid" {
			tb.Errorf("Result = %q, %v", got, err)
		}
		if len(b.paid) != 1 {
			tb.Errorf("charged %d times, want once", len(b.paid))
		}
	}
}

func once(info activity.Info) string { return info.IdempotencyKey }

func eachAttempt(info activity.Info) string {
	return fmt.Sprintf("%s/%d", info.IdempotencyKey, info.Attempt)
}

var plain = workflow.New("plain", func(ctx workflow.Context, n int) (string, error) {
	return workflow.Execute(ctx, charge, n).Get(ctx)
})

func TestACrashFindsAnActivityThatIsNotIdempotent(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	testkit.CrashEverywhere(t, pays(plain, plain, once))
	text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, pays(plain, plain, eachAttempt)) })
	says(t, text, "with a crash after attempt 1 at activity charge (2) of plain-1", "modes_test.go:48: charged 2 times, want once", "charge at ")
}

func TestACrashFindsAClockInWorkflowCode(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	clock := workflow.New("clock", func(ctx workflow.Context, n int) (string, error) {
		if time.Now().Second()%4 < 2 {
			if err := workflow.Sleep(ctx, 3*time.Second); err != nil {
				return "", err
			}
		}
		return workflow.Execute(ctx, charge, n).Get(ctx)
	})
	text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, pays(clock, clock, once)) })
	says(t, text, "with a crash", "the code does not do what history recorded", "modes_test.go")
}

// A replay compares the values that the code passes on, not only what it asks for.
func TestAReplayFindsAnInputThatIsNotDeterministic(t *testing.T) {
	calls := 0
	counts := workflow.New("counts", func(ctx workflow.Context, _ int) (string, error) {
		calls++
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return "", err
		}
		if _, err := workflow.Execute(ctx, charge, calls).Get(ctx); err != nil {
			return "", err
		}
		return "paid", workflow.Sleep(ctx, time.Hour)
	})
	text := failing.Test(t, func(tb testing.TB) { testkit.ReplayAlways(tb, pays(counts, counts, once)) })
	says(t, text, "so its code is not deterministic", "with input 2", "modes_test.go")
}

// racing pays only if the signal comes before the timer.
var racing = workflow.New("racing", func(ctx workflow.Context, n int) (string, error) {
	first := workflow.Execute(ctx, charge, 1)
	second := workflow.Execute(ctx, charge, 2)
	a, err := first.Get(ctx)
	if err != nil {
		return "", err
	}
	b, err := second.Get(ctx)
	return a + " " + b, err
})

// raced has a stub that assumes an order in which two activities begin.
func raced(tb testing.TB) {
	env := testkit.New(tb, racing)
	var mu sync.Mutex
	last := 0
	testkit.Stub(env, charge, func(_ context.Context, n int) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if n < last {
			env.Errorf("%d begins after %d", n, last)
		}
		last = n
		return fmt.Sprint(n), nil
	})
	if got, err := testkit.Execute(env, racing, 0); err != nil || got != "1 2" {
		tb.Errorf("Result = %q, %v", got, err)
	}
}

func TestExploreFindsARaceAndShowsTheShortestSchedule(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 200, raced) })
	says(t, text, "the test fails with a schedule of 1 choice ", "REPRISE_SEED"+"=", "before 1 that came earlier", "1 begins after 2")
}

// A seed decides everything: the same seed leads to the same schedule.
func TestASeedGoesTheSameWayAgain(t *testing.T) {
	t.Setenv("REPRISE_SEED", "7")
	wrong := func(tb testing.TB) {
		approved(tb)
		raced(tb)
		tb.Error("to see the schedule")
	}
	first := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 1, wrong) })
	for range 5 {
		if again := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 1, wrong) }); again != first {
			t.Fatalf("first:\n%s\nagain:\n%s", first, again)
		}
	}
}

func TestMistakesOfABody(t *testing.T) {
	runs := 0
	for _, c := range []struct {
		name string
		body func(outer testing.TB) func(testing.TB)
		want string
	}{
		{"the environment of another testing.TB", func(outer testing.TB) func(testing.TB) {
			return func(testing.TB) { testkit.New(outer, plain) }
		}, "in a mode pass the one that the body gets"},
		{"an environment made outside", func(outer testing.TB) func(testing.TB) {
			env := testkit.New(outer, plain)
			return func(testing.TB) { testkit.Start(env, plain, 1) }
		}, "the Env was made outside of the body"},
		{"something kept from run to run", func(testing.TB) func(testing.TB) {
			runs = 0
			return func(tb testing.TB) {
				if runs++; runs > 1 {
					tb.Error("paid twice")
				}
				pays(plain, plain, once)(tb)
			}
		}, "keep"},
	} {
		for mode, run := range map[string]func(testing.TB, func(testing.TB)){
			"crash":   testkit.CrashEverywhere,
			"explore": func(tb testing.TB, body func(testing.TB)) { testkit.Explore(tb, 5, body) },
		} {
			t.Run(c.name+"/"+mode, func(t *testing.T) {
				says(t, failing.Test(t, func(tb testing.TB) { run(tb, c.body(tb)) }), c.want)
			})
		}
	}
}

// Maps are encoded in a different order each time. Code that only passes one on is
// deterministic.
func TestAMapInAValueIsNoDifference(t *testing.T) {
	count := activity.Define[map[string]int, map[string]int]("count")
	stock := workflow.New("stock", func(ctx workflow.Context, in map[string]int) (map[string]int, error) {
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return nil, err
		}
		return workflow.Execute(ctx, count, in).Get(ctx)
	})
	in := make(map[string]int)
	for i := range 20 {
		in[fmt.Sprint(i)] = i
	}
	file := t.TempDir() + "/stock.history"
	body := func(tb testing.TB) {
		env := testkit.New(tb, stock)
		testkit.Stub(env, count, func(_ context.Context, n map[string]int) (map[string]int, error) { return n, nil })
		if out, err := testkit.Execute(env, stock, in); err != nil || len(out) != len(in) {
			tb.Errorf("Execute = %v, %v", out, err)
		}
		testkit.Golden(tb, env, file)
	}
	t.Setenv("CI", "")
	t.Run("recorded", func(t *testing.T) { body(t) })
	t.Run("again", func(t *testing.T) { body(t) })
	testkit.ReplayAlways(t, body)
	testkit.CrashEverywhere(t, body)
	testkit.Explore(t, *testkit.Schedules, body)
}

func TestAPanicInWhatComparesIsAFailure(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	text := failing.Test(t, func(tb testing.TB) {
		testkit.CrashEverywhere(tb, func(tb testing.TB) {
			env := testkit.New(tb, plain)
			testkit.CompareBy(env, plain, func(string) any { panic("a mishap") })
			testkit.Stub(env, charge, receipt)
			_, _ = testkit.Execute(env, plain, 1)
		})
	})
	saysOnce(t, text, "what CompareBy was given: panic: a mishap")
}

func TestABodyInWhichNothingCanCrashFails(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, func(testing.TB) {}) })
	says(t, text, "no worker could die", "New")
}
