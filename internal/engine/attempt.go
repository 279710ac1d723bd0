package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// attempt is one attempt at one activity that runs here: eager, for a run this
// worker owns, or of an activity row this worker has claimed.
type attempt struct {
	identity
	e       *engine
	binding *activity.Binding
	queue   string // whose slot it has

	ctx      context.Context
	cancel   context.CancelCauseFunc
	begun    time.Time
	deadline time.Time

	mu struct {
		sync.Mutex
		run      *run // nil for a row
		over     bool // its end is decided; what it still returns is thrown away
		came     bool // the function has come to an end
		returned bool // so has all of the attempt
		slot     bool
		out      activity.Outcome
		beats    *heartbeats // nil: it has said nothing
	}
}

// identity is which attempt it is, and at what.
type identity struct {
	runID      store.RunID
	workflowID string
	workflow   string
	number     int64
	n          int                        // 1 is the first
	claim      store.Token                // of its row
	scheduled  *history.ActivityScheduled // what was asked for
	since      time.Time                  // when, by the store's clock
	lastFail   *history.Failure           // of the attempt before
	before     *history.Payload           // heartbeat details of the attempt before; nil: none
}

// key names the activity.
func (i *identity) key() store.ActivityKey {
	return store.ActivityKey{Run: i.runID, Activity: i.number}
}

// at is the attempt as the store knows it.
func (i *identity) at() store.Attempt { return store.Attempt{N: i.n, Claim: i.claim} }

// limit is the time that the attempt has at now: its own, and what is left of all attempts.
func (i *identity) limit(own time.Duration, now time.Time) (limit time.Duration, whole bool) {
	limit = own
	if all := i.scheduled.Policy.ScheduleToClose; all > 0 {
		left := max(i.since.Add(all).Sub(now), time.Nanosecond)
		if limit == 0 || left < limit {
			return left, true
		}
	}
	return limit, false
}

// outOfTime reports whether the next attempt would begin, at t, after schedule-to-close.
func (i *identity) outOfTime(t time.Time) bool {
	whole := i.scheduled.Policy.ScheduleToClose
	return whole > 0 && !t.Before(i.since.Add(whole))
}

// info describes the attempt to the function.
func (i *identity) info(deadline time.Time) activity.Info {
	key := history.IdempotencyKey(i.runID, i.number, i.scheduled)
	return activity.Info{
		RunID: key[:strings.IndexByte(key, '/')], WorkflowID: i.workflowID, Workflow: i.workflow, Activity: i.scheduled.Name,
		Number: i.number, Attempt: i.n, IdempotencyKey: key, Scheduled: i.since, Deadline: deadline,
	}
}

// reserve takes a slot for an activity that this worker could run at once, or
// returns nil.
func (as *activities) reserve(r *run, seq int64, b *history.ActivityScheduled, since time.Time, row bool) *attempt {
	binding, bound := as.e.cfg.Activities[b.Name]
	if !bound || breaksPromise(b, binding) {
		return nil
	}
	queue := cmp.Or(b.Queue, r.info.Queue)
	if as.e.own.stopping() || !as.e.slots.takeOne(queue) {
		return nil
	}
	a := &attempt{
		e: as.e, binding: binding, queue: queue, identity: identity{
			runID: r.id, workflowID: r.info.WorkflowID, workflow: r.info.Workflow,
			number: seq, n: 1, scheduled: b, since: since,
		},
	}
	a.mu.slot = true
	if !row {
		a.mu.run = r
	}
	return a
}

// noteUnbound says now and then that an activity has nobody here to run it.
func (as *activities) noteUnbound(name string) {
	if _, bound := as.e.cfg.Activities[name]; bound {
		return
	}
	if _, ok := as.e.p.notices.pass("unbound "+name, as.e.cfg.Clock.Now(), rateAdvice); ok {
		as.e.log.Warn("an activity is scheduled that is not bound here: it waits for a worker that binds it", "activity", name)
	}
}

// begin starts the attempt on a goroutine of its own, unless there is to be none any more. The
// commit that makes it this worker's has been acknowledged.
func (a *attempt) begin() {
	e := a.e
	a.mu.Lock()
	over := a.mu.over
	if !over {
		a.begun = e.cfg.Clock.Now()
		a.ctx, a.cancel = context.WithCancelCause(e.attemptCtx)
	}
	a.mu.Unlock()
	if over {
		a.freeSlot() // its run was terminated or lost since the commit
		return
	}
	if !e.activities.enter(a, a.mu.run == nil) {
		a.cancel(nil)
		a.freeSlot()
		return
	}
	if a.binding.Driver() == "" {
		a.allow(a.scheduled.Policy.StartToClose)
	} else {
		a.allow(0) // until it has its transaction
	}
	if hb := a.scheduled.Policy.Heartbeat; hb > 0 {
		e.pump.Set(dueKey{why: dueHeartbeat, attempt: a}, a.begun.Add(hb))
	}
	if f := e.cfg.Observer.ActivityStarted; f != nil {
		f(a.runID, a.scheduled.Name, a.n)
	}
	if e.work.join() { // else the worker has stopped; what it owns is given back
		go a.perform()
	}
}

// allow gives the attempt its time, from now on.
func (a *attempt) allow(own time.Duration) {
	if timeout, _ := a.limit(own, a.e.clock.now()); timeout > 0 {
		a.deadline = a.e.clock.now().Add(timeout)
		a.e.pump.Set(dueKey{why: dueTimeout, attempt: a}, a.e.cfg.Clock.Now().Add(timeout))
	}
}

// perform runs the author's function and reports its end. The goroutine, which is in the work
// group, does nothing after it: the function may have left anything on it.
func (a *attempt) perform() {
	defer a.performed()
	if a.isOver() {
		return // ended before it had begun; nobody would read what it returns
	}
	// An attempt may have lost its right between the commit and this goroutine.
	stopping := a.ctx.Err() != nil && errors.Is(context.Cause(a.ctx), activity.ErrStopping)
	switch {
	case stopping || !a.e.keeper.Valid():
		a.comesTo(activity.Outcome{Stopped: true})
	case a.binding.Driver() != "":
		a.comesTo(transactional{a}.transact())
	default:
		a.comesTo(a.call(a.ctx))
	}
}

// comesTo notes what the function has come to, unless the attempt has ended meanwhile.
func (a *attempt) comesTo(out activity.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.mu.came = true
	if !a.mu.over {
		a.mu.out = out
	}
}

// performed is the end of perform, also when the function ends the goroutine.
func (a *attempt) performed() {
	e := a.e
	a.mu.Lock()
	a.mu.returned = true
	abandoned := !a.mu.slot
	eager, out := a.mu.run != nil, a.mu.out
	if !a.mu.came {
		out.Failure = &history.Failure{Code: history.CodeOutcomeUnknown, Message: "activity: the attempt's goroutine ended without an outcome"}
	}
	a.mu.Unlock()
	a.cancel(nil)
	e.pump.Drop(dueKey{why: dueGrace, attempt: a})
	e.activities.leave(a)
	if eager && !abandoned {
		a.freeSlot() // before the run hears of the end, which may want one at once
	}
	a.finish(out)
	if abandoned {
		e.stuck.add(-1)
	} else {
		a.freeSlot()
		e.work.leave()
	}
}

// call runs the author's function.
func (a *attempt) call(ctx context.Context) activity.Outcome {
	c := activity.Call{Info: a.info(a.deadline), Input: a.scheduled.Input, Codecs: a.e.cfg.Codecs, Beat: a.beat, Exited: a.comesTo}
	if a.before != nil {
		c.Details = *a.before
	}
	return a.binding.Run(ctx, c)
}

// finish reports the end of the attempt, once: a timeout or a cancellation may have
// come first.
func (a *attempt) finish(out activity.Outcome) {
	if a.decide(out) {
		a.report(out)
	}
}

// decide settles how the attempt ends, unless that is settled.
func (a *attempt) decide(out activity.Outcome) bool {
	a.mu.Lock()
	if a.mu.over {
		a.mu.Unlock()
		return false
	}
	a.mu.over, a.mu.out = true, out
	a.mu.Unlock()
	a.e.pump.Drop(dueKey{why: dueTimeout, attempt: a})
	if a.scheduled.Policy.Heartbeat > 0 {
		a.e.pump.Drop(dueKey{why: dueHeartbeat, attempt: a})
	}
	return true
}

// report says how the attempt has ended to whoever is to know.
func (a *attempt) report(out activity.Outcome) {
	a.observe(out)
	if !a.tellRun(out) {
		a.finishRow(out)
	}
}

func (a *attempt) observe(out activity.Outcome) {
	if f := a.e.cfg.Observer.ActivityEnded; f != nil {
		var err error
		if out.Failure != nil {
			err = out.Failure
		}
		f(a.runID, a.scheduled.Name, a.n, a.e.cfg.Clock.Now().Sub(a.begun), err)
	}
}

// tellRun hands the end of an eager attempt to its run. It reports false when the
// attempt belongs to a row, perhaps since a moment ago: it becomes one under run.mu.
func (a *attempt) tellRun(out activity.Outcome) bool {
	r := a.owner()
	if r == nil {
		return false
	}
	x := a.verdict(r, out).weighed()
	x.ended = a
	r.mu.Lock()
	defer r.mu.Unlock()
	if a.owner() == nil {
		return false
	}
	if r.mu.attempts[a.number] != a {
		return true // cancelled, or the run dropped, a moment ago: nobody reads it
	}
	delete(r.mu.attempts, a.number)
	r.mu.in.pending = append(r.mu.in.pending, x)
	r.beginLocked()
	return true
}

func (a *attempt) isOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.over
}

func (a *attempt) owner() *run {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.run
}

// end decides the attempt's end from outside: whatever the function still returns is
// thrown away. Stopping is not such an end: what returns then is handed over.
func (a *attempt) end(cause error) {
	a.mu.Lock()
	over, begun := a.mu.over, !a.begun.IsZero()
	a.mu.over = true
	a.mu.Unlock()
	if !begun {
		return // and will not
	}
	if !over {
		a.e.pump.Drop(dueKey{why: dueTimeout, attempt: a})
		a.e.pump.Drop(dueKey{why: dueHeartbeat, attempt: a})
	}
	a.cancel(cause)
	a.grace()
}

// tooLong says which time an attempt has used up.
func (a *attempt) tooLong() string {
	own := a.scheduled.Policy.StartToClose
	if _, whole := a.limit(own, a.e.clock.now()); whole {
		return fmt.Sprintf("activity: not done %v after it was scheduled", a.scheduled.Policy.ScheduleToClose)
	}
	return fmt.Sprintf("activity: attempt %d took longer than %v", a.n, own)
}

// endLate ends an attempt that is out of time, on a goroutine: reporting it may wait for the
// store.
func (a *attempt) endLate(code, text string) {
	a.e.work.start(func() { a.timedOut(code, text) })
}

// timedOut ends the attempt durably now; the function may still be inside.
func (a *attempt) timedOut(code, text string) {
	a.finish(activity.Outcome{Failure: &history.Failure{Code: code, Message: text, Retryable: true}})
	a.cancel(activity.ErrTimeout)
	a.grace()
}

// becomeRow turns an eager attempt into one of a row that this worker owns by claim.
func (a *attempt) becomeRow(claim store.Token) {
	a.mu.Lock()
	a.mu.run, a.claim = nil, claim
	a.mu.Unlock()
	a.e.activities.enterRow(a)
}

// verdict turns the outcome of an eager attempt into the event that takes it into
// the history, with a row when there is to be another attempt.
func (a *attempt) verdict(r *run, out activity.Outcome) external {
	why, consumed := history.WhyHandedOver, a.n-1
	var delay time.Duration
	switch {
	case out.Stopped:
	case out.Failure == nil:
		return external{body: &history.ActivityCompleted{Activity: a.number, Attempt: a.n, Result: out.Result}}
	default:
		var again bool
		delay, again = a.next(out.Failure)
		a.logFailure(out.Failure, delay, again)
		if !again {
			return external{body: &history.ActivityFailed{Activity: a.number, Attempt: a.n, Failure: *out.Failure}}
		}
		why, consumed = whyOf(out.Failure), a.n
	}
	row, err := newRow(r.info, a.number, a.scheduled, a.since)
	if err != nil {
		return external{body: &history.ActivityFailed{Activity: a.number, Attempt: a.n, Failure: *history.FailureOf(err)}}
	}
	row.Attempt, row.Delay, row.Last = consumed, delay, encodeFailure(a.number, out.Failure)
	row.Details = a.details()
	return external{body: &history.AttemptEnded{Activity: a.number, Attempt: a.n, Why: why, Failure: out.Failure}, row: &row}
}

// next says whether another attempt follows a failure, and when.
func (a *attempt) next(f *history.Failure) (time.Duration, bool) {
	delay, again := activity.Next(a.scheduled.Policy, a.n, f, func() float64 {
		return a.e.p.ids.jitter(fmt.Sprintf("retry %s %d %d", a.runID, a.number, a.n))
	})
	return delay, again && !a.outOfTime(a.e.clock.now().Add(delay))
}

func whyOf(f *history.Failure) history.Why {
	if f.Code == history.CodeTimeout || f.Code == history.CodeHeartbeat {
		return history.WhyTimedOut
	}
	return history.WhyFailed
}

// attemptLost is the end of an eager attempt whose worker is gone: it may have
// happened. The attempt is consumed; when it was the last one, the author is told
// that the outcome is unknown, never that it failed.
func (as *activities) attemptLost(info store.Run, o replay.OpenActivity) external {
	p := o.Scheduled.Policy
	if p.MaxAttempts > 0 && o.Attempt+1 >= p.MaxAttempts {
		unknown := outcomeUnknown(o.Attempt + 1)
		as.logLastFailure(info.ID, info.WorkflowID, info.Workflow, o.Scheduled.Name, o.Attempt+1, &unknown)
		return external{body: &history.ActivityFailed{Activity: o.Seq, Attempt: o.Attempt + 1, Failure: unknown}}
	}
	row, err := newRow(info, o.Seq, o.Scheduled, o.At)
	if err != nil {
		return external{body: &history.ActivityFailed{Activity: o.Seq, Attempt: o.Attempt + 1, Failure: *history.FailureOf(err)}}
	}
	row.Attempt = o.Attempt + 1
	return external{body: &history.AttemptEnded{Activity: o.Seq, Attempt: o.Attempt + 1, Why: history.WhyLost}, row: &row}
}

func outcomeUnknown(attempts int) history.Failure {
	return history.Failure{
		Code:    history.CodeOutcomeUnknown,
		Message: fmt.Sprintf("activity: its worker was lost during attempt %d, the last one allowed: it may have taken effect", attempts),
	}
}

// freeSlot gives back the slot of an attempt, once.
func (a *attempt) freeSlot() {
	a.mu.Lock()
	had := a.mu.slot
	a.mu.slot = false
	a.mu.Unlock()
	if had {
		a.e.activities.giveSlot(a.queue)
	}
}

// giveSlot gives back a slot that an activity of the queue has had.
func (as *activities) giveSlot(queue string) {
	if as.e.slots.give(queue) {
		wake(as.e.wake.rows)
	}
}

// grace gives an attempt whose end is decided some time to notice.
func (a *attempt) grace() {
	a.mu.Lock()
	waiting := !a.mu.returned && a.mu.slot
	a.mu.Unlock()
	if waiting && !a.begun.IsZero() {
		a.e.pump.Set(dueKey{why: dueGrace, attempt: a}, a.e.cfg.Clock.Now().Add(a.e.cfg.Grace))
	}
}

// abandon frees the slot of an attempt that ignores the end of its context. Its
// goroutine is counted as given up on until it returns.
func (a *attempt) abandon() {
	a.mu.Lock()
	give := a.mu.slot && !a.mu.returned
	if give {
		a.mu.slot = false // in one step: the function may be returning just now
	}
	a.mu.Unlock()
	if !give {
		return
	}
	a.e.stuck.add(+1)
	a.e.log.Error("activity ignores the end of its context, giving up on its goroutine", "run", a.runID, "activity", a.scheduled.Name, "attempt", a.n)
	a.e.activities.giveSlot(a.queue)
	a.e.work.leave()
}
