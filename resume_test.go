package reprise_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// looked is a store that calls a function right after a run was looked up by its workflow id.
type looked struct {
	store.Store
	then func()
}

func (l *looked) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	run, err := l.Store.Run(ctx, ref)
	if then := l.then; then != nil && ref.WorkflowID != "" {
		l.then = nil
		then()
	}
	return run, err
}

// The history records who resumed a blocked run, and why. For a run that was not blocked, it records nothing.
func TestTheHistoryTellsWhoHasResumedARun(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var mended atomic.Bool
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			n, err := workflow.Receive(ctx, letGo)
			if err == nil && !mended.Load() {
				panic("a bug in the workflow")
			}
			return n, err
		})
		rt := startRuntime(t, st, quiet(), w)
		run := begin(t, rt, w, 0, "w")
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return len(d.Waits) > 0 })
		if err := reprise.Resume(ctx, rt, "w", anna); err != nil {
			t.Errorf("Resume of a run that is not blocked: %v", err)
		}
		if err := reprise.Signal(ctx, rt, "w", letGo, 7); err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil })
		mended.Store(true)
		if err := reprise.Resume(ctx, rt, "w", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); got != 7 || err != nil {
			t.Errorf("Result = %d, %v; want 7", got, err)
		}
		if got, want := steered(t, rt, run.RunID()), []string{"retried now by ben: resume: it is corrected"}; !slices.Equal(got, want) {
			t.Errorf("the history tells %q; want %q", got, want)
		}
		if err := reprise.Resume(ctx, rt, "w", ben); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("Resume of a run that has ended: %v", err)
		}
		lint(t, st, run.RunID())
	})
}

// Resuming a workflow id whose run continues meanwhile resumes the new run, whose history records it.
func TestAResumeFollowsARunThatContinues(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var mended atomic.Bool
		w := workflow.Define[int, int]("w")
		continues := func(ctx workflow.Context, n int) (int, error) {
			if n == 0 {
				if _, err := workflow.Receive(ctx, letGo); err != nil {
					return 0, err
				}
				return workflow.ContinueAsNew(ctx, w, 7)
			}
			if !mended.Load() {
				panic("a bug in the workflow")
			}
			return n, nil
		}
		rt := startRuntime(t, st, quiet(), w.Bind(continues))
		run := begin(t, rt, w, 0, "w")
		awaitRun(t, rt, "w", func(d reprise.Description) bool { return len(d.Waits) > 0 })
		between := &looked{Store: st, then: func() {
			if err := reprise.Signal(ctx, rt, "w", letGo, 1); err != nil {
				t.Error(err)
			}
			awaitRun(t, rt, "w", func(d reprise.Description) bool { return d.Blocked != nil && d.RunID != run.RunID() })
			mended.Store(true)
		}}
		client, err := reprise.New(between, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Resume(ctx, client, "w", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(ctx); got != 7 || err != nil {
			t.Errorf("Result = %d, %v; want 7", got, err)
		}
		last, err := reprise.Describe(ctx, rt, "w")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := steered(t, rt, last.RunID), []string{"retried now by ben: resume: it is corrected"}; !slices.Equal(got, want) {
			t.Errorf("the history tells %q; want %q", got, want)
		}
	})
}
