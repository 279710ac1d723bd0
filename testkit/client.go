package testkit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Run is a run that a test started.
type Run[Out any] struct {
	env *Env
	id  string
	run store.RunID
	def string
	get func(ctx context.Context, rt *reprise.Runtime) (reprise.Handle[Out], error)
}

// Start starts a run. Without reprise.ID its workflow id is the workflow's name and a number:
// "order-1" is the first of workflow "order". If the start is refused, the test ends; to test a
// refusal use [Env.Do].
func Start[In, Out any](e *Env, def workflow.Definition[In, Out], in In, opts ...reprise.StartOption) *Run[Out] {
	e.Helper()
	e.given("Start needs a definition", def != nil)
	for i, option := range opts {
		e.given(fmt.Sprintf("Start needs its option %d", i+1), option != nil)
	}
	name := def.Definition().Name()
	r := &Run[Out]{env: e, def: name}
	e.in(func() error {
		e.gate("start " + name)
		e.mu.Lock()
		e.ids[name]++
		opts = append([]reprise.StartOption{reprise.ID(fmt.Sprintf("%s-%d", name, e.ids[name]))}, opts...)
		drawn, again := maps.Clone(e.drawn), false
		e.mu.Unlock()
		return e.ask(func(rt *reprise.Runtime) error {
			if again {
				e.redraw(drawn)
			}
			h, err := reprise.Start(e.ctx, rt, def, in, opts...)
			if again && errors.Is(err, reprise.ErrAlreadyStarted) {
				err = nil // a worker started it and died before it could report that
			}
			again = true
			if err != nil {
				return err
			}
			r.id, r.run = h.WorkflowID(), h.RunID()
			e.mu.Lock()
			e.runs = append(e.runs, r.run)
			e.mu.Unlock()
			queued := h.Queued()
			r.get = func(ctx context.Context, rt *reprise.Runtime) (reprise.Handle[Out], error) {
				if queued {
					if err := begun(ctx, rt, r.id, r.run); err != nil {
						return reprise.Handle[Out]{}, err
					}
					return reprise.Get(ctx, rt, def, r.run)
				}
				return reprise.Get(ctx, rt, def, r.id)
			}
			return nil
		})
	})
	return r
}

// begun waits until a run exists whose start waits behind another run.
func begun(ctx context.Context, rt *reprise.Runtime, id string, run reprise.RunID) error {
	for {
		_, err := reprise.Describe(ctx, rt, run)
		if !errors.Is(err, reprise.ErrNotFound) {
			return err
		}
		ahead, err := reprise.Describe(ctx, rt, id)
		switch {
		case err != nil:
			return err
		case ahead.Behind != nil && ahead.Behind.RunID == run:
			if _, err := reprise.WaitRun(ctx, rt, ahead.RunID); err != nil {
				return err
			}
		default:
			if _, err := reprise.Describe(ctx, rt, run); !errors.Is(err, reprise.ErrNotFound) {
				return err
			}
			return reprise.ErrReplaced
		}
	}
}

// WorkflowID returns the workflow id that the run was started with.
func (r *Run[Out]) WorkflowID() string { return r.id }

// Result lets virtual time pass until the run has ended, and returns the workflow's result. If
// nothing is left that could end the run, the test fails and says what the run waits for.
func (r *Run[Out]) Result() (out Out, err error) {
	r.env.Helper()
	r.env.in(func() error {
		err = r.env.ask(func(rt *reprise.Runtime) error {
			h, err := r.get(r.env.ctx, rt)
			if err == nil {
				out, err = h.Result(r.env.ctx)
			}
			return err
		})
		return nil
	})
	return out, err
}

// Execute starts a run and waits for its result.
func Execute[In, Out any](e *Env, def workflow.Definition[In, Out], in In, opts ...reprise.StartOption) (Out, error) {
	e.Helper()
	return Start(e, def, in, opts...).Result()
}

// Signal sends a signal to the open run with this workflow id. If there is none, the test ends.
func Signal[T any](e *Env, workflowID string, def workflow.SignalDef[T], value T, opts ...reprise.SignalOption) {
	e.Helper()
	for i, option := range opts {
		e.given(fmt.Sprintf("Signal needs its option %d", i+1), option != nil)
	}
	e.in(func() error {
		e.gate(fmt.Sprintf("signal %s to %s: %v", def.Name(), workflowID, value))
		e.mu.Lock()
		e.ids[""]++
		opts = append([]reprise.SignalOption{reprise.SignalID(fmt.Sprintf("signal-%d", e.ids[""]))}, opts...)
		e.mu.Unlock()
		return e.ask(func(rt *reprise.Runtime) error {
			return reprise.Signal(e.ctx, rt, workflowID, def, value, opts...)
		})
	})
}

// Cancel requests cancellation of the open run with this workflow id.
func (e *Env) Cancel(workflowID, reason string) {
	e.Helper()
	e.in(func() error {
		e.gate("cancel " + workflowID)
		return e.ask(func(rt *reprise.Runtime) error { return reprise.Cancel(e.ctx, rt, workflowID, reason) })
	})
}

// Die ends the worker as the end of its process would. Another worker takes over two seconds of
// virtual time later.
func (e *Env) Die() {
	e.Helper()
	e.in(func() error {
		w, err := e.live()
		if err == nil {
			e.end(w)
		}
		return err
	})
}

// Drain makes the worker drain, as [reprise.DrainWorker] does, and starts another one, as in a deploy that replaces workers one at
// a time. Running attempts finish on the first worker. The other one does everything after that, and the test continues with it.
func (e *Env) Drain() {
	e.Helper()
	e.in(func() error {
		e.gate("drain the worker")
		w, err := e.live()
		if err == nil {
			err = e.drain(w)
		}
		return err
	})
}

// drain replaces w. If w dies meanwhile, it was already replaced.
func (e *Env) drain(w *worker) error {
	err := reprise.DrainWorker(e.ctx, w.rt, w.rt.WorkerID(), reprise.By{Who: "testkit", Why: "the test drains it"})
	for err == nil && w.rt.State() == reprise.StateReady && !w.store.Crashed() { // it learns of it with its tick
		time.Sleep(time.Millisecond) // virtual time, in the bubble
	}
	if w.store.Crashed() {
		select {
		case <-w.dead:
			return nil
		case <-e.ctx.Done():
			return context.Cause(e.ctx)
		}
	}
	if err == nil {
		e.clock.beside()
		_, err = e.launch()
	}
	return err
}
