package reprise

import (
	"errors"

	"github.com/reprise-run/reprise/store"
)

// watch gives up on tasks that have been inside workflow code for too long.
func (e *engine) watch() {
	limit := e.cfg.Clock.Now().Add(-e.cfg.StepTimeout)
	var stuck []*run
	e.mu.Lock()
	for _, r := range e.runs {
		if r.stepping.giveUp(limit) {
			stuck = append(stuck, r)
		}
	}
	e.mu.Unlock()
	for _, r := range stuck {
		e.abandon(+1)
		e.mu.Lock()
		e.stuck[r.id]++
		e.mu.Unlock()
		e.work.start(r.giveUp)
	}
}

// giveUp parks a run whose goroutine is stuck in workflow code. The machine is never
// stopped: that would make the pending step return a lie.
func (r *run) giveUp() {
	text := stuckIn(r.machine, r.e.cfg.StepTimeout).text()
	r.mu.Lock()
	r.pending = append(r.taken, r.pending...) // results among them must not be lost
	r.taken = nil
	r.mu.Unlock()
	r.parkBlocked(reasonStuck, text)
	r.e.log.Error("run is parked: "+reasonStuck, "run", r.id, "workflow_id", r.info.WorkflowID, "text", text)
	if f := r.e.cfg.Observer.Blocked; f != nil {
		f(r.id, reasonStuck, text)
	}
	r.e.work.leave() // on behalf of the goroutine that is stuck
}

// errStillStuck parks a run again of which a goroutine of an earlier try is still
// inside: one stuck run must not use up what a worker may lose.
var errStillStuck = errors.New("workflow code of an earlier try has still not come back in this process; it must wait only through the workflow package (Get, Sleep, Receive, Select): mend it and restart, or let another process take the run")

// isStuck reports whether a goroutine is still inside the workflow code of this run.
func (e *engine) isStuck(id store.RunID) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.stuck[id] > 0
}

// unstuck notes that stuck workflow code has come back after all.
func (e *engine) unstuck(id store.RunID) {
	e.mu.Lock()
	if e.stuck[id]--; e.stuck[id] <= 0 {
		delete(e.stuck, id)
	}
	e.mu.Unlock()
	e.abandon(-1)
}
