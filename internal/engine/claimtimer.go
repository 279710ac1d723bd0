package engine

import "github.com/reprise-run/reprise/store"

// claimWoken has op make runs that sleep here, or are about to, this worker's at once, if
// that is what a claim would do next: as many as there is room for, which is kept until the
// answer is there.
func (in *intake) claimWoken(op *store.Fire) {
	if !in.may() {
		return
	}
	if n := in.reserveTimers(in.most(), claimAtOnce); n > 0 {
		op.Room, op.Claim = n, in.token()
	}
}

// wokenClaimed gives back what was kept for runs: those that it was for are on the engine's list
// by now.
func (in *intake) wokenClaimed() {
	if in.timersFired() {
		in.ready()
	}
}

// fired takes in what timers that this worker has fired have led to.
func (in *intake) fired(o store.Outcome) {
	woken := make(map[store.RunID]bool, len(o.Claims))
	for _, c := range o.Claims {
		woken[c.Run.ID] = true
		in.goOn(c)
	}
	for _, f := range o.Fired {
		if !woken[f.Run] { // else it is with the claim
			in.tell(f.Run, f.Owner, f.Entry)
		}
	}
}

// goOn has a run go on that is this worker's with an entry that this process has put into
// its inbox.
func (in *intake) goOn(c store.Claimed) {
	if r := in.held(c.Run.ID); r == nil || !r.precedes(c) {
		in.attach(c)
	}
}
