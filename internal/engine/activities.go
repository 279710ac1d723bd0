package engine

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/store"
)

// activities makes the attempts at activities that run on this worker, and writes their results.
type activities struct {
	*attempt.Set
	cfg        *Config
	worker     store.WorkerID
	store      store.Store // for transactions
	writes     writer
	clock      *storeClock
	log        *slog.Logger
	work       *workGroup
	queues     *queueStates
	quarantine *quarantine
	stuck      *stuck
	notices    *notices
	own        *intake
	jitter     func(what string) float64
	bytes      rowBytes
	valid      func() bool     // reports whether the lease is valid
	rowsAt     func(time.Time) // schedules a look for rows that become ready then
	process    *Process
	over       <-chan struct{} // closed when the worker's grace is over
	ends       unrunnable
}

// unrunnable says which rows must be ended even though no worker may ever come to run them.
type unrunnable struct {
	cancelled atomic.Bool // by this worker, and possibly owned by nobody
	gone      atomic.Bool // their workers are gone
}

// Valid implements attempt.Host.
func (as *activities) Valid() bool { return as.valid() }

// Began implements attempt.Host.
func (as *activities) Began(a *attempt.Attempt) {
	told(as.cfg.Observer.ActivityStarted, func() ActivityStarted {
		return ActivityStarted{a.Workflow, a.WorkflowID, a.Run, a.Scheduled.Name, a.Number, a.On, a.N, max(0, as.clock.now().Sub(a.Ready))}
	})
}

// Ended implements attempt.Host.
func (as *activities) Ended(a *attempt.Attempt, e attempt.End) {
	told(as.cfg.Observer.ActivityEnded, func() ActivityEnded {
		return ActivityEnded{
			a.Workflow, a.WorkflowID, a.Run, a.Scheduled.Name, a.Number, a.On, a.N, e.Took, e.Err, e.Fate, e.Next, max(0, as.clock.now().Sub(a.Since)),
		}
	})
}

// RowLeft implements attempt.Host.
func (as *activities) RowLeft(key store.ActivityKey) { as.quarantine.leaveRow(key) }

// GivenUp implements attempt.Host.
func (as *activities) GivenUp(n int) { as.stuck.add(n) }

// FreeSlot implements attempt.Host.
func (as *activities) FreeSlot(queue string) {
	if as.queues.slots.give(queue) {
		as.rowsAt(time.Time{})
	}
}

// Beat implements attempt.Host. If another worker owns the row by now, the attempt ends.
func (as *activities) Beat(a *attempt.Attempt) {
	outcome, err := as.writes.Do(&store.Beat{Run: a.Run, Activity: a.Number, Worker: as.worker, Attempt: a.N, Claim: a.Claim, Details: a.Details()})
	switch {
	case err != nil:
		as.log.Warn("cannot record a heartbeat", "run_id", a.Run, "activity_number", a.Number, "error", err)
	case outcome.Code == store.Fenced:
		a.End(activity.ErrLeaseLost)
	}
}

// Transact implements attempt.Host.
func (as *activities) Transact(a *attempt.Attempt) contract.Outcome {
	return transactional{as, a}.transact()
}

// endSoon makes the claim loop end the rows that were cancelled and that no worker owns.
func (as *activities) endSoon() {
	as.ends.cancelled.Store(true)
	as.rowsAt(time.Time{})
}

// reserve takes a slot for an activity that this worker can run at once. It returns nil if there
// is none.
func (as *activities) reserve(r *run, seq int64, b *history.ActivityScheduled, since time.Time, row bool) *attempt.Attempt {
	binding, bound := as.cfg.Activities[b.Name]
	if !bound || breaksPromise(b, binding) {
		return nil
	}
	queue := cmp.Or(b.Queue, r.info.Queue)
	if as.own.stopping() || !as.queues.slots.takeOne(queue) {
		return nil
	}
	var owner attempt.Owner
	if !row {
		owner = eager{r}
	}
	return as.New(attempt.Identity{
		Run: r.id, WorkflowID: r.info.WorkflowID, Workflow: r.info.Workflow, On: queue,
		Number: seq, N: 1, Scheduled: b, Since: since, Ready: since, Headers: startedWith(r),
	}, binding, queue, owner)
}

// noteUnbound warns, now and then, that this worker has no binding for an activity.
func (as *activities) noteUnbound(name string) {
	if _, bound := as.cfg.Activities[name]; bound {
		return
	}
	if _, ok := as.notices.pass("unbound "+name, as.cfg.Clock.Now(), rateAdvice); ok {
		as.log.Warn("a scheduled activity is not bound here: it waits for a worker that binds it", "activity", name)
	}
}

// next decides what follows an attempt without a result, and logs it: another attempt after delay,
// or the end of the activity.
func (as *activities) next(a *attempt.Attempt, out contract.Outcome) (delay time.Duration, end *history.Failure) {
	f := out.Failure
	delay, again := a.Next(f, as.clock.now(), func() float64 {
		return as.jitter(fmt.Sprintf("retry %s %d %d", a.Run, a.Number, a.N))
	})
	if out.Again != nil {
		delay, again = as.queues.wait(a, out.Again), true // even past ScheduleToClose, which the row has too
	}
	switch {
	case a.Cancelled() && (again || whyOf(f) == history.WhyTimedOut):
		end = cancelledEnd(a.Scheduled, lastAttempt{a.N, f})
	case out.Again != nil:
		return delay, nil
	case !again:
		end = f
	default:
		as.logRetry(a, f, delay)
		return delay, nil
	}
	as.logFailed(a.Run, a.WorkflowID, a.Workflow, a.Scheduled.Name, a.N, end)
	// An error that is not retryable was marked, so its author knows package failure.
	if end.Retryable && end.Kind == "" && end.Code == "" && as.notices.once("uncoded "+a.Scheduled.Name, as.cfg.Clock.Now()) {
		as.log.Warn("an activity failed with an error that has no code, so the workflow can only read its text: give it a failure.Code", "activity", a.Scheduled.Name)
	}
	return 0, end
}
