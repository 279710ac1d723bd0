package engine

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/timer"
)

// tickLoop asks the store everything periodic once a second and acts on the
// answers. It is the only loop that runs when nothing happens.
func (e *engine) tickLoop(ctx context.Context) {
	var reconciled time.Time
	for {
		if !e.tick(ctx, &reconciled) {
			e.p.lost(e)
			return
		}
		// Jitter keeps the workers of a fleet from asking at the same moment.
		wait := time.Duration(float64(e.keeper.Next()) * (0.9 + 0.1*e.p.ids.jitter("tick")))
		if wish := e.upkeep.poller.Next(); wish > 0 {
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

// tick does one round. It reports whether the lease is still held.
func (e *engine) tick(ctx context.Context, reconciled *time.Time) (alive bool) {
	e.watch()
	for _, past := range e.p.pastEngines() {
		past.watch()
	}
	e.probe()
	asked := e.cfg.Clock.Now()
	t, err := e.keeper.Once(ctx)
	if e.keeper.Lost() {
		return false
	}
	if err != nil {
		// An outage is not the loss of the lease: only the store's word is. Until it
		// is back nothing begins; see keeper.Valid.
		return true
	}
	e.share.Told()
	e.clock.learn(asked, t.Now)
	e.share.weigh(t.Peers, t.ReadyActivities)
	e.quarantine.found(t.Suspects)
	e.upkeep.recoverSoon(ctx, e.upkeep.poller.Look(t, e.keeper.Took()))
	for _, id := range t.Dirty {
		if r := e.own.held(id); r != nil {
			r.news()
		}
	}
	for _, id := range t.Closed {
		e.p.waiters.closed(id, nil)
	}
	if t.Requests {
		e.upkeep.forwardSoon()
	}
	e.timers.arm(t.NextTimer)
	if t.ReadyRuns > 0 || t.Suspects > 0 {
		wake(e.wake.lookRuns)
	}
	if t.ReadyActivities > 0 {
		wake(e.wake.lookRows)
	}
	if !t.NextReady.IsZero() {
		// What becomes ready after that is learnt by asking again then.
		e.pump.Set(dueKey{why: dueTick}, e.clock.local(t.NextReady))
	}
	e.upkeep.retainIfDue()
	now := e.cfg.Clock.Now()
	if now.Sub(*reconciled) >= reconcileEvery {
		*reconciled = now
		e.upkeep.reconcile(ctx)
	}
	return true
}

// recoverSoon does what the poller has found, unless that is still being done: it is found
// again. The tick does not wait for it, for a lease must not run out over the work of others.
func (u *upkeep) recoverSoon(ctx context.Context, found recovery.Findings) {
	if !found.Any() || !u.recovering.CompareAndSwap(false, true) {
		return
	}
	act := func() {
		recovered, err := u.poller.Act(ctx, found)
		u.recovering.Store(false)
		if err != nil && !errors.Is(err, ErrStopped) && ctx.Err() == nil {
			u.e.log.Warn("recovery did not finish, trying again", "error", err)
		}
		u.report(recovered)
		if recovered.Rows > 0 {
			// Only a tick knows which of that are suspects, and they come first.
			wake(u.e.wake.tick)
		}
	}
	if u.e.cfg.Hooks.Serial {
		act() // a test that is to go the same way again has one thing happen after the other
		return
	}
	if !u.e.work.start(act) {
		u.recovering.Store(false) // the worker is stopping
	}
}

func (u *upkeep) report(r recovery.Recovered) {
	if r.Swept > 0 {
		u.e.log.Error("runs had news and no dispatch row; they have one now, please report this", "runs", r.Swept)
	}
	if r.Rows == 0 {
		return
	}
	u.e.p.counted.recovered.Add(int64(r.Rows))
	u.e.log.Info("took over what dead workers left", "rows", r.Rows, "of", shorts(r.Owners), "condemned", len(r.Condemned))
	if f := u.e.cfg.Observer.Recovered; f != nil {
		f(r.Rows)
	}
}
