package replay

import (
	"time"

	"github.com/reprise-run/reprise/history"
)

// Op is something the workflow asked for that ends later: an activity, a timer or a
// coroutine. Like [Env] it is for package workflow and for use inside the workflow.
type Op struct {
	m         *Machine
	scope     *Scope
	asked     history.Command // as recorded: ActivityScheduled, TimerStarted, ChildStarted, SignalSent or PromiseMade; nil for a coroutine
	seq       int64
	coroutine int
	at        time.Time

	cancelled bool // an activity or a child that is asked to end

	attempt int
	row     bool
	last    *history.Failure
	limits  *Scope // that is cancelled when the timer fires; nil: none

	done       bool
	when       moment
	result     history.Body
	waiting    waitList
	left       giveUp // room for one: mostly all wait under one scope
	prev, next *Op    // among the open ops of its scope
}

// Done reports whether the op has ended.
func (op *Op) Done() bool {
	op.m.enter()
	return op.done
}

// Result is the event that ended the op: *history.ActivityCompleted or
// *history.ActivityFailed, *history.TimerFired or *history.TimerCancelled. Of an op that was
// never asked for, because its scope was cancelled before, it is the command that would have
// cancelled it. It is nil while the op is open and for a coroutine.
func (op *Op) Result() history.Body {
	op.m.enter()
	return op.result
}

// Activity is the name of the activity that the op is; "" if it is none.
func (op *Op) Activity() string {
	if a, ok := op.asked.(*history.ActivityScheduled); ok {
		return a.Name
	}
	return ""
}

// Cancelled reports whether the op was asked to end: by Cancel, or with its scope, which for
// a coroutine is the one that [Env.Go] was given. An activity that had ended before was not.
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

// lasts reports whether op ends by an event alone, even where it is asked to end.
func (op *Op) lasts() bool {
	switch op.asked.(type) {
	case *history.ActivityScheduled, *history.ChildStarted, *history.SignalSent:
		return true
	}
	return false
}

// Child is the command that asks for the child that the op is; nil if it is none.
func (op *Op) Child() *history.ChildStarted {
	b, _ := op.asked.(*history.ChildStarted)
	return b
}

// IdempotencyKey is that of an activity which was asked for; "" of all else.
func (op *Op) IdempotencyKey() string {
	if a, ok := op.asked.(*history.ActivityScheduled); ok && op.seq != 0 {
		return history.IdempotencyKey(op.m.started.Origin(op.m.cfg.Run, op.seq), op.seq, a)
	}
	return ""
}

// Cancel ends an open timer or promise, and asks for the end of an open activity or child, which ends by an
// event. It does nothing to a signal to another run, to an op that has ended or was asked to, and nothing to a coroutine.
func (op *Op) Cancel() { op.CancelBecause("") }

// CancelBecause is Cancel with a reason, which a child is told.
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

// cancel emits the command that cancels op; waking is left to the caller. A timer and a promise end with it.
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

// cancellation is the command that cancels op; nil: none can.
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

// begin makes op an open op, asked for by the event e.
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

// GiveUp is ready once a wait for op under s is to be given up: s is cancelled, and op was not
// asked to end. What was asked to end is waited for.
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

func (g *giveUp) watch(w *watch)   { g.scope.watch(w) }
func (g *giveUp) unwatch(w *watch) { g.scope.unwatch(w) }
func (g *giveUp) what() string     { return "" }

func (op *Op) since() (moment, bool) { return op.when, op.done }
func (op *Op) watch(w *watch)        { op.waiting.add(w) }
func (op *Op) unwatch(w *watch)      { op.waiting.remove(w) }
