package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/timer"
)

// tickLoop makes all periodic requests of the store once a second, and acts on the answers. It
// is the only loop that runs when nothing happens.
func (e *engine) tickLoop(ctx context.Context) {
	for {
		if !e.tick(ctx) {
			e.p.lost(e)
			return
		}
		// Jitter keeps the workers of a fleet from ticking at the same moment.
		wait := time.Duration(float64(e.keeper.Next()) * (0.9 + 0.1*e.p.ids.jitter("tick")))
		if wish := e.upkeep.rescue.poller.Next(); wish > 0 {
			wait = min(wait, wish)
		}
		alarm := timer.NewIdle(e.cfg.Clock, wait)
		select {
		case <-ctx.Done():
			alarm.Stop()
			return
		case <-e.wake.tick:
			alarm.Stop()
		case <-alarm.C():
			woken(e.wake.tick)
		}
	}
}

// tick does one round. It reports whether the worker still has its lease.
func (e *engine) tick(ctx context.Context) (alive bool) {
	e.watch()
	for _, past := range e.p.pastEngines() {
		past.watch()
	}
	e.probe()
	asked, turn := e.cfg.Clock.Now(), e.queues.ask()
	t, err := e.keeper.Once(ctx)
	if e.keeper.Lost() {
		return false
	}
	if err != nil {
		// An outage does not lose the lease; only the store's answer does. Until the store is back
		// nothing begins; see keeper.Valid.
		return true
	}
	e.share.Published()
	drainBy(e, t.Drain)
	e.queues.learnFrom(turn, &t)
	e.queues.shareSoon(t.Now)
	e.clock.learn(asked, t.Now)
	e.share.weigh(t.Peers, t.ReadyActivities)
	e.quarantine.found(t.Quarantined)
	e.upkeep.rescue.soon(ctx, e.upkeep.rescue.poller.Look(t, e.keeper.Took()))
	for _, id := range t.Dirty {
		e.own.news(id)
	}
	for _, key := range t.Cancelled {
		e.activities.CancelRow(key)
	}
	for _, id := range t.Closed {
		e.p.waiters.closed(id, nil)
	}
	if t.Requests {
		e.upkeep.forward.soon()
	}
	if t.Outbox {
		e.upkeep.relay.soon()
	}
	e.timers.arm(t.NextTimer)
	e.upkeep.schedule.arm(t.Schedule)
	if t.ReadyRuns > 0 || t.Quarantined > 0 {
		wake(e.wake.lookRuns)
	}
	if t.Stale {
		e.upkeep.expire.soon()
	}
	if t.Gone {
		e.activities.ends.gone.Store(true)
	}
	if t.ReadyActivities > 0 || t.Gone {
		wake(e.wake.lookRows)
	}
	if !t.NextReady.IsZero() {
		// Another tick then finds what becomes ready later.
		e.pump.Set(dueKey{why: dueTick}, e.clock.local(t.NextReady))
	}
	e.upkeep.retain.ifDue()
	e.upkeep.reconcile.ifDue(e.attemptCtx) // so that a stop does not wait for the answer
	return true
}

// recoverer releases the work of dead workers that the poller has found.
type recoverer struct {
	poller    *recovery.Poller
	solo      solo
	log       *slog.Logger
	recovered func(rows int) // called with the number of rows
}

// soon does so on a goroutine, unless one is already doing it; the next tick finds it again.
// The tick does not wait, because a lease must not expire over the work of others.
func (r *recoverer) soon(ctx context.Context, found recovery.Findings) {
	if found.Any() {
		r.solo.start(func() func() { return r.once(ctx, found) })
	}
}

func (r *recoverer) once(ctx context.Context, found recovery.Findings) (tell func()) {
	recovered, err := r.poller.Act(ctx, found)
	if err != nil && !errors.Is(err, ErrStopped) && ctx.Err() == nil {
		r.log.Warn("recovery did not finish, will retry", "error", err)
	}
	if recovered.Swept > 0 {
		r.log.Error("runs with unread events had no dispatch row; they have one now, please report this", "runs", recovered.Swept)
	}
	if recovered.Rows > 0 {
		r.log.Info("released the work of dead workers", "rows", recovered.Rows, "owners", recovered.Owners, "condemned", len(recovered.Condemned))
		return func() { r.recovered(recovered.Rows) } // makes the tick look for more
	}
	return nil
}
