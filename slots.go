package reprise

// freeSlot gives back the slot of an attempt, once.
func (e *engine) freeSlot(a *attempt) {
	a.mu.Lock()
	had := a.slot
	a.slot = false
	a.mu.Unlock()
	if had {
		e.slotFreed()
	}
}

func (e *engine) slotFreed() {
	e.mu.Lock()
	e.free++
	more := e.moreRows
	e.mu.Unlock()
	if more {
		hint(e.wakeRows)
	}
}

// finished forgets an attempt whose function has returned.
func (e *engine) finished(a *attempt) {
	e.pump.Drop(dueKey{why: dueGrace, attempt: a})
	e.mu.Lock()
	delete(e.attempts, a)
	e.mu.Unlock()
}

// grace gives an attempt whose end is decided some time to notice.
func (e *engine) grace(a *attempt) {
	a.mu.Lock()
	waiting := !a.returned && a.slot
	a.mu.Unlock()
	if waiting && !a.begun.IsZero() {
		e.pump.Set(dueKey{why: dueGrace, attempt: a}, e.cfg.Clock.Now().Add(e.cfg.Grace))
	}
}

// giveUp frees the slot of an attempt that ignores the end of its context. Its
// goroutine is counted as abandoned until it returns.
func (e *engine) giveUp(a *attempt) {
	a.mu.Lock()
	give := a.slot && !a.returned
	if give {
		a.slot = false // in one step: the function may be returning just now
	}
	a.mu.Unlock()
	if !give {
		return
	}
	e.abandon(+1)
	e.log.Error("activity ignores the end of its context, giving up on its goroutine", "run", a.runID, "activity", a.scheduled.Name, "attempt", a.n)
	e.slotFreed()
	e.work.leave()
}

// abandon counts goroutines given up on. At maxAbandoned the worker claims no more.
func (e *engine) abandon(n int) {
	e.mu.Lock()
	e.abandoned += n
	now := e.abandoned
	e.mu.Unlock()
	if n > 0 && now == maxAbandoned {
		e.log.Error("too many goroutines are stuck: this worker claims nothing more until some return or the process is restarted", "abandoned", now)
	}
	if f := e.cfg.Observer.Abandoned; f != nil {
		f(now)
	}
	if n < 0 {
		hint(e.wakeRuns)
		hint(e.wakeRows)
	}
}

// mayClaim reports whether this worker should take anything on. Without a valid lease
// it could begin nothing of it. e.mu is held.
func (e *engine) mayClaim() bool {
	return !e.stopping && e.abandoned < maxAbandoned && e.keeper.Valid()
}
