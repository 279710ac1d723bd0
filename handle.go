package reprise

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Handle is a run of a workflow whose result is an Out.
type Handle[Out any] struct {
	rt       *Runtime
	workflow string
	id       string
	run      RunID
	inTx     bool // started in a transaction, which may not be committed
	existed  bool
	queued   bool // it waits behind another run, or did
}

// Get returns the handle of a run. Errors: [ErrNotFound], [ErrWrongWorkflow].
func Get[In, Out any, R Ref](ctx context.Context, c Client, def workflow.Definition[In, Out], run R) (Handle[Out], error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil && def == nil {
		err = errNoDefinition
	}
	if err != nil {
		return Handle[Out]{}, wrap(err, "get %s", to)
	}
	name := def.Definition().Name()
	r := request("get", to)
	r.Workflow = name
	found, err := asked(ctx, rt, r, func(ctx context.Context) (store.Run, error) { return rt.store.Run(ctx, to.ref(rt.cfg.Namespace)) })
	if err != nil {
		return Handle[Out]{}, wrap(err, "get %s", to)
	}
	if found.Workflow != name {
		return Handle[Out]{}, wrap(fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, found.Workflow, name), "get %s", to)
	}
	return Handle[Out]{rt: rt, workflow: name, id: found.WorkflowID, run: found.ID, existed: true}, nil
}

// WorkflowID is the id that the run was started under.
func (h Handle[Out]) WorkflowID() string { return h.id }

// RunID is the run's own id.
func (h Handle[Out]) RunID() RunID { return h.run }

// Existed reports whether the run was there before the call that returned this handle: Start has
// found it under the workflow id, or it comes of [Get].
func (h Handle[Out]) Existed() bool { return h.existed }

// Queued reports whether the start was kept, by [QueueBehind], until another run has ended. Until then
// there is no run with the id of this handle: [Describe] and [Get] know it not, and say [ErrNotFound]. The
// [Description] of the open run tells that it waits.
func (h Handle[Out]) Queued() bool { return h.queued }

// Unqueue takes back the start that waits behind an open run; see [QueueBehind]. run names the open
// run, by its workflow id or its run id. Errors: [ErrNotQueued] if none waits there, [ErrNotFound], [ErrClosed].
func Unqueue[R Ref](ctx context.Context, c Client, run R) error {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err == nil {
		err = rt.through(ctx, request("unqueue", to), func(ctx context.Context) error { return rt.unqueue(ctx, to.ref(rt.cfg.Namespace)) })
	}
	return wrap(err, "unqueue behind %s", to)
}

func (rt *Runtime) unqueue(ctx context.Context, ref store.Ref) error {
	for {
		open, err := rt.store.Run(ctx, ref)
		switch {
		case err != nil:
			return err
		case open.Status != store.Open:
			return ErrClosed
		case !open.Behind.Waits():
			return ErrNotQueued
		}
		outcome, err := engine.QueueBehind(ctx, rt.process, &store.QueueBehind{Run: open.ID, Over: open.Behind.Run})
		if err != nil || outcome.Code == store.Done {
			return err
		}
	}
}

// Result waits for the run to end and returns what its workflow returned. Where it continues as a new
// run, that is the result of the last run of the chain. A run
// that ended otherwise gives a *[RunError]; if it only stopped waiting, ctx's error. A
// store that goes away meanwhile is waited for; one that is away from the start is an
// [ErrUnavailable], which says nothing of the run. Where the start was kept until another run has ended,
// Result waits for that first; it is [ErrReplaced] if the start was not carried out.
// A result that is not an Out gives a *history.DecodeError that names both.
func (h Handle[Out]) Result(ctx context.Context) (Out, error) {
	var out Out
	if h.rt == nil {
		return out, fmt.Errorf("reprise: result: %w: the handle is empty", ErrNotFound)
	}
	if err := h.rt.usable(ctx); err != nil {
		return out, wrap(err, "result of %q", h.id)
	}
	r := &Request{Verb: "result", Workflow: h.workflow, WorkflowID: h.id, RunID: h.run}
	run, last := h.run, history.Body(nil)
	err := h.rt.through(ctx, r, func(ctx context.Context) (err error) {
		if h.queued {
			err := free(ctx)
			if err == nil {
				err = engine.AwaitBegin(ctx, h.rt.process, h.rt.cfg.Namespace, h.id, h.run)
			}
			if err != nil {
				return err
			}
		}
		run, last, err = h.rt.awaitChain(ctx, h.workflow, h.run)
		return err
	})
	if h.inTx && errors.Is(err, ErrNotFound) && !errors.Is(err, ErrRemoved) {
		err = fmt.Errorf("%w: it was started in a transaction that is not committed, or was rolled back, and then there is no such run: ask after the commit", err)
	}
	if err != nil {
		return out, wrap(err, "result of %q", h.id)
	}
	o, err := outcomeOf(h.rt.codecs, h.id, run, last)
	switch {
	case err != nil:
	case o.Status != Completed:
		return out, &RunError{WorkflowID: h.id, RunID: run, Status: o.Status, Failure: o.Failure}
	default:
		if untyped, ok := any(&out).(*Value); ok { // of StartJSON
			*untyped = o.Result
			break
		}
		err = h.rt.codecs.Decode(o.Result.payload, &out)
	}
	return out, wrap(err, "result of %q", h.id)
}

// Outcome is how a run has ended.
type Outcome struct {
	WorkflowID string
	RunID      RunID
	Status     Status
	Result     Value  // of a completed run
	Failure    error  // as in [RunError]; nil: the run has completed, or another one goes on
	Reason     string // that [Terminate] was given
	Next       RunID  // the run that goes on, where this one has continued
}

// outcomeOf is what the last event of a history tells.
func outcomeOf(codecs *history.Codecs, id string, run RunID, last history.Body) (Outcome, error) {
	o := Outcome{WorkflowID: id, RunID: run}
	switch b := last.(type) {
	case *history.RunCompleted:
		o.Status, o.Result = Completed, Value{b.Result, codecs}
	case *history.RunFailed:
		o.Status, o.Failure = Failed, b.Failure.ReadWith(codecs)
	case *history.RunCancelled:
		o.Status, o.Failure = Cancelled, b.Failure.ReadWith(codecs)
	case *history.RunTerminated:
		o.Status, o.Reason, o.Failure = Terminated, b.Reason, fmt.Errorf("%w: %s", ErrTerminated, b.Reason)
	case *history.RunContinued:
		o.Status, o.Next = Continued, b.Next
	default:
		return Outcome{}, fmt.Errorf("its history ends with %T", last)
	}
	return o, nil
}

// WaitRun waits for a run to end and returns how it has, for callers that do not know the
// workflow's types; others use [Handle.Result]. A run that is named by its workflow id is followed
// to the last run of its chain; one that is named by its run id may have continued, and Next names
// the next run. Errors: [ErrNotFound]; if it only stopped waiting, ctx's error; an
// [ErrUnavailable], which says nothing of the run, if the store is away from the start. One that
// goes away meanwhile is waited for.
func WaitRun[R Ref](ctx context.Context, c Client, run R) (Outcome, error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err != nil {
		return Outcome{}, wrap(err, "wait for %s", to)
	}
	o, err := asked(ctx, rt, request("wait", to), func(ctx context.Context) (Outcome, error) {
		found, err := rt.store.Run(ctx, to.ref(rt.cfg.Namespace))
		if err != nil {
			return Outcome{}, err
		}
		ended, last := found.ID, history.Body(nil)
		if to.byRun {
			last, err = rt.await(ctx, found.Workflow, found.ID)
		} else {
			ended, last, err = rt.awaitChain(ctx, found.Workflow, found.ID)
		}
		if err != nil {
			return Outcome{}, err
		}
		return outcomeOf(rt.codecs, found.WorkflowID, ended, last)
	})
	return o, wrap(err, "wait for %s", to)
}

// awaitChain returns the last run of a chain and its last event, once it has ended.
func (rt *Runtime) awaitChain(ctx context.Context, workflow string, run RunID) (RunID, history.Body, error) {
	for {
		last, err := rt.await(ctx, workflow, run)
		next, goesOn := last.(*history.RunContinued)
		if err != nil || !goesOn {
			return run, last, err
		}
		workflow, run = next.Workflow, next.Next
	}
}

// await returns the last event of a run once it has ended.
func (rt *Runtime) await(ctx context.Context, workflow string, run RunID) (history.Body, error) {
	if err := free(ctx); err != nil {
		return nil, err
	}
	return rt.process.Await(ctx, workflow, run)
}
