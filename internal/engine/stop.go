package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/activity"
)

// Left is what Stop could not end before its context ended.
type Left struct {
	Activities []string // "charge of order-42, attempt 1"
	Runs       []string // workflow ids of runs whose workflow code has not returned
	Err        error
}

// Stop ends the worker, and returns what it had to leave behind, or nil. The error says that
// Stop was called before, and that ctx ended before the first call did.
func (p *Process) Stop(ctx context.Context) (*Left, error) {
	p.mu.Lock()
	already := p.mu.stopped
	p.mu.stopped = true
	e := p.mu.engine
	p.mu.Unlock()
	if already {
		select {
		case <-p.ended:
			return nil, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	defer close(p.ended)
	// A store that hangs must not keep us longer than ctx.
	defer context.AfterFunc(ctx, p.writes.Abandon)()
	p.endLife()
	left := &Left{}
	if e != nil {
		left = e.stop(ctx)
		p.wakeups.Last(ctx, e.worker.ID)
	}
	p.wakeups.Flush(ctx)
	p.wakeups.Stop()
	p.writes.Close()
	p.restart.Wait() // first, because its work group still has machines to close
	awaitPast(ctx, p.pastEngines(), left)
	p.mu.Lock()
	p.mu.engine = nil
	p.mu.Unlock()
	p.waiters.wake()
	if left.Err != nil || len(left.Activities)+len(left.Runs) > 0 {
		return left, nil
	}
	return nil, nil
}

// Ended is closed once a Stop has finished.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// awaitPast waits for what still runs of engines that lost their lease.
func awaitPast(ctx context.Context, past []*engine, left *Left) {
	for _, e := range past {
		select {
		case <-e.work.empty():
		case <-ctx.Done():
			more := e.leftovers()
			left.Activities = append(left.Activities, more.Activities...)
			left.Runs = append(left.Runs, more.Runs...)
			left.Err = errors.Join(left.Err, context.Cause(ctx))
		}
	}
}

// stop ends this incarnation: it first tells everything to end, then waits for all of it
// under one deadline.
func (e *engine) stop(ctx context.Context) *Left {
	e.own.stop()
	e.endAttempts(activity.ErrStopping)
	e.writes.Drain()

	left := &Left{}
	select {
	case <-e.work.empty():
	case <-ctx.Done():
		left = e.leftovers()
		left.Err = context.Cause(ctx)
	}
	e.work.dismiss()
	// From here on nothing of ours may write: the release fences what still runs, and its
	// commits are answered with ErrStopped.
	e.writes.Close()
	e.endLoops()
	e.loops.Wait()
	e.closeMachines(ctx)
	left.Runs = append(append(left.Runs, e.stuck.givenUp()...), e.stuck.waited()...)
	slices.Sort(left.Runs)
	left.Runs = slices.Compact(left.Runs)
	if err := e.leave(context.WithoutCancel(ctx)); err != nil {
		left.Err = errors.Join(left.Err, fmt.Errorf("cannot release what this worker owns, it stays owned until the lease expires: %w", err))
	}
	e.log.Info("worker stopped", "left_activities", len(left.Activities), "left_runs", len(left.Runs))
	return left
}

// closeMachines unwinds every machine, until one second after ctx ends. What has not returned
// by then, or within the limit for workflow code, is on the engine's lists.
func (e *engine) closeMachines(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.dropAll(activity.ErrStopping)
		e.closeCache()
	}()
	end, last := ctx.Done(), false
	for over := false; !over; over = last {
		wait := e.cfg.StepTimeout / 4
		if last = ctx.Err() != nil; last {
			end, wait = nil, time.Second // unwinding takes microseconds if nothing blocks
		}
		alarm := e.cfg.Clock.NewTimer(wait)
		select {
		case <-done:
			alarm.Stop()
			return
		case <-end:
			alarm.Stop()
		case <-alarm.C():
			e.watch()
		}
	}
}

// dropAll forgets every run and ends every attempt.
func (e *engine) dropAll(cause error) {
	e.own.stop()
	for _, r := range e.own.list() {
		r.drop(cause)
	}
	for _, a := range e.activities.All() {
		a.End(cause)
	}
}

// closeCache closes the machines of parked runs.
func (e *engine) closeCache() {
	for _, m := range e.own.evictAll() {
		e.stuck.close(m.machine, m.run, m.workflowID)
	}
}

// leftovers lists what has not ended.
func (e *engine) leftovers() *Left {
	left := &Left{Runs: e.stuck.waited()}
	for _, a := range e.activities.All() {
		left.Activities = append(left.Activities, fmt.Sprintf("%s of %s, attempt %d", a.Scheduled.Name, a.WorkflowID, a.N))
	}
	for _, r := range e.own.list() {
		r.mu.Lock()
		if r.mu.state != runIdle {
			left.Runs = append(left.Runs, r.info.WorkflowID)
		}
		r.mu.Unlock()
	}
	slices.Sort(left.Activities)
	slices.Sort(left.Runs)
	return left
}
