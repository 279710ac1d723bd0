package testkit_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// table compares a timeline without its first line, which contains the run id.
func table(t *testing.T, got, first, want string) {
	t.Helper()
	head, rest, _ := strings.Cut(got, "\n")
	says(t, head, first)
	if strings.TrimSpace(rest) != strings.TrimSpace(want) {
		t.Errorf("the timeline is\n%s\nwant\n%s", rest, want)
	}
}

func TestATimelineTellsOfAttempts(t *testing.T) {
	env := testkit.New(t, plain)
	testkit.Script(env, charge,
		testkit.Fail[string](errors.New("no connection")),
		testkit.Die[string](env),
		testkit.Late(time.Minute, testkit.Return("paid")))
	if got, err := testkit.Execute(env, plain, 1); err != nil || got != "paid" {
		t.Errorf("Execute = %q, %v", got, err)
	}
	if text := env.Calls()[1].String(); !strings.HasSuffix(text, ", 2s, its worker died") {
		t.Errorf("the second attempt: %s", text)
	}
	table(t, env.Timeline("plain-1"), "completed", `
          from  to           (since its start at 2000-01-01 00:00:00)
            0s  1m3.185s     activity charge completed
            0s  0s             attempt 1 failed: no connection
        1.185s  3.185s         attempt 2 its worker died
        3.185s  1m3.185s       attempt 3 returned`)
}

func TestATimelineTellsWhyThingsFailed(t *testing.T) {
	act, w := runs(activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	env := testkit.New(t, w)
	testkit.Script(env, act, testkit.Fail[string](failure.New("declined", "no money")))
	if _, err := testkit.Execute(env, w, 1); err == nil {
		t.Error("it passes")
	}
	table(t, env.Timeline("runs-1"), "failed: no money (code declined)", `
          from  to           (since its start at 2000-01-01 00:00:00)
            0s  0s           activity act failed: no money (code declined)`)
}

func TestATimelineOfARunThatIsParked(t *testing.T) {
	panics := workflow.New("panics", func(workflow.Context, int) (string, error) { panic("a bug") })
	text := failing.Test(t, func(tb testing.TB) { _, _ = testkit.Execute(testkit.New(tb, panics), panics, 1) })
	says(t, text, "panics-1 (workflow panics)", ", blocked (panic)\n")
}

func TestATimelineTellsOfASignalThatWasNeverReceived(t *testing.T) {
	env := testkit.New(t, plain)
	testkit.Script(env, charge, testkit.Late(time.Minute, testkit.Return("paid")))
	run := testkit.Start(env, plain, 1)
	env.After(30*time.Second, func() { testkit.Signal(env, run.WorkflowID(), approve, true) })
	if _, err := run.Result(); err != nil {
		t.Error(err)
	}
	table(t, env.Timeline(run.WorkflowID()), "completed", `
          from  to           (since its start at 2000-01-01 00:00:00)
           30s  30s          signal approve arrived
            0s  1m0s         activity charge completed
  never received: signal approve`)
}

// When a requirement is missed at the end of a test, the failure shows the timeline.
func TestWhatWasRequiredAndMissedShowsTheTimeline(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, plain)
		testkit.Stub(env, charge, receipt).Times(2)
		if _, err := testkit.Execute(env, plain, 1); err != nil {
			tb.Error(err)
		}
	})
	says(t, text, `activity "charge" was executed once, want 2 times`, "activity charge completed")
}

// A test that ends just after it started something still has the effects of that
// counted.
func TestWhatIsRequiredMayHappenAtTheVeryEnd(t *testing.T) {
	for range 20 {
		env := testkit.New(t, plain)
		env.LeaveOpen()
		testkit.Script(env, charge, testkit.Hang[string]()).Times(1)
		testkit.Start(env, plain, 1)
	}
}

func TestATimelineOfNobodyNamesHim(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) { testkit.New(tb, plain).Timeline("nobody") })
	says(t, text, `the timeline of "nobody"`, "not found")
}
