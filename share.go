package reprise

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// leastSurplus is how many runs more than its share a worker must hold before any leaves
// it. One eighth of the share is left where it is, too: sharing out exactly would move
// runs to and fro for ever.
const leastSurplus = 2

// load says how busy this worker is, and whether its peers should know before the lease
// is renewed. Alone it tells nobody.
func (e *engine) load() (now store.Load, tell bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now = e.loadNow()
	tell = len(e.peers) > 0 && differs(now, e.told, e.cfg.Activities)
	if tell {
		e.told = now
	}
	return now, tell
}

// loadNow counts what this worker holds. e.mu is held.
func (e *engine) loadNow() store.Load {
	held := len(e.runs)
	for key := range e.rows {
		if _, mine := e.runs[key.Run]; !mine {
			held++
		}
	}
	return store.Load{Held: held, Free: e.free}
}

// differs says whether what was told of a load would mislead whoever goes by it.
func differs(now, told store.Load, slots int) bool {
	held := max(now.Held-told.Held, told.Held-now.Held)
	free := max(now.Free-told.Free, told.Free-now.Free)
	return held >= max(leastSurplus, told.Held/8) || held > 0 && now.Held == 0 ||
		free > slots/8 || free > 0 && (now.Free == 0 || told.Free == 0)
}

// weigh takes in what the tick said of the peers: how many runs are to leave this worker
// until the next one. None while rows wait: whoever has a free slot takes them.
func (e *engine) weigh(peers []store.Peer, rows int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	alone := len(e.peers) > 0 && len(peers) == 0
	e.peers = peers
	e.surplus = 0
	if rows == 0 {
		e.surplus = surplus(e.loadNow().Held, e.cfg.Activities, peers)
	}
	if alone && !e.yields.IsZero() {
		e.yields = time.Time{} // nobody is left who would take it
		hint(e.wakeRows)
	}
}

// surplus is how many runs should leave a worker with slots that holds held: half of what
// is above its share, as far as its peers have both less than theirs and free slots. The
// other half waits for the next tick: what has just left is in nobody's count yet.
func surplus(held, slots int, peers []store.Peer) int {
	total, all := held, slots
	for _, p := range peers {
		total, all = total+p.Load.Held, all+p.Slots
	}
	if all == 0 {
		return 0
	}
	share := func(slots int) int { return (total*slots + all - 1) / all }
	above := held - share(slots)
	if above < max(leastSurplus, share(slots)/8) {
		return 0
	}
	room := 0
	for _, p := range peers {
		room += max(0, min(share(p.Slots)-p.Load.Held, p.Load.Free))
	}
	return min((above+1)/2, room)
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

// yielding says whether rows are left to peers just now: this worker has put some there
// for them. e.mu is held.
func (e *engine) yielding() bool { return e.cfg.Clock.Now().Before(e.yields) }

// runRoom is how many runs more this worker should own. While peers have free slots it
// takes no more runs than it has slots. e.mu is held.
func (e *engine) runRoom() int {
	most := e.cfg.Runs
	for _, p := range e.peers {
		if p.Load.Free > 0 {
			most = min(most, e.cfg.Activities)
		}
	}
	return max(0, most-len(e.runs))
}

// atOnce bounds a claim: who comes first must not take what its peers are about to. e.mu
// is held.
func (e *engine) atOnce(n int) int {
	return min(n, max(1, claimAtOnce/(1+len(e.peers))))
}
