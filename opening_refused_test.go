package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// refusing is a store that takes no writes while it has an error for them.
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

// A start that the store does not take leaves nothing that waits for the store: however
// long it is away, and however often a caller tries, nothing piles up.
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
				<-time.After(time.Minute) // of the bubble: what waits is tried again
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
