package reprise_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// A caller that waits for a result waits through an outage of the store, with an
// engine and without. An outage from the start is reported at once.
func TestAResultIsWaitedForThroughAnOutage(t *testing.T) {
	for name, started := range map[string]bool{"by a client": false, "by a worker": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				st := memory.New()
				w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return n, workflow.Sleep(ctx, time.Minute) })
				runs := startRuntime(t, st, quiet(), w)
				var away atomic.Bool
				faulty := storetest.Faulty(st, func(c storetest.Call) storetest.Fault {
					if away.Load() {
						return storetest.Fault{Kind: storetest.FailBefore}
					}
					return storetest.Fault{}
				})
				cfg := quiet()
				cfg.LeaseTTL = time.Hour
				waits, err := reprise.New(faulty, cfg)
				if err != nil {
					t.Fatal(err)
				}
				if started {
					if err := waits.Start(ctx); err != nil {
						t.Fatal(err)
					}
					defer func() {
						if err := waits.Stop(context.WithoutCancel(ctx)); err != nil {
							t.Error(err)
						}
					}()
				}
				if _, err := reprise.Start(ctx, runs, w, 7, reprise.ID("w")); err != nil {
					t.Fatal(err)
				}
				h, err := reprise.Get(ctx, waits, w, "w")
				if err != nil {
					t.Fatal(err)
				}
				got := make(chan int, 1)
				go func() {
					n, err := h.Result(ctx)
					if err != nil {
						t.Errorf("Result: %v", err)
					}
					got <- n
				}()
				<-time.After(30 * time.Second)
				away.Store(true)
				<-time.After(time.Minute) // the run ends meanwhile
				away.Store(false)
				if n := <-got; n != 7 {
					t.Errorf("Result = %d, want 7", n)
				}
				away.Store(true)
				if _, err := h.Result(ctx); !errors.Is(err, reprise.ErrUnavailable) {
					t.Errorf("Result of a store that is away: %v, want ErrUnavailable", err)
				}
				away.Store(false)
			})
		})
	}
}
