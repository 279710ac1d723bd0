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

var (
	errBusy = errors.New("busy")
	byAnna  = reprise.By{Who: "anna", Why: "the bank is closed"}
	price   = activity.New("price", func(ctx context.Context, n int) (int, error) { return n, nil })
	dues    = activity.New("dues", func(ctx context.Context, _ int) (int, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			return 0, errBusy
		}
		return 1, nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour, MaxInterval: time.Hour}})
	more    = workflow.DefineSignal[int]("more")
	steered = workflow.New("steered", func(ctx workflow.Context, n int) (int, error) {
		sum, err := workflow.Execute(ctx, price, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return 0, err
		}
		got, err := workflow.Receive(ctx, more)
		if err != nil {
			return 0, err
		}
		paid, err := workflow.Execute(ctx, dues, n).Get(ctx)
		return sum + got + paid, err
	})
)

// paused pauses a run, sends it the signal it waits for, resumes it, and cuts short the wait for a
// retry.
func paused(tb testing.TB) {
	env := testkit.New(tb, steered, price, dues)
	do := func(f func(ctx context.Context, c reprise.Client) error) {
		if err := env.Do(f); err != nil {
			env.Errorf("%v", err)
		}
	}
	run := testkit.Start(env, steered, 1, reprise.ID("s"))
	do(func(ctx context.Context, c reprise.Client) error { return reprise.Pause(ctx, c, "s", byAnna) })
	testkit.Signal(env, "s", more, 5)
	env.After(time.Hour, func() {
		do(func(ctx context.Context, c reprise.Client) error {
			d, err := reprise.Describe(ctx, c, "s")
			if err == nil && (d.Status != reprise.Open || d.Blocked == nil) {
				env.Errorf("it is %+v, and not paused", d)
			}
			return err
		})
		do(func(ctx context.Context, c reprise.Client) error { return reprise.Unpause(ctx, c, "s", byAnna) })
	})
	env.After(time.Hour+30*time.Minute, func() {
		do(func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.RetryNow(ctx, c, "s", "dues", byAnna)
			if errors.Is(err, reprise.ErrNotWaiting) { // its worker died, and the next attempt was made at once
				return nil
			}
			return err
		})
	})
	if got, err := run.Result(); got != 7 || err != nil {
		env.Errorf("Result = %d, %v", got, err)
	}
}

func TestPauses(t *testing.T)         { paused(t) }
func TestPausesReplayed(t *testing.T) { testkit.ReplayAlways(t, func(tb testing.TB) { paused(tb) }) }
func TestPausesInCrashes(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) { paused(tb) })
}
func TestPausesExplored(t *testing.T) {
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { paused(tb) })
}

// reset terminates a run and resets it to a point before that.
func reset(tb testing.TB) {
	env := testkit.New(tb, steered, price, dues)
	do := func(f func(ctx context.Context, c reprise.Client) error) {
		if err := env.Do(f); err != nil {
			env.Errorf("%v", err)
		}
	}
	run := testkit.Start(env, steered, 1, reprise.ID("s"))
	testkit.Signal(env, "s", more, 5)
	env.Sleep(30 * time.Second)
	do(func(ctx context.Context, c reprise.Client) error {
		err := reprise.Terminate(ctx, c, "s", "wrong")
		if errors.Is(err, reprise.ErrClosed) { // done before its worker died
			return nil
		}
		return err
	})
	do(func(ctx context.Context, c reprise.Client) error {
		_, err := reprise.Reset(ctx, c, "s", reprise.BeforeActivity("price"), byAnna, reprise.AllowAgain("price"))
		if errors.Is(err, reprise.ErrOpen) { // done before its worker died
			return nil
		}
		return err
	})
	if got, err := run.Result(); got != 7 || err != nil {
		env.Errorf("Result = %d, %v", got, err)
	}
}

func TestResets(t *testing.T)          { reset(t) }
func TestResetsInCrashes(t *testing.T) { testkit.CrashEverywhere(t, func(tb testing.TB) { reset(tb) }) }
func TestResetsExplored(t *testing.T) {
	testkit.Explore(t, *testkit.Schedules, func(tb testing.TB) { reset(tb) })
}
