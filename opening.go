package reprise

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// patience is how long a start waits for the first task of its run, which takes
// microseconds. A workflow that computes for longer does not delay who starts it.
const patience = 5 * time.Millisecond

// opening is the start of a run by the worker that will run it. The whole history is
// known before any of it is durable, so the first task is stepped at once and the run is
// started as its commit leaves it. Until the answer comes the run is on nobody's list. If
// the task takes long, or comes to nothing, the start goes alone.
type opening struct {
	e   *engine
	run *run
	op  *store.Start

	mu    sync.Mutex
	start *request      // nil: it has not been submitted
	off   bool          // it never will be: its caller has left
	sent  chan struct{} // closed when it was

	known  chan struct{} // closed when the answer is there
	answer *answer       // from then on
	ours   bool          // the same; the start made the run this worker's, and it is still
	told   func()        // what an observer is to hear once the run is claimed
}

// errNotOurs says that a run which was about to begin here does not.
var errNotOurs = errors.New("reprise: the run was not started for this worker")

// open sets a goroutine to work on the first task of a run that is to be started. It
// returns nil when this worker does not want the run, or nothing may begin here any more.
func (e *engine) open(op *store.Start, first replay.Task) *opening {
	if !e.serves(op) || !e.reserveRun(op.Run) {
		return nil
	}
	op.Owner, op.Claim = e.worker.ID, e.cfg.newToken()
	r := e.newRun(store.Run{
		ID: op.Run, Chain: op.Chain, Namespace: op.Namespace, WorkflowID: op.WorkflowID, Workflow: op.Workflow,
		Queue: op.Queue, Priority: op.Priority, Status: store.Open, Epoch: 1, NextSeq: op.Row.Seq + int64(op.Row.N),
		LastCommit: op.Row.Token, Level: op.Level, Owner: op.Owner, Created: e.now(),
	})
	r.first = first
	r.opening = &opening{e: e, run: r, op: op, sent: make(chan struct{}), known: make(chan struct{})}
	o := r.opening
	e.mu.Lock()
	e.openings[r.id] = r
	e.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begin()
	if !r.busy {
		e.forget(r)
		op.Owner, op.Claim = store.WorkerID{}, store.Token{}
		return nil
	}
	return o
}

// wait returns the answer to the start. When ctx ends first, the start may be applied
// all the same, and the run goes on here.
func (o *opening) wait(ctx context.Context) (store.Outcome, error) {
	runtime.Gosched() // mostly that is all the time it takes
	if o.isSent() {
		return o.answered(ctx)
	}
	alarm := o.e.cfg.Clock.NewTimer(patience)
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

func (o *opening) isSent() bool {
	select {
	case <-o.sent:
		return true
	default:
		return false
	}
}

// answered returns the answer to a start that was submitted or called off.
func (o *opening) answered(ctx context.Context) (store.Outcome, error) {
	a, ok := o.await(ctx.Done())
	if !ok {
		// The task may take its time, or not come back: somebody must hear the answer.
		o.e.work.start(func() { o.await(o.e.writes.gone) })
		return store.Outcome{}, errors.Join(store.ErrUnknownOutcome, context.Cause(ctx))
	}
	return a.outcome, a.err
}

// send submits the start, with the first commit unless that is nil. It reports false if
// the start has gone without it, or never will.
func (o *opening) send(first *store.Commit) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.start != nil || o.off {
		return false
	}
	if first != nil {
		o.op.Row, o.op.First = store.Row{}, first
	}
	o.start = o.e.writes.submit(o.op, true)
	close(o.sent)
	return first != nil
}

// callOff keeps the start from being submitted, unless it has been.
func (o *opening) callOff(err error) bool {
	o.mu.Lock()
	off := o.start == nil
	o.off = off
	o.mu.Unlock()
	if off {
		o.settle(&answer{err: err})
	}
	return off
}

// await waits for the answer to a start that was submitted or called off. Whoever
// hears it first acts on it.
func (o *opening) await(over <-chan struct{}) (*answer, bool) {
	o.mu.Lock()
	start := o.start
	o.mu.Unlock()
	var done <-chan struct{}
	if start != nil {
		done = start.done
	}
	select {
	case <-done:
		o.settle(&start.answer)
	case <-o.known:
	case <-over:
		return nil, false
	}
	return o.answer, true
}

// settle puts the run on the engine's list if it is this worker's. If it is not, nothing
// is left of it; whoever waits with the first task sees to that, if anybody does.
func (o *opening) settle(a *answer) {
	o.answer = a
	claims := a.outcome.Claims
	if len(claims) == 0 && o.op.First != nil { // an earlier try was applied, and has let the run go
		claims = []store.Claimed{{Run: o.run.info}}
	}
	done := a.err == nil && a.outcome.Code == store.Done
	o.ours = done && len(claims) > 0 && o.e.enlist(o.run, claims[0])
	if !o.ours {
		if done {
			hint(o.e.wakeRuns)
		}
		if o.op.First == nil {
			o.run.drop(activity.ErrLeaseLost)
			o.e.mu.Lock()
			o.e.adrift[o.run] = struct{}{}
			o.e.mu.Unlock()
		}
	}
	close(o.known)
}

// write commits a task. That of a run's first one goes with the start, if it can.
func (r *run) write(t *task) (store.Outcome, error) {
	o := r.opening
	if o == nil {
		return r.e.writes.doBy(&r.request, t.commit, r)
	}
	whole := t.commit.Seq < r.seq // it begins with the start's row
	if !whole || !o.send(t.commit) {
		if !r.opened() {
			return store.Outcome{}, errNotOurs
		}
		if whole {
			if err := r.encode(t, nil); err != nil {
				return store.Outcome{}, err
			}
		}
		return r.e.writes.doBy(&r.request, t.commit, r)
	}
	r.opening = nil
	if _, known := o.await(r.e.writes.gone); !known || !o.ours {
		return store.Outcome{}, errNotOurs
	}
	r.came(o)
	return o.answer.outcome, nil
}

// opened reports whether the run exists and is ours. A start that still waits for the
// first task goes alone.
func (r *run) opened() bool {
	o := r.opening
	if o == nil {
		return true
	}
	r.opening = nil
	o.send(nil)
	if _, known := o.await(r.e.writes.gone); !known || !o.ours {
		return false
	}
	r.came(o)
	return true
}

// came takes in that the run has begun.
func (r *run) came(o *opening) {
	for _, claim := range o.answer.outcome.Claims {
		r.info.Created = claim.Run.Created
	}
	if o.told != nil {
		o.told()
	}
}
