package engine

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
)

// logRetry logs an attempt that failed and will be retried.
func (as *activities) logRetry(a *attempt.Attempt, f *history.Failure, delay time.Duration) {
	name := a.Scheduled.Name
	text := "activity attempt failed, will retry"
	if a.Inside() {
		text = "activity attempt timed out and its function has not returned: the next attempt may overlap it"
	}
	if args := as.notices.failure(as.cfg.Clock.Now(), "retried "+name, a.Run, a.WorkflowID, a.Workflow, name, a.N, f); args != nil {
		as.log.Warn(text, append(args, "next_attempt", a.N+1, "next_in", delay.Round(time.Millisecond))...)
	}
}

// logFailed logs an activity that has failed for good, including one that never began or whose worker
// was lost. It logs no activity that the workflow cancelled. A failure with an author's code, such as a
// declined card, is part of the workflow's business, and nobody has to look into it.
func (as *activities) logFailed(run store.RunID, workflowID, workflow, name string, attempt int, f *history.Failure) {
	if f.Kind == mark.Cancelled {
		return
	}
	if args := as.notices.failure(as.cfg.Clock.Now(), "failed "+name, run, workflowID, workflow, name, attempt, f); args != nil {
		level := slog.LevelError
		if f.Code != "" && f.Kind == "" {
			level = slog.LevelInfo
		}
		as.log.Log(context.Background(), level, "activity failed and is not retried: the workflow gets the error", args...)
	}
}

// failure returns the attributes of a line about a failed attempt, or nil to leave the line out. For
// each activity and level it passes ten lines at once, then one every ten seconds, so that a storm of
// retries stays readable. suppressed counts the lines left out.
func (n *notices) failure(now time.Time, about string, run store.RunID, workflowID, workflow, name string, attempt int, f *history.Failure) []any {
	more, ok := n.pass(about, now, rateAttempts)
	if !ok {
		return nil
	}
	args := []any{"run_id", run, "workflow_id", workflowID, "workflow", workflow, "activity", name, "attempt", attempt, "error", f}
	if at := panicSite(f.Stack); at != "" {
		args = append(args, "at", at)
	}
	if more > 0 {
		args = append(args, "suppressed", more)
	}
	return args
}

// panicSite returns the function and line that panicked, from the stack of a failure: "main.charge
// shop.go:71". It returns "" if the failure is no panic.
func panicSite(stack string) string {
	_, below, panicked := strings.Cut(stack, "\npanic(")
	if !panicked {
		return ""
	}
	lines := strings.Split(below, "\n")
	for i := 2; i+1 < len(lines); i += 2 { // behind panic's own place
		function, place := lines[i], strings.TrimSpace(lines[i+1])
		if strings.HasPrefix(function, "runtime.") {
			continue
		}
		if at := strings.LastIndexByte(function, '('); at > 0 {
			function = function[:at]
		}
		place, _, _ = strings.Cut(place, " ")
		return path.Base(function) + " " + path.Base(place)
	}
	return ""
}

// noteUnserved warns of a workflow, or a queue, that no live worker serves.
func (e *engine) noteUnserved(workflow, queue string) {
	if _, bound := e.cfg.Workflows[workflow]; bound && slices.Contains(e.cfg.Queues, queue) {
		return
	}
	if e.p.notices.unserved(workflow, queue, e.cfg.Clock.Now()) {
		e.work.start(func() { warnUnserved(e.attemptCtx, e.p, workflow, queue) })
	}
}

// noteAllUnserved warns of what no live worker serves. e is nil in a process without a worker: then the caller pays
// for the queries, once in five minutes for each.
func noteAllUnserved(ctx context.Context, p *Process, e *engine, all map[served]bool) {
	for s := range all {
		if e != nil {
			e.noteUnserved(s.workflow, s.queue)
		} else if p.notices.unserved(s.workflow, s.queue, p.cfg.Clock.Now()) {
			warnUnserved(ctx, p, s.workflow, s.queue)
		}
	}
}

// StartedInTx notes a start in a user's transaction. [Process.Wake], which follows the commit, warns if no
// live worker serves it: the transaction, whose locks others may wait for, pays for no query.
func StartedInTx(p *Process, workflow, queue string) {
	n := &p.notices
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.mu.inTx == nil {
		n.mu.inTx = make(map[served]bool)
	}
	if len(n.mu.inTx) < mostInTx {
		n.mu.inTx[served{workflow, queue}] = true
	}
}

// served is what a worker takes runs by.
type served struct{ workflow, queue string }

// mostInTx limits the starts in transactions that one [Process.Wake] looks into.
const mostInTx = 100

// startedInTx returns what was started in transactions since the last call.
func (n *notices) startedInTx() map[served]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.mu.inTx
	n.mu.inTx = nil
	return all
}

// unserved reports whether to warn that no worker takes a workflow's runs.
func (n *notices) unserved(workflow, queue string, now time.Time) bool {
	_, ok := n.pass("unserved "+workflow+" in "+queue, now, rateAdvice)
	return ok
}

func warnUnserved(ctx context.Context, p *Process, workflow, queue string) {
	if why := unserved(ctx, p.store, p.cfg.Namespace, queue, workflow); why != "" {
		p.log.Warn("no worker takes a run that was started: "+why, "workflow", workflow, "queue", queue)
	}
}

// noteUnservedQueue is noteUnserved for an activity's queue.
func (e *engine) noteUnservedQueue(name, queue string) {
	if slices.Contains(e.cfg.Queues, queue) || store.IsOwnQueue(queue) {
		return
	}
	if _, ok := e.p.notices.pass("unserved activity "+name+" in "+queue, e.cfg.Clock.Now(), rateAdvice); !ok {
		return
	}
	e.work.start(func() {
		if why := unserved(e.attemptCtx, e.p.store, e.cfg.Namespace, queue, ""); why != "" {
			e.log.Warn("no worker takes an activity that was scheduled: "+why, "activity", name, "queue", queue)
		}
	})
}

// unserved says why no worker takes what waits in a queue, and what to do. It returns "" if a worker
// does, or if the store cannot tell. For an activity's queue workflow is empty.
func unserved(ctx context.Context, st store.Store, namespace, queue, workflow string) string {
	workers, known := LiveWorkers(ctx, st)
	if !known {
		return ""
	}
	return Unserved(workers, namespace, queue, workflow)
}

// Unserved says why none of workers takes what waits in a queue, and what to do. It returns "" if one
// does. workflow is a name as in store.Bound; for an activity's queue it is empty.
func Unserved(workers []store.WorkerState, namespace, queue, workflow string) string {
	var alive, inQueue, bound int
	var drain *store.WorkerNote // of one that would otherwise take it
	for _, w := range workers {
		if w.Serves.Namespace != "" && w.Serves.Namespace != namespace {
			continue
		}
		alive++
		if !slices.Contains(w.Serves.Queues, queue) && queue != store.OwnQueue(w.ID) {
			continue
		}
		inQueue++
		switch {
		case workflow != "" && !slices.Contains(w.Serves.Workflows, workflow):
		case w.Drain != nil && !store.IsOwnQueue(queue):
			drain = w.Drain
		default:
			bound++
		}
	}
	switch {
	case bound > 0:
		return ""
	case drain != nil:
		return fmt.Sprintf("every live worker that would take it is draining (by %s: %s): start another worker, or undrain one", drain.Who, drain.Why)
	case inQueue > 0:
		if name, pin := store.Unbound(workflow); pin != "" {
			return fmt.Sprintf("it is pinned to build %q, and no live worker of that build binds workflow %q as pinned: start one, or move the run with Repin", pin, name)
		}
		return Unbound(workflow)
	case store.IsOwnQueue(queue):
		return "the worker of this queue is gone: its activities end as worker_gone"
	case alive > 0:
		return "no live worker serves queue " + strconv.Quote(queue) + ": add it to Config.Queues of a worker"
	}
	return "no live worker serves namespace " + strconv.Quote(namespace) + ": call Start on a Runtime"
}

// Unpinned reports whether workers of a build bind a workflow, all of them without a pin.
func Unpinned(workers []store.WorkerState, namespace, workflow, build string) bool {
	bound := false
	for _, w := range workers {
		if w.Build != build || w.Serves.Namespace != namespace {
			continue
		}
		if slices.Contains(w.Serves.Workflows, store.Bound(workflow, build)) {
			return false
		}
		bound = bound || slices.Contains(w.Serves.Workflows, workflow)
	}
	return bound
}

// Unbound returns the text that no worker binds a workflow, or the activity of a job, and what to do.
func Unbound(workflow string) string {
	if activity, ok := strings.CutPrefix(workflow, contract.JobPrefix); ok {
		return "no live worker binds activity " + strconv.Quote(activity) + ": pass its binding to reprise.New of a worker"
	}
	return "no live worker binds workflow " + strconv.Quote(workflow) + ": pass its binding to reprise.New of a worker"
}

// LiveWorkers returns the live workers of the store, if the store can list them.
func LiveWorkers(ctx context.Context, st store.Store) (alive []store.WorkerState, known bool) {
	look, ok := st.(store.Inspector)
	if !ok {
		return nil, false
	}
	all, err := look.Workers(ctx)
	if err != nil {
		return nil, false // the caller has more urgent trouble
	}
	for _, w := range all {
		if w.Alive {
			alive = append(alive, w)
		}
	}
	return alive, true
}
