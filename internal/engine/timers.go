package engine

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// due is called by the pump. It must not wait for anything.
func (e *engine) due(keys []dueKey) {
	for _, k := range keys {
		switch k.why {
		case dueFire:
			if e.timers.firing.due() && !e.work.start(e.timers.fire) {
				return // the worker is stopping
			}
		case dueTick:
			wake(e.wake.tick)
		case dueRuns:
			wake(e.wake.runs)
		case dueRows:
			wake(e.wake.rows)
		case dueTimeout:
			e.onTimeout(k.attempt)
		case dueHeartbeat:
			a := k.attempt
			e.endLate(a, history.CodeHeartbeat, fmt.Sprintf("activity: no heartbeat for %v", a.scheduled.Policy.Heartbeat))
		case dueLookRuns:
			wake(e.wake.lookRuns)
		case dueLookRows:
			wake(e.wake.lookRows)
		case dueYield:
			wake(e.wake.rows)
		case dueTrial:
			e.wake.claims()
		case dueProbe:
			e.vitals.sign(&e.vitals.pump)
		case dueGrace:
			k.attempt.abandon()
		}
	}
}

func (e *engine) onTimeout(a *attempt) {
	text := fmt.Sprintf("activity: attempt %d took longer than %v", a.n, a.scheduled.Policy.StartToClose)
	if _, whole := a.limit(a.scheduled.Policy.StartToClose, a.e.clock.now()); whole {
		text = fmt.Sprintf("activity: not done %v after it was scheduled", a.scheduled.Policy.ScheduleToClose)
	}
	e.endLate(a, history.CodeTimeout, text)
}

// endLate ends an attempt that is out of time, on a goroutine: reporting it may
// wait for the store.
func (e *engine) endLate(a *attempt, code, text string) {
	e.work.start(func() { a.timedOut(code, text) })
}

// timers fires the durable timers of the namespace.
type timers struct {
	e      *engine
	firing firing
}

// armAll makes the pump fire no later than the earliest of timers.
func (ts *timers) armAll(timers []store.Timer) {
	for _, t := range timers {
		ts.arm(t.FireAt)
	}
}

func (ts *timers) arm(at time.Time) {
	if !at.IsZero() {
		ts.firing.arm(ts.e.clock.local(at))
	}
}

// fire moves due timers into inboxes until none is due.
func (ts *timers) fire() {
	const atOnce = 500
	for {
		op := &store.Fire{Namespace: ts.e.cfg.Namespace, From: ts.e.worker.ID, Max: atOnce}
		ts.e.own.claimWoken(op)
		outcome, err := ts.e.writes.Do(op)
		ts.e.own.wokenClaimed()
		if err != nil {
			ts.e.log.Error("cannot fire timers", "error", err)
		}
		n := len(outcome.Fired)
		again, back := ts.firing.fired(err == nil, n, n == atOnce, ts.e.clock.now(), outcome.Next)
		if !again {
			if err == nil && len(outcome.Fired)+len(outcome.Claims) == 0 {
				ts.firedElsewhere()
			}
			ts.arm(back)
			return
		}
	}
}

// firedElsewhere looks for runs after a timer was due and gone: a peer has fired it, and
// its run may be left to this worker.
func (ts *timers) firedElsewhere() {
	if ts.e.share.Peers() > 0 {
		wake(ts.e.wake.runs)
	}
}
