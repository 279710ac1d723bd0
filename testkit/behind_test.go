package testkit_test

import (
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var slowIndex = workflow.New("slow index", func(ctx workflow.Context, state string) (string, error) {
	return "index of " + state, workflow.Sleep(ctx, time.Hour)
})

// indexes starts an index three times. Only the first and the last of them run, one after the
// other.
func indexes(tb testing.TB) {
	env := testkit.New(tb, slowIndex)
	begun := env.Now()
	queue := []reprise.StartOption{reprise.ID("index"), reprise.OnConflict(reprise.QueueBehind), reprise.Timeout(90 * time.Minute)}
	testkit.Start(env, slowIndex, "one", queue...)
	second := testkit.Start(env, slowIndex, "two", queue...)
	third := testkit.Start(env, slowIndex, "three", queue...)
	if _, err := second.Result(); !errors.Is(err, reprise.ErrReplaced) {
		tb.Errorf("the second start gives %v, want ErrReplaced", err)
	}
	if got, err := third.Result(); err != nil || got != "index of three" {
		tb.Errorf("the newest start gives %q, %v", got, err)
	}
	if took := env.Now().Sub(begun); took < 2*time.Hour {
		tb.Errorf("both are made within %v", took)
	}
}

func TestAStartThatWaits(t *testing.T) {
	indexes(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, indexes) })
	t.Run("crash everywhere", func(t *testing.T) { testkit.CrashEverywhere(t, indexes) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *testkit.Schedules, indexes) })
}
