package worker

import (
	"slices"
	"sync"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/store"
)

// heedTicks is how many whole ticks a worker that has read its order to drain has for what it had asked for before: an answer is then
// taken in, and an attempt that it brings has begun.
const heedTicks = 1

// claimLoops is how many loops of a worker claim activities. Each has at most one claim that waits to be sent.
const claimLoops = 2

// heeds tells the ledger from when on a worker must take nothing more: it has read its order to drain, and the store has answered
// everything that the worker asked for before. It tells at once when the worker has read that it may go on.
//
// A request from before may still wait in the group commit when the worker reads the order. It is sent afterwards, so sent says which
// of the requests that are sent afterwards can be such ones. While one of them is under way, the ledger does not hold the worker to the order.
type heeds struct {
	note func(ledger.Entry)

	mu     sync.Mutex
	worker store.WorkerID
	read   bool // it was told to drain, by what it has read last
	told   bool // the ledger knows
	ticks  int  // since nothing from before is under way
	order  int  // of the reading
	now    int  // calls under way with nothing from before
	before int  // calls under way with something from before
	late   late // requests from before that were sent since the reading
}

// late are requests that can have waited in the group commit since before a worker read its order to drain.
type late struct {
	claims  []store.Token               // at most claimLoops
	commits map[store.RunID]store.Token // one of each run: its next one was composed by a task after the reading
}

// sent takes in what is sent, and reports whether it can have waited since before. A worker that drains asks for nothing of its queues,
// and schedules no activity for itself, except on its own queue. So what does either was composed before.
func (l *late) sent(ops []store.Op) (from bool) {
	for _, op := range ops {
		if claim, ok := op.(*store.ClaimActivities); ok && len(claim.Filter.Queues) > 0 {
			if !slices.Contains(l.claims, claim.ID) && len(l.claims) < claimLoops {
				l.claims = append(l.claims, claim.ID)
			}
			from = from || slices.Contains(l.claims, claim.ID)
		}
		if c := store.CommitOf(op); c != nil && begins(c) {
			if l.commits == nil {
				l.commits = map[store.RunID]store.Token{}
			}
			if _, known := l.commits[c.Run]; !known {
				l.commits[c.Run] = c.Token
			}
			from = from || l.commits[c.Run] == c.Token
		}
	}
	return from
}

// begins reports whether the owner may begin an activity once c is written: it keeps the run for it, or owns its row.
func begins(c *store.Commit) bool {
	return c.Then == store.Keep || slices.ContainsFunc(c.Schedule, func(a store.Activity) bool { return a.Owner != store.WorkerID{} })
}

// asks begins a call of the store; what it returns ends it.
func (h *heeds) asks(ops []store.Op) (answered func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.read && h.late.sent(ops) {
		h.ticks = 0
		if h.told {
			h.tellLocked(ledger.Undrains, "")
		}
		h.before++
		return func() { h.answered(-1) }
	}
	h.now++
	began := h.order
	return func() { h.answered(began) }
}

// answered ends a call that began when order was current; -1: it had something from before.
func (h *heeds) answered(order int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if order == h.order {
		h.now--
	} else {
		h.before--
	}
}

// ticking says that a tick begins: the answer to the one before has been taken in.
func (h *heeds) ticking() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.read || h.told || h.before > 0 {
		return
	}
	if h.ticks++; h.ticks > heedTicks {
		h.tellLocked(ledger.Drains, "")
	}
}

// ticked takes in what a tick says.
func (h *heeds) ticked(drain *store.WorkerNote) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case drain != nil && !h.read:
		h.read, h.ticks, h.late = true, 0, late{}
		h.order++
		h.now, h.before = 0, h.before+h.now
	case drain == nil && h.read:
		h.read = false
		if h.told {
			h.tellLocked(ledger.Undrains, "")
		}
	}
}

// joins takes in that the process is another worker from now on.
func (h *heeds) joins(w store.Worker) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := ""
	if h.read {
		was = h.worker.String()
	}
	h.worker, h.read, h.told, h.late = w.ID, w.Drain != nil, false, late{}
	switch {
	case h.read: // it has asked for nothing yet
		h.tellLocked(ledger.Drains, was)
	case was != "":
		h.tellLocked(ledger.Undrains, was)
	}
}

// tellLocked tells the ledger; was is the worker that the process was before.
func (h *heeds) tellLocked(what, was string) {
	h.told = what == ledger.Drains
	h.note(ledger.Entry{What: what, Worker: h.worker.String(), Value: was})
}
