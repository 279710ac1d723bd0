package reprise_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// patched is parcelCode with one more activity before the last one, for runs that begin now.
func patched(ctx workflow.Context, n int) (int, error) {
	a, err := workflow.Execute(ctx, double, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := workflow.Receive(ctx, bell); err != nil {
		return 0, err
	}
	if workflow.Patched(ctx, "twice") {
		if a, err = workflow.Execute(ctx, double, a).Get(ctx); err != nil {
			return 0, err
		}
	}
	return workflow.Execute(ctx, double, a).Get(ctx)
}

// early is patched with the change at the very beginning, which old runs have passed.
func early(ctx workflow.Context, n int) (int, error) {
	if workflow.Patched(ctx, "early") {
		n++
	}
	return patched(ctx, n)
}

// retired is early without the old branch.
func retired(ctx workflow.Context, n int) (int, error) { return patched(ctx, n+1) }

// rushed executes the new activity, whatever the run has passed.
func rushed(ctx workflow.Context, n int) (int, error) {
	if _, err := workflow.Execute(ctx, double, n).Get(ctx); err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, double, n).Get(ctx)
}

// atTheBell reports whether a run waits for the signal, and not for the activity before it.
func atTheBell(d reprise.Description) bool {
	return slices.ContainsFunc(d.Waits, func(w reprise.Wait) bool {
		return slices.ContainsFunc(w.For, func(f reprise.WaitFor) bool { return f.Name == bell.Name() })
	})
}

func TestAPatchSendsRunsTheWayThatTheyHaveBegun(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		first := startRuntime(t, st, quiet(), parcel.Bind(parcelCode), double.Bind(doubled), bell)
		begin(t, first, parcel, 1, "old")
		awaitRun(t, first, "old", atTheBell)
		if err := first.Stop(bounded(t)); err != nil {
			t.Fatal(err)
		}
		second := startRuntime(t, st, quiet(), parcel.Bind(early), double.Bind(doubled), bell)
		begin(t, second, parcel, 1, "new")
		awaitRun(t, second, "new", atTheBell)
		needs, err := reprise.Versions(t.Context(), second)
		want := [][3]any{{"early", 0, "old"}, {"early", 1, "new"}}
		var got [][3]any
		for _, n := range needs {
			got = append(got, [3]any{n.Change, n.Version, n.Oldest.WorkflowID})
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Versions = %v, %v; want %v", got, err, want)
		}
		for id, want := range map[string]int{"old": 8, "new": 16} { // "twice" is decided at a point that neither run has reached
			if err := reprise.Signal(t.Context(), second, id, bell, struct{}{}); err != nil {
				t.Fatal(err)
			}
			if got, err := result(t, second, parcel, id); err != nil || got != want {
				t.Errorf("%s: %d, %v; want %d", id, got, err, want)
			}
		}
		for id, code := range map[string]func(workflow.Context, int) (int, error){"old": early, "new": retired} {
			if _, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(code)), id); err != nil {
				t.Errorf("replay of %s: %v", id, err)
			}
		}
		if needs, err = reprise.Versions(t.Context(), second); err != nil || len(needs) != 0 {
			t.Errorf("with no open run: %v, %v", needs, err)
		}
	})
}

func TestAPatchIsMarkedOnce(t *testing.T) {
	st := newMemory()
	loop := workflow.New("loop", func(ctx workflow.Context, n int) (int, error) {
		ways := 0
		for range n {
			if workflow.Patched(ctx, "way") {
				ways++
			}
			if err := workflow.Sleep(ctx, 1); err != nil {
				return 0, err
			}
		}
		return ways + 10*workflow.Version(ctx, "way", 3), nil
	})
	rt := startRuntime(t, st, quiet(), loop)
	h := begin(t, rt, loop, 3, "l")
	if got, err := h.Result(bounded(t)); err != nil || got != 13 {
		t.Fatalf("Result = %d, %v; want the answer of the first call each time", got, err)
	}
	events, err := rt.Inside().History(t.Context(), h.RunID())
	if err != nil || count[*history.ChangeMarked](events) != 1 {
		t.Errorf("%v, %v; want one mark", events, err)
	}
	lint(t, st, h.RunID())
}

func TestALaterVersionThanTheCodeKnowsParksTheRun(t *testing.T) {
	code := func(latest int) func(workflow.Context, int) (int, error) {
		return func(ctx workflow.Context, n int) (int, error) {
			workflow.Version(ctx, "price", latest)
			return parcelCode(ctx, n)
		}
	}
	st := newMemory()
	rt := startRuntime(t, st, quiet(), parcel.Bind(code(2)), double.Bind(doubled), bell)
	begin(t, rt, parcel, 1, "p")
	awaitRun(t, rt, "p", atTheBell)
	_, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(code(1))), "p")
	if wrong := (*replay.MismatchError)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), `version 2 of change "price"`) {
		t.Errorf("%v; want a MismatchError that names the version", err)
	}
	if _, err = reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(code(3))), "p"); err != nil {
		t.Error(err)
	}
}

func TestPreflightNamesTheRunsThatCodeWouldPark(t *testing.T) {
	st, rt, run := waiting(t)
	begin(t, rt, parcel, 1, "q")
	awaitRun(t, rt, "q", atTheBell)
	good := quiet()
	good.Preflight = -1
	if report, err := reprise.Preflight(t.Context(), client(t, st, quiet(), parcel.Bind(early))); err != nil || report.Runs != 2 {
		t.Errorf("%v, %s", err, report)
	}
	startRuntime(t, st, good, parcel.Bind(early), double.Bind(doubled), bell)

	bad := client(t, st, good, parcel.Bind(rushed), double.Bind(doubled))
	report, err := reprise.Preflight(t.Context(), bad)
	refused := (*reprise.PreflightError)(nil)
	if !errors.As(err, &refused) || refused.Runs != 2 || len(refused.Parked) != 2 || !errors.As(refused.Parked[0].Err, new(*replay.MismatchError)) {
		t.Errorf("Preflight = %v; want a PreflightError with both runs", err)
	}
	if !strings.Contains(report.String(), "would be parked: parcel \"p\"") {
		t.Errorf("the report: %s", report)
	}
	_, err = reprise.Preflight(t.Context(), bad, reprise.Oldest(1))
	if !errors.As(err, &refused) || refused.Runs != 1 || refused.Parked[0].Run.RunID != run.RunID() {
		t.Errorf("of the oldest: %v; want p alone", err)
	}
	if err := bad.Start(t.Context()); !errors.As(err, &refused) {
		t.Errorf("Start = %v; want it refused", err)
	}
	if _, err := reprise.Versions(t.Context(), bad); !errors.As(err, &refused) {
		t.Errorf("Versions = %v; want a PreflightError", err)
	}
	if report, err := reprise.Preflight(t.Context(), client(t, st, quiet())); err != nil || report.Unbound["parcel"] != 2 || !strings.Contains(report.String(), `workflow "parcel" is not bound here`) {
		t.Errorf("%v, %s", err, report)
	}
}

func TestPreflightDoesNotRefuseForRunsThatAreParkedAlready(t *testing.T) {
	st, rt, _ := waiting(t)
	if err := rt.Stop(bounded(t)); err != nil {
		t.Fatal(err)
	}
	cfg := quiet()
	cfg.Build = "rushed"
	bad := startRuntime(t, st, cfg, parcel.Bind(rushed), double.Bind(doubled), bell)
	if err := reprise.Signal(t.Context(), bad, "p", bell, struct{}{}); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, bad, "p", func(d reprise.Description) bool { return d.Blocked != nil })
	if report, err := reprise.Preflight(t.Context(), bad); err != nil || !strings.Contains(report.String(), "is parked, and stays so: parcel \"p\"") {
		t.Errorf("%v, %s", err, report)
	}
	refused := (*reprise.PreflightError)(nil)
	if _, err := reprise.Versions(t.Context(), bad); !errors.As(err, &refused) || len(refused.Parked) != 1 || refused.Parked[0].Run.WorkflowID != "p" {
		t.Errorf("Versions = %v; want a PreflightError with p: nobody knows what it needs", err)
	}
}

func TestAChangeAskedAboutBeforeItsMarkIsAMismatch(t *testing.T) {
	// later asks about the change after the activity, moved before it: moved would take the old branch where later took the new one.
	later := func(ctx workflow.Context, n int) (int, error) {
		f := workflow.Execute(ctx, double, n)
		workflow.Patched(ctx, "way")
		return f.Get(ctx)
	}
	moved := func(ctx workflow.Context, n int) (int, error) {
		workflow.Patched(ctx, "way")
		return workflow.Execute(ctx, double, n).Get(ctx)
	}
	st := newMemory()
	rt := startRuntime(t, st, quiet(), parcel.Bind(later), double.Bind(doubled))
	if _, err := begin(t, rt, parcel, 1, "p").Result(bounded(t)); err != nil {
		t.Fatal(err)
	}
	wrong := (*replay.MismatchError)(nil)
	_, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(moved)), "p")
	if !errors.As(err, &wrong) || !strings.Contains(err.Error(), `change "way"`) {
		t.Errorf("%v; want a MismatchError that names the change", err)
	}
}
