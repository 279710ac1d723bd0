package engine

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
)

// upkeep is what a tick may find to do. All but the comparing happens on a goroutine of its
// own, one of each at a time.
type upkeep struct {
	e          *engine
	poller     *recovery.Poller
	recovering atomic.Bool // what the poller found is being done
	retaining  atomic.Bool // what ended long ago is being removed
	forwarding forwarding

	// The tick loop's own.
	unheld   store.Owned // of the last comparison
	retained time.Time   // when was looked for what ended long ago
}

// reconcile compares what the store believes this worker owns with what it holds:
// a claim whose answer was lost, a goroutine that died, a take-over nobody heard of.
func (u *upkeep) reconcile(ctx context.Context) {
	held := store.Owned{Runs: u.e.own.epochs(), Activities: u.e.activities.owned()}
	owned, err := u.e.p.store.Owned(ctx, u.e.worker.ID)
	if err != nil && ctx.Err() != nil {
		return // the worker is stopping
	}
	if err != nil {
		u.e.log.Warn("cannot compare ownership", "error", err)
		return
	}
	plan := recovery.Reconcile(u.e.worker.ID, owned, held, u.unheld)
	u.unheld = plan.Unheld
	if len(plan.Release) > 0 {
		// Not on this goroutine: a store that takes no writes would cost the lease.
		u.e.work.start(func() { u.giveBack(plan.Release) })
	}
	u.dropForeign(plan)
}

// giveBack releases what this worker owns and nobody here holds.
func (u *upkeep) giveBack(ops []store.Op) {
	for _, op := range ops {
		u.e.log.Error("the store says this worker owns what nobody here holds, giving it back", "what", fmt.Sprintf("%+v", op))
		if _, err := u.e.writes.Do(op); err != nil {
			u.e.log.Error("cannot give it back", "error", err)
		}
	}
	wake(u.e.wake.runs)
	wake(u.e.wake.rows)
}

// dropForeign forgets what is held here and is not this worker's.
func (u *upkeep) dropForeign(plan recovery.Settlement) {
	for _, at := range plan.DropRuns {
		// A run that is about to be parked or closed is told by its commit's answer.
		if r := u.e.own.held(at.Run); r != nil && r.info.Epoch == at.Epoch && r.isHeld() {
			r.fenced()
		}
	}
	for _, at := range plan.DropActivities {
		u.e.activities.endRow(at.ActivityKey, at.Attempt, activity.ErrLeaseLost)
	}
}
