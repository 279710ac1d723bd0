package reprise

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
)

// reconcile compares what the store believes this worker owns with what it holds:
// a claim whose answer was lost, a goroutine that died, a take-over nobody heard of.
func (e *engine) reconcile(ctx context.Context) {
	held := store.Owned{Runs: map[store.RunID]int64{}, Activities: map[store.ActivityKey]int{}}
	e.mu.Lock()
	for id, r := range e.runs {
		held.Runs[id] = r.info.Epoch
	}
	for key, n := range e.ending {
		held.Activities[key] = n // it may wait for somebody's lock: to give the row back would undo it
	}
	for key, a := range e.rows {
		held.Activities[key] = a.n
	}
	// What has not come after two rounds is not this worker's.
	e.expected, e.expectedLong = map[store.RunID]struct{}{}, e.expected
	e.mu.Unlock()
	owned, err := e.store.Owned(ctx, e.worker.ID)
	if err != nil && ctx.Err() != nil {
		return // the worker is stopping
	}
	if err != nil {
		e.log.Warn("cannot compare ownership", "error", err)
		return
	}
	plan := recovery.Reconcile(e.worker.ID, owned, held, e.unheld)
	e.unheld = plan.Unheld
	if len(plan.Release) > 0 {
		// Not on this goroutine: a store that takes no writes would cost the lease.
		e.work.start(func() { e.giveBack(plan.Release) })
	}
	e.dropForeign(plan)
}

// giveBack releases what this worker owns and nobody here holds.
func (e *engine) giveBack(ops []store.Op) {
	for _, op := range ops {
		e.log.Error("the store says this worker owns what nobody here holds, giving it back", "what", fmt.Sprintf("%+v", op))
		if _, err := e.writes.do(op); err != nil {
			e.log.Error("cannot give it back", "error", err)
		}
	}
	hint(e.wakeRuns)
	hint(e.wakeRows)
}

// dropForeign forgets what is held here and is not this worker's.
func (e *engine) dropForeign(plan recovery.Settlement) {
	for _, at := range plan.DropRuns {
		// A run that is about to be parked or closed is told by its commit's answer.
		if r := e.held(at.Run); r != nil && r.info.Epoch == at.Epoch && !r.isLeaving() {
			r.fenced()
		}
	}
	for _, at := range plan.DropActivities {
		e.endRow(at.ActivityKey, at.Attempt, activity.ErrLeaseLost)
	}
}
