package engine

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/timer"
)

// vitals are the times at which the engine's loops last moved. A process whose loops
// do not move cannot enforce a timeout or hear a wake-up. It must lose its lease, so
// that others take over.
type vitals struct {
	clock                timer.Clock
	runs, rows, pump     atomic.Int64
	probeRuns, probeRows chan struct{} // capacity 1
}

func (v *vitals) begin(clock timer.Clock) {
	v.clock = clock
	v.probeRuns, v.probeRows = make(chan struct{}, 1), make(chan struct{}, 1)
	for _, at := range []*atomic.Int64{&v.runs, &v.rows, &v.pump} {
		v.sign(at)
	}
}

// probe asks every loop for a sign of life.
func (e *engine) probe() {
	wake(e.vitals.probeRuns)
	wake(e.vitals.probeRows)
	e.pump.Set(dueKey{why: dueProbe}, e.cfg.Clock.Now())
}

// sign says that a loop moves.
func (v *vitals) sign(loop *atomic.Int64) { loop.Store(v.clock.Now().UnixNano()) }

// waits says that a loop waits for a write, until it signs.
func (v *vitals) waits(loop *atomic.Int64) { loop.Store(math.MaxInt64) }

// stuckAt names a loop that has not moved in the last half ttl, or a write that has been under way for as long.
func (e *engine) stuckAt() string {
	half, now, v := e.worker.TTL/2, e.cfg.Clock.Now(), &e.vitals
	for _, loop := range []struct {
		name  string
		moved *atomic.Int64
	}{{"the loop that claims runs", &v.runs}, {"the loop that claims activities", &v.rows}, {"the loop of timers", &v.pump}} {
		if since := now.Sub(time.Unix(0, loop.moved.Load())); since >= half {
			return fmt.Sprintf("%s has not moved for %v", loop.name, since.Round(time.Millisecond))
		}
	}
	if since := e.writes.UnderWay(); since > half {
		return fmt.Sprintf("a write has been under way for %v", since.Round(time.Millisecond))
	}
	return ""
}
