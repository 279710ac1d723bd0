package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

const queue = "bench"

// leg is the work of one run: the steps First to First+Steps-1, one after another.
type leg struct{ First, Steps int }

// walk executes one step after another and returns the sum of their numbers.
func walk(ctx workflow.Context, l leg) (int, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	sum := 0
	for n := l.First; n < l.First+l.Steps; n++ {
		var v int
		if err := workflow.ExecuteActivity(ctx, "step", n).Get(ctx, &v); err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}

// employed is a client and a worker for its runs.
type employed struct {
	client client.Client
	worker worker.Worker
	begun  time.Time
	at     []atomic.Int64 // nanoseconds after begun at which each step was carried out
	twice  atomic.Int64   // steps that were carried out again
}

// employ starts a worker with the SDK's default settings, for rounds of this many steps.
func (s *server) employ(ctx context.Context, steps int) (*employed, error) {
	quiet := log.NewStructuredLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))
	c, err := client.DialContext(ctx, client.Options{HostPort: s.address, Namespace: namespace, Logger: quiet})
	if err != nil {
		return nil, err
	}
	e := &employed{client: c, begun: time.Now(), at: make([]atomic.Int64, steps)}
	e.worker = worker.New(c, queue, worker.Options{})
	e.worker.RegisterWorkflowWithOptions(walk, workflow.RegisterOptions{Name: "walk"})
	e.worker.RegisterActivityWithOptions(e.step, activity.RegisterOptions{Name: "step"})
	if err := e.worker.Start(); err != nil {
		c.Close()
		return nil, err
	}
	return e, nil
}

func (e *employed) dismiss() {
	e.worker.Stop()
	e.client.Close()
}

// step is the activity, which only records when it is carried out.
func (e *employed) step(_ context.Context, n int) (int, error) {
	if !e.at[n].CompareAndSwap(0, int64(time.Since(e.begun))) {
		e.twice.Add(1)
	}
	return n, nil
}

// round carries out runs. Each starter starts its next run when it has the result of its
// own. It returns how long each run took, and the times from each step of a run to the
// next.
func (e *employed) round(ctx context.Context, runs, length, starters int) (took, gaps []time.Duration, err error) {
	for i := range e.at {
		e.at[i].Store(0)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	took = make([]time.Duration, runs)
	var next atomic.Int64
	var all sync.WaitGroup
	for range starters {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < runs && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				begun := time.Now()
				if err := e.one(ctx, leg{First: i * length, Steps: length}); err != nil {
					stop(err)
				}
				took[i] = time.Since(begun)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, nil, err
	}
	if again := e.twice.Load(); again > 0 {
		return nil, nil, fmt.Errorf("%d steps ran more than once", again)
	}
	for n := range runs * length {
		if e.at[n].Load() == 0 {
			return nil, nil, fmt.Errorf("step %d never ran", n)
		}
		if n%length > 0 {
			gaps = append(gaps, time.Duration(e.at[n].Load()-e.at[n-1].Load()))
		}
	}
	return took, gaps, nil
}

// one starts a run and checks its result.
func (e *employed) one(ctx context.Context, l leg) error {
	run, err := e.client.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: queue}, "walk", l)
	if err != nil {
		return err
	}
	var sum int
	if err := run.Get(ctx, &sum); err != nil {
		return err
	}
	if want := l.Steps*l.First + l.Steps*(l.Steps-1)/2; sum != want {
		return fmt.Errorf("the result of a run is %d, not %d", sum, want)
	}
	return nil
}
