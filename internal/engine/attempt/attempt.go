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

// Attempt is one attempt at one activity that runs here: eager, for a run that this worker owns,
// or of an activity row that it has claimed.
type Attempt struct {
	Identity
	Binding *contract.Activity
	Queue   string // whose slot it has; "" where that queue has no bound

	set      *Set
	ctx      context.Context
	cancel   context.CancelCauseFunc
	begun    time.Time
	deadline time.Time

	mu struct {
		sync.Mutex
		owner    Owner // nil for a row
		over     bool  // its end is decided; what it still returns is thrown away
		asked    bool  // it is asked to end, for the workflow wants the activity no more
		came     bool  // the function has come to an end
		returned bool  // so has all of the attempt
		slot     bool
		out      contract.Outcome
		took     time.Duration // until its end was decided
		report   report
		beats    *heartbeats // nil: it has said nothing
	}
}

// Identity is which attempt it is, and at what.
type Identity struct {
	Run        store.RunID
	WorkflowID string
	Workflow   string
	On         string // the queue that it was asked for on
	Number     int64
	N          int                        // 1 is the first
	Claim      store.Token                // of its row
	Scheduled  *history.ActivityScheduled // what was asked for
	Since      time.Time                  // when, by the store's clock
	Ready      time.Time                  // since when it could begin, likewise
	LastFail   *history.Failure           // of the attempt before
	Tried      []history.Tried            // the attempts before that failed
	Before     *history.Payload           // heartbeat details of the attempt before; nil: none
	Headers    history.Headers            // of the run
}

// Key names the activity.
func (i *Identity) Key() store.ActivityKey {
	return store.ActivityKey{Run: i.Run, Activity: i.Number}
}

// At is the attempt as the store knows it.
func (i *Identity) At() store.Attempt { return store.Attempt{N: i.N, Claim: i.Claim} }

// limit is the time that the attempt has at now: its own, and what is left of all attempts.
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

// Next says whether another attempt follows a failure, and when. It is decided at now, by the
// store's clock, with a random number in [0, 1).
func (i *Identity) Next(f *history.Failure, now time.Time, random func() float64) (time.Duration, bool) {
	delay, again := retry.Next(i.Scheduled.Policy, i.N, f, random)
	whole := i.Scheduled.Policy.ScheduleToClose
	inTime := whole == 0 || now.Add(delay).Before(i.Since.Add(whole))
	return delay, again && inTime
}

// tooLong says at now, by the store's clock, which time it has used up.
func (i *Identity) tooLong(now time.Time) string {
	own := i.Scheduled.Policy.StartToClose
	if _, whole := i.limit(own, now); whole {
		return fmt.Sprintf("activity: not done %v after it was scheduled", i.Scheduled.Policy.ScheduleToClose)
	}
	return fmt.Sprintf("activity: attempt %d took longer than %v", i.N, own)
}

// info describes the attempt to the function.
func (i *Identity) info(cfg *Config, deadline time.Time) contract.Info {
	return contract.Info{
		Namespace: cfg.Namespace, Queue: i.On, Worker: cfg.Worker, Headers: headersOf(i),
		RunID: i.Run, WorkflowID: i.WorkflowID, Workflow: i.Workflow, Activity: i.Scheduled.Name,
		Number: i.Number, Attempt: i.N, IdempotencyKey: history.IdempotencyKey(i.Run, i.Number, i.Scheduled), Scheduled: i.Since, Deadline: deadline,
	}
}

// headersOf are the headers of the run, and over them those that were added to the command.
// They are the attempt's own: what a function does to them shows nowhere else.
func headersOf(i *Identity) map[string]string {
	if len(i.Headers)+len(i.Scheduled.Headers) == 0 {
		return nil
	}
	all := make(map[string]string, len(i.Headers)+len(i.Scheduled.Headers))
	maps.Copy(all, i.Headers)
	maps.Copy(all, i.Scheduled.Headers)
	return all
}

// Begin starts the attempt on a goroutine of its own. The commit that makes it this worker's has
// been acknowledged.
func (a *Attempt) Begin() {
	if a.Prepare() {
		a.Depart()
	}
}

// Prepare is all of Begin but the goroutine, on which [Attempt.Perform] or [Attempt.Depart] is to
// follow. It returns false if there is to be no attempt any more.
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
		a.FreeSlot() // its run was terminated or lost since the commit
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
		a.ask() // its function is not called, so nobody is told of it
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

// Depart has the attempt go on by itself.
func (a *Attempt) Depart() {
	if a.set.cfg.Join() {
		go a.Perform()
		return
	}
	a.End(activity.ErrStopping) // the worker has stopped; what it owns is given back
}

// Transactional reports whether the function takes a transaction.
func (a *Attempt) Transactional() bool { return a.Binding.Driver != "" }

// Allow gives the attempt its time, from now on, where it had to wait for it. It returns false if
// it has ended meanwhile.
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

// Perform runs the author's function and reports its end. The goroutine, which has joined the
// work group, does nothing after it: the function may have left anything on it.
func (a *Attempt) Perform() {
	defer a.performed()
	if a.isOver() {
		return // ended before it had begun; nobody would read what it returns
	}
	// An attempt may have lost its right between the commit and this goroutine.
	stopping := a.ctx.Err() != nil && errors.Is(a.Cause(), activity.ErrStopping)
	switch {
	case stopping || !a.set.cfg.Host.Valid():
		a.comesTo(contract.Outcome{Stopped: true})
	case a.Cancelled() && a.N > 1:
		a.comesTo(contract.Outcome{Stopped: true}) // who claims the row ends it, and knows of the attempt before
	case a.Cancelled():
		a.comesTo(contract.Outcome{Failure: history.FailureOf(activity.ErrCancelled)})
	case a.Transactional():
		a.comesTo(a.set.cfg.Host.Transact(a))
	default:
		a.comesTo(a.Call(a.ctx))
	}
}

// comesTo notes what the function has come to, unless the attempt has ended meanwhile.
func (a *Attempt) comesTo(out contract.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.mu.came = true
	if !a.mu.over {
		a.mu.out = out
	}
}

// performed is the end of Perform, also when the function ends the goroutine.
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
		a.FreeSlot() // before the run hears of the end, which may want one at once
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

// Context is the context of its function.
func (a *Attempt) Context() context.Context { return a.ctx }

// Cause is why its context has ended; nil: it has not.
func (a *Attempt) Cause() error { return context.Cause(a.ctx) }

// Decide settles how the attempt ends. It returns false if that is settled: a timeout or a
// cancellation may have come first.
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

// Report says how the attempt has ended to whoever is to know: to its run, or, perhaps since a
// moment ago, to the row that it belongs to.
func (a *Attempt) Report(out contract.Outcome) {
	if owner := a.Owner(); owner == nil || !owner.AttemptEnded(a, out) {
		a.set.cfg.Host.RowEnded(a, out)
	}
}

// Outcome is how it has ended.
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

// Inside reports whether its function has not returned.
func (a *Attempt) Inside() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.mu.came
}

// Cancel asks the attempt to end: its context ends, what its function comes to counts, and its time
// is the grace from now on. If the function has not returned by then, the attempt ends without it.
func (a *Attempt) Cancel() {
	a.mu.Lock()
	first := !a.mu.asked && !a.mu.over
	a.mu.asked = true
	begun := !a.begun.IsZero()
	a.mu.Unlock()
	if first && begun { // else it is asked when it begins
		a.ask()
	}
}

func (a *Attempt) ask() {
	a.set.drop(a, timeout)
	a.set.drop(a, silence)
	a.cancel(activity.ErrCancelled)
	a.grace()
}

// Cancelled reports whether it was asked to end.
func (a *Attempt) Cancelled() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.asked
}

// Owner is the run that it is made for; nil: it belongs to a row.
func (a *Attempt) Owner() Owner {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mu.owner
}

// BecomeRow turns an eager attempt into one of a row that this worker owns by claim.
func (a *Attempt) BecomeRow(claim store.Token) {
	a.mu.Lock()
	a.mu.owner, a.Claim = nil, claim
	a.mu.Unlock()
	a.set.enterRow(a)
}

// End decides the attempt's end from outside: whatever the function still returns is
// thrown away. Stopping is not such an end: what returns then is handed over.
func (a *Attempt) End(cause error) {
	a.mu.Lock()
	over, begun := a.mu.over, !a.begun.IsZero()
	if !over && begun {
		a.mu.took = a.set.cfg.Clock.Now().Sub(a.begun)
	}
	a.mu.over = true
	a.mu.Unlock()
	if !begun {
		return // and will not
	}
	if !over {
		a.set.drop(a, timeout)
		a.set.drop(a, silence)
		a.Tell(End{Fate: Outside(cause), Err: cause})
	}
	a.cancel(cause)
	a.grace()
}

// FreeSlot gives back the slot of an attempt, once.
func (a *Attempt) FreeSlot() {
	a.mu.Lock()
	had := a.mu.slot
	a.mu.slot = false
	a.mu.Unlock()
	if had {
		a.set.cfg.Host.FreeSlot(a.Queue)
	}
}

// grace gives an attempt whose end is decided some time to notice.
func (a *Attempt) grace() {
	a.mu.Lock()
	waiting := !a.mu.returned && a.mu.slot
	a.mu.Unlock()
	if waiting && !a.begun.IsZero() {
		a.set.alarm(a, graceOver, a.set.cfg.Clock.Now().Add(a.set.cfg.Grace))
	}
}

// abandon frees the slot of an attempt that ignores the end of its context. Its
// goroutine is counted as given up on until it returns.
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
	cfg.Logger.Error("activity ignores the end of its context, giving up on its goroutine", "run_id", a.Run, "activity", a.Scheduled.Name, "attempt", a.N)
	cfg.Host.FreeSlot(a.Queue)
	cfg.Leave()
}
