package reprise

import (
	"maps"
	"slices"
	"time"

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
		e.countStuck(r)
	}
	if len(stuck) > 0 {
		e.work.start(func() { e.parkStuck(stuck) })
	}
	e.watchAdrift(limit)
}

// watchAdrift does the same for runs that were never started: there is nothing to park.
func (e *engine) watchAdrift(limit time.Time) {
	e.mu.Lock()
	adrift := slices.Collect(maps.Keys(e.adrift))
	e.mu.Unlock()
	for _, r := range adrift {
		r.mu.Lock()
		over := !r.busy
		r.mu.Unlock()
		if !over && r.stepping.giveUp(limit) {
			e.countStuck(r)
			e.work.leave()
			over = true
		}
		if over {
			e.mu.Lock()
			delete(e.adrift, r)
			e.mu.Unlock()
		}
	}
}

// parkStuck parks runs that are stuck. It is not for the tick loop to do: a stack is read
// out of those of all goroutines while all of them stand, so only the first few runs are
// told with theirs.
func (e *engine) parkStuck(stuck []*run) {
	for i, r := range stuck {
		at := &StuckError{After: e.cfg.StepTimeout, Last: r.machine.Running()}
		if i < maxAbandoned {
			at = stuckIn(r.machine, e.cfg.StepTimeout)
		}
		text := at.text()
		e.mu.Lock()
		if s, ok := e.stuck[r.id]; ok { // it may have come back meanwhile
			e.stuck[r.id] = still{n: s.n, text: text}
		}
		e.mu.Unlock()
		r.giveUp(text)
	}
}

// giveUp parks a run whose goroutine is stuck in workflow code. The machine is never
// stopped: that would make the pending step return a lie.
func (r *run) giveUp(text string) {
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

// still is what is known of goroutines that are inside the workflow code of one run.
type still struct {
	n    int
	text string // where the one given up on last is
}

// stillStuckError parks a run again of which a goroutine of an earlier try is still
// inside: one stuck run must not use up what a worker may lose.
type stillStuckError struct{ text string }

func (e *stillStuckError) Error() string {
	return "mend it and restart, or let another process take the run: an earlier try has still not come back in this process; " + e.text
}

// stillStuck says whether and where a goroutine is still inside the workflow code of
// this run.
func (e *engine) stillStuck(id store.RunID) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.stuck[id]; s.n > 0 {
		return &stillStuckError{text: s.text}
	}
	return nil
}

// countStuck notes that a goroutine inside the workflow code of r was given up on.
func (e *engine) countStuck(r *run) {
	e.abandon(+1)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stuck[r.id] = still{n: e.stuck[r.id].n + 1}
}

// unstuck notes that stuck workflow code has come back after all.
func (e *engine) unstuck(id store.RunID) {
	e.mu.Lock()
	if s := e.stuck[id]; s.n > 1 {
		e.stuck[id] = still{n: s.n - 1, text: s.text}
	} else {
		delete(e.stuck, id)
	}
	e.mu.Unlock()
	e.abandon(-1)
}
