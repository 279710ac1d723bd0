package reprise_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// logLines is a log whose lines are read as they come.
type logLines chan string

func (l logLines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}

// await reads up to a line that has all of the words.
func (l logLines) await(t *testing.T, words ...string) {
	t.Helper()
	alarm := time.After(5 * time.Minute)
	for {
		select {
		case line := <-l:
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) }) {
				return
			}
		case <-alarm:
			t.Fatalf("no line of the log has %q", words)
		}
	}
}

// underWatch returns a Config under which workflow code may take no time, and channels
// for what happens to code that does.
func underWatch() (cfg reprise.Config, abandoned chan int, blocked chan string, log logLines) {
	abandoned, blocked, log = make(chan int, 100), make(chan string, 100), make(logLines, 1000)
	cfg = quiet()
	cfg.StepTimeout = 50 * time.Millisecond
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	cfg.Observer = &reprise.Observer{
		GoroutinesAbandoned: func(e reprise.GoroutinesAbandoned) { abandoned <- e.Now },
		RunBlocked:          func(e reprise.RunBlocked) { blocked <- e.Reason + ": " + e.Text },
	}
	return cfg, abandoned, blocked, log
}

func awaitAbandoned(t *testing.T, abandoned <-chan int, want int) {
	t.Helper()
	alarm := time.After(5 * time.Minute)
	for {
		select {
		case n := <-abandoned:
			if n == want {
				return
			}
		case <-alarm:
			t.Fatalf("never %d goroutines abandoned", want)
		}
	}
}

// A deferred function that blocks while a panic unwinds the workflow is abandoned: its
// run is parked, and the reason names the place.
func TestADeferredFunctionThatBlocksAfterAPanicIsGivenUpOn(t *testing.T) {
	ctx := bounded(t)
	cfg, abandoned, blocked, _ := underWatch()
	release := make(chan struct{})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
			defer func() { <-release }()
			_, err := workflow.Receive(ctx, approve)
			return 0, err
		})
		if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
			return 0, err
		}
		panic("oops")
	})
	rt := startRuntime(t, newMemory(), cfg, w, sum.Bind(sumOf), double.Bind(doubled))
	if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w")); err != nil {
		t.Fatal(err)
	}
	if text := <-blocked; !strings.HasPrefix(text, "stuck: ") || !strings.Contains(text, "stuck_test.go:") {
		t.Errorf("text of the block: %s; want the line", text)
	}
	awaitAbandoned(t, abandoned, 1)
	if n := rt.Stats().Abandoned; n != 1 {
		t.Errorf("Stats say that %d goroutines are abandoned; want 1", n)
	}
	other, err := reprise.Start(ctx, rt, sum, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := other.Result(ctx); err != nil || got != 12 {
		t.Fatalf("another run = %d, %v; want 12", got, err)
	}
	close(release)
	awaitAbandoned(t, abandoned, 0)
}

// The machine of a parked run is evicted for another run, which does not wait for the
// evicted run's deferred functions.
func TestADeferredFunctionThatBlocksAtAnEvictionStopsNoOtherRun(t *testing.T) {
	ctx := bounded(t)
	cfg, abandoned, _, log := underWatch()
	cfg.CacheCoroutines = 1
	release := make(chan struct{})
	blocks := workflow.New("blocks", func(ctx workflow.Context, _ int) (int, error) {
		defer func() { <-release }()
		_, err := workflow.Receive(ctx, approve)
		return 0, err
	})
	waits := workflow.New("waits", func(ctx workflow.Context, n int) (int, error) {
		_, err := workflow.Receive(ctx, approve)
		return n, err
	})
	var first atomic.Value // the run that blocks
	var evicted atomic.Bool
	cfg.Observer.RunEvicted = func(e reprise.RunEvicted) {
		if e.RunID == first.Load() {
			evicted.Store(true)
		}
	}
	rt := startRuntime(t, newMemory(), cfg, blocks, waits)
	blocked, err := reprise.Start(ctx, rt, blocks, 0, reprise.ID("blocks"))
	if err != nil {
		t.Fatal(err)
	}
	first.Store(blocked.RunID())
	awaitRun(t, rt, "blocks", func(d reprise.Description) bool { return d.Waiting != "" })
	for i := range 3 {
		id := fmt.Sprint("waits-", i)
		run, err := reprise.Start(ctx, rt, waits, i, reprise.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, id, func(d reprise.Description) bool { return d.Waiting != "" })
		if err := reprise.Signal(ctx, rt, id, approve, approval{Yes: true}); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); err != nil || got != i {
			t.Fatalf("Result = %d, %v; want %d", got, err, i)
		}
	}
	// A run that is signalled as soon as it waits may continue without the cache. These runs
	// stay parked.
	for i := 0; !evicted.Load(); i++ {
		id := fmt.Sprint("stays-", i)
		if _, err := reprise.Start(ctx, rt, waits, i, reprise.ID(id)); err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, id, func(d reprise.Description) bool { return d.Waiting != "" })
	}
	awaitAbandoned(t, abandoned, 1)
	log.await(t, "level=ERROR", "workflow_id=blocks", "stuck_test.go:")
	close(release)
	awaitAbandoned(t, abandoned, 0)
}

// Stuck workflow code of runs that were terminated meanwhile counts like any other
// towards the number at which the worker claims nothing more.
func TestStuckCodeOfTerminatedRunsIsCounted(t *testing.T) {
	ctx := bounded(t)
	cfg, abandoned, _, log := underWatch()
	const most = 16
	inside, release := make(chan struct{}, most), make(chan struct{})
	w := workflow.New("w", func(workflow.Context, int) (int, error) {
		inside <- struct{}{}
		<-release
		return 0, nil
	})
	cfg.StepTimeout = 3 * time.Second // the runs are terminated before it passes
	rt := startRuntime(t, newMemory(), cfg, w)
	for i := range most {
		id := fmt.Sprint("w-", i)
		if _, err := reprise.Start(ctx, rt, w, 0, reprise.ID(id)); err != nil {
			t.Fatal(err)
		}
		<-inside
		if err := reprise.Terminate(ctx, rt, id, "stuck"); err != nil {
			t.Fatal(err)
		}
	}
	awaitAbandoned(t, abandoned, most)
	log.await(t, "level=ERROR", "too many goroutines are stuck")
	log.await(t, "level=ERROR", "stuck_test.go:", "workflow_id=w-")
	close(release)
	awaitAbandoned(t, abandoned, 0)
}

// Stop names the runs whose workflow code does not return, even if they were terminated
// or are only being unwound.
func TestStopNamesStuckWorkflowCode(t *testing.T) {
	ctx := bounded(t)
	inside, release := make(chan struct{}, 1), make(chan struct{})
	stuck := workflow.New("stuck", func(workflow.Context, int) (int, error) {
		inside <- struct{}{}
		<-release
		return 0, nil
	})
	deferred := workflow.New("deferred", func(ctx workflow.Context, _ int) (int, error) {
		defer func() { <-release }()
		_, err := workflow.Receive(ctx, approve)
		return 0, err
	})
	rt, err := reprise.New(newMemory(), quiet(), stuck, deferred)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, rt, deferred, 0, reprise.ID("unwinding")); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "unwinding", func(d reprise.Description) bool { return d.Waiting != "" })
	if _, err := reprise.Start(ctx, rt, stuck, 0, reprise.ID("terminated")); err != nil {
		t.Fatal(err)
	}
	<-inside
	if err := reprise.Terminate(ctx, rt, "terminated", "stuck"); err != nil {
		t.Fatal(err)
	}
	var left *reprise.StopError
	if err := rt.StopNow(); !errors.As(err, &left) || fmt.Sprint(left.Runs) != "[terminated unwinding]" {
		t.Errorf("StopNow: %v; want it to name both runs", err)
	}
	close(release)
}
