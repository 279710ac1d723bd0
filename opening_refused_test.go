package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// refusing is a store that fails writes while it has an error for them.
type refusing struct {
	store.Store
	mu  sync.Mutex
	err error
}

func (r *refusing) set(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

func (r *refusing) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	r.mu.Lock()
	err := r.err
	r.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return r.Store.Apply(ctx, ops)
}

// A start that the store refuses leaves no write waiting: however long the store is away,
// and however often a caller tries, nothing piles up.
func TestAStartThatIsRefusedLeavesNoCommitBehind(t *testing.T) {
	for name, failure := range map[string]error{"the store is away": store.ErrTransient, "the store is full": store.ErrFull} {
		t.Run(name, func(t *testing.T) {
			bubbles(t, func(t *testing.T, st *batches) {
				one := workflow.New("one", func(ctx workflow.Context, n int) (int, error) {
					return workflow.Execute(ctx, inc, n).Get(ctx)
				})
				cfg := quiet()
				cfg.Activities = 1
				faulty := &refusing{Store: st}
				rt := startRuntime(t, faulty, cfg, one, inc.Bind(incremented))
				synctest.Wait()
				faulty.set(fmt.Errorf("a test: %w", failure))
				for range 3 {
					if _, err := reprise.Start(t.Context(), rt, one, 1); !errors.Is(err, failure) {
						t.Errorf("Start: %v; want %v", err, failure)
					}
				}
				synctest.Wait()
				faulty.set(nil)
				before := st.count()
				<-time.After(time.Minute) // in bubble time, deferred writes are retried
				if n := st.count() - before; n != 0 {
					t.Errorf("%d batches come of what was refused: %v", n, st.all[before:])
				}
				if n, err := begin(t, rt, one, 1, "w").Result(bounded(t)); err != nil || n != 2 {
					t.Errorf("Result = %d, %v; want 2", n, err)
				}
				if n := st.count() - before; n != 2 {
					t.Errorf("%d commits, want 2: the only slot is free again", n)
				}
			})
		})
	}
}

// Callers that leave while the first tasks of their runs are slow do no harm: these tasks
// do not count as stuck, and the worker continues.
func TestManyCallersLeaveDuringTheFirstTask(t *testing.T) {
	bubbles(t, func(t *testing.T, st *batches) {
		release := make(chan struct{})
		w := workflow.New("w", func(workflow.Context, int) (int, error) {
			<-release
			return 7, nil
		})
		cfg := quiet()
		cfg.Observer = &reprise.Observer{GoroutinesAbandoned: func(e reprise.GoroutinesAbandoned) { t.Errorf("%d goroutines are given up on", e.Now) }}
		rt := startRuntime(t, st, cfg, w)
		var callers sync.WaitGroup
		for range 50 {
			callers.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
				defer cancel()
				if _, err := reprise.Start(ctx, rt, w, 0); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("Start: %v; want that the time is over", err)
				}
			})
		}
		callers.Wait()
		close(release)
		if n, err := begin(t, rt, w, 0, "w").Result(bounded(t)); err != nil || n != 7 {
			t.Errorf("Result = %d, %v; want 7", n, err)
		}
		if n := st.count(); n != 1 {
			t.Errorf("%d commits, want that of the last run", n)
		}
	})
}

// Runs that are being started count towards Config.Runs: a flood of starts steps no more
// of them at once.
func TestAFloodOfStartsKeepsToTheBoundOfRuns(t *testing.T) {
	bubbles(t, func(t *testing.T, st *batches) {
		const bound, starts = 3, 40
		release := make(chan struct{})
		var inside, most atomic.Int32
		w := workflow.New("w", func(_ workflow.Context, n int) (int, error) {
			if now := inside.Add(1); now > most.Load() {
				most.Store(now)
			}
			<-release
			inside.Add(-1)
			return n, nil
		})
		cfg := quiet()
		cfg.Runs = bound
		rt := startRuntime(t, st, cfg, w)
		handles := make([]reprise.Handle[int], starts)
		var callers sync.WaitGroup
		for i := range starts {
			callers.Go(func() {
				var err error
				if handles[i], err = reprise.Start(t.Context(), rt, w, i); err != nil {
					t.Error(err)
				}
			})
		}
		callers.Wait()
		synctest.Wait()
		if n := most.Load(); n > bound {
			t.Errorf("%d runs are stepped at once, want %d at most", n, bound)
		}
		close(release)
		for i, run := range handles {
			if n, err := run.Result(bounded(t)); err != nil || n != i {
				t.Errorf("Result = %d, %v; want %d", n, err, i)
			}
		}
	})
}
