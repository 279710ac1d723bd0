package reprise_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// A run whose code is stuck is retried again and again. It uses up one of the
// goroutines that a worker may lose, not all of them.
func TestAStuckRunUsesUpOneGoroutineOnly(t *testing.T) {
	ctx := bounded(t)
	release := make(chan struct{})
	stuck := workflow.New("stuck", func(workflow.Context, int) (int, error) {
		<-release
		return 1, nil
	})
	blocked := make(chan string, 100)
	cfg := quiet()
	cfg.StepTimeout = 20 * time.Millisecond
	cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) { blocked <- e.Text }}
	rt := startRuntime(t, newMemory(), cfg, stuck, sum.Bind(sumOf), double.Bind(doubled))
	run, err := reprise.Start(ctx, rt, stuck, 0, reprise.ID("s"))
	if err != nil {
		t.Fatal(err)
	}
	if text := <-blocked; !strings.Contains(text, "has not called the engine yet") || !strings.Contains(text, "mistakes_test.go") {
		t.Errorf("text of the block: %s", text)
	}
	for range 20 {
		if err := reprise.Resume(ctx, rt, "s", ben); err != nil {
			t.Fatal(err)
		}
		if text := <-blocked; !strings.Contains(text, "has not returned") || !strings.Contains(text, "mistakes_test.go") {
			t.Fatalf("text of the next block: %s", text)
		}
	}
	if n := rt.Stats().Abandoned; n != 1 {
		t.Errorf("%d goroutines given up on; want 1", n)
	}
	other, err := reprise.Start(ctx, rt, sum, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := other.Result(ctx); err != nil || got != 12 {
		t.Fatalf("another run = %d, %v; want 12", got, err)
	}
	close(release)
	awaitStats(t, rt, func(s reprise.Stats) bool { return s.Abandoned == 0 })
	if err := reprise.Resume(ctx, rt, "s", ben); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != 1 {
		t.Fatalf("Result = %d, %v; want 1", got, err)
	}
}

func awaitStats(t *testing.T, rt *reprise.Runtime, ok func(reprise.Stats) bool) {
	t.Helper()
	for ctx := bounded(t); !ok(rt.Stats()); {
		if ctx.Err() != nil {
			t.Fatalf("still %+v", rt.Stats())
		}
	}
}

// An empty id is a variable that somebody forgot to set; with Once it would start
// a run each time.
func TestAnEmptyIDIsRefused(t *testing.T) {
	rt := startRuntime(t, newMemory(), quiet(), waitSign.Bind(signed))
	if _, err := reprise.Start(t.Context(), rt, waitSign, "x", reprise.ID(""), reprise.Once()); !errors.Is(err, reprise.ErrInvalidID) {
		t.Fatalf("Start with an empty id: %v; want ErrInvalidID", err)
	}
}

func TestAnIDOfAnotherWorkflowIsRefusedAtStart(t *testing.T) {
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), waitSign.Bind(signed), sum.Bind(sumOf), double.Bind(doubled))
	if _, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("w")); err != nil {
		t.Fatal(err)
	}
	for _, opts := range [][]reprise.StartOption{{reprise.ID("w")}, {reprise.ID("w"), reprise.Once()}} {
		if _, err := reprise.Start(ctx, rt, sum, 1, opts...); !errors.Is(err, reprise.ErrWrongWorkflow) {
			t.Errorf("Start of another workflow under the id: %v; want ErrWrongWorkflow", err)
		}
	}
}

// A run that waits for a worker with its code says so.
func TestWhatNobodyHereCanRunIsShown(t *testing.T) {
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), sum.Bind(sumOf)) // double is not bound
	if _, err := reprise.Start(ctx, rt, sum, 1, reprise.ID("s")); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "s", func(d reprise.Description) bool { return len(d.Activities) == 1 && d.Activities[0].Unbound })
	if _, err := reprise.Start(ctx, rt, waitSign, "x", reprise.ID("w")); err != nil {
		t.Fatal(err)
	}
	d, err := reprise.Describe(ctx, rt, "w")
	if err != nil || !d.Unbound || !strings.Contains(d.Unserved, "wait-sign") {
		t.Fatalf("Describe = %+v, %v; want it to name the workflow nobody binds", d, err)
	}
}
