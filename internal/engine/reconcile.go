package engine

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// reconciler compares what the store says this worker owns with what the worker holds.
type reconciler struct {
	store    store.Store
	worker   store.WorkerID
	clock    timer.Clock
	writes   writer
	solo     solo
	log      *slog.Logger
	own      *ownership
	attempts *attempt.Set
	ready    func()      // runs and rows may be claimed
	unheld   store.Owned // of the last comparison
	ended    time.Time   // when that ended; used only while no other is busy
}

// ifDue compares on a goroutine, unless one is doing so or has just done so. The tick does not wait: over a slow line
// the question takes seconds, and the lease must be renewed meanwhile. The pause between two comparisons is one for the
// answers of claims, however long a comparison takes.
func (u *reconciler) ifDue(ctx context.Context) {
	if u.solo.busy.Load() || u.clock.Now().Sub(u.ended) < reconcileEvery {
		return
	}
	u.solo.start(func() func() {
		u.once(ctx)
		u.ended = u.clock.Now()
		return nil
	})
}

// once finds claims whose answer was lost, goroutines that died, and take-overs that nobody
// reported.
func (u *reconciler) once(ctx context.Context) {
	held := store.Owned{Runs: u.own.epochs(), Activities: u.attempts.Owned()}
	owned, err := u.store.Owned(ctx, u.worker)
	if err != nil && ctx.Err() != nil {
		return // the worker is stopping
	}
	if err != nil {
		u.log.Warn("cannot compare ownership", "error", err)
		return
	}
	plan := recovery.Reconcile(u.worker, owned, held, u.unheld)
	u.unheld = plan.Unheld
	if len(plan.Release) > 0 {
		// Use another goroutine: writes wait for as long as the store takes none.
		u.solo.work.start(func() { u.giveBack(plan.Release) })
	}
	u.dropForeign(plan)
}

// giveBack releases what this worker owns and does not hold.
func (u *reconciler) giveBack(ops []store.Op) {
	for _, op := range ops {
		u.log.Error("the store says that this worker owns work it does not hold: releasing it", "what", fmt.Sprintf("%+v", op))
		if _, err := u.writes.Do(op); err != nil {
			u.log.Error("cannot release it", "error", err)
		}
	}
	u.ready()
}

// dropForeign drops what this worker holds and does not own.
func (u *reconciler) dropForeign(plan recovery.Settlement) {
	for _, at := range plan.DropRuns {
		// A run that is about to be parked or closed learns it from its commit's answer.
		if r := u.own.held(at.Run); r != nil && r.info.Epoch == at.Epoch && r.isHeld() {
			r.fenced()
		}
	}
	for _, at := range plan.DropActivities {
		u.attempts.EndRow(at.ActivityKey, at.Attempt, activity.ErrLeaseLost)
	}
}
