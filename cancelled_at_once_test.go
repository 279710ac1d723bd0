package reprise_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// begun records which activities have begun.
type begun struct {
	mu    sync.Mutex
	names map[string]int
}

func (b *begun) observe(e reprise.ActivityStarted) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.names == nil {
		b.names = map[string]int{}
	}
	b.names[e.Activity]++
}

func (b *begun) times(name string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.names[name]
}

// An activity that its own task cancels does not begin, whoever would have run it: this
// worker eagerly, this worker as a row, or another claimer. Its slot is free for others.
func TestAnActivityCancelledInItsOwnTaskDoesNotBegin(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		var seen begun
		cfg := quiet()
		cfg.Queues, cfg.Activities = []reprise.Queue{{Name: "default"}, {Name: "rows"}}, 1
		cfg.Observer = &reprise.Observer{ActivityStarted: seen.observe}
		work := func(context.Context, int) (int, error) { return 1, nil }
		eager := activity.New("eager", work)
		own := activity.New("own row", work, activity.Policy{HeartbeatTimeout: 1e9})
		row := activity.New("row", work, activity.Policy{Queue: "rows"})
		kept := activity.New("kept", work)
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			for _, a := range []activity.Bound[int, int]{eager, own, row} {
				inner, cancel := workflow.WithCancel(ctx)
				f := workflow.Execute(inner, a, 0)
				cancel()
				if _, err := f.Get(ctx); !errors.Is(err, workflow.ErrCancelled) {
					return 0, err
				}
				if n, err := workflow.Execute(ctx, kept, 0).Get(ctx); n != 1 || err != nil {
					return n, err
				}
			}
			return 7, nil
		})
		rt := startRuntime(t, st, cfg, w, eager, own, row, kept)
		run := begin(t, rt, w, 0, "w")
		if n, err := run.Result(bounded(t)); n != 7 || err != nil {
			t.Fatal(n, err)
		}
		for _, name := range []string{"eager", "own row", "row"} {
			if n := seen.times(name); n != 0 {
				t.Errorf("activity %q, which was cancelled in the task that asked for it, began %d times", name, n)
			}
		}
		if n := seen.times("kept"); n != 3 {
			t.Errorf("the activities that were not cancelled began %d times, want 3", n)
		}
		lint(t, st, run.RunID())
	})
}

// A row that is cancelled before the answer to its claim arrives does not begin.
func TestARowCancelledWhileItsClaimIsAnsweredDoesNotBegin(t *testing.T) {
	for _, end := range []string{"cancel", "return", "terminate"} {
		t.Run(end, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { cancelWhileClaimed(t, end) })
		})
	}
}

func cancelWhileClaimed(t *testing.T, end string) {
	ctx, st := bounded(t), newMemory()
	which := workflow.DefineSignal[string]("which")
	waits := func(ctx context.Context, _ int) (int, error) { <-ctx.Done(); return 0, context.Cause(ctx) }
	names := []string{"left", "right"}
	left := activity.New("left", waits, activity.Policy{Queue: "rows"})
	right := activity.New("right", waits, activity.Policy{Queue: "rows"})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		var cancels []func()
		for _, a := range []activity.Bound[int, int]{left, right} {
			inner, cancel := workflow.WithCancel(ctx)
			workflow.Execute(inner, a, 0)
			cancels = append(cancels, cancel)
		}
		for {
			name, err := workflow.Receive(ctx, which)
			switch name {
			case names[0]:
				cancels[0]()
			case names[1]:
				cancels[1]()
			default:
				return 0, err
			}
		}
	})
	// Both rows are ready when the worker comes, so it takes them with one claim.
	client, err := reprise.New(st, quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	run := begin(t, client, w, 0, "w")
	first, _ := process(t, st, quiet(), w)
	synctest.Wait()
	if err := first.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	var seen begun
	beginning, goOn := make(chan string), make(chan struct{})
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "rows"}}
	cfg.Observer = &reprise.Observer{ActivityStarted: func(e reprise.ActivityStarted) {
		seen.observe(e)
		select {
		case beginning <- e.Activity:
			<-goOn
		default:
		}
	}}
	started := make(chan string, 1)
	go func() { started <- <-beginning }()
	synctest.Wait()
	rt := startRuntime(t, st, cfg, w, left, right)
	other := names[0]
	if <-started == other {
		other = names[1]
	}
	// One of them begins, and the claimer has not reached the other.
	switch end {
	case "cancel":
		err = reprise.Signal(ctx, rt, "w", which, other)
	case "return":
		err = reprise.Signal(ctx, rt, "w", which, "")
	case "terminate":
		err = reprise.Terminate(ctx, rt, "w", "enough")
	}
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	close(goOn)
	synctest.Wait()
	if n := seen.times(other); n != 0 {
		t.Errorf("the row of activity %q began %d times after it had been cancelled", other, n)
	}
	if end == "cancel" {
		if err := reprise.Signal(ctx, rt, "w", which, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
	}
	lint(t, st, run.RunID())
}
