package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// fetched names the worker that has a file.
type fetched struct{ Worker string }

var fetch = activity.Define[activity.None, fetched]("fetch")

// fetchHere implements fetch.
func fetchHere(ctx context.Context, _ activity.None) (fetched, error) {
	return fetched{activity.GetInfo(ctx).Worker}, nil
}

// there sends an activity to the worker that has the file.
func there[In, Out any](a activity.Definition[In, Out], f fetched, more ...func(*activity.Policy)) activity.Def[In, Out] {
	return a.Definition().With(func(p *activity.Policy) {
		p.Queue = f.Worker
		for _, m := range more {
			m(p)
		}
	})
}

// Both workers serve the same queues. The second step goes to the worker of the first, eager or as a row.
// No other worker runs it, however busy that worker is.
func TestTheQueueOfAWorkerIsServedByItAlone(t *testing.T) {
	for name, beats := range map[string]time.Duration{"eager": 0, "as a row": time.Minute} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			st := newMemory()
			where := activity.New("where", func(ctx context.Context, _ int) (fetched, error) {
				return fetched{activity.GetInfo(ctx).Worker}, nil
			})
			w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
				f, err := workflow.Execute(ctx, fetch, activity.None{}).Get(ctx)
				if err != nil {
					return "", err
				}
				for range 3 {
					at, err := workflow.Execute(ctx, there(where, f, func(p *activity.Policy) { p.HeartbeatTimeout = beats }), 0).Get(ctx)
					if err != nil || at != f {
						return "", errors.Join(err, errors.New("it ran on "+at.Worker+", not on "+f.Worker))
					}
				}
				return f.Worker, nil
			})
			first := startRuntime(t, st, quiet(), w, where, fetch.Bind(fetchHere))
			startRuntime(t, st, quiet(), w, where, fetch.Bind(fetchHere))
			h, err := reprise.Start(ctx, first, w, 0)
			if err != nil {
				t.Fatal(err)
			}
			if at, err := h.Result(ctx); err != nil || at != "worker/"+first.WorkerID().String() {
				t.Errorf("Result = %q, %v", at, err)
			}
			lint(t, st, h.RunID())
		})
	}
}

// An activity for a worker that has stopped, has died, or never existed ends as worker_gone, without
// another attempt, on a worker that does not bind it.
func TestWhatWaitsForAWorkerThatIsGoneEnds(t *testing.T) {
	t.Run("stopped", func(t *testing.T) {
		workerGoes(t, activity.Policy{}, func(t *testing.T, rt *reprise.Runtime, _ *mortal) {
			if err := rt.Stop(bounded(t)); err != nil {
				t.Error(err)
			}
		})
	})
	died := func(t *testing.T, rt *reprise.Runtime, life *mortal) {
		life.kill()
		condemn(t, life.Store, rt)
	}
	t.Run("died", func(t *testing.T) { workerGoes(t, activity.Policy{}, died) })
	t.Run("died in a row", func(t *testing.T) { workerGoes(t, activity.Policy{HeartbeatTimeout: time.Minute}, died) })
	t.Run("died in the last attempt", func(t *testing.T) {
		workerGoes(t, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}}, died)
	})
}

func workerGoes(t *testing.T, p activity.Policy, goes func(*testing.T, *reprise.Runtime, *mortal)) {
	ctx := bounded(t)
	inside := make(chan struct{}, 9)
	work := activity.New("work", func(ctx context.Context, _ int) (int, error) {
		inside <- struct{}{}
		<-ctx.Done()
		return 0, context.Cause(ctx)
	}, p)
	type told struct {
		Kind    failure.Kind
		Unknown bool
	}
	w := workflow.New("w", func(ctx workflow.Context, _ int) (told, error) {
		f, err := workflow.Execute(ctx, fetch, activity.None{}).Get(ctx)
		if err != nil {
			return told{}, err
		}
		_, err = workflow.Execute(ctx, there(work, f), 0).Get(ctx)
		if !errors.Is(err, activity.ErrWorkerGone) {
			return told{}, err
		}
		return told{failure.KindOf(err), errors.Is(err, activity.ErrOutcomeUnknown)}, nil
	})
	st := newMemory()
	first, life := process(t, st, quiet(), w, work, fetch.Bind(fetchHere))
	h, err := reprise.Start(ctx, first, w, 0, reprise.ID("order"))
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	goes(t, first, life)
	second := startRuntime(t, st, quiet(), w)
	again, err := reprise.Get(ctx, second, w, "order")
	if err != nil {
		t.Fatal(err)
	}
	end, err := again.Result(ctx)
	if want := (told{"worker_gone", life.dead.Load()}); err != nil || end != want {
		t.Errorf("Result = %v, %v; want %v", end, err, want)
	}
	events, err := second.Inside().History(ctx, h.RunID())
	if err != nil {
		t.Fatal(err)
	}
	if n := count[*history.ActivityFailed](events); n != 1 || len(inside) > 0 {
		t.Errorf("%d failures, %d more attempts; want one and none", n, len(inside))
	}
	lint(t, st, h.RunID())
}

func TestAQueueNamedLikeAWorkersIsRefused(t *testing.T) {
	idle := workflow.New("idle", func(workflow.Context, int) (int, error) { return 0, nil })
	st := newMemory()
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "worker/mine"}}
	if _, err := reprise.New(st, cfg, idle); !errors.Is(err, reprise.ErrInvalidID) {
		t.Errorf("New: %v", err)
	}
	parent := workflow.New("parent", func(ctx workflow.Context, queue string) (string, error) {
		_, err := workflow.ExecuteChild(ctx, idle, 0, workflow.ChildQueue(queue)).Get(ctx)
		return fmt.Sprint(err), nil
	})
	rt := startRuntime(t, st, quiet(), idle, parent)
	h, err := reprise.Start(bounded(t), rt, parent, store.OwnQueue(rt.WorkerID()))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(bounded(t)); err != nil || !strings.Contains(got, "has the name of a worker's own queue") {
		t.Errorf("a child: %q, %v", got, err)
	}
	if _, err := reprise.Start(bounded(t), rt, idle, 0, reprise.OnQueue("worker/mine")); !errors.Is(err, reprise.ErrInvalidID) {
		t.Errorf("Start: %v", err)
	}
}

// An activity sent to a queue that belongs to no worker ends, too.
func TestAQueueThatNoWorkerHasIsThatOfAWorkerThatIsGone(t *testing.T) {
	ctx := bounded(t)
	w := workflow.New("w", func(ctx workflow.Context, worker string) (string, error) {
		_, err := workflow.Execute(ctx, there(fetch, fetched{worker}), activity.None{}).Get(ctx)
		return string(failure.KindOf(err)), nil
	})
	rt := startRuntime(t, newMemory(), quiet(), w, fetch.Bind(fetchHere))
	for _, worker := range []string{"worker/", "worker/me", "worker/3f0c3b43-8f0e-4a7c-8f0a-c0ffee000000"} {
		h, err := reprise.Start(ctx, rt, w, worker)
		if err != nil {
			t.Fatal(err)
		}
		if kind, err := h.Result(ctx); err != nil || kind != "worker_gone" {
			t.Errorf("%s: Result = %q, %v", worker, kind, err)
		}
	}
}
