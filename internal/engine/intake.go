package engine

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// intake is where runs become this worker's, and where word of them arrives.
type intake struct {
	*ownership
	worker  store.WorkerID
	token   func() store.Token
	may     func() bool // begin anything
	most    func() int  // runs that this worker may own
	work    *workGroup
	stuck   *stuck
	newRun  func(store.Run) *run
	claimed func(run store.Run, cached bool) // is told of each; nil: nobody is
	ready   func()                           // runs may be claimed
	gone    <-chan struct{}                  // closed when nobody answers writes any more
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

// enlist puts a run that was claimed on the engine's list: what comes for it finds it
// there. One that its start has set to work already goes on. It reports false if the
// engine has heard first of a later claim of the run.
func (in *intake) enlist(r *run, c store.Claimed) bool {
	r.mu.Lock() // nobody may use it before it is complete
	defer r.mu.Unlock()
	found, ok := in.enter(r, c.Run.Deaths >= store.QuarantineAfter)
	if !ok {
		return false
	}
	r.mu.in.unread = r.mu.in.unread || found.news
	if found.before != nil {
		found.before.drop(activity.ErrLeaseLost)
	}
	if stale := found.stale; stale != nil {
		in.stuck.close(stale.machine, stale.run, stale.workflowID)
	}
	if found.machine != nil {
		r.machine, r.at.now = found.machine, found.machine.Now()
	}
	if in.claimed != nil {
		in.claimed(c.Run, found.machine != nil)
	}
	r.mu.in.addAll(c.Entries, c.Gen)
	r.beginLocked()
	return true
}

// forget takes the run off the engine's list and lets others in.
func (in *intake) forget(r *run) {
	if in.leave(r) {
		in.ready()
	}
}

// tell routes an entry that this process put into an inbox.
func (in *intake) tell(id store.RunID, owner store.WorkerID, entry store.Entry) {
	if owner == in.worker {
		for r := in.heldOrExpected(id, nil); r != nil && !r.deliver(entry); {
			r = in.heldOrExpected(id, r)
		}
		return
	}
	if owner == (store.WorkerID{}) {
		in.ready()
	}
}

// news has a run that is held here read its inbox.
func (in *intake) news(id store.RunID) {
	if r := in.held(id); r != nil {
		r.news()
	}
}
