package engine

import (
	"maps"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// ownership holds the runs that this worker owns or is about to own, and the machines of those
// that have parked here.
//
// Lock order: run.mu before ownership, ownership before quarantine.
type ownership struct {
	quarantine *quarantine // a trial begins and ends with the ownership of its run

	mu struct {
		sync.Mutex
		runs     map[store.RunID]*run
		names    map[string]store.RunID // run ids by workflow id
		starting map[store.RunID]*run   // this worker's once their starts are applied
		reserved int                    // places for runs that claims and batches under way may bring
		early    news                   // entries for runs that are not attached yet
		cache    *cache
		more     bool // the last claim was full
		stopping bool // nothing new is claimed or begun
	}
}

func newOwnership(q *quarantine, c *cache) *ownership {
	o := &ownership{quarantine: q}
	o.mu.runs, o.mu.starting, o.mu.names = map[store.RunID]*run{}, map[store.RunID]*run{}, map[string]store.RunID{}
	o.mu.cache = c
	return o
}

// stop prevents anything new from being claimed or begun.
func (o *ownership) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mu.stopping = true
}

func (o *ownership) stopping() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mu.stopping
}

// held returns the run if this worker owns it.
func (o *ownership) held(id store.RunID) *run {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mu.runs[id]
}

// list returns every run that this worker owns.
func (o *ownership) list() []*run {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Collect(maps.Values(o.mu.runs))
}

// count returns how many runs this worker owns.
func (o *ownership) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.mu.runs)
}

// cached returns how many parked runs are cached, and their bytes.
func (o *ownership) cached() (runs, bytes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mu.cache.order.Len(), o.mu.cache.bytes
}

// nearby returns the run that a delivery is for, if this worker holds it or has its machine
// cached.
func (o *ownership) nearby(ref store.Ref) (run store.RunID, here bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.nearbyLocked(ref)
}

func (o *ownership) nearbyLocked(ref store.Ref) (run store.RunID, here bool) {
	if ref.Run == (store.RunID{}) {
		if run, here = o.mu.names[ref.WorkflowID]; here {
			return run, true
		}
		return o.mu.cache.named(ref.WorkflowID)
	}
	return ref.Run, o.mu.runs[ref.Run] != nil || o.mu.cache.byRun[ref.Run] != nil
}

// freeLocked returns how many more runs this worker may own, of most.
func (o *ownership) freeLocked(most int) int {
	return max(0, most-len(o.mu.runs)-len(o.mu.starting)-o.mu.reserved)
}

// wantsLocked reports whether a run should continue here at once instead of waiting for a
// claim.
func (o *ownership) wantsLocked(most int) bool {
	return !o.mu.stopping && !o.mu.more && o.freeLocked(most) > 0
}

// reserveStart reserves a place for a run that is about to be started, if this worker may own
// that many and would run it at once rather than leave it to a claim.
func (o *ownership) reserveStart(id store.RunID, most int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.wantsLocked(most) {
		return false
	}
	o.mu.starting[id] = nil
	return true
}

// start puts a run into its reserved place.
func (o *ownership) start(r *run) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mu.starting[r.id] = r
}

// before returns the holders of a run that may be about to leave for another claim of it: the
// one that is held, and the one whose start is not answered yet.
func (o *ownership) before(id store.RunID) (all []*run) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range []*run{o.mu.runs[id], o.mu.starting[id]} {
		if r != nil {
			all = append(all, r)
		}
	}
	return all
}

// mayWake returns how many runs that have parked here, or are about to, ops may make ready.
func (o *ownership) mayWake(ops []store.Op) (n int) {
	n, held := o.mayWakeOrReach(ops)
	for _, r := range held {
		if !r.isHeld() { // it is about to be parked
			n++
		}
	}
	return n
}

func (o *ownership) mayWakeOrReach(ops []store.Op) (n int, held []*run) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range ops {
		ref := store.Ref{}
		if r, ok := op.(*store.Relay); ok {
			op = r.Op()
		}
		switch op := op.(type) {
		case *store.Deliver:
			ref = op.Ref
		case *store.EndActivity:
			ref.Run = op.Run
		case *store.Fire, *store.Forward:
			n += min(claimAtOnce, o.mu.cache.order.Len()+len(o.mu.runs)+len(o.mu.starting))
			continue
		default:
			continue
		}
		run, here := o.nearbyLocked(ref)
		if r := o.mu.runs[run]; r != nil {
			held = append(held, r)
		} else if here {
			n++
		}
	}
	return n, held
}

// reserveTake reserves places for up to atOnce runs that a batch may make ready, if join
// agrees.
func (o *ownership) reserveTake(most, atOnce int, join func() bool) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.wantsLocked(most) || !join() {
		return 0
	}
	n := min(o.freeLocked(most), atOnce)
	o.mu.reserved += n
	return n
}

// giveBack releases reserved places, once the runs that came are on the list. It reports
// whether runs may wait for the places.
func (o *ownership) giveBack(n int) (awaited bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mu.reserved -= n
	return o.mu.more
}

// reserveClaim reserves places for what a claim may bring, at most atOnce. Without leave it
// reserves none, but notes whether runs may wait for a place.
func (o *ownership) reserveClaim(most, atOnce int, leave bool) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := min(o.freeLocked(most), atOnce)
	if n <= 0 || !leave || o.mu.stopping {
		o.mu.more = n <= 0
		return 0
	}
	o.mu.reserved += n // other claims must not use these places meanwhile
	return n
}

// noteMore notes whether the last claim was full.
func (o *ownership) noteMore(more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mu.more = more
}

// entered is what a run finds when it comes onto the list.
type entered struct {
	before  *run // the holder of the same run until now
	news    bool // an entry came before the run did: it must read its inbox
	machine *replay.Machine
	stale   *cached // a machine at another position, to be closed
}

// enter puts a claimed run on the list, where incoming events find it. It returns false if a
// later claim of the run is already there. The caller holds r.mu, so that the run is not used
// before it is complete.
func (o *ownership) enter(r *run, quarantined bool) (found entered, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	found.before = o.mu.runs[r.id]
	if found.before != nil && found.before.info.Epoch > r.info.Epoch {
		return found, false
	}
	o.mu.runs[r.id], o.mu.names[r.info.WorkflowID] = r, r.id
	delete(o.mu.starting, r.id)
	found.news = o.mu.early.take(r.id)
	found.machine, found.stale = o.mu.cache.take(r.id, r.at.seq, r.at.last)
	if quarantined {
		o.quarantine.enter(r.id, store.ActivityKey{})
	}
	return found, true
}

// leave takes the run off the list. It reports whether runs may wait for its place.
func (o *ownership) leave(r *run) (awaited bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.mu.starting[r.id] == r {
		delete(o.mu.starting, r.id)
	}
	if o.mu.runs[r.id] == r {
		delete(o.mu.runs, r.id)
		if o.mu.names[r.info.WorkflowID] == r.id {
			delete(o.mu.names, r.info.WorkflowID)
		}
		o.quarantine.leave(r.id)
	}
	return o.mu.more
}

// park caches the machine of a parked run. It returns the machines to close: those that were
// evicted, or machine itself if the run has been claimed again without it, or if nothing more
// is claimed here.
func (o *ownership) park(r *run, machine *cached) (out []*cached) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.mu.runs[r.id] != r || o.mu.stopping {
		return []*cached{machine}
	}
	return o.mu.cache.put(machine)
}

// evict takes the machine of a run out of the cache.
func (o *ownership) evict(id store.RunID) *cached {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mu.cache.remove(id)
}

// evictAll empties the cache.
func (o *ownership) evictAll() []*cached {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mu.cache.drain()
}

// heldOrExpected returns the run if this worker owns it as another holder than past, which was
// told before. Otherwise the answer to a claim must be on its way, and the run is told when it
// is attached.
func (o *ownership) heldOrExpected(id store.RunID, past *run) *run {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := o.mu.runs[id]
	if r == nil || r == past {
		o.mu.early.note(id)
		return nil
	}
	return r
}

// unexpect notes that no answer to a claim of the run is on its way.
func (o *ownership) unexpect(id store.RunID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mu.early.take(id)
}

// epochs returns the runs that this worker owns, for comparison with the store. It is called
// once a round. A run that was expected for two rounds and has not come is not this worker's.
func (o *ownership) epochs() map[store.RunID]int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	epochs := make(map[store.RunID]int64, len(o.mu.runs))
	for id, r := range o.mu.runs {
		epochs[id] = r.info.Epoch
	}
	o.mu.early.round()
	return epochs
}

// news holds the runs for which an entry has come before the answer to their claim. An entry
// is kept for the rest of its round and one whole round more. The zero value is empty.
type news struct{ now, before map[store.RunID]struct{} }

func (n *news) note(id store.RunID) {
	if n.now == nil {
		n.now = map[store.RunID]struct{}{}
	}
	n.now[id] = struct{}{}
}

// take forgets the run. It reports whether an entry has come for it.
func (n *news) take(id store.RunID) bool {
	_, now := n.now[id]
	_, before := n.before[id]
	delete(n.now, id)
	delete(n.before, id)
	return now || before
}

// round forgets entries from before the round that ends.
func (n *news) round() { n.now, n.before = nil, n.now }
