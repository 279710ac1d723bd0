package engine

import (
	"github.com/reprise-run/reprise/internal/balance"
	"github.com/reprise-run/reprise/store"
)

// claimAtOnce bounds what one claim brings.
const claimAtOnce = balance.ClaimAtOnce

// sharing is how much of a fleet's work this worker keeps.
type sharing struct {
	*balance.Balance
	e *engine
}

// load says how busy this worker is, and whether its peers should know before the lease is
// renewed.
func (s *sharing) load() (now store.Load, tell bool) {
	now = s.loadNow()
	return now, s.Tell(now)
}

// loadNow counts what this worker holds. One that takes nothing more, or may own no more
// runs, has nothing free, or its peers would leave to it what waits.
func (s *sharing) loadNow() store.Load {
	runs := s.e.own.count()
	foreign := func(id store.RunID) bool { return s.e.own.held(id) == nil }
	held := runs + s.e.activities.rowsOf(foreign)
	if s.e.own.stopping() || s.e.stuck.tooMany() {
		return store.Load{Held: held}
	}
	return store.Load{Held: held, Free: min(s.e.slots.free(), max(0, s.e.cfg.Runs-runs))}
}

// weigh takes in what the tick said of the peers.
func (s *sharing) weigh(peers []store.Peer, rows int) {
	if s.Weigh(s.loadNow().Held, rows, peers) {
		wake(s.e.wake.rows)
	}
}

// leaveToPeers says whether the next activity of a run should be a row that this worker
// leaves to its peers, and the run with it.
func (s *sharing) leaveToPeers() bool {
	if s.e.own.stopping() {
		return false
	}
	until, leave := s.Leave(s.e.cfg.Clock.Now())
	if leave {
		s.e.pump.Set(dueKey{why: dueYield}, until)
	}
	return leave
}

// rowsWanted is how many rows more this worker should take, by what its peers have.
func (s *sharing) rowsWanted() int {
	return s.Rows(s.e.cfg.Clock.Now(), s.loadNow().Held)
}
