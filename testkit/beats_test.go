package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var (
	copies = activity.Define[int, int]("copies", activity.Policy{HeartbeatTimeout: 10 * time.Second})
	backup = workflow.New("backup", func(ctx workflow.Context, n int) (string, error) {
		files := workflow.Execute(ctx, copies, n)
		paid, err := workflow.Execute(ctx, charge, n).Get(ctx)
		if err != nil {
			return "", err
		}
		if _, err := workflow.Receive(ctx, approve, workflow.Within(time.Hour)); err != nil && !errors.Is(err, workflow.ErrTimeout) {
			return "", err
		}
		copied, err := files.Get(ctx)
		return fmt.Sprint(paid, ", ", copied, " copied"), err
	})
)

// backups runs several workflows at once. Their attempts send heartbeats, resume where
// those left off, and fall silent.
func backups(tb testing.TB) {
	env := testkit.New(tb, backup)
	testkit.Stub(env, copies, func(ctx context.Context, n int) (int, error) {
		done, _, err := activity.Details[int](ctx)
		if err != nil {
			return 0, err
		}
		for done < 4 {
			<-time.After(4 * time.Second)
			done++
			if err := activity.HeartbeatDetails(ctx, done); err != nil {
				return 0, err
			}
			if n == 1 && done == 3 && activity.GetInfo(ctx).Attempt == 1 {
				<-ctx.Done() // misses a heartbeat
				return 0, context.Cause(ctx)
			}
		}
		return done, nil
	})
	testkit.Stub(env, charge, receipt)
	var all []*testkit.Run[string]
	for n := range 2 {
		all = append(all, testkit.Start(env, backup, n))
	}
	env.After(30*time.Second, func() { testkit.Signal(env, "backup-1", approve, true) })
	for n, run := range all {
		if got, err := run.Result(); err != nil || got != fmt.Sprintf("receipt %d, 4 copied", n) {
			tb.Errorf("Result = %q, %v", got, err)
		}
	}
}

func TestSeveralRunsWithHeartbeatsInEveryMode(t *testing.T) {
	backups(t)
	testkit.ReplayAlways(t, backups)
	testkit.CrashEverywhere(t, backups)
	testkit.Explore(t, *testkit.Schedules, backups)
}
