package reprise

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// runLoop claims runs whenever it is hinted that some are ready.
func (e *engine) runLoop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.vitals.probeRuns:
			e.sign(&e.vitals.runs)
			continue
		case <-e.wakeRuns:
			e.sign(&e.vitals.runs)
		}
		for e.claimRuns(false) {
			e.sign(&e.vitals.runs)
		}
		e.claimSuspects()
	}
}

// claimRuns claims one batch. It reports whether there may be more right away.
func (e *engine) claimRuns(lane bool) bool {
	e.mu.Lock()
	n := min(e.cfg.Runs-len(e.runs), claimAtOnce)
	if lane {
		n = min(n, 1)
	}
	if !e.mayClaim() || n <= 0 {
		e.moreRuns = n <= 0
		e.mu.Unlock()
		return false
	}
	e.mu.Unlock()
	outcome, err := e.writes.do(&store.Claim{Worker: e.worker.ID, ID: uuid.New(), Max: n, Filter: e.filter, Lane: lane})
	if err != nil {
		e.log.Error("cannot claim runs", "error", err)
		return false
	}
	for _, c := range outcome.Claims {
		e.attach(c, nil)
	}
	more := len(outcome.Claims) == n && !lane
	e.mu.Lock()
	e.moreRuns = more
	e.mu.Unlock()
	return more
}

// claimSuspects tries one suspect at a time, alone, after a commit that names it.
func (e *engine) claimSuspects() {
	e.mu.Lock()
	wanted := e.suspects && !e.laneTaken()
	e.mu.Unlock()
	if !wanted {
		return
	}
	e.claimRuns(true)
	e.mu.Lock()
	taken := e.laneTaken()
	e.mu.Unlock()
	if taken {
		return
	}
	e.claimRows(true)
	e.mu.Lock()
	e.suspects = e.laneTaken() // none was left: the tick will say when there are
	e.mu.Unlock()
}

// laneTaken reports whether a suspect is being tried. e.mu is held.
func (e *engine) laneTaken() bool {
	return e.lane != (store.RunID{}) || e.laneRow != (store.ActivityKey{})
}

// leaveLane frees the suspects' lane. e.mu is held.
func (e *engine) leaveLane() {
	e.lane, e.laneRow = store.RunID{}, store.ActivityKey{}
	if e.suspects {
		hint(e.wakeRuns)
	}
}

// absolved frees the suspects' lane: the run in it has made progress.
func (e *engine) absolved(id store.RunID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lane == id {
		e.leaveLane()
	}
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
