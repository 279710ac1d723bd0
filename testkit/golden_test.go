package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// told is a testing.TB that records what a check reports.
type told struct {
	testing.TB
	errors, logs strings.Builder
}

func (t *told) Errorf(format string, args ...any) { fmt.Fprintf(&t.errors, format+"\n", args...) }
func (t *told) Logf(format string, args ...any)   { fmt.Fprintf(&t.logs, format+"\n", args...) }
func (t *told) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	runtime.Goexit()
}

// ask calls f, which may end its goroutine, and returns what f reported.
func ask(t *testing.T, f func(tb testing.TB)) *told {
	t.Helper()
	said, done := &told{TB: t}, make(chan struct{})
	go func() {
		defer close(done)
		f(said)
	}()
	<-done
	return said
}

func (t *told) wants(all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(t.errors.String(), want) {
			t.TB.Errorf("it does not say %q but\n%s", want, t.errors.String())
		}
	}
	if len(all) == 0 && t.errors.Len() > 0 {
		t.TB.Errorf("it fails:\n%s", t.errors.String())
	}
}

var (
	pack = activity.Define[string, string]("pack")
	ship = activity.Define[string, string]("ship")

	parcel = workflow.Define[string, string]("parcel")
)

func packAndShip(ctx workflow.Context, what string) (string, error) {
	box, err := workflow.Execute(ctx, pack, what).Get(ctx)
	if err != nil {
		return "", err
	}
	if err := workflow.Sleep(ctx, time.Hour); err != nil {
		return "", err
	}
	return workflow.Execute(ctx, ship, box).Get(ctx)
}

// parcelOf returns an environment in which the given code has sent one parcel.
func parcelOf(tb testing.TB, code func(workflow.Context, string) (string, error), what string) *testkit.Env {
	env := testkit.New(tb, parcel.Bind(code))
	testkit.Stub(env, pack, func(_ context.Context, what string) (string, error) { return "box of " + what, nil })
	testkit.Stub(env, ship, func(context.Context, string) (string, error) { return "shipped", nil })
	if _, err := testkit.Execute(env, parcel, what); err != nil {
		tb.Errorf("the run ends with %v", err)
	}
	return env
}

func TestGoldenRecordsOnceAndThenCompares(t *testing.T) {
	t.Setenv("CI", "")
	file := filepath.Join(t.TempDir(), "new", "parcel.history")
	said := ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "books"), file) })
	said.wants()
	if !strings.Contains(said.logs.String(), "recorded in "+file+": commit it") {
		t.Errorf("it logs %s", said.logs.String())
	}
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "books"), file) }).wants()

	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "pens"), file) }).wants(
		"parcel.history: the run is not the recorded one:\n",
		"  recorded: 1 started parcel parcel-1, 0s after the start\n",
		"  input recorded: \"books\"\n  input now:      \"pens\"\n",
		"    > 1 started parcel parcel-1\n      2 activity scheduled pack (testkit_test.packAndShip golden_test.go:",
		"The code still agrees with the recorded history",
		"run the test with REPRISE_UPDATE=1 in its environment")
	if text, err := os.ReadFile(file); err != nil || string(text) != string(first) {
		t.Errorf("a comparison has changed the file, %v", err)
	}

	long := filepath.Join(t.TempDir(), "long.history") // the difference is shown, wherever it is
	many := strings.Repeat("pen, ", 200)
	testkit.Golden(t, parcelOf(t, packAndShip, many+"ink"), long)
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, many+"ash"), long) }).wants(
		"  input recorded: ...", `pen, ink"`+"\n  input now:      ...", `pen, ash"`+"\n")

	t.Setenv("REPRISE_UPDATE", "1")
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "pens"), file) }).wants()
	t.Setenv("REPRISE_UPDATE", "")
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "pens"), file) }).wants()
	t.Setenv("REPRISE_UPDATE", "maybe")
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "pens"), file) }).wants(`REPRISE_UPDATE is "maybe"`, "set it to 1")
}

func TestGoldenOfChangedCodeShowsWhereItParts(t *testing.T) {
	t.Setenv("CI", "")
	file := filepath.Join(t.TempDir(), "parcel.history")
	testkit.Golden(t, parcelOf(t, packAndShip, "books"), file)
	shipAtOnce := func(ctx workflow.Context, what string) (string, error) {
		box, err := workflow.Execute(ctx, pack, what).Get(ctx)
		if err != nil {
			return "", err
		}
		return workflow.Execute(ctx, ship, box).Get(ctx)
	}
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, shipAtOnce, "books"), file) }).wants(
		"the code does not do what history recorded at event 4\n",
		"  history: timer due 2000-01-01T01:00:00Z, at testkit_test.packAndShip golden_test.go:",
		"  code:    activity \"ship\", at testkit_test.TestGoldenOfChangedCodeShowsWhereItParts.func",
		"      1 started parcel parcel-1\n      2 activity scheduled pack (",
		"\n      3 activity completed 2\n    > 4 timer started due 2000-01-01T01:00:00Z (testkit_test.packAndShip golden_test.go:",
		"\n      5 timer fired 4\n      6 activity scheduled ship (", "\n      7 activity completed 6\n"+
			"Deployed as it is, this code would park open runs", "keep the old code bound under the old name",
		"or let the open runs end before the deploy.\nIf the change is intended, run the test with REPRISE_UPDATE=1")

	// This code agrees with the history as far as that goes, and then does more.
	twice := func(ctx workflow.Context, what string) (string, error) { return packAndShip(ctx, what) }
	env := testkit.New(t, parcel.Bind(twice))
	testkit.Stub(env, pack, func(context.Context, string) (string, error) {
		return "", failure.New("", "no box", failure.Permanent())
	})
	if _, err := testkit.Execute(env, parcel, "books"); err == nil {
		t.Error("the run does not fail")
	}
	ask(t, func(tb testing.TB) { testkit.Golden(tb, env, file) }).wants(
		"  recorded: 3 activity completed 2, 0s after the start\n", "  now:      3 activity failed 2 attempt 1 \"no box\", 0s after the start\n",
		"    > 3 activity completed 2\n      4 timer started", "    > 3 activity failed 2", "The code still agrees")
}

// When nothing decides the order of events, it may differ each time.
func TestGoldenDoesNotDependOnTheOrderOfWhatIsSimultaneous(t *testing.T) {
	t.Setenv("CI", "")
	many := workflow.New("many", func(ctx workflow.Context, n int) (int, error) {
		var all []workflow.Future[string]
		for i := range n {
			all = append(all, workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
				return packAndShip(ctx, fmt.Sprint(i))
			}))
		}
		for _, f := range all {
			if _, err := f.Get(ctx); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	file := filepath.Join(t.TempDir(), "many.history")
	for range 30 {
		t.Run("again", func(t *testing.T) { // as a subtest, which ends its environment
			env := testkit.New(t, many)
			testkit.Stub(env, pack, func(_ context.Context, what string) (string, error) { return "box of " + what, nil })
			testkit.Stub(env, ship, func(ctx context.Context, box string) (string, error) {
				if box == "box of 3" && activity.GetInfo(ctx).Attempt == 1 {
					return "", errors.New("no van")
				}
				return "ok", nil
			})
			if n, err := testkit.Execute(env, many, 8); n != 8 || err != nil {
				t.Error(n, err)
			}
			testkit.Golden(t, env, file)
		})
	}
}

func TestGoldenInTheModes(t *testing.T) {
	t.Setenv("CI", "")
	file := filepath.Join(t.TempDir(), "parcel.history")
	body := func(tb testing.TB) { testkit.Golden(tb, parcelOf(tb, packAndShip, "books"), file) }
	synctest.Test(t, func(t *testing.T) {
		ask(t, func(tb testing.TB) { testkit.Explore(tb, 1, body) }).wants("there is no file "+file+" yet", "with New alone")
	})
	testkit.CrashEverywhere(t, body) // its first run records
	testkit.ReplayAlways(t, body)
	testkit.Explore(t, *testkit.Schedules, body)
	body(t)
}

func TestGoldenWhereThereIsNothingToCompare(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "parcel.history")
	t.Setenv("CI", "true")
	ask(t, func(tb testing.TB) { testkit.Golden(tb, parcelOf(t, packAndShip, "books"), file) }).wants("there is no file "+file, "without CI in its environment")
	ask(t, func(tb testing.TB) { testkit.Golden(tb, testkit.New(t, parcel.Bind(packAndShip)), file) }).wants("has started none: start one with Start or Execute first", "GoldenRun")
	t.Setenv("CI", "")
	env := parcelOf(t, packAndShip, "books")
	if _, err := testkit.Execute(env, parcel, "pens"); err != nil {
		t.Fatal(err)
	}
	ask(t, func(tb testing.TB) { testkit.Golden(tb, env, file) }).wants("has started 2", "GoldenRun")
	testkit.GoldenRun(t, env, "parcel-2", file)
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `"workflow_id":"parcel-2"`) {
		t.Errorf("the file holds %s, %v", text, err)
	}
	testkit.GoldenRun(t, env, "parcel-2", file)
	if err := os.WriteFile(file, text[:len(text)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	ask(t, func(tb testing.TB) { testkit.GoldenRun(tb, env, "parcel-2", file) }).wants("the file is cut off", "REPRISE_UPDATE=1")
}

func TestGoldenOfAnOpenRun(t *testing.T) {
	t.Setenv("CI", "")
	file := filepath.Join(t.TempDir(), "order.history")
	for range 2 {
		env := testkit.New(t, order)
		env.LeaveOpen()
		testkit.Start(env, order, 42)
		testkit.Golden(t, env, file)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `"status":"open"`) || !strings.Contains(string(text), "timer started") {
		t.Errorf("the file holds %s, %v", text, err)
	}
}

// export runs the code, and writes the history to a file as a program in production
// would.
func export(t *testing.T, file string, code func(workflow.Context, string) (string, error), opts ...reprise.ExportOption) {
	t.Helper()
	env := parcelOf(t, code, "books")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), env.Do(func(ctx context.Context, c reprise.Client) error {
		run, err := reprise.Describe(ctx, c, "parcel-1")
		if err != nil {
			return err
		}
		f, err := os.Create(file)
		if err != nil {
			return err
		}
		return errors.Join(reprise.Export(ctx, c, run.RunID, f, opts...), f.Close())
	})); err != nil {
		t.Fatal(err)
	}
}

func TestCheckDirReplaysEveryFile(t *testing.T) {
	dir := t.TempDir()
	export(t, filepath.Join(dir, "plain.history"), packAndShip)
	export(t, filepath.Join(dir, "old", "redacted.history"), packAndShip, reprise.Redact())
	if err := os.WriteFile(filepath.Join(dir, ".keep"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	testkit.CheckDir(t, dir, parcel.Bind(packAndShip))
	shout := func(ctx workflow.Context, what string) (string, error) {
		s, err := packAndShip(ctx, strings.ToUpper(what))
		return s + "!", err
	}
	said := ask(t, func(tb testing.TB) { testkit.CheckDir(tb, dir, parcel.Bind(shout)) })
	said.wants()
	if logs := said.logs.String(); strings.Count(logs, " of event ") != 2 || strings.Contains(logs, "redacted.history: ") {
		t.Errorf("it logs %s", logs)
	}
	ask(t, func(tb testing.TB) { testkit.Checker{Strict: true}.CheckDir(tb, dir, parcel.Bind(shout)) }).wants(
		filepath.Join(dir, "plain.history")+": run ", "the input of event 2 (activity \"pack\", at testkit_test.packAndShip",
		` was "books" and is now "BOOKS", at testkit_test.packAndShip`)
}

func TestCheckDirOfChangedCode(t *testing.T) {
	dir := t.TempDir()
	export(t, filepath.Join(dir, "a.history"), packAndShip)
	export(t, filepath.Join(dir, "b.history"), packAndShip, reprise.Redact())
	decide := func(ctx workflow.Context, what string) (string, error) {
		if what == "books" {
			return packAndShip(ctx, what)
		}
		return workflow.Execute(ctx, ship, what).Get(ctx)
	}
	said := ask(t, func(tb testing.TB) { testkit.CheckDir(tb, dir, parcel.Bind(decide)) })
	said.wants(filepath.Join(dir, "b.history")+": ", "recorded at event 2\n",
		"  history: activity \"pack\", at testkit_test.packAndShip golden_test.go:", "  code:    activity \"ship\", at testkit_test.TestCheckDirOfChangedCode",
		"    > 2 activity scheduled pack (", "      5 timer fired 4\n",
		"The file is redacted (all values): code that branches on such values may take another path",
		"\nDeployed as it is, this code would park open runs")
	if text := said.errors.String(); strings.Contains(text, "Nothing was changed") {
		t.Errorf("it says what to do in production:\n%s", text)
	}
	if strings.Contains(said.errors.String(), "a.history") {
		t.Errorf("the file that is not redacted fails: %s", said.errors.String())
	}
}

func TestCheckDirOfWhatIsNoHistory(t *testing.T) {
	binding := parcel.Bind(packAndShip)
	dir := t.TempDir()
	ask(t, func(tb testing.TB) { testkit.CheckDir(tb, dir, binding) }).wants("no history is in "+dir, "nothing was checked", "reprise run export")
	none := filepath.Join(dir, "none")
	ask(t, func(tb testing.TB) { testkit.CheckDir(tb, none, binding) }).wants("there is no directory "+none, "reprise run export")
	file := filepath.Join(dir, "parcel.history")
	export(t, file, packAndShip)
	ask(t, func(tb testing.TB) { testkit.CheckDir(tb, dir, order) }).wants(file, `workflow "parcel" is not bound here, only order`, "its binding to CheckDir")
	ask(t, func(tb testing.TB) { testkit.CheckDir(tb, dir, parcel.Bind(packAndShip), parcel.Bind(packAndShip)) }).wants("parcel")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{string(text[:len(text)/2]), "export the run again\nRestore the file from version control"},
		{"# Histories\n", "this is not an exported history; reprise run export writes one\nEvery file in the directory"},
		{strings.Replace(string(text), `"version":1`, `"version":2`, 1), "the file has format version 2, this version of Reprise reads 1"},
		{strings.Replace(string(text), `"data":"AAAA`, `"data":"AAAB`, 1), "corrupt"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		ask(t, func(tb testing.TB) { testkit.CheckDir(tb, dir, binding) }).wants(file+": ", c.want)
	}
}
