package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
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
	e          *engine
	binding    *activity.Binding
	runID      store.RunID
	workflowID string
	workflow   string
	number     int64
	n          int                        // 1 is the first
	scheduled  *history.ActivityScheduled // what was asked for
	since      time.Time                  // when, by the store's clock
	lastFail   *history.Failure           // of the attempt before
	before     *history.Payload           // heartbeat details of the attempt before; nil: none
	room       *room                      // of its queue, if that has a limit

	ctx      lateContext
	begun    time.Time
	deadline time.Time

	mu       sync.Mutex
	run      *run // nil for a row
	over     bool // its end is decided; what it still returns is thrown away
	came     bool // the function has come to an end
	returned bool // so has all of the attempt
	slot     bool
	out      activity.Outcome
	beats    *heartbeats // nil: it has said nothing
}

// reserve takes a slot for an activity that this worker could run at once, or
// returns nil.
func (e *engine) reserve(r *run, seq int64, b *history.ActivityScheduled, since time.Time, row bool) *attempt {
	binding, bound := e.rt.activities[b.Name]
	if !bound || breaksPromise(b, binding) {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	in := e.rooms[cmp.Or(b.Queue, r.info.Queue)]
	if e.stopping || !e.takeOne(in) {
		return nil
	}
	a := &attempt{
		e: e, binding: binding, runID: r.id, workflowID: r.info.WorkflowID, workflow: r.info.Workflow,
		number: seq, n: 1, scheduled: b, since: since, room: in, slot: true,
	}
	if !row {
		a.run = r
	}
	return a
}

// noteUnbound says once that an activity has nobody here to run it.
func (e *engine) noteUnbound(name string) {
	if _, bound := e.rt.activities[name]; bound {
		return
	}
	if e.firstOf(name) {
		e.log.Warn("an activity is scheduled that is not bound here: it waits for a worker that binds it", "activity", name)
	}
}

// firstOf reports whether this is the first activity of that name that nobody here can run.
func (e *engine) firstOf(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	said := e.foreign[name]
	e.foreign[name] = true
	return !said
}

// begin starts the attempt on a goroutine of its own. The commit that makes it this
// worker's has been acknowledged.
func (a *attempt) begin() {
	if a.prepare() {
		a.depart()
	}
}

func (a *attempt) depart() {
	if a.e.work.join() { // else the worker has stopped; what it owns is given back
		go a.perform()
	}
}

// prepare is all of begin but the goroutine. It reports false if there is to be no
// attempt any more.
func (a *attempt) prepare() bool {
	e := a.e
	a.mu.Lock()
	over := a.over
	if !over {
		a.begun = e.cfg.Clock.Now()
		a.ctx.parent = e.attemptCtx
	}
	a.mu.Unlock()
	if over {
		e.freeSlot(a) // its run was terminated or lost since the commit
		return false
	}
	e.mu.Lock()
	e.attempts[a] = struct{}{}
	if a.run == nil {
		e.rows[store.ActivityKey{Run: a.runID, Activity: a.number}] = a
	}
	e.mu.Unlock()
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
	return true
}

// allow gives the attempt its time, from now on.
func (a *attempt) allow(own time.Duration) {
	if timeout, _ := a.limit(own); timeout > 0 {
		a.deadline = a.e.now().Add(timeout)
		a.e.pump.Set(dueKey{why: dueTimeout, attempt: a}, a.e.cfg.Clock.Now().Add(timeout))
	}
}

// limit is the time this attempt has: its own and what is left of all attempts.
func (a *attempt) limit(own time.Duration) (limit time.Duration, whole bool) {
	limit = own
	if all := a.scheduled.Policy.ScheduleToClose; all > 0 {
		left := max(a.since.Add(all).Sub(a.e.now()), time.Nanosecond)
		if limit == 0 || left < limit {
			return left, true
		}
	}
	return limit, false
}

// perform runs the author's function and reports its end. The goroutine, which is in the
// crew, does nothing after it: the function may have left anything on it.
func (a *attempt) perform() {
	defer a.performed()
	if a.isOver() {
		return // ended before it had begun; nobody would read what it returns
	}
	// An attempt may have lost its right between the commit and this goroutine.
	stopping := a.ctx.Err() != nil && errors.Is(context.Cause(&a.ctx), activity.ErrStopping)
	switch {
	case stopping || !a.e.keeper.Valid():
		a.comesTo(activity.Outcome{Stopped: true})
	case a.binding.Driver() != "":
		a.comesTo(a.transact())
	default:
		a.comesTo(a.call(&a.ctx))
	}
}

// comesTo notes what the function has come to, unless the attempt has ended meanwhile.
func (a *attempt) comesTo(out activity.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.came = true
	if !a.over {
		a.out = out
	}
}

// performed is the end of perform, also when the function ends the goroutine.
func (a *attempt) performed() {
	e := a.e
	a.mu.Lock()
	a.returned = true
	abandoned := !a.slot
	eager, out := a.run != nil, a.out
	if !a.came {
		out.Failure = &history.Failure{Code: history.CodeOutcomeUnknown, Message: "activity: the attempt's goroutine ended without an outcome"}
	}
	a.mu.Unlock()
	a.ctx.cancel(nil)
	e.finished(a)
	if eager && !abandoned {
		e.freeSlot(a) // before the run hears of the end, which may want one at once
	}
	a.finish(out)
	if abandoned {
		e.abandon(-1)
	} else {
		e.freeSlot(a)
		e.work.leave()
	}
}

// call runs the author's function.
func (a *attempt) call(ctx context.Context) activity.Outcome {
	c := activity.Call{Info: a.info(), Input: a.scheduled.Input, Codecs: a.e.rt.codecs, Beat: a.beat, Exited: a.comesTo}
	if a.before != nil {
		c.Details = *a.before
	}
	return a.binding.Run(ctx, c)
}

// info describes the attempt to the function.
func (a *attempt) info() activity.Info {
	var room [64]byte
	id, _ := a.runID.MarshalText() // it never fails
	key := string(strconv.AppendInt(append(append(room[:0], id...), '/'), a.number, 10))
	return activity.Info{
		RunID: key[:len(id)], WorkflowID: a.workflowID, Workflow: a.workflow, Activity: a.scheduled.Name,
		Number: a.number, Attempt: a.n, IdempotencyKey: key, Scheduled: a.since, Deadline: a.deadline,
	}
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
	if a.over {
		a.mu.Unlock()
		return false
	}
	a.over, a.out = true, out
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
// attempt belongs to a row, perhaps since a moment ago: becomeRow holds run.mu too.
func (a *attempt) tellRun(out activity.Outcome) bool {
	r := a.owner()
	if r == nil {
		return false
	}
	x := a.verdict(r, out)
	x.ended = a
	r.mu.Lock()
	defer r.mu.Unlock()
	if a.owner() == nil {
		return false
	}
	if r.attempts[a.number] != a {
		return true // cancelled, or the run dropped, a moment ago: nobody reads it
	}
	delete(r.attempts, a.number)
	r.pending = append(r.pending, x)
	r.begin()
	return true
}

func (a *attempt) isOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.over
}

func (a *attempt) owner() *run {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.run
}

// end decides the attempt's end from outside: whatever the function still returns is
// thrown away. Stopping is not such an end: what returns then is handed over.
func (a *attempt) end(cause error) {
	a.mu.Lock()
	over, begun := a.over, !a.begun.IsZero()
	a.over = true
	a.mu.Unlock()
	if !begun {
		return // and will not
	}
	if !over {
		a.e.pump.Drop(dueKey{why: dueTimeout, attempt: a})
		a.e.pump.Drop(dueKey{why: dueHeartbeat, attempt: a})
	}
	a.ctx.cancel(cause)
	a.e.grace(a)
}

// timedOut ends the attempt durably now; the function may still be inside.
func (a *attempt) timedOut(code, text string) {
	a.finish(activity.Outcome{Failure: &history.Failure{Code: code, Message: text, Retryable: true}})
	a.ctx.cancel(activity.ErrTimeout)
	a.e.grace(a)
}

// becomeRow turns an eager attempt into one of a row that this worker owns. run.mu
// is held.
func (a *attempt) becomeRow() {
	a.mu.Lock()
	a.run = nil
	a.mu.Unlock()
	a.e.mu.Lock()
	a.e.rows[store.ActivityKey{Run: a.runID, Activity: a.number}] = a
	a.e.mu.Unlock()
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
		if !again {
			return external{body: &history.ActivityFailed{Activity: a.number, Attempt: a.n, Failure: *out.Failure}}
		}
		why, consumed = whyOf(out.Failure), a.n
	}
	row, err := r.row(a.number, a.scheduled, a.since)
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
		return a.e.cfg.jitter(fmt.Sprintf("retry %s %d %d", a.runID, a.number, a.n))
	})
	return delay, again && !a.outOfTime(delay)
}

// outOfTime reports whether the next attempt would begin after schedule-to-close.
func (a *attempt) outOfTime(delay time.Duration) bool {
	whole := a.scheduled.Policy.ScheduleToClose
	return whole > 0 && !a.e.now().Add(delay).Before(a.since.Add(whole))
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
func (r *run) attemptLost(o replay.OpenActivity) external {
	p := o.Scheduled.Policy
	if p.MaxAttempts > 0 && o.Attempt+1 >= p.MaxAttempts {
		return external{body: &history.ActivityFailed{Activity: o.Seq, Attempt: o.Attempt + 1, Failure: outcomeUnknown(o.Attempt + 1)}}
	}
	row, err := r.row(o.Seq, o.Scheduled, o.At)
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
