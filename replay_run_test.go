package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// parcel executes two activities and waits for a signal in between. The tests replay its
// histories against it and against other code of the same name.
var parcel = workflow.Define[int, int]("parcel")

func parcelCode(ctx workflow.Context, n int) (int, error) {
	a, err := workflow.Execute(ctx, double, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := workflow.Receive(ctx, bell); err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, double, a).Get(ctx)
}

// client returns a Runtime on the same store that is not started.
func client(t *testing.T, st store.Store, cfg reprise.Config, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// waiting starts a parcel, which then waits for the signal.
func waiting(t *testing.T) (*memory.Store, *reprise.Runtime, reprise.Handle[int]) {
	t.Helper()
	st := newMemory()
	rt := startRuntime(t, st, quiet(), parcel.Bind(parcelCode), double.Bind(doubled), bell)
	run, err := reprise.Start(bounded(t), rt, parcel, 21, reprise.ID("p"))
	if err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "p", func(d reprise.Description) bool { return d.Waiting != "" })
	return st, rt, run
}

// ended is waiting plus the signal and the end of the run.
func ended(t *testing.T) (*memory.Store, *reprise.Runtime, reprise.Handle[int]) {
	t.Helper()
	st, rt, run := waiting(t)
	if err := reprise.Signal(t.Context(), rt, "p", bell, struct{}{}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(bounded(t)); err != nil || got != 84 {
		t.Fatalf("Result = %d, %v", got, err)
	}
	return st, rt, run
}

func exported(t *testing.T, rt *reprise.Runtime, run store.RunID) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := reprise.Export(t.Context(), rt, run, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// stored returns a run and the rows of its history.
func stored(t *testing.T, st store.Store, id store.RunID) (store.Run, []store.Row) {
	t.Helper()
	run, err := st.Run(t.Context(), store.Ref{Run: id})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := st.History(t.Context(), store.HistoryQuery{Run: id})
	if err != nil {
		t.Fatal(err)
	}
	return run, rows
}

func TestTheCodeThatMadeAHistoryAgreesWithIt(t *testing.T) {
	_, rt, run := ended(t)
	got, err := reprise.Replay(t.Context(), rt, run.RunID())
	want := reprise.Replayed{Workflow: "parcel", WorkflowID: "p", Run: run.RunID(), Events: 7, Tasks: 4, Done: true}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("Replay = %+v, %v; want %+v", got, err, want)
	}
	text := exported(t, rt, run.RunID())
	empty := client(t, newMemory(), quiet(), parcel.Bind(parcelCode))
	if got, err = reprise.ReplayExport(t.Context(), empty, bytes.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("ReplayExport = %+v, %v; want %+v", got, err, want)
	}
}

func TestReplayTellsWhatAnOpenRunWaitsForAndWritesNothing(t *testing.T) {
	st, rt, run := waiting(t)
	before, rowsBefore := stored(t, st, run.RunID())
	for range 3 {
		got, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(parcelCode)), run.RunID())
		if err != nil || got.Done || got.Tasks != 2 || got.Open != 0 || len(got.Waits) != 1 {
			t.Fatalf("Replay = %+v, %v", got, err)
		}
		if w := got.Waits[0]; w.String() != "signal bell" || !strings.HasPrefix(w.Site, "reprise_test.parcelCode replay_run_test.go:") {
			t.Errorf("it waits %v", w)
		}
	}
	if after, rows := stored(t, st, run.RunID()); !reflect.DeepEqual(after, before) || !reflect.DeepEqual(rows, rowsBefore) {
		t.Errorf("the store has changed: %+v, was %+v", after, before)
	}
	if err := reprise.Signal(t.Context(), rt, "p", bell, struct{}{}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(bounded(t)); err != nil || got != 84 {
		t.Errorf("Result = %d, %v", got, err)
	}
}

func TestARunThatNobodyHasBegunIsReplayed(t *testing.T) {
	st := newMemory()
	rt := client(t, st, quiet(), parcel.Bind(parcelCode))
	run, err := reprise.Start(t.Context(), rt, parcel, 21)
	if err != nil {
		t.Fatal(err)
	}
	got, err := reprise.Replay(t.Context(), rt, run.RunID())
	if err != nil || got.Events != 1 || got.Open != 1 || got.Tasks != 0 || got.Done || got.Waits != nil {
		t.Errorf("Replay = %+v, %v", got, err)
	}
}

func TestATerminatedRunIsReplayed(t *testing.T) {
	_, rt, run := waiting(t)
	if err := reprise.Terminate(t.Context(), rt, "p", "enough"); err != nil {
		t.Fatal(err)
	}
	got, err := reprise.Replay(t.Context(), rt, run.RunID())
	if err != nil || !got.Done || got.Waits != nil {
		t.Errorf("Replay = %+v, %v", got, err)
	}
}

func TestChangedCodeIsAMismatchWithBothSites(t *testing.T) {
	st, _, run := ended(t)
	changed := parcel.Bind(func(ctx workflow.Context, n int) (int, error) {
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return 0, err
		}
		return n, nil
	})
	got, err := reprise.Replay(t.Context(), client(t, st, quiet(), changed), run.RunID())
	var mismatch *replay.MismatchError
	if !errors.As(err, &mismatch) || mismatch.Seq != 2 || got.WorkflowID != "p" || got.Tasks != 0 {
		t.Fatalf("Replay = %+v, %v; want a MismatchError at event 2", got, err)
	}
	for _, want := range []string{`activity "double", at reprise_test.parcelCode replay_run_test.go:`, `timer due`, `TestChangedCodeIsAMismatchWithBothSites`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the text does not say %q:\n%v", want, err)
		}
	}
}

func TestChangedInputsAreWarnedOf(t *testing.T) {
	st, _, run := ended(t)
	changed := parcel.Bind(func(ctx workflow.Context, n int) (int, error) { return parcelCode(ctx, n+1) })
	got, err := reprise.Replay(t.Context(), client(t, st, quiet(), changed), run.RunID())
	if err != nil || len(got.Warnings) != 1 {
		t.Fatalf("Replay = %+v, %v; want a warning of event 2", got, err)
	}
	if text := got.Warnings[0]; !strings.Contains(text, `the input of event 2 (activity "double", at reprise_test.parcelCode `) || !strings.Contains(text, " was 21 and is now 22, at reprise_test.parcelCode ") {
		t.Errorf("it says %s", text)
	}
}

func TestReplayNeedsTheWorkflow(t *testing.T) {
	st, _, run := ended(t)
	for want, rt := range map[string]*reprise.Runtime{
		`workflow "parcel" is not bound here, only election, sum`: client(t, st, quiet(), sum.Bind(sumOf), election),
		`workflow "parcel" is not bound here, no workflow is`:     client(t, st, quiet(), bell),
	} {
		if got, err := reprise.Replay(t.Context(), rt, run.RunID()); err == nil || !strings.Contains(err.Error(), want) || got.Workflow != "parcel" {
			t.Errorf("Replay = %+v, %v; want %q", got, err, want)
		}
	}
	rt := client(t, st, quiet(), parcel.Bind(parcelCode))
	if _, err := reprise.Replay(t.Context(), rt, store.RunID{1}); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("Replay of no run: %v; want ErrNotFound", err)
	}
	if err := reprise.Export(t.Context(), rt, store.RunID{1}, io.Discard); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("Export of no run: %v; want ErrNotFound", err)
	}
}

// impatient is quiet with a short StepTimeout.
func impatient() reprise.Config {
	cfg := quiet()
	cfg.StepTimeout = 20 * time.Millisecond
	return cfg
}

func TestCodeThatDoesNotComeBackIsGivenUp(t *testing.T) {
	type code = func(ctx workflow.Context, n int) (int, error)
	for name, c := range map[string]struct {
		block func(release chan struct{}) code
		tasks int // replayed before the mismatch
	}{
		"at once": {func(release chan struct{}) code {
			return func(workflow.Context, int) (int, error) {
				<-release
				return 0, nil
			}
		}, 0},
		"after the first activity": {func(release chan struct{}) code {
			return func(ctx workflow.Context, n int) (int, error) {
				a, err := workflow.Execute(ctx, double, n).Get(ctx)
				<-release
				return a, err
			}
		}, 1},
		"while it is unwound after a mismatch": {func(release chan struct{}) code {
			return func(ctx workflow.Context, _ int) (int, error) {
				defer func() { <-release }()
				return 0, workflow.Sleep(ctx, time.Hour)
			}
		}, 0},
		"while it is unwound in the end": {func(release chan struct{}) code {
			return func(ctx workflow.Context, n int) (int, error) {
				defer func() { <-release }()
				return parcelCode(ctx, n)
			}
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			st, _, run := waiting(t)
			release, back := make(chan struct{}), make(chan struct{})
			fn := c.block(release)
			rt := client(t, st, impatient(), parcel.Bind(func(ctx workflow.Context, n int) (int, error) {
				defer close(back)
				return fn(ctx, n)
			}))
			got, err := reprise.Replay(t.Context(), rt, run.RunID())
			var stuck *reprise.StuckError
			if !errors.As(err, &stuck) || !strings.Contains(stuck.Stack, "replay_run_test.go:") || !strings.Contains(err.Error(), "chan receive") {
				t.Errorf("Replay: %v; want a StuckError that tells where", err)
			}
			if got.WorkflowID != "p" || got.Tasks != c.tasks || got.Events == 0 {
				t.Errorf("Replay = %+v; want %d tasks, and events", got, c.tasks)
			}
			close(release)
			<-back
		})
	}
}

func TestCodeThatPanicsOrExitsIsAnError(t *testing.T) {
	st, _, run := ended(t)
	for name, code := range map[string]func(workflow.Context, int) (int, error){
		"panic":  func(workflow.Context, int) (int, error) { panic("not today") },
		"goexit": func(workflow.Context, int) (int, error) { runtime.Goexit(); return 0, nil },
	} {
		_, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(code)), run.RunID())
		if p := (*replay.PanicError)(nil); !errors.As(err, &p) || !strings.Contains(p.Stack, "replay_run_test.go") {
			t.Errorf("%s: %v; want a PanicError", name, err)
		}
	}
}

// readerFunc is a reader made of a function.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

func TestAReaderThatPanicsOrExitsIsAnError(t *testing.T) {
	_, rt, run := waiting(t)
	lines := bytes.SplitAfter(exported(t, rt, run.RunID()), []byte("\n"))
	for want, end := range map[string]func(){
		"panicked: not today": func() { panic("not today") },
		"runtime.Goexit":      runtime.Goexit,
	} {
		unwound := make(chan struct{})
		rt := client(t, newMemory(), quiet(), parcel.Bind(func(ctx workflow.Context, n int) (int, error) {
			defer close(unwound)
			return parcelCode(ctx, n)
		}))
		broken := readerFunc(func([]byte) (int, error) { end(); return 0, io.EOF })
		r := io.MultiReader(bytes.NewReader(bytes.Join(lines[:2], nil)), broken)
		got, err := reprise.ReplayExport(t.Context(), rt, r)
		if err == nil || !strings.Contains(err.Error(), want) || got.WorkflowID != "p" || got.Tasks != 1 {
			t.Errorf("ReplayExport = %+v, %v; want %q after a task", got, err, want)
		}
		<-unwound
	}
}

// A caller may be locked to its thread, as in a program with a window.
func TestReplayOnALockedThread(t *testing.T) {
	st, _, run := ended(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(parcelCode)), run.RunID()); err != nil {
		t.Error(err)
	}
}

func TestReplayEndsWithItsContext(t *testing.T) {
	st, rt, run := ended(t)
	gone := errors.New("the caller has left")
	ctx, leave := context.WithCancelCause(t.Context())
	leave(gone)
	if _, err := reprise.ReplayExport(ctx, client(t, st, quiet(), parcel.Bind(parcelCode)), bytes.NewReader(exported(t, rt, run.RunID()))); !errors.Is(err, gone) {
		t.Errorf("ReplayExport: %v; want the cause", err)
	}
	// A hanging reader is left behind.
	text := exported(t, rt, run.RunID())
	r, w := io.Pipe()
	ctx, leave = context.WithCancelCause(t.Context())
	written := make(chan error, 1)
	go func() {
		_, err := w.Write(text[:len(text)/2])
		leave(gone)
		written <- err
	}()
	if _, err := reprise.ReplayExport(ctx, client(t, st, impatient(), parcel.Bind(parcelCode)), r); !errors.Is(err, gone) {
		t.Errorf("ReplayExport of a reader that hangs: %v; want the cause", err)
	}
	if err := errors.Join(<-written, w.Close()); err != nil {
		t.Error(err)
	}
}

func TestAnExportThatWasChangedIsFoundOut(t *testing.T) {
	st, rt, run := ended(t)
	text := string(exported(t, rt, run.RunID()))
	lines := strings.SplitAfter(text, "\n")
	again := client(t, st, quiet(), parcel.Bind(parcelCode), sum.Bind(sumOf))
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"cut off":       {strings.Join(lines[:3], ""), "cut off here"},
		"newer":         {strings.Replace(text, `"version":1`, `"version":9`, 1), "format version 9"},
		"no export":     {"hello", "not an exported history"},
		"other head":    {strings.Replace(text, `"workflow":"parcel"`, `"workflow":"sum"`, 1), `its head says "sum"`},
		"a bit flipped": {strings.Replace(text, `"data":"AAAA`, `"data":"AAAB`, 1), "corrupt"},
	} {
		_, err := reprise.ReplayExport(t.Context(), again, strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
		export, corrupt := (*history.ExportError)(nil), (*history.CorruptError)(nil)
		if name != "other head" && !errors.As(err, &export) && !errors.As(err, &corrupt) {
			t.Errorf("%s: %T; want a typed error", name, err)
		}
	}
}

// The engine continues a run while it is exported and replayed, over and over.
func TestARunThatGoesOnIsReplayedAsItStood(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), sum.Bind(sumOf), double.Bind(doubled))
		run, err := reprise.Start(ctx, rt, sum, 150)
		if err != nil {
			t.Fatal(err)
		}
		for done := false; !done; {
			got, err := reprise.Replay(ctx, rt, run.RunID())
			if err != nil {
				t.Fatal(err)
			}
			kept, err := reprise.ReplayExport(ctx, rt, bytes.NewReader(exported(t, rt, run.RunID())))
			if err != nil || kept.Events < got.Events || len(kept.Warnings) > 0 {
				t.Fatalf("after %+v the export is %+v, %v", got, kept, err)
			}
			done = got.Done
		}
	})
}

// Replay does not run the run's activities.
func TestReplayRunsNoActivity(t *testing.T) {
	st, _, run := ended(t)
	var calls int
	counted := double.Bind(func(context.Context, int) (int, error) {
		calls++
		return 0, failure.New("", "called", failure.Permanent())
	})
	if _, err := reprise.Replay(t.Context(), client(t, st, quiet(), parcel.Bind(parcelCode), counted), run.RunID()); err != nil || calls > 0 {
		t.Errorf("%d activities ran, %v", calls, err)
	}
}

// Wherever code and history differ, the report shows three events before the place and
// three after it, as far as the history has them.
func TestReplayShowsWhatStandsAroundADifference(t *testing.T) {
	const length = 12
	ticks := workflow.Define[int, int]("ticks")
	code := func(stopAt int) func(workflow.Context, int) (int, error) {
		return func(ctx workflow.Context, n int) (int, error) {
			for i := range length {
				if i == stopAt {
					return 0, workflow.Sleep(ctx, time.Hour)
				}
				if _, err := workflow.Execute(ctx, double, n).Get(ctx); err != nil {
					return 0, err
				}
			}
			return n, nil
		}
	}
	rt := startRuntime(t, newMemory(), quiet(), ticks.Bind(code(length)), double.Bind(doubled))
	run, err := reprise.Start(bounded(t), rt, ticks, 1, reprise.ID("t"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(bounded(t)); err != nil {
		t.Fatal(err)
	}
	text := exported(t, rt, run.RunID())
	last := int64(2*length + 2)
	for at := range length {
		changed := client(t, newMemory(), quiet(), ticks.Bind(code(at)))
		_, err := reprise.ReplayExport(t.Context(), changed, bytes.NewReader(text))
		var mismatch *replay.MismatchError
		if !errors.As(err, &mismatch) {
			t.Fatalf("at %d: %v", at, err)
		}
		var got, want []int64
		for _, e := range mismatch.Around.Events {
			got = append(got, e.Seq)
		}
		for seq := max(1, mismatch.Seq-3); seq <= min(last, mismatch.Seq+3); seq++ {
			want = append(want, seq)
		}
		if mismatch.Seq != int64(2*at+2) || !reflect.DeepEqual(got, want) {
			t.Errorf("at %d: around event %d are %v, want %v", at, mismatch.Seq, got, want)
		}
	}
	// Damage after the place does not change the report.
	lines := bytes.SplitAfter(text, []byte("\n"))
	cut := bytes.Join(lines[:len(lines)-3], nil)
	changed := client(t, newMemory(), quiet(), ticks.Bind(code(length-2)))
	_, err = reprise.ReplayExport(t.Context(), changed, bytes.NewReader(cut))
	if mismatch := (*replay.MismatchError)(nil); !errors.As(err, &mismatch) {
		t.Errorf("of a file that is cut off behind the difference: %v", err)
	}
}
