package reprise

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/activity"
)

// Stop ends the worker: it claims nothing more, cancels every activity with cause
// activity.ErrStopping, waits for all of them and for the tasks in progress until
// ctx ends, and gives back what it owns, so that another worker, or the next start,
// goes on at once. An activity that returns because of it is handed over and loses
// no attempt; one that has not returned when ctx ends counts as lost.
//
// What was left behind is in the *StopError. Stop may be called more than once, and
// on a Runtime that was never started. The store stays open.
func (rt *Runtime) Stop(ctx context.Context) error {
	rt.mu.Lock()
	already := rt.stopped
	rt.stopped = true
	e := rt.engine
	rt.mu.Unlock()
	if already {
		select {
		case <-rt.ended:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	defer close(rt.ended)
	// A store that hangs must not keep us longer than ctx.
	defer context.AfterFunc(ctx, rt.writes.desert)()
	rt.endLife()
	left := &StopError{}
	if e != nil {
		left = e.stop(ctx)
		rt.hints.last(ctx, e.worker.ID)
	}
	rt.hints.stop()
	rt.writes.abandon()
	rt.restart.Wait() // before its crew is found empty: it still has machines to close
	rt.awaitPast(ctx, left)
	rt.mu.Lock()
	rt.engine = nil
	rt.mu.Unlock()
	rt.waiters.wake()
	if left.Err != nil || len(left.Activities)+len(left.Runs) > 0 {
		return left
	}
	return nil
}

// awaitPast waits for what still runs of engines whose lease was lost.
func (rt *Runtime) awaitPast(ctx context.Context, left *StopError) {
	rt.mu.Lock()
	past := rt.past
	rt.mu.Unlock()
	for _, e := range past {
		select {
		case <-e.work.empty():
		case <-ctx.Done():
			more := e.leftovers()
			left.Activities = append(left.Activities, more.Activities...)
			left.Err = errors.Join(left.Err, context.Cause(ctx))
		}
	}
}

// stop brings this incarnation to an end: first everything is told, then everything
// is waited for, under one deadline.
func (e *engine) stop(ctx context.Context) *StopError {
	e.mu.Lock()
	e.stopping = true
	e.mu.Unlock()
	e.endAttempts(activity.ErrStopping)
	e.rt.writes.stopping()

	left := &StopError{}
	select {
	case <-e.work.empty():
	case <-ctx.Done():
		left = e.leftovers()
		left.Err = context.Cause(ctx)
	}
	e.work.dismiss()
	// From here on nothing of ours may write: what still runs is fenced by the
	// release, and its commits are answered with ErrStopped.
	e.rt.writes.abandon()
	e.endLoops()
	e.loops.Wait()
	if !e.closeMachines(ctx) {
		left.Err = errors.Join(left.Err, errors.New("workflow code does not come back from its deferred functions"))
	}
	if err := e.leave(context.WithoutCancel(ctx)); err != nil {
		left.Err = errors.Join(left.Err, fmt.Errorf("reprise: cannot give back what this worker owns, its lease will run out: %w", err))
	}
	e.log.Info("worker stopped", "left_activities", len(left.Activities), "left_runs", len(left.Runs))
	return left
}

// closeMachines unwinds every machine, and reports whether that came to an end: author
// code runs its deferred functions then, and these may wait for something.
func (e *engine) closeMachines(ctx context.Context) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.dropAll(activity.ErrStopping)
		e.closeCache()
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
	}
	alarm := e.cfg.Clock.NewTimer(time.Second) // unwinding takes microseconds where nothing waits
	defer alarm.Stop()
	select {
	case <-done:
		return true
	case <-alarm.C():
		return false
	}
}

// closeCache closes the machines of parked runs.
func (e *engine) closeCache() {
	e.mu.Lock()
	machines := e.cache.drain()
	e.mu.Unlock()
	for _, m := range machines {
		m.machine.Close()
	}
}

// leftovers lists what has not come to an end.
func (e *engine) leftovers() *StopError {
	left := &StopError{}
	e.mu.Lock()
	var runs []*run
	for _, r := range e.runs {
		runs = append(runs, r)
	}
	for a := range e.attempts {
		left.Activities = append(left.Activities, fmt.Sprintf("%s of %s, attempt %d", a.scheduled.Name, a.workflowID, a.n))
	}
	e.mu.Unlock()
	for _, r := range runs {
		r.mu.Lock()
		if r.busy {
			left.Runs = append(left.Runs, r.info.WorkflowID)
		}
		r.mu.Unlock()
	}
	slices.Sort(left.Activities)
	slices.Sort(left.Runs)
	return left
}
