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

// Run is a run that a test has started.
type Run[Out any] struct {
	env *Env
	id  string
	run store.RunID
	def string
	get func(ctx context.Context, rt *reprise.Runtime) (reprise.Handle[Out], error)
}

// Start starts a run. Without reprise.ID its workflow id is the workflow's name and a
// number: "order-1" is the first of workflow "order". A start that is refused ends the
// test; see [Env.Do] for a test of that.
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
				err = nil // by the worker that died before it could say so
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

// begun waits until a run is there whose start waits behind another one.
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

// WorkflowID is the id that the run was started under.
func (r *Run[Out]) WorkflowID() string { return r.id }

// Result lets virtual time pass until the run has ended, and returns what its workflow
// returned. When nothing is left that could end the run the test fails and says what
// the run waits for.
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

// Signal sends a signal to the open run with this workflow id. That there is none ends
// the test.
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

// Cancel asks the open run with this workflow id to end itself.
func (e *Env) Cancel(workflowID, reason string) {
	e.Helper()
	e.in(func() error {
		e.gate("cancel " + workflowID)
		return e.ask(func(rt *reprise.Runtime) error { return reprise.Cancel(e.ctx, rt, workflowID, reason) })
	})
}

// Die ends the worker as the end of its process would. Another takes over two seconds of
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

// Drain tells the worker to drain, as [reprise.DrainWorker] does, and has another one join, as in a deploy that replaces one at a time.
// Attempts under way come to their ends at the first one. What comes then is done by the other, which the test goes on with.
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

// drain replaces w. Where that dies meanwhile it is replaced already.
func (e *Env) drain(w *worker) error {
	var err error
	for again := true; again; again = !w.store.Crashed() && (errors.Is(err, store.ErrUnknownOutcome) || errors.Is(err, store.ErrTransient)) {
		err = reprise.DrainWorker(e.ctx, w.rt, w.rt.WorkerID(), reprise.By{Who: "testkit", Why: "the test drains it"}) // which may be said twice
	}
	for err == nil && w.rt.State() == reprise.StateReady && !w.store.Crashed() { // it learns of that with its tick
		time.Sleep(time.Millisecond) // in the bubble, where it is virtual
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
