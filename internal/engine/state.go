package engine

// State is the state of a process's worker.
type State string

// The states of a worker, in their order.
const (
	Idle      State = "idle"      // it was not started
	Starting  State = "starting"  // it is joining
	Ready     State = "ready"     // it takes work
	Rejoining State = "rejoining" // its lease is over: it takes nothing until it has joined again
	Draining  State = "draining"  // Stop or DrainWorker was called, and running work finishes
	Drained   State = "drained"   // it owns nothing any more
)

// StateOf returns the state of p's worker.
func StateOf(p *Process) State {
	p.mu.Lock()
	stopped, running, lost, e := p.mu.stopped, p.mu.running, len(p.mu.past) > 0, p.mu.engine
	p.mu.Unlock()
	select {
	case <-p.ended:
		return Drained
	default:
	}
	switch {
	case stopped:
		return Draining
	case e != nil && e.keeper.Valid() && e.slots.drains() != nil:
		if drained(e) {
			return Drained
		}
		return Draining
	case e != nil && e.keeper.Valid():
		return Ready
	case !running:
		return Idle
	case e != nil || lost:
		return Rejoining
	}
	return Starting
}
