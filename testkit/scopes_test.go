package testkit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	fetchPart = activity.Define[int, int]("fetch-part")
	askAll    = workflow.DefineSignal[int]("ask-all")
	// parts fetches under a lock, two at a time, within an hour for all of them. It waits for a
	// signal from outside that another coroutine receives.
	parts = workflow.New("parts", func(ctx workflow.Context, n int) (int, error) {
		hour, cancel := workflow.WithTimeout(ctx, time.Hour)
		defer cancel()
		busy, asked := 0, 0
		workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
			var err error
			asked, err = workflow.Receive(ctx, askAll)
			return 0, err
		})
		var fs []workflow.Future[int]
		for i := range n {
			fs = append(fs, workflow.Go(hour, func(ctx workflow.Context) (int, error) {
				if err := workflow.Until(ctx, func() bool { return busy < 2 }); err != nil {
					return 0, err
				}
				busy++
				defer func() { busy-- }()
				return workflow.Execute(ctx, fetchPart, i).Get(ctx)
			}))
		}
		got, err := workflow.All(ctx, fs...)
		if err != nil {
			return 0, err
		}
		if err := workflow.Until(hour, func() bool { return asked > 0 }); !errors.Is(err, workflow.ErrTimeout) {
			return 0, errors.Join(errors.New("the hour is not over"), err)
		}
		if err := workflow.Until(ctx, func() bool { return asked > 0 }, workflow.Within(2*time.Hour)); err != nil {
			return 0, err
		}
		return asked + len(got), nil
	})
)

func fetchesParts(tb testing.TB) {
	env := testkit.New(tb, parts)
	testkit.Stub(env, fetchPart, func(_ context.Context, i int) (int, error) { return i, nil }).Times(4)
	run := testkit.Start(env, parts, 4)
	env.After(2*time.Hour, func() { testkit.Signal(env, run.WorkflowID(), askAll, 100) })
	if got, err := run.Result(); err != nil || got != 104 {
		tb.Errorf("got %d, %v", got, err)
	}
}

func TestScopesAndConditionsInEveryMode(t *testing.T) {
	fetchesParts(t)
	testkit.ReplayAlways(t, fetchesParts)
	testkit.CrashEverywhere(t, fetchesParts)
	testkit.Explore(t, *testkit.Schedules, fetchesParts)
}
