package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/activity"
)

// Left is what Stop could not bring to an end before its context ended.
type Left struct {
	Activities []string // "charge of order-42, attempt 1"
	Runs       []string // workflow ids of runs whose workflow code has not come back
	Err        error
}

// Stop ends the worker, and returns what it had to leave behind; nil: nothing. The error says
// that it was called before, and that ctx has ended first this time.
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
	p.restart.Wait() // before its work group is found empty: it still has machines to close
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

// Ended is closed once a Stop has come to its end.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// awaitPast waits for what still runs of engines whose lease was lost.
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

// stop brings this incarnation to an end: first everything is told, then everything
// is waited for, under one deadline.
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
	// From here on nothing of ours may write: what still runs is fenced by the
	// release, and its commits are answered with ErrStopped.
	e.writes.Close()
	e.endLoops()
	e.loops.Wait()
	e.closeMachines(ctx)
	left.Runs = append(append(left.Runs, e.stuck.givenUp()...), e.stuck.waited()...)
	slices.Sort(left.Runs)
	left.Runs = slices.Compact(left.Runs)
	if err := e.leave(context.WithoutCancel(ctx)); err != nil {
		left.Err = errors.Join(left.Err, fmt.Errorf("cannot give back what this worker owns until its lease runs out: %w", err))
	}
	e.log.Info("worker stopped", "left_activities", len(left.Activities), "left_runs", len(left.Runs))
	return left
}

// closeMachines unwinds every machine, under ctx and a second. What does not come back
// meanwhile, or within the time that workflow code has, is on the engine's lists.
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
			end, wait = nil, time.Second // unwinding takes microseconds where nothing waits
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

// leftovers lists what has not come to an end.
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
