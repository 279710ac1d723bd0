package worker

import (
	"slices"
	"sync"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/store"
)

// heedTicks is how many whole ticks pass, after the last earlier call is answered, before a worker counts as drained: by then it has
// handled the answers and begun the attempts that they bring.
const heedTicks = 1

// claimLoops is how many loops of a worker claim activities. Each has at most one claim that waits to be sent.
const claimLoops = 2

// heeds tells the ledger from when on a worker must take nothing more: it has read the order to drain, and the store has answered
// every earlier request. When the worker reads that the order was withdrawn, heeds tells the ledger at once.
//
// An earlier request may still wait in the group commit when the worker reads the order, and be sent afterwards. The method sent tells
// which requests can be such ones. While one of them is in flight, the ledger does not hold the worker to the order.
type heeds struct {
	note func(ledger.Entry)

	mu     sync.Mutex
	worker store.WorkerID
	read   bool // what the worker read last tells it to drain
	told   bool // the ledger knows that it drains
	ticks  int  // since no earlier request is in flight
	order  int  // number of the order read last
	now    int  // calls in flight without an earlier request
	before int  // calls in flight with an earlier request
	late   late // earlier requests that were sent after the reading
}

// late holds requests that may have waited in the group commit since before the worker read its order to drain.
type late struct {
	claims  []store.Token               // at most claimLoops
	commits map[store.RunID]store.Token // one of each run: a later one was composed by a task after the reading
}

// sent records what is sent, and reports whether it can be an earlier request. A worker that drains claims nothing from its queues,
// and schedules no activity for itself, except on its own queue. So a request that does either was composed before.
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

// asks records the begin of a call to the store. The function that it returns records the end.
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

// answered records the end of a call that began when order was current; -1 means that it had an earlier request.
func (h *heeds) answered(order int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if order == h.order {
		h.now--
	} else {
		h.before--
	}
}

// ticking records that a tick begins: the worker has handled the answer to the previous one.
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

// ticked records the answer to a tick.
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

// joins records that the process is a new worker from now on.
func (h *heeds) joins(w store.Worker) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := ""
	if h.read {
		was = h.worker.String()
	}
	h.worker, h.read, h.told, h.late = w.ID, w.Drain != nil, false, late{}
	switch {
	case h.read: // the new worker has made no calls yet
		h.tellLocked(ledger.Drains, was)
	case was != "":
		h.tellLocked(ledger.Undrains, was)
	}
}

// tellLocked tells the ledger. was is the process's previous worker id.
func (h *heeds) tellLocked(what, was string) {
	h.told = what == ledger.Drains
	h.note(ledger.Entry{What: what, Worker: h.worker.String(), Value: was})
}
