package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// counted counts how many attempts run at once.
type counted struct{ running, most, begun atomic.Int32 }

func (c *counted) enter() (leave func()) {
	c.begun.Add(1)
	n := c.running.Add(1)
	for {
		most := c.most.Load()
		if n <= most || c.most.CompareAndSwap(most, n) {
			return func() { c.running.Add(-1) }
		}
	}
}

// limitedTo returns a worker's configuration for a queue with a limit.
func limitedTo(n, revision int) reprise.Config {
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "psp", Global: reprise.Limit{Concurrency: n}, Revision: revision}}
	return cfg
}

// eachOnPSP is a workflow with an activity on the limited queue, which takes a while.
func eachOnPSP(c *counted, takes time.Duration) (workflow.Def[int, int], []reprise.Binding) {
	pay := activity.New("pay", func(ctx context.Context, n int) (int, error) {
		defer c.enter()()
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(takes):
			return n, nil
		}
	}, activity.Policy{Queue: "psp"})
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, pay, n).Get(ctx) })
	return w.Definition(), []reprise.Binding{w, pay}
}

// The limit applies across all workers, whichever come and go.
func TestALimitHoldsInAllWorkersTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var c counted
		w, all := eachOnPSP(&c, 700*time.Millisecond)
		var fleet []*reprise.Runtime
		for range 3 {
			fleet = append(fleet, startRuntime(t, st, limitedTo(7, 0), all...))
		}
		var runs []reprise.Handle[int]
		for i := range 120 {
			h, err := reprise.Start(ctx, fleet[i%3], w, i)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, h)
			if i == 60 {
				if err := fleet[0].Stop(ctx); err != nil {
					t.Fatal(err)
				}
				fleet[0] = startRuntime(t, st, limitedTo(7, 0), all...)
			}
		}
		begun := time.Now()
		for i, h := range runs {
			if got, err := h.Result(ctx); err != nil || got != i {
				t.Fatalf("Result = %d, %v; want %d", got, err, i)
			}
		}
		if n := c.most.Load(); n != 7 {
			t.Errorf("%d ran at once, want 7", n)
		}
		// 120 activities of 0.7 s, 7 at once, take 12 s. Shares move by ticks, and some are idle meanwhile.
		if took := time.Since(begun); took > 30*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// A share that one worker does not use moves to another within two ticks.
func TestAnIdleShareGoesToWhoHasWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var c counted
		w, all := eachOnPSP(&c, 3*time.Second)
		other := workflow.New("other", func(workflow.Context, int) (int, error) { return 0, nil })
		startRuntime(t, st, limitedTo(10, 0), other) // it does not bind the queue's activity
		rt := startRuntime(t, st, limitedTo(10, 0), all...)
		for i := range 40 {
			if _, err := reprise.Start(ctx, rt, w, i); err != nil {
				t.Fatal(err)
			}
		}
		<-time.After(2900 * time.Millisecond)
		if n := c.running.Load(); n != 10 {
			t.Errorf("%d run after three ticks, want all 10", n)
		}
	})
}

// With a limit below the number of workers, some have no share, and leave the queue alone.
func TestALimitBelowTheNumberOfWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var c counted
		w, all := eachOnPSP(&c, 100*time.Millisecond)
		var rt *reprise.Runtime
		for range 4 {
			rt = startRuntime(t, st, limitedTo(1, 0), all...)
		}
		var runs []reprise.Handle[int]
		for i := range 20 {
			h, err := reprise.Start(ctx, rt, w, i)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, h)
		}
		for _, h := range runs {
			if _, err := h.Result(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if n := c.most.Load(); n != 1 {
			t.Errorf("%d ran at once, want 1", n)
		}
	})
}

// A dead worker keeps its share for its grace: it may still be inside an attempt. Then the others get it.
func TestTheShareOfADeadWorkerComesBackAfterItsGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var c counted
		w, all := eachOnPSP(&c, time.Second)
		cfg := limitedTo(4, 0)
		cfg.LeaseTTL, cfg.Grace = 3*time.Second, 20*time.Second
		dead := store.Worker{ID: store.WorkerID{7}, Build: "b", Level: 1, TTL: 3 * time.Second, Serves: store.Filter{Namespace: "default", Queues: []string{"psp"}}, Slots: 4}
		if err := st.Join(ctx, dead); err != nil {
			t.Fatal(err)
		}
		if _, err := st.Apply(ctx, []store.Op{
			&store.ChangeQueue{Namespace: "default", Queue: "psp", Do: store.DeclareQueue, Settings: store.QueueSettings{Concurrency: 4}},
			&store.ShareQueue{Namespace: "default", Queue: "psp", Worker: dead.ID, Want: 4, Holds: 4},
		}); err != nil {
			t.Fatal(err)
		}
		rt := startRuntime(t, st, cfg, all...)
		for i := range 8 {
			if _, err := reprise.Start(ctx, rt, w, i); err != nil {
				t.Fatal(err)
			}
		}
		<-time.After(15 * time.Second)
		if n := c.begun.Load(); n != 0 {
			t.Errorf("%d began while the dead worker may be inside", n)
		}
		<-time.After(20 * time.Second)
		if n := c.begun.Load(); n != 8 {
			t.Errorf("%d began after its grace, want all", n)
		}
	})
}

// An activity on a queue with a limit is a row, even on its run's own queue, and begins at once if there is a share.
func TestALimitedQueueHasRows(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		inside, leave := make(chan struct{}), make(chan struct{})
		act := activity.New("act", func(context.Context, int) (int, error) {
			close(inside)
			<-leave
			return 1, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
		cfg := quiet()
		cfg.Queues = []reprise.Queue{{Name: "default", Global: reprise.Limit{Concurrency: 1}}}
		rt := startRuntime(t, st, cfg, w, act)
		run := begin(t, rt, w, 0, "w")
		<-inside
		d, err := reprise.Describe(ctx, rt, "w")
		if err != nil || len(d.Activities) != 1 || d.Activities[0].Attempt != 1 {
			t.Errorf("its activities are %+v, %v", d.Activities, err)
		}
		all, err := reprise.Queues(ctx, rt)
		if err != nil || len(all) != 1 || all[0].Running != 1 || limitOf(all[0]).Concurrency != 1 || all[0].Declared == nil || len(all[0].Shares) != 1 {
			t.Errorf("the queues are %+v, %v", all, err)
		}
		close(leave)
		if got, err := run.Result(ctx); err != nil || got != 1 {
			t.Errorf("Result = %d, %v", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// The declaration with the highest revision counts, and an operator's setting overrides all.
func TestTheHighestRevisionOfADeclarationCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		limit := func(rt *reprise.Runtime) int {
			all, err := reprise.Queues(ctx, rt)
			if err != nil || len(all) != 1 {
				t.Fatal(all, err)
			}
			q := limitOf(all[0])
			return q.Concurrency
		}
		var log strings.Builder
		var mu sync.Mutex
		for i, c := range []struct{ n, revision, counts int }{{5, 1, 5}, {9, 1, 5}, {3, 0, 5}, {7, 2, 7}, {5, 1, 7}, {0, 3, 0}} {
			cfg := limitedTo(c.n, c.revision)
			cfg.Logger = slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
				mu.Lock()
				defer mu.Unlock()
				return log.Write(p)
			}), nil))
			rt := startRuntime(t, st, cfg)
			if n := limit(rt); n != c.counts {
				t.Errorf("after declaration %d the limit is %d, want %d", i, n, c.counts)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		if n := strings.Count(log.String(), "another declaration of a queue"); n != 3 {
			t.Errorf("it was said %d times, want 3:\n%s", n, log.String())
		}
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.SetQueue(ctx, client, reprise.Queue{Name: "psp", Global: reprise.Limit{Concurrency: 2}}, byAnna); err != nil {
			t.Fatal(err)
		}
		startRuntime(t, st, limitedTo(8, 9))
		if n := limit(client); n != 2 {
			t.Errorf("what is set is 2, and the limit is %d", n)
		}
		if err := reprise.ClearQueue(ctx, client, "psp", byAnna); err != nil {
			t.Fatal(err)
		}
		if n := limit(client); n != 8 {
			t.Errorf("what is declared is 8, and the limit is %d", n)
		}
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A lower limit applies within a tick; running attempts continue.
func TestALowerLimitCountsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var c counted
		w, all := eachOnPSP(&c, 500*time.Millisecond)
		var rt *reprise.Runtime
		for range 2 {
			rt = startRuntime(t, st, limitedTo(8, 0), all...)
		}
		for i := range 200 {
			if _, err := reprise.Start(ctx, rt, w, i, reprise.ID(fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
		<-time.After(5 * time.Second)
		if err := reprise.SetQueue(ctx, rt, reprise.Queue{Name: "psp", Global: reprise.Limit{Concurrency: 3}}, byAnna); err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * time.Second)
		c.most.Store(0)
		<-time.After(5 * time.Second)
		if n := c.most.Load(); n > 3 || n == 0 {
			t.Errorf("%d run at once, want 3", n)
		}
	})
}

// A worker that can begin nothing more asks for no share, whoever is first: others have the queue meanwhile.
func TestAFullWorkerLeavesItsShareToOthers(t *testing.T) {
	for name, stops := range map[string]bool{"all its slots are taken": false, "it is stopping": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := bounded(t)
				st := newMemory()
				var c counted
				w, all := eachOnPSP(&c, 100*time.Millisecond)
				leave := make(chan struct{})
				hold := activity.New("hold", func(context.Context, int) (int, error) { <-leave; return 0, nil })
				holds := workflow.New("holds", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, hold, 0).Get(ctx) })
				cfg := limitedTo(1, 0)
				cfg.Activities = 1
				if stops {
					cfg.Activities = 2
				}
				var stopped sync.WaitGroup
				for range 5 {
					rt, err := reprise.New(st, cfg, append(all, hold, holds)...)
					if err != nil {
						t.Fatal(err)
					}
					if err := rt.Start(ctx); err != nil {
						t.Fatal(err)
					}
					defer rt.Stop(context.Background())
					if _, err := reprise.Start(ctx, rt, holds, 0); err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					if stops {
						stopped.Go(func() { _ = rt.Stop(context.Background()) })
					}
				}
				defer stopped.Wait()
				defer close(leave)
				rt := startRuntime(t, st, limitedTo(1, 0), all...)
				for i := range 20 {
					if _, err := reprise.Start(ctx, rt, w, i); err != nil {
						t.Fatal(err)
					}
				}
				<-time.After(30 * time.Second)
				if n := c.begun.Load(); n != 20 {
					t.Errorf("%d of 20 began in half a minute", n)
				}
			})
		})
	}
}

// busy cannot tell in time what is known about queues.
type busy struct{ store.Store }

func (b busy) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	t, err := b.Store.Tick(ctx, q)
	t.Queues, t.QueuesUnknown = nil, true
	return t, err
}

// A worker claims nothing of a queue that was paused before it started, even if the first tick could not tell.
func TestAWorkerBeginsNothingBeforeItKnowsWhatIsPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		w := workflow.New("w", func(workflow.Context, int) (int, error) { return 0, nil })
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.PauseQueue(ctx, client, "default", byAnna); err != nil {
			t.Fatal(err)
		}
		h, err := reprise.Start(ctx, client, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		startRuntime(t, busy{st}, quiet(), w)
		<-time.After(10 * time.Second)
		if run, err := st.Run(ctx, store.Ref{Run: h.RunID()}); err != nil || run.Status != store.Open || run.NextSeq != 2 {
			t.Errorf("it went on: %+v, %v", run, err)
		}
	})
}

// A worker's own queue does not cool down: only the throttled activity waits, and nothing is stored that would outlive
// the worker.
func TestAThrottledActivityOfAWorkersOwnQueueWaitsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		calls := 0
		charge := activity.New("charge", func(context.Context, int) (int, error) {
			if calls++; calls < 3 {
				return 0, activity.Throttled(nil, 0)
			}
			return calls, nil
		})
		var own string
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Execute(ctx, charge.Definition().With(func(p *activity.Policy) { p.Queue = own }), 0).Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, charge)
		own = "worker/" + rt.WorkerID().String()
		h, err := reprise.Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		if n, err := h.Result(ctx); err != nil || n != 3 || time.Since(begun) < 2*time.Second || time.Since(begun) > 10*time.Second {
			t.Errorf("Result = %d, %v after %v; want 3 after two seconds", n, err, time.Since(begun))
		}
		if all, err := st.Queues(ctx, store.QueueQuery{Namespace: "default", All: true}); err != nil || len(all) != 0 {
			t.Errorf("of queues is kept %+v, %v", all, err)
		}
	})
}

// The queue cools down even if its worker is stopping when an activity is throttled.
func TestAQueueCoolsDownThoughItsWorkerIsStopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		inside := make(chan struct{})
		charge := activity.New("charge", func(ctx context.Context, _ int) (int, error) {
			close(inside)
			<-ctx.Done()
			return 0, activity.Throttled(nil, time.Hour)
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, charge, 0).Get(ctx) })
		rt, err := reprise.New(st, quiet(), w, charge)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			t.Fatal(err)
		}
		begin(t, rt, w, 0, "w")
		<-inside
		if err := rt.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		all, err := st.Queues(ctx, store.QueueQuery{Namespace: "default", Names: []string{"default"}})
		if err != nil || len(all) != 1 || time.Until(all[0].CoolUntil) < 50*time.Minute {
			t.Errorf("of the queue is known %+v, %v; want that it cools down for an hour", all, err)
		}
	})
}

// limitOf returns the limit of a queue across all workers.
func limitOf(q reprise.QueueState) reprise.Limit {
	global, _ := q.Limits()
	return global
}
