package testkit_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	track = activity.Define[int, time.Duration]("track")
	// trackRow has a row in the store from the start.
	trackRow = activity.Define[int, time.Duration]("track-row", activity.Policy{HeartbeatTimeout: time.Minute})
	shipment = workflow.New("shipment", func(ctx workflow.Context, n int) (time.Duration, error) {
		def := track
		if n > 0 {
			def = trackRow
		}
		return workflow.Execute(ctx, def, n).Get(ctx)
	})
)

// shipments runs an activity that asks a carrier until the parcel has arrived, an hour after the
// beginning. It asks more often than the policy allows attempts.
func shipments(tb testing.TB) {
	env := testkit.New(tb, shipment)
	ask := func(ctx context.Context, _ int) (time.Duration, error) {
		if waited := env.Now().Sub(activity.GetInfo(ctx).Scheduled); waited >= time.Hour {
			return waited.Round(10 * time.Minute), nil
		}
		return 0, activity.Snooze(5 * time.Minute)
	}
	testkit.Stub(env, track, ask)
	testkit.Stub(env, trackRow, ask)
	for n := range 2 {
		run := testkit.Start(env, shipment, n)
		if waited, err := run.Result(); err != nil || waited != time.Hour {
			tb.Errorf("shipment %d: Result = %v, %v", n, waited, err)
		}
	}
}

func TestASnoozedAttemptIsMadeAgainAndNotCounted(t *testing.T) {
	shipments(t)
	testkit.ReplayAlways(t, shipments)
	testkit.Explore(t, *testkit.Schedules, shipments)
}

func TestASnoozeEndsWithWhatTheWorkflowGivesTheActivity(t *testing.T) {
	for name, policy := range map[string]activity.Policy{
		"eager": {ScheduleToClose: time.Hour},
		"a row": {ScheduleToClose: time.Hour, HeartbeatTimeout: time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			long := workflow.New("long", func(ctx workflow.Context, n int) (int, error) {
				return workflow.Execute(ctx, activity.Define[int, int]("never", policy), n).Get(ctx)
			})
			env := testkit.New(t, long)
			begun := env.Now()
			testkit.Stub(env, activity.Define[int, int]("never", policy), func(context.Context, int) (int, error) {
				return 0, activity.Snooze(25 * time.Minute)
			})
			_, err := testkit.Start(env, long, 1).Result()
			if took := env.Now().Sub(begun).Round(time.Minute); !errors.Is(err, activity.ErrTimeout) || took != time.Hour {
				t.Errorf("after %v: %v; want activity.ErrTimeout after an hour", took, err)
			}
		})
	}
}

func TestASnoozedActivityThatIsCancelledEndsAtOnce(t *testing.T) {
	env := testkit.New(t, shipment)
	begun := env.Now()
	testkit.Stub(env, trackRow, func(context.Context, int) (time.Duration, error) { return 0, activity.Snooze(time.Hour) })
	run := testkit.Start(env, shipment, 1)
	env.After(time.Minute, func() { env.Cancel(run.WorkflowID(), "lost on the way") })
	_, err := run.Result()
	if took := env.Now().Sub(begun).Round(time.Minute); !errors.Is(err, workflow.ErrCancelled) || took != time.Minute {
		t.Errorf("after %v: %v; want ErrCancelled after a minute", took, err)
	}
}

func TestASnoozeWithoutATimeEndsTheActivity(t *testing.T) {
	env := testkit.New(t, shipment)
	testkit.Stub(env, track, func(context.Context, int) (time.Duration, error) { return 0, activity.Snooze(0) })
	_, err := testkit.Start(env, shipment, 0).Result()
	if want := "Snooze(0s): pass a duration above zero"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Result = %v, want it to hold %q", err, want)
	}
}
