package testkit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// ordered tests an order of this many cents.
func ordered(t *testing.T, cents int) *testkit.Env {
	env := testkit.New(t, Order.Bind(fulfil))
	testkit.Script(env, Charge, testkit.Return("receipt"))
	run := testkit.Start(env, Order, cents)
	testkit.Signal(env, run.WorkflowID(), Approve, true)
	if _, err := run.Result(); err != nil {
		t.Error(err)
	}
	return env
}

// The history of the test's run is recorded the first time, and compared from then on.
func ExampleGolden() {
	test(func(t *testing.T) {
		t.Setenv("CI", "")                                  // with CI set nothing is recorded
		file := filepath.Join(t.TempDir(), "order.history") // yours is below testdata, and committed
		testkit.Golden(t, ordered(t, 4200), file)
		if _, err := os.Stat(file); err == nil {
			fmt.Println("it is recorded")
		}
		testkit.Golden(t, ordered(t, 4200), file)
		fmt.Println("and is the same again:", !t.Failed())
	})
	// Output:
	// it is recorded
	// and is the same again: true
}

// A test with several runs names the run that it records.
func ExampleGoldenRun() {
	test(func(t *testing.T) {
		t.Setenv("CI", "")
		env := ordered(t, 4200)
		second := testkit.Start(env, Order, 9900)
		testkit.Signal(env, second.WorkflowID(), Approve, false)
		fmt.Println(second.Result())
		testkit.GoldenRun(t, env, second.WorkflowID(), filepath.Join(t.TempDir(), "rejected.history"))
	})
	// Output: rejected <nil>
}

// Histories recorded earlier, here by the test itself, are replayed with the current
// code. The code now returns another result, which is logged; other steps would fail
// the test.
func ExampleCheckDir() {
	test(func(t *testing.T) {
		t.Setenv("CI", "")
		dir := t.TempDir() // yours holds histories that `reprise run export` fetched from production
		testkit.Golden(t, ordered(t, 4200), filepath.Join(dir, "order.history"))

		testkit.CheckDir(t, dir, Order.Bind(fulfil))
		shout := func(ctx workflow.Context, cents int) (string, error) {
			receipt, err := fulfil(ctx, cents)
			return receipt + "!", err
		}
		testkit.CheckDir(t, dir, Order.Bind(shout)) // logs that the result differs
		fmt.Println("they go on:", !t.Failed())
	})
	// Output: they go on: true
}

// A Checker can treat another input, due time or result as a failure.
func ExampleChecker_CheckDir() {
	test(func(t *testing.T) {
		t.Setenv("CI", "")
		dir := t.TempDir()
		testkit.Golden(t, ordered(t, 4200), filepath.Join(dir, "order.history"))
		testkit.Checker{Strict: true}.CheckDir(t, dir, Order.Bind(fulfil))
		fmt.Println("nothing else was asked for:", !t.Failed())
	})
	// Output: nothing else was asked for: true
}
