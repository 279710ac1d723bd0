package reprise

import "slices"

// room is what a queue with a limit of its own has left. The engine's lock guards it.
type room struct {
	free int
	more bool // rows of this queue may wait for it
}

// line is queues whose rows are claimed together: all that have no limit, or one that
// has: a claim must not bring more of it than there is room for.
type line struct {
	queues []string
	room   *room // nil: no limit
}

// makeRooms makes the rooms of the queues with a limit.
func makeRooms(limits map[string]int) map[string]*room {
	rooms := map[string]*room{}
	for queue, most := range limits {
		if most > 0 {
			rooms[queue] = &room{free: most}
		}
	}
	return rooms
}

// slots is how many activities can run at once here, of all queues together: where each of
// them has a bound of its own, no more than those allow.
func (c *Config) slots() int {
	unbounded := func(q string) bool { return c.QueueActivities[q] == 0 }
	if len(c.QueueActivities) == 0 || slices.ContainsFunc(c.Queues, unbounded) {
		return c.Activities
	}
	all := 0
	for _, most := range c.QueueActivities {
		all += most
	}
	return min(c.Activities, all)
}

// freeSlots is how many activities more can begin just now, of all queues together. e.mu
// is held.
func (e *engine) freeSlots() int {
	unbounded := func(q string) bool { return e.rooms[q] == nil }
	if len(e.rooms) == 0 || slices.ContainsFunc(e.filter.Queues, unbounded) {
		return e.free
	}
	all := 0
	for _, r := range e.rooms {
		all += r.free
	}
	return min(e.free, all)
}

// lines lists them, another one first each time: the first one has the first pick of the
// free slots.
func (e *engine) lines() []line {
	if len(e.rooms) == 0 {
		return []line{{queues: e.filter.Queues}}
	}
	var all []line
	var rest []string
	for _, q := range e.filter.Queues {
		if r := e.rooms[q]; r != nil {
			all = append(all, line{[]string{q}, r})
		} else {
			rest = append(rest, q)
		}
	}
	if len(rest) > 0 {
		all = append(all, line{queues: rest})
	}
	e.mu.Lock()
	e.first = (e.first + 1) % len(all)
	first := e.first
	e.mu.Unlock()
	return slices.Concat(all[first:], all[:first])
}

// fullQueues are the queues of which nothing can be taken just now.
func (e *engine) fullQueues() (full []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, q := range e.filter.Queues {
		if r := e.rooms[q]; r != nil && r.free == 0 {
			full = append(full, q)
		}
	}
	return full
}

// full reports whether no row can be taken, of whatever queue. e.mu is held.
func (e *engine) full() bool {
	hasRoom := func(q string) bool { return e.rooms[q] == nil || e.rooms[q].free > 0 }
	return min(e.free, e.rowRoom()) == 0 || !slices.ContainsFunc(e.filter.Queues, hasRoom)
}

// take takes n slots, and places in r. e.mu is held.
func (e *engine) take(r *room, n int) {
	e.free -= n
	if r != nil {
		r.free -= n
	}
}

// takeOne takes a slot, and a place in r, unless there is none or rows wait for it: they
// come first. e.mu is held.
func (e *engine) takeOne(r *room) bool {
	if e.free == 0 || e.moreRows || r != nil && (r.free == 0 || r.more) {
		return false
	}
	e.take(r, 1)
	return true
}

// freeSlot gives back the slot of an attempt, once.
func (e *engine) freeSlot(a *attempt) {
	a.mu.Lock()
	had := a.slot
	a.slot = false
	a.mu.Unlock()
	if had {
		e.giveSlot(a.room)
	}
}

// giveSlot gives back a slot, and a place in r.
func (e *engine) giveSlot(r *room) {
	e.mu.Lock()
	e.take(r, -1)
	more := e.moreRows || r != nil && r.more
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
	e.giveSlot(a.room)
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
