package engine

import (
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/store"
)

// due is called by the pump. It must not block.
func (e *engine) due(keys []dueKey) {
	for _, k := range keys {
		switch k.why {
		case dueFire:
			if e.timers.firing.due() && !e.work.start(e.timers.fire) {
				return // the worker is stopping
			}
		case dueSchedule:
			e.upkeep.schedule.due()
		case dueTick, dueCool:
			wake(e.wake.tick)
		case dueRuns:
			wake(e.wake.runs)
		case dueRows:
			wake(e.wake.rows)
		case dueAttempt:
			k.alarm.Ring()
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
		}
	}
}

// timers fires the durable timers of the namespace.
type timers struct {
	namespace string
	writes    writer
	clock     *storeClock
	log       *slog.Logger
	elsewhere func() // called when a peer has fired what was due
	firing    firing
}

// armAll makes the pump fire no later than the earliest of timers.
func (ts *timers) armAll(timers []store.Timer) {
	for _, t := range timers {
		ts.arm(t.FireAt)
	}
}

func (ts *timers) arm(at time.Time) {
	if !at.IsZero() {
		ts.firing.arm(ts.clock.local(at))
	}
}

// fire moves due timers into inboxes until none is due.
func (ts *timers) fire() {
	const atOnce = 500
	for {
		outcome, err := ts.writes.Do(&store.Fire{Namespace: ts.namespace, Max: atOnce})
		if err != nil {
			ts.log.Error("cannot fire timers", "error", err)
		}
		n := len(outcome.Fired)
		again, back := ts.firing.fired(err == nil, n, n == atOnce, ts.clock.now(), outcome.Next)
		if !again {
			if err == nil && n == 0 {
				ts.elsewhere() // a run that the timer was for may be left to this worker
			}
			ts.arm(back)
			return
		}
	}
}
