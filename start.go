package reprise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// StartOption shapes one Start.
type StartOption func(*startOptions)

type startOptions struct {
	id       string
	named    bool // by ID; an empty id is then a mistake
	once     bool
	queue    string
	priority int
	headers  history.Headers
}

// ID sets the workflow id: your key for the run, unique among the open runs of the
// namespace, at most 1,000 bytes. Without it the run gets a random UUID (version 7, which
// begins with the time: in a store's index a key like that costs less than one at random).
func ID(id string) StartOption { return func(o *startOptions) { o.id, o.named = id, true } }

// Once makes an id good for one run ever: if a run with it exists, open or ended,
// Start returns that run's handle and no error. If that run is of another workflow,
// the error is [ErrWrongWorkflow]. A run that Config.Retention has removed is known
// still; the Result of its handle is [ErrRemoved].
func Once() StartOption { return func(o *startOptions) { o.once = true } }

// Queue sets the queue whose workers run it. Default: "default".
func Queue(name string) StartOption { return func(o *startOptions) { o.queue = name } }

// Priority orders runs that wait for a worker: lower numbers first. It is a number of 32
// bits; any other refuses the start. Default: 0.
func Priority(p int) StartOption { return func(o *startOptions) { o.priority = p } }

// Headers travel with the run: trace context, tenant, and the like.
func Headers(h map[string]string) StartOption { return func(o *startOptions) { o.headers = h } }

// Start starts a run of a workflow and returns its handle as soon as the start is
// durable; inside a transaction, see [Tx], as soon as it is in there.
//
// When an open run has the id already, it returns that run's handle and an error
// that matches [ErrAlreadyStarted]; see [Once] for ids that must never be used
// twice. If ctx ends first, the run may have been started: call again with the same
// id.
func Start[In, Out any](ctx context.Context, c Client, def workflow.Definition[In, Out], in In, opts ...StartOption) (Handle[Out], error) {
	v := c.client()
	o := startOptions{queue: defaultQueue}
	for _, opt := range opts {
		opt(&o)
	}
	d := def.Definition()
	started, err := v.started(d.Name(), in, &o)
	if err != nil {
		return Handle[Out]{}, fmt.Errorf("reprise: start %q: %w", d.Name(), err)
	}
	h := Handle[Out]{rt: v.Runtime, workflow: d.Name(), id: o.id, inTx: v.tx != nil}
	run, err := v.start(ctx, started, &o)
	if err != nil && !errors.Is(err, ErrAlreadyStarted) {
		return Handle[Out]{}, fmt.Errorf("reprise: start %q as %q: %w", d.Name(), o.id, err)
	}
	h.run = run
	if err != nil {
		return h, fmt.Errorf("reprise: start %q as %q: %w", d.Name(), o.id, err)
	}
	return h, nil
}

// started makes the first event of a run.
func (rt *Runtime) started(name string, in any, o *startOptions) (*history.Started, error) {
	if !o.named {
		o.id = rt.cfg.newWorkflowID(name).String()
	}
	err := errors.Join(checkName("the workflow's name", name), checkName("the workflow id", o.id), checkName("the queue", o.queue))
	for k, v := range o.headers {
		err = errors.Join(err, checkText("header "+k, k), checkText("header "+k, v))
	}
	if err != nil {
		return nil, err
	}
	input, err := rt.codecs.Encode(in)
	if err != nil {
		return nil, err
	}
	// The run begins with this very event: what the caller does to its own is not to show.
	input.Data = bytes.Clone(input.Data)
	s := &history.Started{Workflow: name, WorkflowID: o.id, Input: input, Headers: maps.Clone(o.headers), Level: replay.Level, Build: rt.cfg.Build}
	return s, nil
}

// newStart makes the op that starts a run, and the beginning of the run's first task.
func (c caller) newStart(ctx context.Context, started *history.Started, o *startOptions) (*store.Start, replay.Task, error) {
	now, err := c.storeTime(ctx)
	if err != nil {
		return nil, replay.Task{}, err
	}
	var random [8]byte
	from := c.cfg.chance("run " + o.id)
	draw(from, started.Seed[:])
	draw(from, random[:])
	made := now
	if c.cfg.Entropy != nil {
		made = time.UnixMilli(0) // the id follows from what it is for, not from when
	}
	id := history.NewRunID(c.cfg.Namespace, o.id, made, random)
	first := replay.Task{Now: now, Level: replay.Level, Events: []history.Event{{Seq: 1, Body: started}}}
	data, err := history.EncodeRow(history.Header{Now: now, Level: replay.Level, Build: c.cfg.Build, Open: true}, first.Events)
	if err != nil {
		return nil, replay.Task{}, err
	}
	return &store.Start{
		Run: id, Chain: id, Namespace: c.cfg.Namespace, WorkflowID: o.id, Workflow: started.Workflow,
		Queue: o.queue, Priority: o.priority, Level: replay.Level, Once: o.once,
		Row: store.Row{Seq: 1, N: 1, Token: c.cfg.newToken(), Data: data},
	}, first, nil
}

func (c caller) start(ctx context.Context, started *history.Started, o *startOptions) (store.RunID, error) {
	op, first, err := c.newStart(ctx, started, o)
	switch {
	case err != nil:
		return store.RunID{}, err
	case c.tx != nil:
		return c.insert(ctx, op)
	}
	if err := free(ctx); err != nil {
		return store.RunID{}, err
	}
	outcome, err := c.submit(ctx, op, first)
	switch {
	case err != nil:
		return store.RunID{}, err
	case outcome.Code == store.Exists:
		return c.inTheWay(ctx, op, outcome.Run)
	}
	return op.Run, nil
}

// submit starts a run here, if this worker may run it itself, or for whoever claims it.
func (c caller) submit(ctx context.Context, op *store.Start, first replay.Task) (store.Outcome, error) {
	e := c.current()
	if err := ctx.Err(); err != nil || e == nil {
		return c.writes.doClient(ctx, op, nil)
	}
	if o := e.open(op, first); o != nil {
		return o.wait(ctx)
	}
	ready := func(store.Outcome) { hint(e.wakeRuns) }
	outcome, err := c.writes.doClient(ctx, op, e.late(ready))
	if err == nil && outcome.Code == store.Done {
		ready(outcome)
	}
	return outcome, err
}

// inTheWay answers a start that found a run there, which is not to be one of another
// workflow.
func (c caller) inTheWay(ctx context.Context, op *store.Start, run store.RunID) (store.RunID, error) {
	name, err := c.workflow(ctx, store.Ref{Run: run})
	switch {
	case errors.Is(err, store.ErrRemoved): // what it ran is not known any more
	case err != nil:
		return run, err
	case name != op.Workflow:
		return run, fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, name, op.Workflow)
	}
	if op.Once {
		return run, nil
	}
	return run, ErrAlreadyStarted
}

// late acts on the outcome of an op whose caller has left before it came: what the op
// made this worker the owner of, or put into the inbox of a run that this worker owns,
// nobody else is told of.
func (e *engine) late(act func(store.Outcome)) func(*request) {
	if e == nil {
		return nil
	}
	return func(r *request) {
		e.work.start(func() {
			<-r.done
			if a := r.answer; a.err == nil && a.outcome.Code == store.Done {
				act(a.outcome)
			}
		})
	}
}

// serves reports whether this worker can run what op starts.
func (e *engine) serves(op *store.Start) bool {
	_, bound := e.rt.workflows[op.Workflow]
	return bound && slices.Contains(e.cfg.Queues, op.Queue)
}

// reserveRun makes room for a new run, if this worker would rather run it itself at once
// than leave it to whoever claims it.
func (e *engine) reserveRun(id store.RunID) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.mayClaim() || e.onTrial() || e.moreRuns || e.runRoom() == 0 {
		return false
	}
	e.openings[id] = nil
	return true
}
