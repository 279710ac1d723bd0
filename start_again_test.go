package reprise_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A start that finds an existing run does not call the workflow function, which may have
// side effects.
func TestAStartThatFindsARunDoesNotRunTheFunction(t *testing.T) {
	approve := workflow.DefineSignal[string]("approve")
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var calls atomic.Int32
		order := workflow.New("order", func(ctx workflow.Context, _ int) (string, error) {
			calls.Add(1)
			return workflow.Receive(ctx, approve)
		})
		rt := startRuntime(t, st, quiet(), order)
		want := int32(0)
		again := func(why string, opts ...reprise.StartOption) error {
			t.Helper()
			var last error
			for range 5 {
				_, last = reprise.Start(ctx, rt, order, 0, append(opts, reprise.ID("order-1"))...)
			}
			if got := calls.Load(); got != want {
				t.Errorf("%s: the function ran %d times, want %d", why, got, want)
			}
			return last
		}
		want = 1
		if err := again("open, once", reprise.Once()); err != nil {
			t.Error(err)
		}
		if err := again("open"); !errors.Is(err, reprise.ErrAlreadyStarted) {
			t.Errorf("a start of an id in use returns %v", err)
		}
		if err := reprise.Signal(ctx, rt, "order-1", approve, "yes"); err != nil {
			t.Fatal(err)
		}
		run, err := reprise.Get(ctx, rt, order, "order-1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err != nil {
			t.Fatal(err)
		}
		if err := again("ended, once", reprise.Once()); err != nil {
			t.Error(err)
		}
		want = 2
		if err := again("ended"); !errors.Is(err, reprise.ErrAlreadyStarted) {
			t.Errorf("a second run: %v", err)
		}
	})
}
