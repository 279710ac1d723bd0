package reprise

import "github.com/reprise-run/reprise/store"

// asking is a delivery that may make its run this worker's at once; see
// [store.Deliver]. Until its answer is there, it has room for the run, and Stop waits.
type asking struct {
	e    *engine
	run  store.RunID
	left bool // its caller has left, and another goroutine waits for the answer
}

// ask has op make its run this worker's, if that is what a claim would do next: the run
// is parked here, or about to be, and nothing keeps this worker from taking it on. It
// returns nil otherwise.
func (e *engine) ask(op *store.Deliver) *asking {
	op.Owner, op.Claim = store.WorkerID{}, store.Token{}
	if e == nil {
		return nil
	}
	claim := e.cfg.newToken()
	e.mu.Lock()
	defer e.mu.Unlock()
	run, here := e.nearby(op.Ref)
	if !here || !e.mayClaim() || e.onTrial() || e.moreRuns || e.runRoom() == 0 || !e.work.join() {
		return nil
	}
	e.asked[run]++
	op.Owner, op.Claim = e.worker.ID, claim
	return &asking{e: e, run: run}
}

// nearby finds the run that a delivery is for, if it is held here or its machine is in
// the cache. e.mu is held.
func (e *engine) nearby(ref store.Ref) (run store.RunID, here bool) {
	if ref.Run == (store.RunID{}) {
		if run, here = e.names[ref.WorkflowID]; here {
			return run, true
		}
		return e.cache.named(ref.WorkflowID)
	}
	return ref.Run, e.runs[ref.Run] != nil || e.cache.byRun[ref.Run] != nil
}

// answered gives back what was kept for the run: it is on the engine's list by now, or
// not this worker's.
func (a *asking) answered() {
	if a == nil || a.left {
		return
	}
	a.e.mu.Lock()
	if a.e.asked[a.run]--; a.e.asked[a.run] <= 0 {
		delete(a.e.asked, a.run)
	}
	more := a.e.moreRuns
	a.e.mu.Unlock()
	a.e.work.leave()
	if more {
		hint(a.e.wakeRuns)
	}
}

// late waits for the answer in the place of a caller who has left.
func (a *asking) late(r *request) {
	if a == nil {
		return
	}
	waiting := *a
	a.left = a.e.work.start(func() {
		select {
		case <-r.done:
		case <-a.e.writes.gone:
		}
		waiting.answered()
	})
}

// delivered takes in what an entry of this process's has led to.
func (e *engine) delivered(o store.Outcome) {
	for _, c := range o.Claims {
		e.goOn(c)
	}
	if len(o.Claims) == 0 && len(o.Entries) > 0 {
		e.tell(o.Run, o.Owner, o.Entries[0])
	}
}

// precedes has a claim wait until this run, which is about to be parked, or has been and
// does not know it yet, has left its machine to the cache.
func (r *run) precedes(c store.Claimed) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left || !r.leaving && !r.gone {
		return false
	}
	r.again = &c
	return true
}

// handOn attaches the claim that waited until this run was off the engine's list.
func (r *run) handOn() {
	r.mu.Lock()
	again, fetch := r.again, r.fetch
	r.again, r.left = nil, true
	r.mu.Unlock()
	if again == nil || r.e.held(r.id) != nil {
		return
	}
	r.e.attach(*again)
	if successor := r.e.held(r.id); fetch && successor != nil {
		successor.news()
	}
}

// wait has an entry wait with the claim. It reports false if the inbox is to be read.
// The lock of the run that precedes it is held.
func wait(again *store.Claimed, entry store.Entry) bool {
	if entry.Order == again.Gen+1 {
		again.Entries, again.Gen = append(again.Entries, entry), entry.Order
	}
	return entry.Order <= again.Gen
}
