package reprise_test

import (
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A deleted run is gone with its whole chain, and with nothing else. A start with Once does not reuse its id.
func TestADeletedRunIsGoneWithItsChain(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		countdown := workflow.Define[int, int]("countdown")
		count := countdown.Bind(func(ctx workflow.Context, n int) (int, error) {
			if n == 0 {
				return 0, workflow.Sleep(ctx, time.Minute)
			}
			return workflow.ContinueAsNew(ctx, countdown, n-1)
		})
		rt := startRuntime(t, st, quiet(), count)
		first := begin(t, rt, countdown, 2, "a")
		begin(t, rt, countdown, 0, "b")
		if _, err := reprise.Delete(ctx, rt, first.RunID()); !errors.Is(err, reprise.ErrOpen) {
			t.Errorf("Delete of a chain that goes on: %v, want ErrOpen", err)
		}
		<-time.After(90 * time.Second)
		if _, err := reprise.Delete(ctx, rt, "a"); !errors.Is(err, reprise.ErrTooSoon) {
			t.Errorf("Delete half a minute after the end: %v, want ErrTooSoon", err)
		}
		<-time.After(time.Minute)
		if n, err := reprise.Delete(ctx, rt, first.RunID()); err != nil || n != 3 {
			t.Errorf("Delete = %d, %v, want the 3 runs of the chain", n, err)
		}
		for _, what := range []string{"a", "no such run"} {
			if _, err := reprise.Delete(ctx, rt, what); !errors.Is(err, reprise.ErrNotFound) {
				t.Errorf("Delete of %s: %v", what, err)
			}
		}
		if _, err := reprise.Describe(ctx, rt, "b"); err != nil {
			t.Errorf("another run is gone: %v", err)
		}
		again, err := reprise.Start(ctx, rt, countdown, 0, reprise.ID("a"), reprise.Once())
		if err != nil || !again.Existed() {
			t.Errorf("a start with Once of what was deleted: %v, existed %v", err, again.Existed())
		}
	})
}
