package reprise

import "github.com/reprise-run/reprise/store"

// askToWake has op make runs that sleep here, or are about to, this worker's at once, if
// that is what a claim would do next: as many as there is room for, which is kept until the
// answer is there.
func (e *engine) askToWake(op *store.Fire) {
	claim := e.cfg.newToken()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.mayClaim() || e.onTrial() || e.moreRuns {
		return
	}
	if e.waking = min(e.runRoom(), e.cache.order.Len()+len(e.runs)+len(e.openings), claimAtOnce); e.waking > 0 {
		op.Room, op.Claim = e.waking, claim
	}
}

// awoken gives back what was kept for runs: those that it was for are on the engine's list
// by now.
func (e *engine) awoken() {
	e.mu.Lock()
	e.waking = 0
	more := e.moreRuns
	e.mu.Unlock()
	if more {
		hint(e.wakeRuns)
	}
}

// fired takes in what timers that this worker has fired have led to.
func (e *engine) fired(o store.Outcome) {
	woken := make(map[store.RunID]bool, len(o.Claims))
	for _, c := range o.Claims {
		woken[c.Run.ID] = true
		e.goOn(c)
	}
	for _, f := range o.Fired {
		if !woken[f.Run] { // else it is with the claim
			e.tell(f.Run, f.Owner, f.Entry)
		}
	}
}

// goOn has a run go on that is this worker's with an entry that this process has put into
// its inbox.
func (e *engine) goOn(c store.Claimed) {
	if r := e.held(c.Run.ID); r == nil || !r.precedes(c) {
		e.attach(c)
	}
}
