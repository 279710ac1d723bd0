package reprise

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// trial is how long a suspect is tried before the worker takes on other work beside
// it. It is tried alone so that a death is held against it with some right.
const trial = time.Second

// claimSuspects tries one suspect, after a commit that names it.
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

// onTrial reports whether nothing else may begin because of it. e.mu is held.
func (e *engine) onTrial() bool {
	return e.laneTaken() && e.cfg.Clock.Now().Before(e.trialEnds)
}

// enterLane begins the trial of a run or an activity. e.mu is held.
func (e *engine) enterLane(run store.RunID, row store.ActivityKey) {
	e.lane, e.laneRow = run, row
	e.trialEnds = e.cfg.Clock.Now().Add(trial)
	e.pump.Set(dueKey{why: dueTrial}, e.trialEnds)
}

// leaveLane frees the suspects' lane. e.mu is held.
func (e *engine) leaveLane() {
	e.lane, e.laneRow = store.RunID{}, store.ActivityKey{}
	hint(e.wakeRuns)
	hint(e.wakeRows)
}

// absolved frees the suspects' lane: the run in it has made progress.
func (e *engine) absolved(id store.RunID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lane == id {
		e.leaveLane()
	}
}
