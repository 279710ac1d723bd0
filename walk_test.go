package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// talker logs before and after it waits, and has a second coroutine that waits, too.
func talker(ctx workflow.Context, n int) (int, error) {
	workflow.Logger(ctx).Info("begins", "n", n)
	deep := workflow.Go(ctx, func(ctx workflow.Context) (int, error) { return 0, below(ctx) })
	a, err := workflow.Execute(ctx, double, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	workflow.Logger(ctx).With("step", 1).WithGroup("got").Warn("doubled", "a", a)
	_, err = deep.Get(ctx)
	return a, err
}

func below(ctx workflow.Context) error {
	_, err := workflow.Receive(ctx, bell)
	return err
}

var talking = workflow.Define[int, int]("talker")

// talked starts a talker, which then waits for the bell.
func talked(t *testing.T) (*memory.Store, *reprise.Runtime, reprise.Handle[int]) {
	t.Helper()
	st, cfg := newMemory(), quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(new(bytes.Buffer), nil))
	rt := startRuntime(t, st, cfg, talking.Bind(talker), double.Bind(doubled), bell)
	run, err := reprise.Start(bounded(t), rt, talking, 21, reprise.ID("p"))
	if err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "p", func(d reprise.Description) bool {
		return strings.Contains(d.Waiting, "bell") && !strings.Contains(d.Waiting, "double")
	})
	return st, rt, run
}

func TestAWalkTellsOfEachTask(t *testing.T) {
	_, rt, run := talked(t)
	got, err := reprise.Walk(t.Context(), rt, run.RunID(), 1, math.MaxInt)
	if err != nil || len(got.Steps) != 2 || got.Tasks != 2 {
		t.Fatalf("Walk = %+v, %v", got, err)
	}
	first, second := got.Steps[0], got.Steps[1]
	if kinds(first.In) != "started" || kinds(first.Out) != "activity scheduled" || kinds(second.In) != "activity completed" || kinds(second.Out) != "" {
		t.Errorf("in %s, out %s; then in %s, out %s", kinds(first.In), kinds(first.Out), kinds(second.In), kinds(second.Out))
	}
	if first.Task != 1 || second.Task != 2 || first.Now.IsZero() || first.Build == "" {
		t.Errorf("the tasks are %+v and %+v", first, second)
	}
	if said := loggedBy(first.Logs) + loggedBy(second.Logs); said != `INFO begins [n=21]`+"\n"+`WARN doubled [step=1 got=[a=42]]`+"\n" {
		t.Errorf("the code logs\n%s", said)
	}
	if len(first.Waits) != 2 || len(second.Waits) != 2 {
		t.Fatalf("it waits for %v, then for %v", first.Waits, second.Waits)
	}
	main, deep := first.Waits[0], second.Waits[1]
	if main.Coroutine != 0 || main.String() != "activity double" || second.Waits[0].String() != "coroutine 1" {
		t.Errorf("the function waits for %+v, then for %+v", main, second.Waits[0])
	}
	if deep.Coroutine != 1 || deep.String() != "signal bell" || len(deep.Frames) != 2 {
		t.Fatalf("the other line of control waits for %+v", deep)
	}
	inner, outer := deep.Frames[0], deep.Frames[1]
	if inner.Func != "reprise_test.below" || outer.Func != "reprise_test.talker.func1" || !strings.HasSuffix(inner.File, "/walk_test.go") || inner.Line <= outer.Line {
		t.Errorf("it stands at %+v, called from %+v", inner, outer)
	}
	if want := got.Replayed; !reflect.DeepEqual(replayed(t, rt, run), want) {
		t.Errorf("Replay says something else than %+v", want)
	}
}

// replayed returns the result of Replay for a run that the code agrees with.
func replayed(t *testing.T, rt *reprise.Runtime, run reprise.Handle[int]) reprise.Replayed {
	t.Helper()
	got, err := reprise.Replay(t.Context(), rt, run.RunID())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func kinds(events []history.Event) string {
	var all []string
	for _, e := range events {
		all = append(all, e.Body.Kind().String())
	}
	return strings.Join(all, ", ")
}

func loggedBy(logs []slog.Record) string {
	said := ""
	for _, r := range logs {
		var attrs []string
		r.Attrs(func(a slog.Attr) bool {
			attrs = append(attrs, a.String())
			return true
		})
		said += r.Level.String() + " " + r.Message + " [" + strings.Join(attrs, " ") + "]\n"
	}
	return said
}

// Tasks before and after the requested ones are replayed and not reported.
func TestAWalkTellsOfTheTasksThatAreAskedFor(t *testing.T) {
	_, rt, run := ended(t)
	file := exported(t, rt, run.RunID())
	for _, c := range []struct{ from, to, first, n int }{{1, 100, 1, 4}, {2, 4, 2, 2}, {4, 5, 4, 1}, {5, 9, 0, 0}, {3, 3, 0, 0}, {-1, 2, 1, 1}} {
		got, err := reprise.WalkExport(t.Context(), rt, bytes.NewReader(file), c.from, c.to)
		if err != nil || got.Tasks != 4 || !got.Done || len(got.Steps) != c.n || c.n > 0 && got.Steps[0].Task != c.first {
			t.Errorf("tasks from %d to %d are %+v, %v", c.from, c.to, got, err)
		}
	}
	all, err := reprise.WalkExport(t.Context(), rt, bytes.NewReader(file), 1, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	if last := all.Steps[3]; len(last.Waits) != 0 || kinds(last.Out) != "completed" {
		t.Errorf("the last task is %+v", last)
	}
}

// Afterwards the store is the same, byte for byte, and no activity has run.
func TestAWalkWritesNothing(t *testing.T) {
	st, rt, run := talked(t)
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	before, rowsBefore := stored(t, st, run.RunID())
	ran := func(context.Context, int) (int, error) {
		t.Error("the activity has run")
		return 0, nil
	}
	other := client(t, st, quiet(), talking.Bind(talker), double.Bind(ran), bell)
	if _, err := reprise.Walk(t.Context(), other, "p", 1, math.MaxInt); err != nil {
		t.Fatal(err)
	}
	after, rowsAfter := stored(t, st, run.RunID())
	if !reflect.DeepEqual(before, after) || !reflect.DeepEqual(rowsBefore, rowsAfter) {
		t.Errorf("the run was %+v\nand is %+v", before, after)
	}
}

// The task that the code disagrees with is the last one, with both sides in the error.
func TestAWalkGoesUpToTheMismatch(t *testing.T) {
	_, rt, run := ended(t)
	changed := func(ctx workflow.Context, n int) (int, error) {
		a, err := workflow.Execute(ctx, double, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		if _, err := workflow.Receive(ctx, bell); err != nil {
			return 0, err
		}
		workflow.Logger(ctx).Info("sleeps")
		return a, workflow.Sleep(ctx, time.Hour)
	}
	cfg := quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(new(bytes.Buffer), nil))
	next := client(t, newMemory(), cfg, parcel.Bind(changed))
	got, err := reprise.WalkExport(t.Context(), next, bytes.NewReader(exported(t, rt, run.RunID())), 1, math.MaxInt)
	var mismatch *replay.MismatchError
	if !errors.As(err, &mismatch) || mismatch.Recorded == nil || mismatch.Asked == nil {
		t.Fatalf("Walk = %v", err)
	}
	if !strings.HasPrefix(mismatch.Recorded.Site, "reprise_test.parcelCode replay_run_test.go:") || !strings.HasPrefix(mismatch.Asked.Site, "reprise_test.TestAWalkGoesUpToTheMismatch.func1 walk_test.go:") {
		t.Errorf("the lines are %s and %s", mismatch.Recorded.Site, mismatch.Asked.Site)
	}
	if got.Tasks != 2 || len(got.Steps) != 3 {
		t.Fatalf("%d tasks agree, and %d are told of", got.Tasks, len(got.Steps))
	}
	if last := got.Steps[2]; kinds(last.In) != "signal received" || kinds(last.Out) != "activity scheduled" || loggedBy(last.Logs) != "INFO sleeps []\n" {
		t.Errorf("the task is %+v", last)
	}
}

// Code that does not return is abandoned when the context ends; what was reported before
// stands.
func TestAWalkEndsWithItsContext(t *testing.T) {
	_, rt, run := ended(t)
	stuck, free := make(chan struct{}), make(chan struct{})
	hangs := func(ctx workflow.Context, n int) (int, error) {
		if _, err := workflow.Execute(ctx, double, n).Get(ctx); err != nil {
			return 0, err
		}
		close(stuck)
		<-free
		return 0, nil
	}
	cfg := quiet()
	cfg.StepTimeout = time.Hour
	other := client(t, newMemory(), cfg, parcel.Bind(hangs))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	got, err := reprise.WalkExport(ctx, other, bytes.NewReader(exported(t, rt, run.RunID())), 1, math.MaxInt)
	close(free)
	<-stuck
	var hung *reprise.StuckError
	if !errors.As(err, &hung) || !strings.Contains(hung.Stack, "walk_test.go:") {
		t.Fatalf("Walk = %v", err)
	}
	if got.Tasks != 1 || len(got.Steps) != 1 {
		t.Errorf("%d tasks agree, and %d are told of", got.Tasks, len(got.Steps))
	}
}

// Events that no task has answered are a step of their own.
func TestAWalkTellsOfWhatIsNotAnswered(t *testing.T) {
	st := newMemory()
	rt := startRuntime(t, st, quiet(), parcel.Bind(parcelCode), double.Bind(doubled), bell)
	if err := rt.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	other := client(t, st, quiet(), parcel.Bind(parcelCode), double.Bind(doubled), bell)
	if _, err := reprise.Start(t.Context(), other, parcel, 21, reprise.ID("q")); err != nil {
		t.Fatal(err)
	}
	got, err := reprise.Walk(t.Context(), other, "q", 1, 10)
	if err != nil || got.Tasks != 0 || len(got.Steps) != 1 || !got.Steps[0].Open || kinds(got.Steps[0].In) != "started" {
		t.Fatalf("Walk = %+v, %v", got, err)
	}
	if _, err := reprise.Walk(t.Context(), other, "nobody", 1, 10); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Walk of nothing = %v", err)
	}
}
