package memory

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// tx is one transaction: one now, and what undoes it.
type tx struct {
	*state
	now  time.Time
	undo []func()
}

func (x *tx) rollback() {
	for i := len(x.undo) - 1; i >= 0; i-- {
		x.undo[i]()
	}
}

// edit runs change on r and remembers how r was.
func (x *tx) edit(r *run, change func()) {
	old := *r
	x.undo = append(x.undo, func() {
		*r = old
		x.index(r)
	})
	change()
	x.index(r)
}

// editTask is edit for one activity row of r.
func (x *tx) editTask(r *run, i int, change func(*task)) {
	x.edit(r, func() {
		t := r.tasks[i]
		change(&t)
		tasks := append([]task(nil), r.tasks...)
		tasks[i] = t
		r.tasks = tasks
	})
}

func (x *tx) editWorker(w *worker, change func()) {
	old := *w
	x.undo = append(x.undo, func() { *w = old })
	change()
}

func (x *tx) addRun(r *run) {
	k := nameKey{r.Namespace, r.WorkflowID}
	all := x.byID[k]
	x.undo = append(x.undo, func() {
		delete(x.runs, r.ID)
		delete(x.busy, r.ID)
		x.byID[k] = all
	})
	x.created++ // for good: numbers only have to rise
	x.runs[r.ID] = r
	x.byID[k] = append(all[:len(all):len(all)], r)
	x.index(r)
}

func (x *tx) addWorker(w *worker) {
	x.undo = append(x.undo, func() { delete(x.workers, w.ID) })
	x.workers[w.ID] = w
}

func (x *tx) dropWorker(w *worker) {
	x.undo = append(x.undo, func() { x.workers[w.ID] = w })
	delete(x.workers, w.ID)
}

// accept puts e into the inbox of r and sees to it that somebody looks there: the
// owner if told by dirty, else whoever claims the run.
func (x *tx) accept(r *run, e store.Entry, dirty bool) store.Entry {
	x.edit(r, func() {
		r.gen++
		e.Order, e.At = r.gen, x.now
		r.inbox = append(r.inbox, copyEntry(e))
		if !r.dispatch.exists {
			r.dispatch = dispatch{exists: true, ready: x.now}
		}
		if dirty && r.dispatch.owner != (store.WorkerID{}) {
			r.dispatch.dirty = true
		}
	})
	return copyEntry(e)
}

// giveUp takes r from its owner; what the owner still sends is fenced.
func (x *tx) giveUp(r *run) {
	x.edit(r, func() {
		r.Epoch++
		r.dispatch, r.prefers = dispatch{exists: true, ready: x.now}, store.WorkerID{}
	})
}

func (x *tx) apply(op store.Op) (store.Outcome, error) {
	if err := store.Check(op); err != nil {
		return store.Outcome{}, err
	}
	switch o := op.(type) {
	case *store.Start:
		return x.start(o)
	case *store.Claim:
		return x.claim(o), nil
	case *store.Commit:
		return x.commit(o)
	case *store.Deliver:
		return x.deliver(o), nil
	case *store.Fetch:
		return x.fetch(o), nil
	case *store.Fire:
		return x.fire(o), nil
	case *store.Forward:
		return x.forward(o), nil
	case *store.ClaimActivities:
		return x.claimActivities(o), nil
	case *store.EndActivity:
		return x.endActivity(o), nil
	case *store.RetryActivity:
		return x.retryActivity(o), nil
	case *store.Beat:
		return x.beat(o), nil
	case *store.Release:
		return x.release(o), nil
	case *store.Resume:
		return x.resume(o), nil
	case *store.Terminate:
		return x.terminate(o), nil
	case *store.Condemn:
		return x.condemn(o), nil
	case *store.Recover:
		return x.recover(o), nil
	case *store.Sweep:
		return x.sweep(), nil
	case *store.Retain:
		return x.retain(o), nil
	}
	return store.Outcome{}, errUnknownOp
}
