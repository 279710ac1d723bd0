package engine

import (
	"sync/atomic"

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

func (v *vitals) sign(at *atomic.Int64) { at.Store(v.clock.Now().UnixNano()) }

// makesProgress reports whether every loop has moved in the last half ttl, and the
// committer has not been in one write for as long.
func (e *engine) makesProgress() bool {
	half := e.worker.TTL / 2
	limit := e.cfg.Clock.Now().Add(-half).UnixNano()
	v := &e.vitals
	return v.runs.Load() > limit && v.rows.Load() > limit && v.pump.Load() > limit && !e.writes.Stuck(half)
}
