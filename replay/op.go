package replay

import (
	"time"

	"github.com/reprise-run/reprise/history"
)

// Op is an operation that the workflow asked for and that ends later: an activity, timer,
// child, signal to another run, promise or coroutine. Like [Env] it is for package workflow
// and for use inside the workflow.
type Op struct {
	m         *Machine
	scope     *Scope
	asked     history.Command // as recorded: ActivityScheduled, TimerStarted, ChildStarted, SignalSent or PromiseMade; nil for a coroutine
	seq       int64
	coroutine int
	at        time.Time

	cancelled bool // the cancellation of the activity or child is requested

	attempt int
	row     bool
	last    *history.Failure
	limits  *Scope // cancelled when this timer fires; or nil

	done       bool
	when       moment
	result     history.Body
	waiting    coroutines
	left       giveUp // room for one: usually all waits for an op are under one scope
	prev, next *Op    // among the open ops of its scope
}

// Done reports whether the op has ended.
func (op *Op) Done() bool {
	op.m.enter()
	return op.done
}

// Result returns the event that ended the op, such as a *history.ActivityCompleted, a
// *history.TimerFired or a *history.TimerCancelled. If the op was never asked for, because
// its scope was already cancelled, Result returns the command that would have cancelled it.
// It is nil while the op is open and for a coroutine.
func (op *Op) Result() history.Body {
	op.m.enter()
	return op.result
}

// Activity returns the name of the op's activity, or "" if the op is no activity.
func (op *Op) Activity() string {
	if a, ok := op.asked.(*history.ActivityScheduled); ok {
		return a.Name
	}
	return ""
}

// Cancelled reports whether the op was cancelled, by Cancel or with its scope; the scope of a
// coroutine is the one given to [Env.Go]. An activity that had ended before was not cancelled.
func (op *Op) Cancelled() bool {
	op.m.enter()
	return op.isCancelled()
}

func (op *Op) isCancelled() bool {
	if op.cancelled || op.scope == nil || op.lasts() && op.seq != 0 {
		return op.cancelled
	}
	_, ok := op.scope.since()
	return ok
}

// lasts reports whether only an event ends op, even after a request to cancel it.
func (op *Op) lasts() bool {
	switch op.asked.(type) {
	case *history.ActivityScheduled, *history.ChildStarted, *history.SignalSent:
		return true
	}
	return false
}

// Child returns the command that asked for the op's child, or nil if the op is no child.
func (op *Op) Child() *history.ChildStarted {
	b, _ := op.asked.(*history.ChildStarted)
	return b
}

// IdempotencyKey returns the idempotency key of an activity. It is "" for other ops and for an
// activity that was never asked for.
func (op *Op) IdempotencyKey() string {
	if a, ok := op.asked.(*history.ActivityScheduled); ok && op.seq != 0 {
		return history.IdempotencyKey(op.m.started.Origin(op.m.cfg.Run, op.seq), op.seq, a)
	}
	return ""
}

// Cancel ends an open timer or promise. For an open activity or child it requests the cancellation; an event ends
// the op later. It does nothing to a coroutine, to a signal to another run, or to an op that is over or cancelled.
func (op *Op) Cancel() { op.CancelBecause("") }

// CancelBecause is Cancel with a reason, which is passed on to a child.
func (op *Op) CancelBecause(reason string) {
	c := op.m.call()
	if op.done || op.cancelled || op.asked == nil {
		return
	}
	if !op.cancel(c, op.m.scheduler.tick(), reason) {
		c.giveWay()
		return
	}
	if op.done {
		op.waiting.wake(&op.m.scheduler.queue)
	}
}

// cancel emits the command that cancels op, and ends a timer or a promise. The caller wakes those who wait for op.
func (op *Op) cancel(c *coroutine, when moment, reason string) bool {
	cancel := op.cancellation(reason)
	if cancel == nil {
		return true
	}
	if _, ok := op.m.emit(cancel, c); !ok {
		return false
	}
	if op.lasts() {
		op.cancelled = true
	} else {
		op.end(cancel, when)
	}
	return true
}

// cancellation returns the command that cancels op, or nil if there is none.
func (op *Op) cancellation(reason string) history.Command {
	switch op.asked.(type) {
	case *history.TimerStarted:
		return &history.TimerCancelled{Timer: op.seq}
	case *history.ChildStarted:
		return &history.ChildCancelRequested{Child: op.seq, Reason: reason}
	case *history.SignalSent:
		return nil
	case *history.PromiseMade:
		return &history.PromiseCancelled{Promise: op.seq}
	}
	return &history.ActivityCancelRequested{Activity: op.seq}
}

// begin makes op an open op that the event e asked for.
func (op *Op) begin(e history.Event) {
	m := op.m
	op.asked, op.seq, op.at = e.Body.(history.Command), e.Seq, m.now
	m.open.add(op)
	m.held += op.bytes()
	op.scope.addOp(op)
}

// end makes op done.
func (op *Op) end(result history.Body, when moment) {
	op.done, op.when, op.result = true, when, result
	if op.seq != 0 {
		op.m.open.remove(op)
		op.m.held -= op.bytes()
		op.scope.removeOp(op)
	}
}

func (op *Op) bytes() int { return payloadBytes(op.asked) }

// GiveUp returns a source that is ready once a wait for op under s must end early: s is cancelled
// but op is not. A cancelled op is waited for.
func (op *Op) GiveUp(s *Scope) Source {
	if op.left.scope != nil && op.left.scope != s {
		return &giveUp{op, s}
	}
	op.left = giveUp{op, s}
	return &op.left
}

type giveUp struct {
	op    *Op
	scope *Scope
}

func (g *giveUp) since() (moment, bool) {
	when, ok := g.scope.since()
	return when, ok && !g.op.isCancelled()
}

func (g *giveUp) watch(l *link)   { g.scope.watch(l) }
func (g *giveUp) unwatch(l *link) { g.scope.unwatch(l) }
func (g *giveUp) what() string    { return "" }

func (op *Op) since() (moment, bool) { return op.when, op.done }
func (op *Op) watch(l *link)         { op.waiting.add(l) }
func (op *Op) unwatch(l *link)       { op.waiting.remove(l) }
