package testkit_test

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// A nil where the kit needs a value fails the test, at the caller's line.
func TestTheKitRefusesNothingInWords(t *testing.T) {
	var (
		noActivity activity.Definition[int, string]
		noWorkflow workflow.Definition[int, string]
	)
	for name, c := range map[string]struct {
		want string
		call func(*testkit.Env)
	}{
		"Stub, no definition":      {"Stub needs a definition", func(e *testkit.Env) { testkit.Stub(e, noActivity, receipt) }},
		"Stub, no function":        {"nil function", func(e *testkit.Env) { testkit.Stub(e, charge, nil) }},
		"Script, no definition":    {"Script needs a definition", func(e *testkit.Env) { testkit.Script(e, noActivity, testkit.Return("")) }},
		"Script, no step":          {"step 1 of the script", func(e *testkit.Env) { testkit.Script(e, charge, testkit.Late[string](0, nil)) }},
		"CompareBy, no definition": {"CompareBy needs a definition", func(e *testkit.Env) { testkit.CompareBy(e, noWorkflow, func(string) any { return 0 }) }},
		"CompareBy, no function":   {"CompareBy needs a function", func(e *testkit.Env) { testkit.CompareBy(e, order, nil) }},
		"Configure":                {"Configure needs a function", func(e *testkit.Env) { e.Configure(nil) }},
		"After":                    {"After needs a function", func(e *testkit.Env) { e.After(0, nil) }},
		"Do":                       {"Do needs a function", func(e *testkit.Env) { _ = e.Do(nil) }},
		"Start, no definition":     {"Start needs a definition", func(e *testkit.Env) { testkit.Start(e, noWorkflow, 1) }},
		"Start, no option":         {"Start needs its option 1", func(e *testkit.Env) { testkit.Start(e, order, 1, nil) }},
		"Execute, no option":       {"Start needs its option 1", func(e *testkit.Env) { _, _ = testkit.Execute(e, order, 1, nil) }},
		"Signal, no option":        {"Signal needs its option 1", func(e *testkit.Env) { testkit.Signal(e, "id", approve, true, nil) }},
		"a nil binding":            {"a binding is nil", func(e *testkit.Env) { testkit.Start(testkit.New(e.TB, nil), order, 1) }},
		"no context": {"the context is nil", func(e *testkit.Env) {
			var none context.Context
			if err := e.Do(func(_ context.Context, c reprise.Client) error { return reprise.Cancel(none, c, "id", "") }); err != nil {
				e.Fatal(err)
			}
		}},
		"ReplayAlways":    {"ReplayAlways needs the body", func(e *testkit.Env) { testkit.ReplayAlways(e.TB, nil) }},
		"CrashEverywhere": {"CrashEverywhere needs the body", func(e *testkit.Env) { testkit.CrashEverywhere(e.TB, nil) }},
		"Explore":         {"Explore needs the body", func(e *testkit.Env) { testkit.Explore(e.TB, 1, nil) }},
	} {
		t.Run(name, func(t *testing.T) {
			says(t, failing.Test(t, func(tb testing.TB) { c.call(testkit.New(tb, order)) }), c.want)
		})
	}
}
