package reprise

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
		again, alive := e.tick(ctx, &reconciled)
		if !alive {
			e.rt.lost(e)
			return
		}
		// Jitter keeps the workers of a fleet from asking at the same moment.
		wait := time.Duration(float64(e.keeper.Next()) * (0.75 + 0.25*e.cfg.jitter("tick")))
		if wish := e.poller.Next(); wish > 0 {
			wait = min(wait, wish)
		}
		if again {
			wait = 0
		}
		alarm := timer.NewIdle(e.cfg.Clock, wait)
		select {
		case <-ctx.Done():
			alarm.Stop()
			return
		case <-e.wakeTick:
			alarm.Stop()
		case <-alarm.C():
			hinted(e.wakeTick)
		}
	}
}

// tick does one round. It reports whether to ask again at once, because something
// was recovered, and whether the lease is still held.
func (e *engine) tick(ctx context.Context, reconciled *time.Time) (again, alive bool) {
	e.watch()
	e.probe()
	asked := e.cfg.Clock.Now()
	t, err := e.keeper.Once(ctx)
	if e.keeper.Lost() {
		return false, false
	}
	if err != nil {
		// An outage is not the loss of the lease: only the store's word is. Until it
		// is back nothing begins; see keeper.Valid.
		return false, true
	}
	e.loadTold()
	e.setOffset(asked, t.Now)
	e.weigh(t.Peers, t.ReadyActivities)
	e.writes.among(busy(t.Peers))
	e.mu.Lock()
	e.suspects = e.suspects || t.Suspects > 0
	e.mu.Unlock()
	recovered, err := e.poller.Once(ctx, t)
	if err != nil && !errors.Is(err, ErrStopped) && ctx.Err() == nil {
		e.log.Warn("recovery did not finish, trying again", "error", err)
	}
	e.report(recovered)
	for _, id := range t.Dirty {
		if r := e.held(id); r != nil {
			r.news()
		}
	}
	for _, id := range t.Closed {
		e.rt.waiters.closed(id, nil)
	}
	if t.Requests {
		e.forwardSoon()
	}
	e.armTimer(t.NextTimer)
	// What was just recovered waits for the next tick, which follows at once: only it
	// knows which of that are suspects, and they come first.
	if recovered.Rows == 0 && (t.ReadyRuns > 0 || t.Suspects > 0) {
		hint(e.lookRuns)
	}
	if recovered.Rows == 0 && t.ReadyActivities > 0 {
		hint(e.lookRows)
	}
	if !t.NextReady.IsZero() {
		// What becomes ready after that is learnt by asking again then.
		e.pump.Set(dueKey{why: dueTick}, e.local(t.NextReady))
	}
	e.retainIfDue()
	now := e.cfg.Clock.Now()
	if now.Sub(*reconciled) >= reconcileEvery {
		*reconciled = now
		e.reconcile(ctx)
	}
	return recovered.Rows > 0, true
}

func (e *engine) report(r recovery.Recovered) {
	if r.Swept > 0 {
		e.log.Error("runs had news and no dispatch row; they have one now, please report this", "runs", r.Swept)
	}
	if r.Rows == 0 {
		return
	}
	e.rt.countRecovered(r.Rows)
	e.log.Info("took over what dead workers left", "rows", r.Rows, "of", shorts(r.Owners), "condemned", len(r.Condemned))
	if f := e.cfg.Observer.Recovered; f != nil {
		f(r.Rows)
	}
}
