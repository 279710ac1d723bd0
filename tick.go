package reprise

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
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
		wait := time.Duration(float64(e.keeper.Next()) * (0.75 + 0.25*rand.Float64()))
		if again {
			wait = 0
		}
		alarm := e.cfg.Clock.NewTimer(wait)
		select {
		case <-ctx.Done():
			alarm.Stop()
			return
		case <-e.wakeTick:
			alarm.Stop()
		case <-alarm.C():
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
	e.setOffset(asked, t.Now)
	e.mu.Lock()
	e.suspects = e.suspects || t.Suspects > 0
	e.mu.Unlock()
	recovered, err := e.poller.Once(ctx, t)
	if err != nil && !errors.Is(err, ErrStopped) {
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
	e.armTimer(t.NextTimer)
	// What was just recovered waits for the next tick, which follows at once: only it
	// knows which of that are suspects, and they come first.
	if recovered.Rows == 0 && (t.ReadyRuns > 0 || t.Suspects > 0) {
		hint(e.wakeRuns)
	}
	if recovered.Rows == 0 && t.ReadyActivities > 0 {
		hint(e.wakeRows)
	}
	if !t.NextReady.IsZero() {
		// What becomes ready after that is learnt by asking again then.
		e.pump.Set(dueKey{why: dueTick}, e.local(t.NextReady))
	}
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
	e.log.Info("took over what dead workers left", "rows", r.Rows, "condemned", len(r.Condemned))
	if f := e.cfg.Observer.Recovered; f != nil {
		f(r.Rows)
	}
}

// reconcile compares what the store believes this worker owns with what it holds:
// a claim whose answer was lost, a goroutine that died, a take-over nobody heard of.
func (e *engine) reconcile(ctx context.Context) {
	held := store.Owned{Runs: map[store.RunID]int64{}, Activities: map[store.ActivityKey]int{}}
	e.mu.Lock()
	for id, r := range e.runs {
		held.Runs[id] = r.info.Epoch
	}
	for key, a := range e.rows {
		held.Activities[key] = a.n
	}
	clear(e.expected) // what has not come by now is not this worker's
	e.mu.Unlock()
	owned, err := e.store.Owned(ctx, e.worker.ID)
	if err != nil {
		e.log.Warn("cannot compare ownership", "error", err)
		return
	}
	plan := recovery.Reconcile(e.worker.ID, owned, held, e.unheld)
	e.unheld = plan.Unheld
	for _, op := range plan.Release {
		e.log.Error("the store says this worker owns what nobody here holds, giving it back", "what", fmt.Sprintf("%+v", op))
		if _, err := e.writes.do(op); err != nil {
			e.log.Error("cannot give it back", "error", err)
		}
	}
	if len(plan.Release) > 0 {
		hint(e.wakeRuns)
		hint(e.wakeRows)
	}
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

// watch gives up on tasks that have been inside workflow code for too long.
func (e *engine) watch() {
	limit := e.cfg.Clock.Now().Add(-e.cfg.StepTimeout).UnixNano()
	var stuck []*run
	e.mu.Lock()
	for _, r := range e.runs {
		if since := r.stepping.Load(); since > 0 && since < limit && r.stepping.CompareAndSwap(since, -1) {
			stuck = append(stuck, r)
		}
	}
	e.mu.Unlock()
	for _, r := range stuck {
		e.abandon(+1)
		e.work.start(r.giveUp)
	}
}

// giveUp parks a run whose goroutine is stuck in workflow code. The machine is never
// stopped: that would make the pending step return a lie.
func (r *run) giveUp() {
	at := r.machine.Running()
	r.mu.Lock()
	r.pending = append(r.taken, r.pending...) // results among them must not be lost
	r.taken = nil
	r.mu.Unlock()
	text := "workflow code has not come back for " + r.e.cfg.StepTimeout.String() + "; it last called the engine at " + at.Site +
		": it must wait only through the workflow package (Get, Sleep, Receive, Select)"
	if stack := r.machine.Stack(); stack != "" {
		text += "\n\n" + stack
	}
	r.parkBlocked(reasonStuck, text)
	r.e.log.Error("run is parked: "+reasonStuck, "run", r.id, "workflow_id", r.info.WorkflowID, "text", text)
	if f := r.e.cfg.Observer.Blocked; f != nil {
		f(r.id, reasonStuck, text)
	}
	r.e.work.leave() // on behalf of the goroutine that is stuck
}
