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

// inEveryMode runs a test plainly and in each of the modes.
func inEveryMode(t *testing.T, body func(testing.TB)) {
	t.Run("plain", func(t *testing.T) { body(t) })
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, body) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, body) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *testkit.Schedules, body) })
}

func TestAnActivityCancelledAtOnceIsNeverCalled(t *testing.T) {
	never := activity.Define[int, int]("never")
	after := activity.Define[int, int]("after")
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		inner, cancel := workflow.WithCancel(ctx)
		f := workflow.Execute(inner, never, 0)
		cancel()
		if _, err := f.Get(ctx); !errors.Is(err, workflow.ErrCancelled) {
			return 0, err
		}
		return workflow.Execute(ctx, after, 7).Get(ctx)
	})
	inEveryMode(t, func(tb testing.TB) {
		env := testkit.New(tb, w)
		testkit.Stub(env, never, func(context.Context, int) (int, error) {
			tb.Error("an activity was called that was cancelled in the task that asked for it")
			return 0, nil
		})
		testkit.Stub(env, after, func(_ context.Context, n int) (int, error) { return n, nil })
		if n, err := testkit.Execute(env, w, 0); n != 7 || err != nil {
			tb.Error(n, err)
		}
	})
}

// In a saga whose customer cancels at any moment, a charge that the workflow saw as
// cancelled either is not made, or its attempt was cancelled, too.
func TestASagaCancelledFromOutsideChargesNobodyItWasToldNotTo(t *testing.T) {
	reserve := activity.Define[int, int]("reserve")
	charge := activity.Define[int, int]("charge")
	release := activity.Define[int, int]("release")
	leave := workflow.DefineSignal[int]("leave")
	saga := workflow.New("saga", func(ctx workflow.Context, _ int) (string, error) {
		clean := workflow.WithoutCancel(ctx)
		if _, err := workflow.Execute(ctx, reserve, 0).Get(clean); err != nil {
			return "not reserved", nil
		}
		inner, cancel := workflow.WithCancel(ctx)
		workflow.Go(clean, func(ctx workflow.Context) (int, error) {
			n, err := workflow.Receive(ctx, leave)
			cancel()
			return n, err
		})
		charged := workflow.Execute(inner, charge, 0)
		_, err := charged.Get(clean)
		if errors.Is(err, activity.ErrOutcomeUnknown) { // its worker died meanwhile
			return "perhaps", nil
		}
		if errors.Is(err, workflow.ErrCancelled) {
			if _, err := workflow.Execute(clean, release, 0).Get(clean); err != nil {
				return "", err
			}
			return "cancelled", nil
		}
		return "charged", nil
	})
	for name, leaves := range map[string]func(*testkit.Env, string){
		"by cancel": func(env *testkit.Env, id string) { env.Cancel(id, "the customer has left") },
		"by signal": func(env *testkit.Env, id string) { testkit.Signal(env, id, leave, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			inEveryMode(t, func(tb testing.TB) {
				env := testkit.New(tb, saga)
				testkit.CompareBy(env, saga, func(string) any { return nil }) // which run comes first differs
				charged := false
				testkit.Stub(env, reserve, func(context.Context, int) (int, error) { <-time.After(time.Second); return 0, nil })
				testkit.Stub(env, release, func(context.Context, int) (int, error) { <-time.After(2 * time.Minute); return 0, nil })
				testkit.Stub(env, charge, func(ctx context.Context, _ int) (int, error) {
					select {
					case <-ctx.Done():
						return 0, context.Cause(ctx)
					case <-time.After(time.Minute):
						charged = true
						return 0, nil
					}
				})
				run := testkit.Start(env, saga, 0)
				env.After(time.Second, func() { leaves(env, run.WorkflowID()) })
				got, err := run.Result()
				if err != nil {
					tb.Error(err)
				}
				if got != "perhaps" && charged != (got == "charged") {
					tb.Errorf("the saga says %q, and the charge was made: %v", got, charged)
				}
			})
		})
	}
}
