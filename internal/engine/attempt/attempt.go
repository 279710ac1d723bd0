package attempt

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/internal/retry"
	"github.com/reprise-run/reprise/store"
)

// Attempt is one attempt at one activity that runs here. It is eager, for a run that this worker
// owns, or it belongs to an activity row that this worker has claimed.
type Attempt struct {
	Identity
	Binding *contract.Activity
	Queue   string // whose slot it holds; "" if that queue has no bound

	set      *Set
	ctx      context.Context
	cancel   context.CancelCauseFunc
	begun    time.Time
	deadline time.Time

	mu struct {
		sync.Mutex
		owner    Owner // nil for a row
		over     bool  // its end is decided; a later result is discarded
		asked    bool  // it was asked to end, because the workflow cancelled the activity
		came     bool  // the function has ended
		returned bool  // the whole attempt has ended
		slot     bool
		out      contract.Outcome
		took     time.Duration // until its end was decided
		report   report
		beats    *heartbeats // nil: there was none
	}
}

// Identity says which attempt at which activity it is.
type Identity struct {
	Run        store.RunID
	WorkflowID string
	Workflow   string
	On         string // the queue it was scheduled on
	Number     int64
	N          int                        // 1 is the first
	Claim      store.Token                // of its row
	Scheduled  *history.ActivityScheduled // the event that scheduled it
	Since      time.Time                  // when, by the store's clock
	Ready      time.Time                  // when it could begin, by the same clock
	LastFail   *history.Failure           // of the attempt before
	Tried      []history.Tried            // the earlier attempts that failed
	Before     *history.Payload           // heartbeat details of the attempt before; nil: none
	Headers    history.Headers            // of the run
}

// Key names the activity.
func (i *Identity) Key() store.ActivityKey {
	return store.ActivityKey{Run: i.Run, Activity: i.Number}
}

// At is the attempt as the store knows it.
func (i *Identity) At() store.Attempt { return store.Attempt{N: i.N, Claim: i.Claim} }

// limit returns the time left at now, from the attempt's own limit and from that of all attempts.
func (i *Identity) limit(own time.Duration, now time.Time) (limit time.Duration, whole bool) {
	limit = own
	if all := i.Scheduled.Policy.ScheduleToClose; all > 0 {
		left := max(i.Since.Add(all).Sub(now), time.Nanosecond)
		if limit == 0 || left < limit {
			return left, true
		}
	}
	return limit, false
}

// Next decides whether another attempt follows a failure, and after what delay. now is the store's
// time, random returns a number in [0, 1).
func (i *Identity) Next(f *history.Failure, now time.Time, random func() float64) (time.Duration, bool) {
	delay, again := retry.Next(i.Scheduled.Policy, i.N, f, random)
	whole := i.Scheduled.Policy.ScheduleToClose
	inTime := whole == 0 || now.Add(delay).Before(i.Since.Add(whole))
	return delay, again && inTime
}

// tooLong names the limit that the attempt has exceeded at now, by the store's clock.
func (i *Identity) tooLong(now time.Time) string {
	own := i.Scheduled.Policy.StartToClose
	if _, whole := i.limit(own, now); whole {
		return fmt.Sprintf("activity: not done %v after it was scheduled", i.Scheduled.Policy.ScheduleToClose)
	}
	return fmt.Sprintf("activity: attempt %d took longer than %v", i.N, own)
}

// info describes the attempt to its function.
func (i *Identity) info(cfg *Config, deadline time.Time) contract.Info {
	return contract.Info{
		Namespace: cfg.Namespace, Queue: i.On, Worker: cfg.Worker, Headers: headersOf(i),
		RunID: i.Run, WorkflowID: i.WorkflowID, Workflow: i.Workflow, Activity: i.Scheduled.Name,
		Number: i.Number, Attempt: i.N, IdempotencyKey: history.IdempotencyKey(i.Run, i.Number, i.Scheduled), Scheduled: i.Since, Deadline: deadline,
	}
}

// headersOf merges the headers of the run with those of the command, which win. The map is the
// attempt's own: changes by the function are seen nowhere else.
func headersOf(i *Identity) map[string]string {
	if len(i.Headers)+len(i.Scheduled.Headers) == 0 {
		return nil
	}
	all := make(map[string]string, len(i.Headers)+len(i.Scheduled.Headers))
	maps.Copy(all, i.Headers)
	maps.Copy(all, i.Scheduled.Headers)
	return all
}

// Begin starts the attempt on a goroutine of its own. The commit that gives it to this worker must
// have been acknowledged.
func (a *Attempt) Begin() {
	if a.Prepare() {
		a.Depart()
	}
}

// Prepare does all of Begin except start the goroutine; call [Attempt.Perform] or [Attempt.Depart]
// next. It returns false if the attempt must not begin any more.
func (a *Attempt) Prepare() bool {
	cfg := &a.set.cfg
	a.mu.Lock()
	over, row := a.mu.over, a.mu.owner == nil
	if !over {
		a.begun = cfg.Clock.Now()
		a.ctx, a.cancel = context.WithCancelCause(cfg.Context)
	}
	a.mu.Unlock()
	if over {
		a.FreeSlot() // its run was terminated or lost after the commit
		return false
	}
	begins, cancelled := a.set.enter(a, row)
	if !begins {
		a.cancel(nil)
		a.FreeSlot()
		return false
	}
	if cancelled {
		a.Cancel()
	}
	if a.Cancelled() {
		a.ask() // its function is not called, so there is nobody to tell
		return true
	}
	if a.Transactional() {
		a.allow(0) // until it has its transaction
	} else {
		a.allow(a.Scheduled.Policy.StartToClose)
	}
	if hb := a.Scheduled.Policy.HeartbeatTimeout; hb > 0 {
		a.set.alarm(a, silence, a.begun.Add(hb))
	}
	tellBegun(a)
	return true
}

// Depart lets the attempt continue on a goroutine of its own.
func (a *Attempt) Depart() {
	if a.set.cfg.Join() {
		go a.Perform()
		return
	}
	a.End(activity.ErrStopping) // the worker has stopped; its work is released
}

// Transactional reports whether the function takes a transaction.
func (a *Attempt) Transactional() bool { return a.Binding.Driver != "" }

// Allow starts the time limit of an attempt that had to wait. It returns false if the attempt has
// ended meanwhile.
func (a *Attempt) Allow() bool {
	a.allow(a.Scheduled.Policy.StartToClose)
	if a.isOver() {
		a.set.drop(a, timeout)
		return false
	}
	return true
}

func (a *Attempt) allow(own time.Duration) {
	now := a.set.cfg.Now()
	if most, _ := a.limit(own, now); most > 0 {
		a.deadline = now.Add(most)
		a.set.alarm(a, timeout, a.set.cfg.Clock.Now().Add(most))
	}
}

// Perform runs the author's function and reports its end. The goroutine, which has joined the work
// group, must do nothing afterwards: the function may have left anything on it.
func (a *Attempt) Perform() {
	defer a.performed()
	if a.isOver() {
		return // it ended before it began; nobody would read its result
	}
	// The attempt may have lost its right to run between the commit and this goroutine.
	stopping := a.ctx.Err() != nil && errors.Is(a.Cause(), activity.ErrStopping)
	switch {
	case stopping || !a.set.cfg.Host.Valid():
		a.comesTo(contract.Outcome{Stopped: true})
	case a.Cancelled() && a.N > 1:
		a.comesTo(contract.Outcome{Stopped: true}) // the worker that claims the row ends it, and knows the attempt before
	case a.Cancelled():
		a.comesTo(contract.Outcome{Failure: history.FailureOf(activity.ErrCancelled)})
	case a.Transactional():
		a.comesTo(a.set.cfg.Host.Transact(a))
	default:
		a.comesTo(a.Call(a.ctx))
	}
}

// comesTo records the function's outcome, unless the attempt has ended meanwhile.
func (a *Attempt) comesTo(out contract.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.mu.came = true
	if !a.mu.over {
		a.mu.out = out
	}
}

// performed ends Perform, even when the function ends the goroutine.
func (a *Attempt) performed() {
	cfg := &a.set.cfg
	a.mu.Lock()
	a.mu.returned = true
	givenUp := !a.mu.slot
	eager, out := a.mu.owner != nil, a.mu.out
	if !a.mu.came {
		out.Failure = &history.Failure{Kind: mark.OutcomeUnknown, Message: "activity: the attempt's goroutine ended without an outcome"}
	}
	a.mu.Unlock()
	a.cancel(nil)
	a.set.drop(a, graceOver)
	a.set.leave(a)
	if eager && !givenUp {
		a.FreeSlot() // before the run is told, which may need a slot at once
	}
	if a.Decide(out) {
		a.Report(out)
	} else { // what ended it may have come before these were set
		a.set.drop(a, timeout)
		a.set.drop(a, silence)
	}
	if givenUp {
		cfg.Host.GivenUp(-1)
	} else {
		a.FreeSlot()
		cfg.Leave()
	}
}

// Call runs the author's function.
func (a *Attempt) Call(ctx context.Context) contract.Outcome {
	c := contract.Call{Info: a.info(&a.set.cfg, a.deadline), Around: a.set.cfg.Around, Input: a.Scheduled.Input, Codecs: a.set.cfg.Codecs, Beat: a.beat, Exited: a.comesTo}
	if a.Before != nil {
		c.Details = *a.Before
	}
	return a.Binding.Run(ctx, c)
}

// Context returns the context of the attempt's function.
func (a *Attempt) Context() context.Context { return a.ctx }

// Cause returns why its context has ended, or nil if it has not.
func (a *Attempt) Cause() error { return context.Cause(a.ctx) }

// Decide settles how the attempt ends. It returns false if that was settled before, by a timeout or
// a cancellation.
func (a *Attempt) Decide(out contract.Outcome) bool {
	a.mu.Lock()
	if a.mu.over {
		a.mu.Unlock()
		return false
	}
	a.mu.over, a.mu.out, a.mu.took = true, out, a.set.cfg.Clock.Now().Sub(a.begun)
	a.mu.Unlock()
	a.set.drop(a, timeout)
	if a.Scheduled.Policy.HeartbeatTimeout > 0 {
		a.set.drop(a, silence)
	}
	return true
}

// Report reports how the attempt has ended: to its run, or to the row if the attempt belongs to
// one, perhaps only since a moment ago.
func (a *Attempt) Report(out contract.Outcome) {
	if owner := a.Owner(); owner == nil || !owner.AttemptEnded(a, out) {
		a.set.cfg.Host.RowEnded(a, out)
	}
}

// Outcome returns how the attempt has ended.
func (a *Attempt) Outcome() contract.Outcome {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.out
}

func (a *Attempt) isOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.over
}

// Inside reports whether its function is still running.
func (a *Attempt) Inside() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.mu.came
}

// Cancel asks the attempt to end. Its context ends, and the grace period begins. The function's
// outcome counts if it returns in time; otherwise the attempt ends without it.
func (a *Attempt) Cancel() {
	a.mu.Lock()
	first := !a.mu.asked && !a.mu.over
	a.mu.asked = true
	begun := !a.begun.IsZero()
	a.mu.Unlock()
	if first && begun { // otherwise it is asked when it begins
		a.ask()
	}
}

func (a *Attempt) ask() {
	a.set.drop(a, timeout)
	a.set.drop(a, silence)
	a.cancel(activity.ErrCancelled)
	a.grace()
}

// Cancelled reports whether the attempt was asked to end.
func (a *Attempt) Cancelled() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.asked
}

// Owner returns the run of an eager attempt, or nil if the attempt belongs to a row.
func (a *Attempt) Owner() Owner {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.owner
}

// BecomeRow turns an eager attempt into that of a row, which this worker owns by claim.
func (a *Attempt) BecomeRow(claim store.Token) {
	a.mu.Lock()
	a.mu.owner, a.Claim = nil, claim
	a.mu.Unlock()
	a.set.enterRow(a)
}

// End decides the attempt's end from outside, and a later result of the function is discarded.
// Stopping is different: then the function's result is still reported.
func (a *Attempt) End(cause error) {
	a.mu.Lock()
	over, begun := a.mu.over, !a.begun.IsZero()
	if !over && begun {
		a.mu.took = a.set.cfg.Clock.Now().Sub(a.begun)
	}
	a.mu.over = true
	a.mu.Unlock()
	if !begun {
		return // and never will
	}
	if !over {
		a.set.drop(a, timeout)
		a.set.drop(a, silence)
		a.Tell(End{Fate: Outside(cause), Err: cause})
	}
	a.cancel(cause)
	a.grace()
}

// FreeSlot gives back the attempt's slot, once.
func (a *Attempt) FreeSlot() {
	a.mu.Lock()
	had := a.mu.slot
	a.mu.slot = false
	a.mu.Unlock()
	if had {
		a.set.cfg.Host.FreeSlot(a.Queue)
	}
}

// grace gives an attempt whose end is decided some time to notice it.
func (a *Attempt) grace() {
	a.mu.Lock()
	waiting := !a.mu.returned && a.mu.slot
	a.mu.Unlock()
	if waiting && !a.begun.IsZero() {
		a.set.alarm(a, graceOver, a.set.cfg.Clock.Now().Add(a.set.cfg.Grace))
	}
}

// abandon frees the slot of an attempt that ignores the end of its context. Its goroutine counts as
// abandoned until it returns.
func (a *Attempt) abandon() {
	a.mu.Lock()
	give := a.mu.slot && !a.mu.returned
	if give {
		a.mu.slot = false // in one step: the function may be returning just now
	}
	a.mu.Unlock()
	if !give {
		return
	}
	cfg := &a.set.cfg
	cfg.Host.GivenUp(+1)
	cfg.Logger.Error("activity ignores the end of its context, abandoning its goroutine", "run_id", a.Run, "activity", a.Scheduled.Name, "attempt", a.N)
	cfg.Host.FreeSlot(a.Queue)
	cfg.Leave()
}
