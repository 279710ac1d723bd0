// Package balance decides how much of a fleet's work a worker keeps, and how soon it looks
// for more.
//
// A [Balance] uses what the last tick said about the worker's peers. It starts nothing and queries
// nothing: time and load are arguments. A [Pace] says when to look again for work that no wake-up
// announces.
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
	// leastSurplus is how many runs more than its share a worker must hold before any leaves. An
	// eighth of the share stays too: exact shares would move runs to and fro for ever.
	leastSurplus = 2
	// enoughRows is as far as a tick counts. While so many rows wait there are enough for all
	// workers, and no run has to leave.
	enoughRows = 100
	// ClaimAtOnce is how many runs or rows a worker without peers claims at once.
	ClaimAtOnce = 100
)

// Balance decides how much one worker keeps. Its methods may be called concurrently.
type Balance struct {
	slots, runs int

	mu struct {
		sync.Mutex
		peers      []store.Peer // as of the last tick
		published  store.Load   // what they were last told, renewals aside
		publishing store.Load   // likewise, once the tick under way has succeeded
		surplus    int          // runs that should leave before the next tick
		yields     time.Time    // until then rows are left to peers
		fair       int          // how much this worker may hold before it leaves rows to peers; 0: any
		passed     bool         // the last tick saw rows that were left to peers
	}
}

// New makes the Balance of a worker that runs at most slots activities at once and owns at most
// runs runs.
func New(slots, runs int) *Balance { return &Balance{slots: slots, runs: runs} }

// Publish reports whether the peers should learn the worker's load before its lease is renewed. A
// worker without peers tells nobody.
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

// Published notes that the tick with the published load has succeeded. After any other tick the
// peers may not know the load, and are told again.
func (b *Balance) Published() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mu.published = b.mu.publishing
}

// Weigh processes what the tick said about the peers and about waiting rows. It reports whether
// rows that were left to peers are this worker's again, because no peer is there.
func (b *Balance) Weigh(held, rows int, peers []store.Peer) (again bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	alone := len(b.mu.peers) > 0 && len(peers) == 0
	b.mu.peers = peers
	b.mu.surplus, b.mu.fair = surplus(held, b.slots, rows, peers), fairShare(held, b.slots, rows, peers)
	// Rows that were left to peers once and are still there are left no longer.
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

// Leave reports whether the next activity of a run should become a row for the worker's peers,
// which then take over the run. If so, this worker takes no rows until the time it returns.
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

// Rows returns how many more rows the worker should take, apart from what its slots allow: none
// while it leaves rows to its peers, and no more than its share while they hold less than theirs.
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

// Runs returns how many runs the worker should own. While peers have free slots that is no more
// than its slots, or one claim if that is more, because many runs need no slot.
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

// AtOnce limits a claim: the first worker to look must not take what its peers are about to take.
func (b *Balance) AtOnce() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(1, ClaimAtOnce/(1+len(b.mu.peers)))
}

// Peers returns how many peers the last tick saw.
func (b *Balance) Peers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.mu.peers)
}

// Before returns how many peers with room come before me in the turn of a wake-up. All workers put
// the same peers, without the sender, into the same order, and each turn has its own order.
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

// place returns a worker's place in the order of a turn.
func place(id store.WorkerID, turn uint32) uint64 {
	h := fnv.New64a()
	h.Write(append(binary.BigEndian.AppendUint32(nil, turn), id[:]...))
	return h.Sum64()
}

// differs reports whether the load last told would mislead those who rely on it.
func differs(now, told store.Load, slots int) bool {
	held := max(now.Held-told.Held, told.Held-now.Held)
	free := max(now.Free-told.Free, told.Free-now.Free)
	return held >= max(leastSurplus, told.Held/8) || held > 0 && now.Held == 0 ||
		free > slots/8 || free > 0 && (now.Free == 0 || told.Free == 0)
}

// share returns the part of total that belongs to slots, out of all slots, rounded up.
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

// fairShare returns how much a worker may hold, of all that is held and the rows that wait, before
// it leaves rows to peers. 0 means any amount: no peer below its share has a free slot, or there
// are enough rows for all.
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

// surplus returns how many runs should leave a worker: half of what it holds above its share, as
// far as its peers are below theirs and have free slots. The other half waits for the next tick,
// because no count includes the runs that have just left. The waiting rows take some of the peers'
// room.
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
