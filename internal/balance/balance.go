// Package balance decides how much of a fleet's work a worker keeps, and how soon it looks
// for more.
//
// A [Balance] goes by what the last tick said of the worker's peers. It starts nothing and
// asks nobody: time and load are arguments. A [Pace] says when to look again for what no
// wake-up tells of.
//
// Package balance imports store.
package balance

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	// leastSurplus is how many runs more than its share a worker must hold before any leaves
	// it. One eighth of the share is left where it is, too: sharing out exactly would move
	// runs to and fro for ever.
	leastSurplus = 2
	// enoughRows is as far as a tick counts. While so many rows wait there are enough for
	// everybody, and no run has to leave.
	enoughRows = 100
	// ClaimAtOnce is how many runs or rows a worker that is alone claims at once.
	ClaimAtOnce = 100
)

// Balance is what one worker keeps. Its methods may be called concurrently.
type Balance struct {
	slots, runs int

	mu struct {
		sync.Mutex
		peers      []store.Peer // as of the last tick
		published  store.Load   // what they were last told, not counting renewals
		publishing store.Load   // the same, once the tick that is under way has succeeded
		surplus    int          // runs that should leave until the next tick
		yields     time.Time    // until then rows are left to peers
		fair       int          // how much this worker holds before it leaves rows to peers; 0: any
		passed     bool         // the last tick saw rows that were left to them
	}
}

// New makes the Balance of a worker that runs so many activities at once and owns at most so
// many runs.
func New(slots, runs int) *Balance { return &Balance{slots: slots, runs: runs} }

// Publish reports whether the peers should be told of the worker's load before its lease is
// renewed. A worker that is alone tells nobody.
func (b *Balance) Publish(now store.Load) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	tell := len(b.mu.peers) > 0 && differs(now, b.mu.published, b.slots)
	b.mu.publishing = b.mu.published
	if tell {
		b.mu.publishing = now
	}
	return tell
}

// Published notes that the tick that took the load along has succeeded. Of any other one the peers
// may not have heard, and they are told again.
func (b *Balance) Published() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mu.published = b.mu.publishing
}

// Weigh takes in what the tick said of the peers and of the rows that wait. It reports
// whether what was left to peers is this worker's again, because none of them is there.
func (b *Balance) Weigh(held, rows int, peers []store.Peer) (again bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	alone := len(b.mu.peers) > 0 && len(peers) == 0
	b.mu.peers = peers
	b.mu.surplus, b.mu.fair = surplus(held, b.slots, rows, peers), fairShare(held, b.slots, rows, peers)
	// What was left to peers once and is there still is left no longer.
	passed := b.mu.passed
	b.mu.passed = rows > 0 && b.mu.fair > 0 && held >= b.mu.fair && !passed
	if passed {
		b.mu.fair = 0
	}
	if again = alone && !b.mu.yields.IsZero(); again {
		b.mu.yields = time.Time{}
	}
	return again
}

// Leave reports whether the next activity of a run should be a row that the worker leaves to
// its peers, and the run with it. Rows are then left alone until the time it returns.
func (b *Balance) Leave(now time.Time) (until time.Time, leave bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.mu.surplus == 0 {
		return time.Time{}, false
	}
	b.mu.surplus--
	b.mu.yields = now.Add(store.StickyFor)
	return b.mu.yields, true
}

// Rows is how many rows more the worker should take, of any number that it has slots for.
// None while it leaves to its peers what it has put there for them, and no more than its
// share while they hold less than theirs.
func (b *Balance) Rows(now time.Time, held int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case now.Before(b.mu.yields):
		return 0
	case b.mu.fair > 0:
		return max(0, b.mu.fair-held)
	}
	return b.slots
}

// Runs is how many runs the worker should own. While peers have free slots it owns no more
// runs than it has slots, or one claim brings: many runs need no slot.
func (b *Balance) Runs() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	most := b.runs
	for _, p := range b.mu.peers {
		if p.Load.Free > 0 {
			most = min(most, max(b.slots, ClaimAtOnce))
		}
	}
	return most
}

// AtOnce bounds a claim: who comes first must not take what its peers are about to.
func (b *Balance) AtOnce() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(1, ClaimAtOnce/(1+len(b.mu.peers)))
}

// Peers is how many peers the last tick saw.
func (b *Balance) Peers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.mu.peers)
}

// Before is how many peers that have room come before me at the turn of a wake-up. All workers put
// the same peers into the same order, without the sender, and each turn has an order of its own.
func (b *Balance) Before(me, sender store.WorkerID, turn uint32) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	mine := place(me, turn)
	for _, p := range b.mu.peers {
		if at := place(p.ID, turn); p.Load.Free > 0 && p.ID != sender && (at < mine || at == mine && bytes.Compare(p.ID[:], me[:]) < 0) {
			n++
		}
	}
	return n
}

// place is where a worker stands in the order of a turn.
func place(id store.WorkerID, turn uint32) uint64 {
	h := fnv.New64a()
	h.Write(append(binary.BigEndian.AppendUint32(nil, turn), id[:]...))
	return h.Sum64()
}

// differs says whether what was told of a load would mislead whoever goes by it.
func differs(now, told store.Load, slots int) bool {
	held := max(now.Held-told.Held, told.Held-now.Held)
	free := max(now.Free-told.Free, told.Free-now.Free)
	return held >= max(leastSurplus, told.Held/8) || held > 0 && now.Held == 0 ||
		free > slots/8 || free > 0 && (now.Free == 0 || told.Free == 0)
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
// before it takes another row. 0: whatever it gets, for no peer that holds less than its
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

// surplus is how many runs should leave a worker with slots that holds held: half of what is
// above its share, as far as its peers have both less than theirs and free slots. The other
// half waits for the next tick: what has just left is in nobody's count yet. The rows that
// wait will be somebody's.
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
