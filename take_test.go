package reprise_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A run that waits in the cache for an activity on another queue continues with its end, which
// this worker sends: no Claim takes the run, and nothing is replayed.
func TestTheEndOfARowMakesItsRunItsWorkers(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		b := &woken{}
		row := activity.New("row", func(_ context.Context, n int) (int, error) { return n + 1, nil }, activity.Policy{Queue: "rows"})
		w := workflow.New("waits", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, row, n).Get(ctx) })
		cfg := b.config()
		cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "rows"}}
		rt := startRuntime(t, b.on(st), cfg, w, row)
		run := begin(t, rt, w, 6, "w")
		if got, err := run.Result(ctx); err != nil || got != 7 {
			t.Errorf("Result = %v, %v", got, err)
		}
		synctest.Wait()
		batches := b.since()
		after := slices.IndexFunc(batches, func(s string) bool { return strings.Contains(s, "EndActivity") })
		if after < 0 || slices.Contains(batches[after:], "Claim") {
			t.Errorf("the batches are %q: the run was claimed", batches)
		}
		b.wantCold(t, 1)
		lint(t, st, run.RunID())
	})
}
