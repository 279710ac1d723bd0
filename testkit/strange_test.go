package testkit_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
)

// alone runs a test of this file that is to fail in a process of its own. What a *testing.T
// prints there cannot be captured here, and what kills the process would kill all tests.
func alone(t *testing.T, body func(*testing.T)) string {
	t.Helper()
	const inside = "REPRISE_TEST_ALONE"
	if os.Getenv(inside) == t.Name() {
		body(t)
		return ""
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	cmd.Env = append(os.Environ(), inside+"="+t.Name())
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("the test passes, and is to fail; it says:\n%s", out)
	}
	return string(out)
}

// New refuses the testing.TB of another test like that of the test around the mode: its
// cleanups would run after the bubble of the trial has ended.
func TestAnEnvironmentOfTheParentIsRefused(t *testing.T) {
	for _, mode := range map[string]func(testing.TB, func(testing.TB)){
		"replay":  testkit.ReplayAlways,
		"crash":   testkit.CrashEverywhere,
		"explore": func(tb testing.TB, body func(testing.TB)) { testkit.Explore(tb, 3, body) },
	} {
		text := failing.Test(t, func(tb testing.TB) {
			mode(tb, func(testing.TB) { testkit.Start(testkit.New(t, plain), plain, 1) })
		})
		says(t, text, "New got the testing.TB of the whole test")
		text = failing.Test(t, func(tb testing.TB) {
			env := testkit.New(tb, plain)
			mode(tb, func(testing.TB) { testkit.Start(env, plain, 1) })
		})
		says(t, text, "the Env was made outside of the body of the mode")
	}
}

// New refuses one outside of any bubble, too, and in a bubble that is not a mode's. Each of
// these once crashed the whole process.
func TestAnEnvironmentThatOutlivesItsBubbleIsRefused(t *testing.T) {
	text := alone(t, func(t *testing.T) {
		t.Run("mode", func(sub *testing.T) {
			testkit.ReplayAlways(sub, func(testing.TB) { testkit.Start(testkit.New(t, plain), plain, 1) })
		})
		synctest.Test(t, func(*testing.T) { testkit.Start(testkit.New(t, plain), plain, 1) })
	})
	says(t, text, "strange_test.go", "New got the testing.TB of the whole test", "New got the testing.TB of the test around synctest.Test")
}

func TestABodyThatTestsNothingFails(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) { testkit.ReplayAlways(tb, func(testing.TB) {}) })
	says(t, text, "nothing to replay: the body must make its Env with New")
	text = failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 3, func(tb testing.TB) { testkit.New(tb, plain) }) })
	says(t, text, "nothing to draw a schedule for", "start a run")
}

// A failure of the whole test is reported with the point or seed of the trial. The mode
// then stops, since it cannot see such a failure a second time.
func TestABodyThatFailsTheWholeTest(t *testing.T) {
	trials := 0
	body := func(outer testing.TB) func(testing.TB) {
		trials = 0
		return func(tb testing.TB) {
			trials++
			attempts := 0
			env := testkit.New(tb, plain)
			testkit.Stub(env, charge, func(context.Context, int) (string, error) { attempts++; return "paid", nil })
			if _, err := testkit.Execute(env, plain, 1); err != nil {
				tb.Error(err)
			}
			if attempts > 1 {
				outer.Errorf("charged %d times", attempts)
			}
		}
	}
	const outer = "the body failed the testing.TB of the whole test"
	text := failing.Test(t, func(tb testing.TB) { testkit.CrashEverywhere(tb, body(tb)) })
	says(t, text, "charged 2 times", "testkit: with a crash ", "(point ", outer)
	if strings.Contains(text, "also with a crash") || strings.Contains(text, "called again after a crash") {
		t.Errorf("it goes on:\n%s", text)
	}
	text = failing.Test(t, func(tb testing.TB) { testkit.Explore(tb, 500, body(tb)) })
	says(t, text, "charged 2 times", fmt.Sprintf("testkit: seed %d: the test fails. To run it again: ", trials), outer)
}

// A call that After was to make and did not make is no failure, but it is logged.
func TestWhatAfterWasToCallIsLogged(t *testing.T) {
	text := failing.Test(t, func(tb testing.TB) {
		env := testkit.New(tb, plain)
		testkit.Stub(env, charge, receipt)
		env.After(time.Minute, func() {})
		env.After(48*time.Hour, func() { env.Error("it comes") })
		env.Sleep(time.Hour)
		tb.Error("to see the log")
	})
	saysOnce(t, text, "testkit: the test ended at 2000-01-01 01:00:00, before strange_test.go:")
	says(t, text, ": what After was to call at 2000-01-03 00:00:00")
}

func TestExploreCountsWhatItHasDrawn(t *testing.T) {
	text := alone(t, func(t *testing.T) {
		testkit.Explore(t, 1, approved)
		testkit.Explore(t, 50, approved)
		t.Error("to see the log")
	})
	says(t, text, "testkit: 1 schedule in ", "testkit: 50 schedules in ", "; drawn in them: ", " of a worker, ", " of the store, ", " of order")
}

func TestAHistoryThatFailsNamesTheLineOfTheCaller(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "broken.history"), []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := alone(t, func(t *testing.T) { testkit.CheckDir(t, dir) })
	says(t, text, "strange_test.go:")
	if strings.Contains(text, "checkdir.go:") {
		t.Errorf("it names a line of the kit:\n%s", text)
	}
}

func TestOneCrashIsRunAgain(t *testing.T) {
	bodies := 0
	body := func(tb testing.TB) {
		bodies++
		pays(plain, plain, eachAttempt)(tb)
	}
	crash := func(tb testing.TB) { testkit.CrashEverywhere(tb, body) }
	point := regexp.MustCompile(`To run it again: REPRISE_POINT=(\d+) go test -run`).FindStringSubmatch(failing.Test(t, crash))
	if point == nil {
		t.Fatal("it does not say how to run the crash again")
	}
	t.Setenv("REPRISE_POINT", point[1])
	bodies = 0
	says(t, failing.Test(t, crash), "(point "+point[1]+") the test fails")
	if bodies != 3 { // without a crash, with it, and again without it
		t.Errorf("the body was run %d times, want 3", bodies)
	}
	t.Setenv("REPRISE_POINT", "1")
	crash(t)
	t.Setenv("REPRISE_POINT", "100000")
	says(t, failing.Test(t, crash), "REPRISE_POINT=100000: the test has fewer points")
	t.Setenv("REPRISE_POINT", "x")
	says(t, failing.Test(t, crash), `REPRISE_POINT="x" is not the number of a point`)
}
