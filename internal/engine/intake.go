package engine

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// intake is where runs become this worker's, and where word of them arrives.
type intake struct {
	*ownership
	e *engine
}

// attach makes a claimed run this engine's own and sets it to work, unless it is held by a
// later claim already. Where the answer to its start has not been taken in, the claim waits
// until that run has parked.
func (in *intake) attach(c store.Claimed) {
	starting := in.starting(c.Run.ID)
	if starting == nil || !starting.precedes(c) {
		in.enlist(in.newRun(c.Run), c)
	}
}

// newRun is a run that is on no list yet.
func (in *intake) newRun(info store.Run) *run {
	r := &run{
		e: in.e, id: info.ID, info: info, at: position{seq: info.NextSeq, last: info.LastCommit},
		code: code{why: "claimed", fresh: true},
	}
	r.mu.attempts = map[int64]*attempt{}
	r.current.events, r.current.eager, r.mu.in.pending = r.few.events[:0], r.few.eager[:0], r.few.pending[:0]
	return r
}

// enlist puts a run that was claimed on the engine's list: what comes for it finds it
// there. One that its start has set to work already goes on. It reports false if the
// engine has heard first of a later claim of the run.
func (in *intake) enlist(r *run, c store.Claimed) bool {
	r.mu.Lock() // nobody may use it before it is complete
	defer r.mu.Unlock()
	found, ok := in.enter(r, c.Run.Deaths >= store.SuspectDeaths)
	if !ok {
		return false
	}
	r.mu.in.unread = r.mu.in.unread || found.news
	if found.before != nil {
		found.before.drop(activity.ErrLeaseLost)
	}
	if stale := found.stale; stale != nil {
		in.e.stuck.close(stale.machine, stale.run, stale.workflowID)
	}
	if found.machine != nil {
		r.machine, r.at.now = found.machine, found.machine.Now()
	}
	if f := in.e.cfg.Observer.Claimed; f != nil {
		f(c.Run, found.machine != nil)
	}
	r.mu.in.takeAll(c.Entries, c.Gen)
	r.beginLocked()
	return true
}

// forget takes the run off the engine's list and lets others in.
func (in *intake) forget(r *run) {
	if in.leave(r) {
		wake(in.e.wake.runs)
	}
}

// holds reports whether this engine owns the run and it is one of the workflow.
func (e *engine) holds(id store.RunID, workflow string) bool {
	r := e.own.held(id)
	return r != nil && r.info.Workflow == workflow
}

// tell routes an entry that this process put into an inbox.
func (in *intake) tell(id store.RunID, owner store.WorkerID, entry store.Entry) {
	if owner == in.e.worker.ID {
		for r := in.heldOrExpected(id, nil); r != nil && !r.deliver(entry); {
			r = in.heldOrExpected(id, r)
		}
		return
	}
	if owner == (store.WorkerID{}) {
		wake(in.e.wake.runs)
	}
}
