package testkit_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// modes are the three modes, for tests that apply to each.
var modes = map[string]func(testing.TB, func(testing.TB)){
	"replay":  testkit.ReplayAlways,
	"crash":   testkit.CrashEverywhere,
	"explore": func(tb testing.TB, body func(testing.TB)) { testkit.Explore(tb, 20, body) },
}

var today = workflow.New("today", func(ctx workflow.Context, _ int) (string, error) {
	if err := workflow.Sleep(ctx, time.Hour); err != nil {
		return "", err
	}
	return workflow.Now(ctx).Format(time.DateOnly), nil
})

// In a bubble of the test's own all trials share its time, but each sees time begin
// anew.
func TestEachTrialBeginsAtMidnight(t *testing.T) {
	dated := func(tb testing.TB) {
		env := testkit.New(tb, today)
		if now := env.Now().Format(time.DateTime); now != "2000-01-01 00:00:00" {
			tb.Errorf("it begins at %s", now)
		}
		if got, err := testkit.Execute(env, today, 1); got != "2000-01-01" || err != nil {
			tb.Errorf("Execute = %q, %v", got, err)
		}
	}
	for name, mode := range modes {
		t.Run(name, func(t *testing.T) {
			mode(t, dated)
			synctest.Test(t, func(t *testing.T) { mode(t, dated) })
		})
	}
}

// A seed that fails after others in the same bubble fails in the same way alone.
func TestASeedGoesTheSameWayAlone(t *testing.T) {
	first := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 2000, raced) })
	var seed int
	_, text, _ := strings.Cut(first, "testkit: seed ")
	if _, err := fmt.Sscanf(text, "%d:", &seed); err != nil || seed < 2 {
		t.Fatalf("seed %d (%v): it is to be one that others come before:\n%s", seed, err, first)
	}
	t.Setenv("REPRISE_SEED", fmt.Sprint(seed))
	if alone := failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 2000, raced) }); alone != first {
		t.Errorf("among others:\n%s\nalone:\n%s", first, alone)
	}
}

// skipping is a testing.TB that records why it was skipped.
type skipping struct {
	testing.TB
	why string
}

func (s *skipping) Skipf(format string, args ...any) {
	s.why = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestABodyThatSkipsSkipsItsTest(t *testing.T) {
	for name, mode := range modes {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &skipping{TB: t}
				done := make(chan struct{})
				go func() {
					defer close(done)
					mode(s, func(tb testing.TB) {
						skip := tb.Skip // skips the body's test, not this one
						skip("no card company here")
					})
					t.Error("the mode goes on")
				}()
				<-done
				says(t, s.why, "no card company here")
			})
		})
	}
}

// The command that runs a seed again names this test and no other, in a shell.
func TestTheCommandForASeedFitsAnyName(t *testing.T) {
	t.Run("a (b)+[c]'d", func(t *testing.T) {
		text := failing.Test(t, func(tb testing.TB) {
			testkit.Explore(tb, 5, func(tb testing.TB) { tb.Error("wrong") })
		})
		says(t, text, `go test -run '^TestTheCommandForASeedFitsAnyName$/^a_\(b\)\+\[c\]'\''d$'`+"\n")
	})
}
