package engine

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/store"
)

// drainBy records who has told this worker to drain; nil: nobody. A draining worker takes nothing from
// its queues, as if each were paused here. Its runs leave with their next task, and its attempts
// finish. It still takes what waits for this worker alone.
func drainBy(e *engine, note *store.WorkerNote) {
	if !e.slots.drain(note) {
		return
	}
	if note == nil {
		e.log.Info("worker is undrained: it claims work again")
		e.wake.claims()
		return
	}
	e.log.Info("worker is draining: it claims nothing more", "by", note.Who, "reason", note.Why)
}

// drainOf returns who has told e to drain, after e has lost its lease. While e's row exists, it is
// newer than e's last tick.
func drainOf(ctx context.Context, e *engine) (told *store.WorkerNote, found bool) {
	look, ok := store.As[interface {
		store.Store
		store.Inspector
	}](e.p.store)
	if !ok {
		return nil, false
	}
	bounded, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	all, err := look.Workers(bounded)
	for i := range all {
		if all[i].ID == e.worker.ID {
			return all[i].Drain, true
		}
	}
	if err != nil {
		e.log.Warn("cannot read the row of this worker: it keeps draining if it was", "error", err)
	}
	return nil, false
}

// drained reports whether e, which is draining, has nothing left.
func drained(e *engine) bool { return e.own.count() == 0 && len(e.activities.All()) == 0 }

// DrainWorker tells a worker to drain, or to take work again, and wakes it.
func DrainWorker(ctx context.Context, p *Process, op *store.DrainWorker) error {
	out, err := apply(ctx, p, op)
	if err != nil {
		return err
	}
	if out.Code == store.NotFound {
		return store.ErrNotFound
	}
	p.wakeups.Say(p.WorkerID(), store.WakeUp{All: true})
	if e := p.current(); e != nil {
		wake(e.wake.tick)
	}
	return nil
}
