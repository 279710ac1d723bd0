package reprise

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// leastSurplus is how many runs more than its share a worker must hold before any leaves
// it. One eighth of the share is left where it is, too: sharing out exactly would move
// runs to and fro for ever.
const leastSurplus = 2

// enoughRows is as far as a tick counts.
const enoughRows = 100

// load says how busy this worker is, and whether its peers should know before the lease
// is renewed. Alone it tells nobody.
func (e *engine) load() (now store.Load, tell bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now = e.loadNow()
	tell = len(e.peers) > 0 && differs(now, e.told, e.cfg.slots())
	e.saying = e.told
	if tell {
		e.saying = now
	}
	return now, tell
}

// loadTold notes that the tick that took the load along has succeeded: of any other one
// the peers may not have heard, and they are told again.
func (e *engine) loadTold() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = e.saying
}

// loadNow counts what this worker holds. One that takes nothing more, or may own no more
// runs, has nothing free, or its peers would leave to it what waits. e.mu is held.
func (e *engine) loadNow() store.Load {
	held := len(e.runs)
	for key := range e.rows {
		if _, mine := e.runs[key.Run]; !mine {
			held++
		}
	}
	if e.stopping || e.abandoned >= maxAbandoned {
		return store.Load{Held: held}
	}
	return store.Load{Held: held, Free: min(e.freeSlots(), max(0, e.cfg.Runs-len(e.runs)))}
}

// differs says whether what was told of a load would mislead whoever goes by it.
func differs(now, told store.Load, slots int) bool {
	held := max(now.Held-told.Held, told.Held-now.Held)
	free := max(now.Free-told.Free, told.Free-now.Free)
	return held >= max(leastSurplus, told.Held/8) || held > 0 && now.Held == 0 ||
		free > slots/8 || free > 0 && (now.Free == 0 || told.Free == 0)
}

// weigh takes in what the tick said of the peers: how many runs are to leave this worker
// until the next one.
func (e *engine) weigh(peers []store.Peer, rows int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	alone := len(e.peers) > 0 && len(peers) == 0
	e.peers = peers
	held, slots := e.loadNow().Held, e.cfg.slots()
	e.surplus, e.fair = surplus(held, slots, rows, peers), fairShare(held, slots, rows, peers)
	e.plenty = rows >= enoughRows
	// What was left to peers once and is there still is left no longer.
	passed := e.passed
	e.passed = rows > 0 && e.fair > 0 && held >= e.fair && !passed
	if passed {
		e.fair = 0
	}
	if alone && !e.yields.IsZero() {
		e.yields = time.Time{} // nobody is left who would take it
		hint(e.wakeRows)
	}
}

// busy is how many of the peers have something to do.
func busy(peers []store.Peer) (n int) {
	for _, p := range peers {
		if p.Load.Held > 0 {
			n++
		}
	}
	return n
}

// share is the part of total that belongs to slots of all, rounded up.
func share(total, slots, all int) int {
	if all == 0 {
		return total
	}
	return (total*slots + all - 1) / all
}

// sum adds up what a worker and its peers hold, and their slots.
func sum(held, slots int, peers []store.Peer) (total, all int) {
	for _, p := range peers {
		held, slots = held+p.Load.Held, slots+p.Slots
	}
	return held, slots
}

// fairShare is how much a worker should hold, of all that is held and the rows that wait,
// before it takes another row; 0: whatever it gets, for no peer that holds less than its
// share has a free slot, or there are enough for everybody.
func fairShare(held, slots, rows int, peers []store.Peer) int {
	if rows >= enoughRows {
		return 0
	}
	total, all := sum(held+rows, slots, peers)
	for _, p := range peers {
		if p.Load.Free > 0 && p.Load.Held < share(total, p.Slots, all) {
			return share(total, slots, all)
		}
	}
	return 0
}

// surplus is how many runs should leave a worker with slots that holds held: half of what
// is above its share, as far as its peers have both less than theirs and free slots. The
// other half waits for the next tick: what has just left is in nobody's count yet. The
// rows that wait will be somebody's; while there are many no run has to leave.
func surplus(held, slots, rows int, peers []store.Peer) int {
	if rows >= enoughRows {
		return 0
	}
	total, all := sum(held+rows, slots, peers)
	mine := share(total, slots, all)
	above := held - mine
	if above < max(leastSurplus, mine/8) {
		return 0
	}
	room := -rows
	for _, p := range peers {
		room += max(0, min(share(total, p.Slots, all)-p.Load.Held, p.Load.Free))
	}
	return max(0, min((above+1)/2, room))
}

// letGo says whether the next activity of a run should be a row that this worker leaves
// to its peers, and the run with it.
func (e *engine) letGo() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.surplus == 0 || e.stopping {
		return false
	}
	e.surplus--
	e.yields = e.cfg.Clock.Now().Add(store.PreferFor)
	e.pump.Set(dueKey{why: dueYield}, e.yields)
	return true
}

// rowRoom is how many rows more this worker should take. None while it leaves to its peers
// what it has put there for them, and no more than its share while they hold less than
// theirs. e.mu is held.
func (e *engine) rowRoom() int {
	switch {
	case e.cfg.Clock.Now().Before(e.yields):
		return 0
	case e.fair > 0:
		return max(0, e.fair-e.loadNow().Held)
	}
	return e.cfg.Activities
}

// runRoom is how many runs more this worker should own. While peers have free slots it
// takes no more runs than it has slots, or one claim brings: many runs need no slot. e.mu
// is held.
func (e *engine) runRoom() int {
	most := e.cfg.Runs
	for _, p := range e.peers {
		if p.Load.Free > 0 {
			most = min(most, max(e.cfg.slots(), claimAtOnce))
		}
	}
	return max(0, most-len(e.runs)-len(e.openings)-len(e.asked)-e.claiming-e.waking)
}

// atOnce bounds a claim: who comes first must not take what its peers are about to. e.mu
// is held.
func (e *engine) atOnce(n int) int {
	return min(n, max(1, claimAtOnce/(1+len(e.peers))))
}

// rowsAtOnce bounds a claim of rows. While a hundred and more wait one claim leaves few
// without, and only until the next tick, and three small ones are three commits; what is more, each of them ends
// in the middle of some run's rows, and who ends the others has to wait for that run. e.mu is
// held.
func (e *engine) rowsAtOnce() int {
	if e.plenty {
		return claimAtOnce
	}
	return e.atOnce(claimAtOnce)
}
