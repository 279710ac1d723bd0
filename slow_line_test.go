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
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// A worker keeps its lease over a slow line. It makes one claim for each of its bounded queues in a round. One write takes
// less than half a lease here; two of them, and a round, take more. Reading what the worker owns may even take longer than a lease.
func TestASlowLineEndsNoLease(t *testing.T) {
	for name, takes := range map[string]map[string]time.Duration{
		"slow writes":          {"Apply": 2 * time.Second, "Tick": 600 * time.Millisecond},
		"a slow look at owned": {"Owned": 7 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := new(logbook)
				cfg := log.config()
				cfg.LeaseTTL = 6 * time.Second
				cfg.Queues = []reprise.Queue{{Name: "default"}}
				for i := range 6 {
					cfg.Queues = append(cfg.Queues, reprise.Queue{Name: fmt.Sprint("bounded", i), PerWorker: 10})
				}
				again := errors.New("again")
				step := activity.New("step", func(ctx context.Context, last int) (int, error) {
					if n := activity.GetInfo(ctx).Attempt; n < last {
						return n, again
					}
					return last, nil
				}, activity.Policy{
					StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour, // so that it has a row, which is claimed for each attempt
					Retry: activity.RetryPolicy{InitialInterval: time.Second, MaxInterval: time.Second, MaxAttempts: 30},
				})
				w := workflow.New("w", func(ctx workflow.Context, attempts int) (int, error) {
					return workflow.Execute(ctx, step, attempts).Get(ctx)
				})
				st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
					return storetest.Fault{Before: func() { <-time.After(takes[c.Method]) }}
				})
				rt := startRuntime(t, st, cfg, w, step)
				worker := rt.WorkerID()
				if got, err := begin(t, rt, w, 20, "w").Result(t.Context()); got != 20 || err != nil {
					t.Fatalf("attempt %d, %v; want 20", got, err)
				}
				<-time.After(time.Minute)
				if got := log.with("lease"); len(got) > 0 || rt.WorkerID() != worker {
					t.Errorf("the worker is %v, was %v, and logs %q", rt.WorkerID(), worker, got)
				}
			})
		})
	}
}

// A worker whose claims wait for another transaction's lock keeps its lease: other workers would wait for the same lock. The log
// says what waits.
func TestAClaimThatWaitsForALockEndsNoLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := new(logbook)
		cfg := log.config()
		cfg.LeaseTTL = 6 * time.Second
		st := storetest.NewLockable(newMemory())
		st.Lock(store.Subject{}, true)
		again := errors.New("again")
		step := activity.New("step", func(ctx context.Context, _ int) (int, error) {
			n := activity.GetInfo(ctx).Attempt
			if n == 1 {
				return n, again
			}
			return n, nil
		}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour}) // so that it has a row, which is claimed for the second attempt
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, step, 0).Get(ctx)
		})
		rt := startRuntime(t, st, cfg, w, step)
		worker, run := rt.WorkerID(), begin(t, rt, w, 0, "w")
		<-time.After(time.Minute)
		if got := log.with("lease"); len(got) > 0 || rt.WorkerID() != worker {
			t.Errorf("the worker is %v, was %v, and logs %q", rt.WorkerID(), worker, got)
		}
		if got := log.with("writes are deferred", "what ClaimActivities needs"); len(got) == 0 {
			t.Error("the log does not say that a claim waits")
		}
		st.Lock(store.Subject{}, false)
		if got, err := run.Result(t.Context()); got != 2 || err != nil {
			t.Errorf("attempt %d, %v; want 2", got, err)
		}
	})
}

// A worker may be asking what it owns, over a slow line, when it is stopped. Stop does not wait for the answer.
func TestStopDoesNotWaitForALookAtOwned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &silentOwned{Store: newMemory(), asked: make(chan struct{})}
		rt, err := reprise.New(st, new(logbook).config())
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		<-st.asked
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := rt.Stop(ctx); err != nil {
			t.Errorf("Stop: %v", err)
		}
	})
}

// Two looks at what a worker owns are apart, even if a look takes as long as the time between two: what is owned in both, and not held,
// is released, and the answer to a claim must have the time to come.
func TestLooksAtOwnedAreApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := make(chan time.Time, 1)
		answers <- time.Time{}
		looks := 0
		st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
			if c.Method != "Owned" {
				return storetest.Fault{}
			}
			last := <-answers
			looks++
			if apart := time.Since(last); apart < 5*time.Second {
				t.Errorf("a look begins %v after the last one", apart)
			}
			return storetest.Fault{
				Before: func() { <-time.After(4900 * time.Millisecond) },
				After:  func() { answers <- time.Now() },
			}
		})
		startRuntime(t, st, new(logbook).config())
		<-time.After(time.Minute)
		if <-answers; looks < 3 {
			t.Errorf("there were %d looks", looks)
		}
		answers <- time.Time{}
	})
}

// silentOwned does not answer what a worker owns until the question is withdrawn.
type silentOwned struct {
	store.Store
	once  sync.Once
	asked chan struct{}
}

func (s *silentOwned) Owned(ctx context.Context, _ store.WorkerID) (store.Owned, error) {
	s.once.Do(func() { close(s.asked) })
	<-ctx.Done()
	return store.Owned{}, context.Cause(ctx)
}
