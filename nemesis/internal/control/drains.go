package control

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/store"
)

// emptyWithin is how long a worker that was told to drain may own work, or not have read the order, whatever else happens.
const emptyWithin = 30 * time.Second

// drains drains one worker after another, and lets each take work again once it is empty.
func (n *nemesis) drains(r *rand.Rand) {
	for n.sleep(time.Duration(200+r.IntN(1500)) * time.Millisecond) {
		n.crowd.RLock()
		if n.drain(r) {
			n.client.drained.Add(1)
		}
		n.crowd.RUnlock()
	}
}

// drain drains one worker. It freezes some workers for longer than their lease; these then drain under a new id.
func (n *nemesis) drain(r *rand.Rand) bool {
	_, p := n.crew.pick(r)
	freeze := r.IntN(3) == 0
	if p == nil {
		return false
	}
	w, ok := n.workerOf(n.ctx, p.pid())
	if !ok || w.Drain != nil || !n.order(n.ctx, w.ID, false) {
		n.undrain(n.ctx, p.pid()) // the order may or may not have arrived
		return false
	}
	defer n.undrain(n.ctx, p.pid())
	if !n.empties(p, w.ID) {
		return true
	}
	if freeze {
		p.freeze()
		n.sleep(n.beyond(r))
		p.wake()
	}
	n.sleep(time.Duration(200+r.IntN(2000)) * time.Millisecond)
	return true
}

// empties waits until a draining worker has read the order and owns nothing. It returns false if the worker has ended or has a
// new id, or if the load is over.
func (n *nemesis) empties(p *process, id store.WorkerID) bool {
	from := time.Now()
	for n.sleep(auditEvery / 3) {
		w, ok := n.workerOf(n.ctx, p.pid())
		if ok && w.ID != id || !p.alive() {
			return false
		}
		owned, err := n.site.direct.Owned(n.ctx, id)
		if ok && err == nil && len(owned.Runs)+len(owned.Activities) == 0 && n.heeded(id) {
			return true
		}
		if ok && err == nil && time.Since(from) > emptyWithin && len(n.auditor.Losses()) == 0 {
			n.wrong("drain", fmt.Errorf("worker %s of process %s still has %d runs and %d activities %v after its drain (read: %v)",
				id, p.name, len(owned.Runs), len(owned.Activities), emptyWithin, n.heeded(id)))
			return true
		}
		if time.Since(from) > 2*emptyWithin { // the store is down most of the time
			return true
		}
	}
	return false
}

// heeded reports whether a worker has read the order to drain.
func (n *nemesis) heeded(id store.WorkerID) bool {
	return slices.ContainsFunc(n.ledger.Since(0), func(e ledger.Entry) bool { return e.What == ledger.Drains && e.Worker == id.String() })
}

// workerOf returns the live worker of a process.
func (n *nemesis) workerOf(ctx context.Context, pid int) (store.WorkerState, bool) {
	for _, w := range n.workers(ctx) {
		if w.PID == pid && w.Alive {
			return w, true
		}
	}
	return store.WorkerState{}, false
}

// workers returns the store's workers, or none if the store does not answer.
func (n *nemesis) workers(ctx context.Context) []store.WorkerState {
	in, ok := n.site.direct.(store.Inspector)
	if !ok {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	all, err := in.Workers(bounded)
	if err != nil {
		return nil
	}
	return all
}

// undrain lets the workers of a process take work again, or all workers if pid is zero. The next call finds a worker that just
// joined again.
func (n *nemesis) undrain(ctx context.Context, pid int) {
	for range 50 {
		told := true
		for _, w := range n.workers(ctx) {
			if w.Drain != nil && !w.Dead && (pid == 0 || w.PID == pid) {
				told = n.order(ctx, w.ID, true) && told
			}
		}
		if told || ctx.Err() != nil {
			return
		}
	}
}

// order tells a worker to drain or, with undo, to take work again.
func (n *nemesis) order(ctx context.Context, id store.WorkerID, undo bool) bool {
	n.mu.Lock()
	n.orders = append(n.orders, audit.Order{Worker: id.String(), Undo: undo, Asked: time.Now()})
	n.mu.Unlock()
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := n.site.direct.Apply(bounded, []store.Op{&store.DrainWorker{
		Namespace: n.auditor.Runtime.Namespace(), Worker: id, Undo: undo, Who: audit.Operator, Why: "it is to be looked at",
	}})
	return err == nil && out[0].Code == store.Done
}

// ordered returns the orders so far.
func (n *nemesis) ordered() []audit.Order {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.orders)
}
