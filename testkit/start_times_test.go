package testkit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var reminder = workflow.New("reminder", func(_ workflow.Context, to string) (string, error) {
	return "reminded " + to, nil
})

// remindsLater starts two delayed runs, one of which is cancelled before it begins.
func remindsLater(tb testing.TB) {
	env := testkit.New(tb, reminder)
	begun := env.Now()
	run := testkit.Start(env, reminder, "ann", reprise.Delay(24*time.Hour))
	off := testkit.Start(env, reminder, "bob", reprise.At(begun.Add(time.Hour)))
	env.After(time.Minute, func() { env.Cancel(off.WorkflowID(), "not needed") })
	if _, err := off.Result(); !errors.Is(err, workflow.ErrCancelled) {
		tb.Errorf("the one called off ends with %v", err)
	}
	if got, err := run.Result(); err != nil || got != "reminded ann" || env.Now().Before(begun.Add(24*time.Hour)) {
		tb.Errorf("%q, %v at %v; want it a day after %v", got, err, env.Now(), begun)
	}
}

func TestDelayedRuns(t *testing.T) {
	remindsLater(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, remindsLater) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, remindsLater) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *testkit.Schedules, remindsLater) })
}

var tidied = activity.New("tidied", func(context.Context, string) (activity.None, error) { return activity.None{}, nil })

var impatient = workflow.New("impatient", func(ctx workflow.Context, n string) (string, error) {
	err := workflow.Sleep(ctx, 24*time.Hour)
	if _, failed := workflow.Execute(workflow.WithoutCancel(ctx), tidied, n).Get(workflow.WithoutCancel(ctx)); failed != nil {
		return "", failed
	}
	return n, err
})

// isTimedOut starts a run whose time ends before the run does.
func isTimedOut(tb testing.TB) {
	env := testkit.New(tb, impatient, tidied)
	_, err := testkit.Execute(env, impatient, "desk", reprise.Timeout(time.Hour), reprise.TimeoutGrace(time.Hour))
	if !errors.Is(err, workflow.ErrTimeout) || len(env.Executed()) != 1 {
		tb.Errorf("it ends with %v after %v", err, env.Executed())
	}
}

func TestRunsThatTimeOut(t *testing.T) {
	isTimedOut(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, isTimedOut) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, isTimedOut) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *testkit.Schedules, isTimedOut) })
}
