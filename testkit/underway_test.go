package testkit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var score = activity.Define[int, int]("score", activity.Policy{StartToClose: activity.NoLimit})

// loan waits for an activity without any time limit.
var loan = workflow.New("loan", func(ctx workflow.Context, n int) (int, error) {
	return workflow.Execute(ctx, score, n).Get(ctx)
})

const hangs = `attempt 1 at activity score of "loan-1" has run since 2000-01-01 00:01:00, and its policy has no StartToClose, ScheduleToClose or HeartbeatTimeout to end it`

func TestAnAttemptThatNothingEndsIsADeadEnd(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, loan)
		testkit.Script(env, score, testkit.Hang[int]())
		env.Sleep(time.Minute)
		_, _ = testkit.Execute(env, loan, 1)
	})
	says(t, text, "nothing can make progress", `underway_test.go:18 of "loan-1" (workflow loan) waits for activity score`, hangs)
	if strings.Contains(text, "is at work") {
		t.Errorf("it says no more than that a run is at work:\n%s", text)
	}
}

func TestAnAttemptThatIsMadeAtTheEndOfTheTestIsNamed(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, loan)
		testkit.Script(env, score, testkit.Hang[int]())
		env.Sleep(time.Minute)
		testkit.Start(env, loan, 1)
		env.Sleep(time.Minute)
	})
	says(t, text, `the test ends while run "loan-1" of workflow "loan" is open`, "waits for activity score", hangs)
}

// An attempt that a limit will end is reported, but not blamed.
func TestAnAttemptWithALimit(t *testing.T) {
	act, w := runs(activity.Policy{StartToClose: time.Hour})
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, w)
		testkit.Script(env, act, testkit.Hang[string]())
		testkit.Start(env, w, 1)
		env.Sleep(61 * time.Minute)
	})
	says(t, text, `attempt 2 at activity act of "runs-1" has run since 2000-01-01 01:0`)
	if strings.Contains(text, "its policy has no") || strings.Contains(text, "attempt 1 at") {
		t.Errorf("it says:\n%s", text)
	}
}
