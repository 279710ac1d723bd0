package engine

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// StartRun starts a run, on this worker if it may run it, or else for the worker that claims
// it. first is the beginning of the run's first task. named says that the caller chose the
// workflow id; only then can another run have it. job is the job that op starts, or nil.
func (p *Process) StartRun(ctx context.Context, op *store.Start, first replay.Task, named bool, job *Job) (store.Outcome, error) {
	e := p.current()
	if err := ctx.Err(); err != nil || e == nil {
		if job != nil {
			if op, err = job.Begin(ctx, p, op, first); err != nil {
				return store.Outcome{}, err
			}
		}
		outcome, err := p.writes.DoCaller(ctx, op, nil).Result()
		if err == nil && outcome.Code == store.Done && p.notices.unserved(op.Workflow, op.Queue, p.cfg.Clock.Now()) {
			warnUnserved(ctx, p, op.Workflow, op.Queue) // once in five minutes a caller pays for this query
		}
		return outcome, err
	}
	e.noteUnserved(op.Workflow, op.Queue)
	opens := !named
	if job != nil && job.Alone {
		opens = false
	} else if named {
		var err error
		if opens, err = isFree(ctx, p.store, p.cfg.Clock, op); err != nil {
			return store.Outcome{}, err
		}
	}
	if opens {
		if o := e.startEagerly(op, first); o != nil {
			return o.wait(ctx)
		}
	}
	if job != nil {
		var err error
		if op, err = job.Begin(ctx, p, op, first); err != nil {
			return store.Outcome{}, err
		}
	}
	ready := func(store.Outcome) { noteStarted(e, op) }
	outcome, err := p.writes.DoCaller(ctx, op, e.late(ready)).Result()
	if err == nil && outcome.Code == store.Done {
		ready(outcome)
	}
	return outcome, err
}

// isFree reports whether no other run has op's workflow id. If one has, or if that is unknown,
// the workflow function must not run before the store has answered the start. A caller who has
// already waited long gets the error, because the start would wait for the same lock.
func isFree(ctx context.Context, st store.Store, clock timer.Clock, op *store.Start) (bool, error) {
	begun := clock.Now()
	run, err := st.Run(ctx, store.Ref{Namespace: op.Namespace, WorkflowID: op.WorkflowID})
	switch {
	case errors.Is(err, store.ErrRemoved):
		return !op.Once, nil
	case errors.Is(err, store.ErrTransient) && clock.Now().Sub(begun) >= waitedInVain:
		return false, err
	}
	return errors.Is(err, store.ErrNotFound) || err == nil && run.Status != store.Open && !op.Once, nil
}

// waitedInVain is shorter than the time for which a store waits for a lock.
const waitedInVain = 4 * time.Second

// eagerWait is how long a start waits for the first task of its run, which normally takes
// microseconds. A workflow that computes for longer does not delay its caller.
const eagerWait = 5 * time.Millisecond

// eagerStart is the start of a run by the worker that will run it. The whole history is known
// before any of it is durable. So the first task is stepped at once, and the start and the
// task's commit are written together. Until the answer comes the run is on no list. If the task
// takes long or comes to nothing, the start goes alone.
type eagerStart struct {
	e   *engine
	run *run
	op  *store.Start

	mu    sync.Mutex
	start *commit.Request // nil until it has been submitted
	off   bool            // it never will be: the caller has left
	sent  chan struct{}   // closed once it was

	known   chan struct{}  // closed once there is an answer
	answer  *commit.Answer // set before known is closed
	ours    bool           // likewise; the start has made this worker the owner, and it still is
	claimed func()         // reports the claimed run to the observer
}

// errNotOurs says that a run that was about to begin here does not.
var errNotOurs = errors.New("reprise: the run was not started for this worker")

// startEagerly starts a goroutine for the first task of a run that is to be started. It returns
// nil if this worker does not want the run, or if nothing may begin here any more.
func (e *engine) startEagerly(op *store.Start, first replay.Task) *eagerStart {
	if !e.cfg.serves(op) || e.slots.isPaused(op.Queue) || !e.mayBegin() || !e.own.reserveStart(op.Run, e.share.Runs()) {
		return nil
	}
	op.Owner, op.Claim = e.worker.ID, e.p.ids.Token()
	r := e.newRun(store.Run{
		ID: op.Run, Chain: op.Chain, Namespace: op.Namespace, WorkflowID: op.WorkflowID, Workflow: op.Workflow,
		Queue: op.Queue, Priority: op.Priority, Status: store.Open, Epoch: 1, NextSeq: op.Row.Seq + int64(op.Row.N),
		LastCommit: op.Row.Token, Level: op.Level, Owner: op.Owner, Created: e.clock.now(),
	})
	r.first = first
	r.eager = &eagerStart{e: e, run: r, op: op, sent: make(chan struct{}), known: make(chan struct{})}
	o := r.eager
	e.own.start(r)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.beginLocked()
	if r.mu.state != runWorking {
		e.own.forget(r)
		op.Owner, op.Claim = store.WorkerID{}, store.Token{}
		return nil
	}
	return o
}

// wait returns the answer to the start. If ctx ends first, the start may still be applied, and
// the run then continues here.
func (o *eagerStart) wait(ctx context.Context) (store.Outcome, error) {
	runtime.Gosched() // usually that is long enough
	if o.isSent() {
		return o.answered(ctx)
	}
	alarm := o.e.cfg.Clock.NewTimer(eagerWait)
	defer alarm.Stop()
	select {
	case <-o.sent:
	case <-alarm.C():
		o.send(nil)
	case <-ctx.Done():
		if o.callOff(ctx.Err()) {
			return store.Outcome{}, ctx.Err()
		}
	}
	return o.answered(ctx)
}

func (o *eagerStart) isSent() bool {
	select {
	case <-o.sent:
		return true
	default:
		return false
	}
}

// answered returns the answer to a start that was submitted or called off.
func (o *eagerStart) answered(ctx context.Context) (store.Outcome, error) {
	a, ok := o.await(ctx.Done())
	if !ok {
		// The task may take long, or never return: some goroutine must hear the answer.
		o.e.work.start(func() { o.await(o.e.writes.Gone()) })
		return store.Outcome{}, errors.Join(store.ErrUnknownOutcome, context.Cause(ctx))
	}
	return a.Outcome, a.Err
}

// send submits the start, together with its first commit if first is not nil. It reports
// whether first was sent: false if the start went without it, or never will go.
func (o *eagerStart) send(first *store.Commit) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.start != nil || o.off {
		return false
	}
	if first != nil {
		o.op.Row, o.op.First = store.Row{}, first
	}
	o.start = o.e.writes.Submit(o.op, true)
	close(o.sent)
	return first != nil
}

// callOff prevents the start from being submitted, unless it already was.
func (o *eagerStart) callOff(err error) bool {
	o.mu.Lock()
	off := o.start == nil
	o.off = off
	o.mu.Unlock()
	if off {
		o.settle(&commit.Answer{Err: err})
	}
	return off
}

// await waits for the answer to a start that was submitted or called off. The first to hear it
// acts on it.
func (o *eagerStart) await(over <-chan struct{}) (*commit.Answer, bool) {
	o.mu.Lock()
	start := o.start
	o.mu.Unlock()
	var done <-chan struct{}
	if start != nil {
		done = start.Done()
	}
	select {
	case <-done:
		a := start.Answer()
		o.settle(&a)
	case <-o.known:
	case <-over:
		return nil, false
	}
	return o.answer, true
}

// settle puts the run on the engine's list if it belongs to this worker. Otherwise it drops the
// run; if the first task went along, the goroutine that waits with it does so.
func (o *eagerStart) settle(a *commit.Answer) {
	o.answer = a
	claims := a.Outcome.Claims
	if len(claims) == 0 && o.op.First != nil { // an earlier try was applied, and has released the run
		claims = []store.Claimed{{Run: o.run.info}}
	}
	done := a.Err == nil && a.Outcome.Code == store.Done
	o.ours = done && len(claims) > 0 && o.e.own.enlist(o.run, claims[0])
	if !o.ours {
		if done {
			wake(o.e.wake.runs)
		}
		if o.op.First == nil {
			o.run.drop(activity.ErrLeaseLost)
		}
	}
	close(o.known)
}

// late acts on the outcome of an op whose caller has left. Nobody else is told which run the op
// gave to this worker, or what it put into the inbox of a run that this worker owns.
func (e *engine) late(act func(store.Outcome)) func(*commit.Request) {
	return func(r *commit.Request) {
		e.work.start(func() {
			<-r.Done()
			if a := r.Answer(); a.Err == nil && a.Outcome.Code == store.Done {
				act(a.Outcome)
			}
		})
	}
}

// serves reports whether a worker of this configuration can run what op starts.
func (c *Config) serves(op *store.Start) bool {
	_, bound := c.Workflows[op.Workflow]
	return bound && slices.Contains(c.Queues, op.Queue)
}

// started reports whether the run exists and is ours. A start that still waits for the first
// task then goes alone.
func (r *run) started() bool {
	o := r.eager
	if o == nil {
		return true
	}
	r.eager = nil
	o.send(nil)
	if _, known := o.await(r.e.writes.Gone()); !known || !o.ours {
		return false
	}
	o.begun()
	return true
}

// begun reports that the run has begun.
func (o *eagerStart) begun() {
	for _, claim := range o.answer.Outcome.Claims {
		o.run.info.Created = claim.Run.Created
	}
	if o.claimed != nil {
		o.claimed()
	}
}
