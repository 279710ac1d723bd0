package testkit_test

import (
	"os"
	"os/exec"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
)

// alone runs a test of this file that is to fail in a process of its own, for what a
// *testing.T says in there cannot be had here, and what kills the process would kill all.
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

// The testing.TB of another test than the mode's is refused like that of the mode's own:
// its cleanups come when the bubble of the trial has ended.
func TestAnEnvironmentOfTheParentIsRefused(t *testing.T) {
	for _, mode := range map[string]func(testing.TB, func(testing.TB)){
		"replay":  testkit.ReplayAlways,
		"crash":   testkit.CrashEverywhere,
		"explore": func(tb testing.TB, body func(testing.TB)) { testkit.Explore(tb, 3, body) },
	} {
		text := failing.Test(t, func(tb testing.TB) {
			mode(tb, func(testing.TB) { testkit.Start(testkit.New(t, plain), plain, 1) })
		})
		says(t, text, "New was given the testing.TB of the whole test")
		text = failing.Test(t, func(tb testing.TB) {
			env := testkit.New(tb, plain)
			mode(tb, func(testing.TB) { testkit.Start(env, plain, 1) })
		})
		says(t, text, "the Env was made outside of the body of the mode")
	}
}

// The same outside of any bubble, and with a bubble that is not a mode's. Either once ended
// the whole process.
func TestAnEnvironmentThatOutlivesItsBubbleIsRefused(t *testing.T) {
	text := alone(t, func(t *testing.T) {
		t.Run("mode", func(sub *testing.T) {
			testkit.ReplayAlways(sub, func(testing.TB) { testkit.Start(testkit.New(t, plain), plain, 1) })
		})
		synctest.Test(t, func(*testing.T) { testkit.Start(testkit.New(t, plain), plain, 1) })
	})
	says(t, text, "strange_test.go", "New was given the testing.TB of the whole test", "New was given the testing.TB of the test around synctest.Test")
}
