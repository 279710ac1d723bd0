package engine_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// An activity that waits for a full queue times out like one that waits for a slot.
func TestAnActivityThatWaitsForAFullQueueIsOverInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		long := activity.New("long", func(ctx context.Context, _ int) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		late := activity.New("late", func(context.Context, int) (int, error) { return 1, nil }, activity.Policy{ScheduleToClose: time.Minute})
		first := workflow.New("first", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, long, 0).Get(ctx) })
		second := workflow.New("second", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, late, 0).Get(ctx) })
		rt := begun(t, memory.New(), reprise.Config{Queues: []reprise.Queue{{Name: "default", PerWorker: 1}}}, first, second, long, late)
		if _, err := reprise.Start(ctx, rt, first, 0); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		run, err := reprise.Start(ctx, rt, second, 0)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := run.Result(ctx); !errors.Is(err, activity.ErrTimeout) {
			t.Error(err)
		}
		if took := time.Since(began); took < time.Minute || took > time.Minute+2*engine.TickInterval {
			t.Errorf("it was over after %v", took)
		}
	})
}
