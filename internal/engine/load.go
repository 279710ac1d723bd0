package engine

import (
	"time"

	"github.com/reprise-run/reprise/internal/balance"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Load is what a worker holds now.
type Load struct {
	Runs        int
	MaxRuns     int
	CachedRuns  int
	CachedBytes int
	Lease       time.Duration
	Slots       []Slots
}

// Slots are the slots of a queue.
type Slots struct {
	Queue string
	Used  int
	Limit int
}

// loadOf returns what e holds.
func loadOf(e *engine) *Load {
	l := &Load{Runs: e.own.count(), MaxRuns: e.cfg.Runs, Lease: e.keeper.Left(), Slots: e.slots.list(e.cfg.Slots)}
	l.CachedRuns, l.CachedBytes = e.own.cached()
	return l
}

// claimAtOnce limits how much one claim brings.
const claimAtOnce = balance.ClaimAtOnce

// sharing decides how much of a fleet's work this worker keeps.
type sharing struct {
	*balance.Balance
	clock    timer.Clock
	most     int // runs that this worker may own
	own      *ownership
	attempts *attempt.Set
	slots    *slots
	stuck    *stuck
	more     func()                // called when the worker should take more rows
	yields   func(until time.Time) // called when rows are left to peers until then
}

// load returns how busy this worker is, and whether to tell its peers before the lease is
// renewed.
func (s *sharing) load() (now store.Load, tell bool) {
	now = s.loadNow()
	return now, s.Publish(now)
}

// loadNow counts what this worker holds. A worker that takes nothing more, or may own no
// more runs, has nothing free; otherwise its peers would leave work to it.
func (s *sharing) loadNow() store.Load {
	runs := s.own.count()
	foreign := func(id store.RunID) bool { return s.own.held(id) == nil }
	held := runs + s.attempts.RowsOf(foreign)
	if s.own.stopping() || s.stuck.tooMany() {
		return store.Load{Held: held}
	}
	return store.Load{Held: held, Free: min(s.slots.free(), max(0, s.most-runs))}
}

// weigh processes what the tick said about the peers.
func (s *sharing) weigh(peers []store.Peer, rows int) {
	if s.Weigh(s.loadNow().Held, rows, peers) {
		s.more()
	}
}

// leaveToPeers reports whether the next activity of a run should become a row for this
// worker's peers, which then take over the run too.
func (s *sharing) leaveToPeers() bool {
	if s.own.stopping() {
		return false
	}
	until, leave := s.Leave(s.clock.Now())
	if leave {
		s.yields(until)
	}
	return leave
}

// rowsWanted returns how many more rows this worker should take, given what its peers
// have.
func (s *sharing) rowsWanted() int { return s.Rows(s.clock.Now(), s.loadNow().Held) }
