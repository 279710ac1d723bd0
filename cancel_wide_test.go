package reprise_test

import (
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A run with more timers than one task may cancel ends when it is cancelled, and a scope
// of as many can be cancelled.
func TestWhatIsOpenCanBeCancelledHoweverMuchItIs(t *testing.T) {
	const each, tasks = 5_500, 2
	more := workflow.DefineSignal[int]("more")
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		inner, cancel := workflow.WithCancel(ctx)
		for range tasks {
			for range each {
				workflow.NewTimer(inner, time.Hour)
			}
			if _, err := workflow.Receive(ctx, more); err != nil {
				return 0, err
			}
		}
		cancel()
		return each * tasks, nil
	})
	for _, by := range []string{"its scope", "a request"} {
		t.Run(by, func(t *testing.T) {
			onEachStore(t, func(t *testing.T, st store.Store) {
				ctx := bounded(t)
				rt := startRuntime(t, st, steady(t), w)
				run := begin(t, rt, w, 0, "w")
				if err := reprise.Signal(ctx, rt, "w", more, 0); err != nil {
					t.Fatal(err)
				}
				if by == "its scope" {
					if err := reprise.Signal(ctx, rt, "w", more, 0); err != nil {
						t.Fatal(err)
					}
					if n, err := run.Result(ctx); n != each*tasks || err != nil {
						t.Errorf("Result = %d, %v", n, err)
					}
				} else {
					for d := (reprise.Description{}); len(d.Timers) < each*tasks; {
						var err error
						if d, err = reprise.Describe(ctx, rt, "w"); err != nil {
							t.Fatal(err)
						}
					}
					if err := reprise.Cancel(ctx, rt, "w", "enough"); err != nil {
						t.Fatal(err)
					}
					if _, err := run.Result(ctx); !errors.Is(err, workflow.ErrCancelled) {
						t.Errorf("Result: %v; want ErrCancelled", err)
					}
				}
				lint(t, st, run.RunID())
			})
		})
	}
}
