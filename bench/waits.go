package main

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// errand is a run that does Steps steps, from First on, and then waits for Waits signals
// and does one more step for each.
type errand struct{ First, Steps, Waits int }

var (
	waits = workflow.Define[errand, int]("waits")
	goOn  = workflow.DefineSignal[int]("go-on")
)

// linger is the workflow of an errand. A signal carries the number of the step to do.
func linger(ctx workflow.Context, e errand) (int, error) {
	sum, err := walk(ctx, leg{First: e.First, Steps: e.Steps})
	for range e.Waits {
		if err != nil {
			break
		}
		var n, v int
		if n, err = workflow.Receive(ctx, goOn); err != nil {
			break
		}
		v, err = workflow.Execute(ctx, step, n).Get(ctx)
		sum += v
	}
	return sum, err
}

// park starts n runs that wait for a signal, and returns when they are parked. Their ids
// are name and a number from 0 on.
func (t *trial) park(ctx context.Context, n int, name string, e errand) ([]reprise.Handle[int], error) {
	runs := make([]reprise.Handle[int], n)
	err := each(ctx, n, 64, func(ctx context.Context, i int) (err error) {
		runs[i], err = reprise.Start(ctx, t.rt, waits, e, reprise.ID(nameOf(name, i)))
		return err
	})
	if err != nil {
		return nil, err
	}
	return runs, t.parked(ctx)
}

func nameOf(name string, i int) string { return fmt.Sprintf("%s-%07d", name, i) }

// parked waits until the engine owns no run.
func (t *trial) parked(ctx context.Context) error {
	for look := time.NewTicker(10 * time.Millisecond); ; {
		owned, err := t.st.Owned(ctx, t.rt.WorkerID())
		if err != nil || len(owned.Runs) == 0 {
			look.Stop()
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			look.Stop()
			return context.Cause(ctx)
		}
	}
}
