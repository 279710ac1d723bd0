package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	spawn  = activity.Define[int, string]("spawn")
	parent = workflow.New("parent", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, spawn, n).Get(ctx)
	})
	child = workflow.New("child", func(ctx workflow.Context, n int) (int, error) { return n, nil })
)

// spawns tests a workflow whose activity starts a run; the n-th time it uses opts(n).
func spawns(opts func(n int) (in int, _ []reprise.StartOption)) func(testing.TB) {
	return func(tb testing.TB) {
		env := testkit.New(tb, parent, child)
		n := 0
		testkit.Stub(env, spawn, func(ctx context.Context, _ int) (string, error) {
			n++
			in, opts := opts(n)
			err := env.Do(func(ctx context.Context, c reprise.Client) error {
				h, err := reprise.Start(ctx, c, child, in, opts...)
				if err != nil && !errors.Is(err, reprise.ErrAlreadyStarted) {
					return err
				}
				_, err = h.Result(ctx)
				return err
			})
			return "spawned", err
		})
		if _, err := testkit.Execute(env, parent, 1); err != nil {
			tb.Error(err)
		}
	}
}

// Runs started by an activity are compared like runs started by the test.
func TestACrashFindsRunsThatAnActivityStartsTwice(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	id := func(text string) []reprise.StartOption { return []reprise.StartOption{reprise.ID(text)} }
	for _, c := range []struct {
		name string
		opts func(n int) (int, []reprise.StartOption)
		want []string // none: the test passes
	}{
		{"with one id for all attempts", func(int) (int, []reprise.StartOption) {
			return 7, append(id("ship-1"), reprise.Once())
		}, nil},
		{"with an id for each attempt", func(n int) (int, []reprise.StartOption) {
			return 7, id(fmt.Sprintf("ship-%d", n))
		}, []string{`run "ship-2" exists, but did not without a crash`, "got  completed with 7", "ship-2 (workflow child), run "}},
		{"again with the same id", func(int) (int, []reprise.StartOption) {
			return 7, id("ship-1")
		}, []string{`run 2 of "ship-1" exists, but did not without a crash`}},
		{"with an input for each attempt", func(n int) (int, []reprise.StartOption) {
			return n, id("ship-1")
		}, []string{`run 2 of "ship-1" exists`, "got  completed with 2"}},
		{"without an id", func(int) (int, []reprise.StartOption) {
			return 7, nil
		}, []string{`the runs of workflow "child" without reprise.ID ended differently`, "got  2 completed", "want 1 completed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := spawns(c.opts)
			if c.want == nil {
				testkit.CrashEverywhere(t, body)
				return
			}
			says(t, failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, body) }), c.want...)
		})
	}
}

// A run started in Do may end differently, too, and is shown when the test fails.
func TestRunsThatDoHasStartedAreLookedAt(t *testing.T) {
	t.Setenv("REPRISE_POINT", "") // at each point
	body := func(tb testing.TB) {
		env := testkit.New(tb, plain)
		n := 0
		testkit.Stub(env, charge, func(context.Context, int) (string, error) {
			n++
			return fmt.Sprint(n), nil
		})
		if err := env.Do(func(ctx context.Context, c reprise.Client) error {
			h, err := reprise.Start(ctx, c, plain, 1, reprise.ID("mine"), reprise.Once())
			if err == nil {
				_, err = h.Result(ctx)
			}
			return err
		}); err != nil {
			tb.Error(err)
		}
	}
	text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, body) })
	says(t, text, `run "mine" ended differently than without a crash`, `got  completed with "2"`, `want completed with "1"`)
	text = failing.Test(t, func(tb testing.TB) {
		body(tb)
		tb.Error("to see the timeline")
	})
	says(t, text, "mine (workflow plain), run ", "completed")
}

// The id that reprise.Start draws follows from the seed, like everything that is drawn.
func TestASeedDrawsTheSameWorkflowID(t *testing.T) {
	t.Setenv("REPRISE_SEED", "3")
	wrong := func(tb testing.TB) {
		spawns(func(int) (int, []reprise.StartOption) { return 7, nil })(tb)
		tb.Error("to see the runs")
	}
	first := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 1, wrong) })
	if again := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 1, wrong) }); again != first {
		t.Errorf("first:\n%s\nagain:\n%s", first, again)
	}
}
