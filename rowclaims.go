package reprise

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/store"
)

// rowLoop claims activity rows whenever it is hinted that some are ready and slots
// are free.
func (e *engine) rowLoop(ctx context.Context) {
	var looked time.Time // for rows that are overdue, while none could be taken
	var pace pace
	for {
		found, look := false, false
		select {
		case <-ctx.Done():
			return
		case <-e.vitals.probeRows:
			e.sign(&e.vitals.rows)
			continue
		case <-e.wakeRows:
			look = hinted(e.lookRows) // one look is both
		case <-e.lookRows:
			look = true
			hinted(e.wakeRows)
		}
		e.sign(&e.vitals.rows)
		for more := true; more; {
			var n int
			n, more = e.claimRows(false)
			found = found || n > 0
			e.sign(&e.vitals.rows)
		}
		if look {
			e.lookAgain(dueLookRows, pace.next(found, e.cfg.jitter("look for rows")))
		}
		if now := e.cfg.Clock.Now(); now.Sub(looked) >= tickInterval && e.endOverdue() {
			looked = now
		}
	}
}

// lookAgain has a loop look again after wait; 0: when the tick says so.
func (e *engine) lookAgain(why dueWhy, wait time.Duration) {
	if wait > 0 {
		e.pump.Set(dueKey{why: why}, e.cfg.Clock.Now().Add(wait))
	}
}

// endOverdue ends rows whose deadline has passed while no row can be taken: it takes none.
// It reports whether it has looked for any.
func (e *engine) endOverdue() bool {
	e.mu.Lock()
	look := e.full() && e.mayClaim() && !e.onTrial()
	e.mu.Unlock()
	if !look {
		return false
	}
	none := store.Filter{Namespace: e.filter.Namespace} // matches nothing but them
	outcome, err := e.writes.do(&store.ClaimActivities{Worker: e.worker.ID, ID: e.cfg.newToken(), Max: claimAtOnce, Filter: none})
	if err != nil {
		e.log.Error("cannot claim activities", "error", err)
	}
	for _, t := range outcome.Tasks {
		e.endUnrun(t, made(t), overdue(t))
	}
	return true
}

const claimAtOnce = 100

// claimRows claims one batch from each line. It reports how many rows it found, and
// whether there may be more right away.
func (e *engine) claimRows(lane bool) (found int, more bool) {
	full := false
	for _, l := range e.lines() {
		n, again := e.claimLine(l, lane)
		found, full = found+n, full || again
		if lane && n > 0 {
			break
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.moreRows = full && e.free == 0
	return found, full && e.free > 0
}

// claimLine claims a batch of the rows of a line. It reports how many it found, and
// whether there may be more.
func (e *engine) claimLine(l line, lane bool) (found int, full bool) {
	e.mu.Lock()
	room := e.rowRoom()
	n := min(e.free, room, e.rowsAtOnce())
	if l.room != nil {
		n = min(n, l.room.free)
		l.room.more = l.room.free == 0
	}
	if lane {
		n = min(n, 1)
	}
	if n == 0 || !e.mayClaim() || !lane && e.onTrial() {
		none := e.free == 0 && room > 0
		e.mu.Unlock()
		return 0, none
	}
	e.take(l.room, n)
	e.mu.Unlock()
	filter := e.filter
	filter.Queues = l.queues
	outcome, err := e.writes.do(&store.ClaimActivities{Worker: e.worker.ID, ID: e.cfg.newToken(), Max: n, Filter: filter, Lane: lane})
	if err != nil {
		e.log.Error("cannot claim activities", "error", err)
	}
	for _, task := range outcome.Tasks {
		e.beginRow(task, l.room)
	}
	found = len(outcome.Tasks)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.take(l.room, found-n)
	full = found == n && !lane
	e.plenty = e.plenty && found == n
	if l.room != nil {
		l.room.more = full && l.room.free == 0
		full = full && l.room.free > 0
	}
	return found, full
}
