package reprise

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// pumpLoop fires what is due until ctx ends.
func (e *engine) pumpLoop(ctx context.Context) { _ = e.pump.Run(ctx) } // its only error is ctx's

// due is called by the pump. It must not wait for anything.
func (e *engine) due(keys []dueKey) {
	for _, k := range keys {
		switch k.why {
		case dueFire:
			e.mu.Lock()
			e.nextFire = time.Time{}
			begin := !e.firing
			e.firing, e.fireAgain = true, !begin
			e.mu.Unlock()
			if begin && !e.work.start(e.fireTimers) {
				return // the worker is stopping
			}
		case dueTick:
			hint(e.wakeTick)
		case dueRuns:
			hint(e.wakeRuns)
		case dueRows:
			hint(e.wakeRows)
		case dueTimeout:
			e.onTimeout(k.attempt)
		case dueHeartbeat:
			a := k.attempt
			e.endLate(a, history.CodeHeartbeat, fmt.Sprintf("activity: no heartbeat for %v", a.scheduled.Policy.Heartbeat))
		case dueLookRuns:
			hint(e.lookRuns)
		case dueLookRows:
			hint(e.lookRows)
		case dueYield:
			hint(e.wakeRows)
		case dueTrial:
			hint(e.wakeRuns)
			hint(e.wakeRows)
		case dueProbe:
			e.sign(&e.vitals.pump)
		case dueGrace:
			e.giveUp(k.attempt)
		}
	}
}

func (e *engine) onTimeout(a *attempt) {
	text := fmt.Sprintf("activity: attempt %d took longer than %v", a.n, a.scheduled.Policy.StartToClose)
	if _, whole := a.limit(a.scheduled.Policy.StartToClose); whole {
		text = fmt.Sprintf("activity: not done %v after it was scheduled", a.scheduled.Policy.ScheduleToClose)
	}
	e.endLate(a, history.CodeTimeout, text)
}

// endLate ends an attempt that is out of time, on a goroutine: reporting it may
// wait for the store.
func (e *engine) endLate(a *attempt, code, text string) {
	e.work.start(func() { a.timedOut(code, text) })
}

// armTimers makes the pump fire no later than the earliest of timers.
func (e *engine) armTimers(timers []store.Timer) {
	for _, t := range timers {
		e.armTimer(t.FireAt)
	}
}

func (e *engine) armTimer(at time.Time) {
	if at.IsZero() {
		return
	}
	local := e.local(at)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.nextFire.IsZero() || local.Before(e.nextFire) {
		e.nextFire = local
		e.pump.Set(dueKey{why: dueFire}, local)
	}
}

// fireTimers moves due timers into inboxes until none is due.
func (e *engine) fireTimers() {
	const atOnce = 500
	for {
		op := &store.Fire{From: e.worker.ID, Max: atOnce}
		e.askToWake(op)
		outcome, err := e.writes.do(op)
		e.awoken()
		if err != nil {
			e.log.Error("cannot fire timers", "error", err)
		}
		now, next := e.now(), outcome.Next
		e.mu.Lock()
		again := err == nil && (e.fireAgain || len(outcome.Fired) == atOnce)
		e.firing, e.fireAgain = again, false
		if locked := len(outcome.Fired) == 0 && !next.IsZero() && !next.After(now); locked {
			// Somebody has the run of a due timer locked. It is asked for more rarely, yet so
			// often that those which come after it are not late.
			e.passedOver = min(max(time.Millisecond, 2*e.passedOver), 100*time.Millisecond)
			next = now.Add(e.passedOver)
		} else {
			e.passedOver = 0
		}
		e.mu.Unlock()
		if !again {
			if err == nil && len(outcome.Fired)+len(outcome.Claims) == 0 {
				e.firedElsewhere()
			}
			e.armTimer(next)
			return
		}
	}
}

// firedElsewhere looks for runs after a timer was due and gone: a peer has fired it, and
// its run may be left to this worker.
func (e *engine) firedElsewhere() {
	e.mu.Lock()
	peers := len(e.peers)
	e.mu.Unlock()
	if peers > 0 {
		hint(e.wakeRuns)
	}
}
