package reprise

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// runLoop claims runs whenever it is hinted that some are ready.
func (e *engine) runLoop(ctx context.Context) {
	var pace pace
	for {
		found, look := false, false
		select {
		case <-ctx.Done():
			return
		case <-e.vitals.probeRuns:
			e.sign(&e.vitals.runs)
			continue
		case <-e.wakeRuns:
			look = hinted(e.lookRuns) // one look is both
		case <-e.lookRuns:
			look = true
			hinted(e.wakeRuns)
		}
		e.sign(&e.vitals.runs)
		e.claimSuspects()
		for more := true; more; {
			var n int
			n, more = e.claimRuns(false)
			found = found || n > 0
			e.sign(&e.vitals.runs)
		}
		if look {
			e.lookAgain(dueLookRuns, pace.next(found, e.cfg.jitter("look for runs")))
		}
	}
}

// claimRuns claims one batch. It reports how many runs it found, and whether there may be
// more right away.
func (e *engine) claimRuns(lane bool) (found int, more bool) {
	e.mu.Lock()
	n := min(e.runRoom(), e.atOnce(claimAtOnce))
	if lane {
		n = min(n, 1)
	}
	if n <= 0 || !e.mayClaim() || !lane && e.onTrial() {
		e.moreRuns = n <= 0
		e.mu.Unlock()
		return 0, false
	}
	e.claiming = n // nobody else is to take this room meanwhile
	e.mu.Unlock()
	outcome, err := e.writes.do(&store.Claim{Worker: e.worker.ID, ID: e.cfg.newToken(), Max: n, Filter: e.filter, Lane: lane})
	if err != nil {
		e.log.Error("cannot claim runs", "error", err)
	}
	for _, c := range outcome.Claims {
		e.attach(c)
	}
	found = len(outcome.Claims)
	more = found == n && !lane
	e.mu.Lock()
	defer e.mu.Unlock()
	e.claiming = 0
	if err == nil {
		e.moreRuns = more
	}
	return found, more
}

// pause waits, or until the engine ends.
func (e *engine) pause(d time.Duration) {
	alarm := e.cfg.Clock.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
	case <-e.loopCtx.Done():
	}
}

// dropAll forgets every run and ends every attempt.
func (e *engine) dropAll(cause error) {
	e.mu.Lock()
	e.stopping = true
	var runs []*run
	for _, r := range e.runs {
		runs = append(runs, r)
	}
	var attempts []*attempt
	for a := range e.attempts {
		attempts = append(attempts, a)
	}
	e.mu.Unlock()
	for _, r := range runs {
		r.drop(cause)
	}
	for _, a := range attempts {
		a.end(cause)
	}
}

// terminated drops a run that was ended from outside by this process.
func (e *engine) terminated(id store.RunID) {
	if r := e.held(id); r != nil {
		r.drop(activity.ErrCancelled)
	}
	e.mu.Lock()
	stale := e.cache.remove(id)
	e.mu.Unlock()
	e.endRows(id, activity.ErrCancelled)
	if stale != nil {
		e.closeMachine(stale.machine)
	}
}
