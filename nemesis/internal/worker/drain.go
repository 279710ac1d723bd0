package worker

import (
	"sync"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/store"
)

// heedTicks is how many whole ticks a worker that has read its order to drain has for what it had asked for before: an answer is then
// taken in, and an attempt that it brings has begun.
const heedTicks = 1

// heeds tells the ledger from when on a worker must take nothing more: it has read its order to drain, and nothing that it asked the
// store for before is under way. It tells at once when the worker has read that it may go on.
type heeds struct {
	note func(ledger.Entry)

	mu     sync.Mutex
	worker store.WorkerID
	read   bool // it was told to drain, by what it has read last
	told   bool // the ledger knows
	ticks  int  // since nothing from before is under way
	order  int  // of the reading
	now    int  // calls under way that began since
	before int  // those that began before
}

// asks begins a call of the store; what it returns ends it.
func (h *heeds) asks() (answered func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now++
	began := h.order
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if began == h.order {
			h.now--
		} else {
			h.before--
		}
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
		h.read, h.ticks = true, 0
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
	h.worker, h.read, h.told = w.ID, w.Drain != nil, false
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
