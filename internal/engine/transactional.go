package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// handBackDelay is how long a transactional activity waits for its next attempt when this
// one came to nothing by no fault of its function's.
const handBackDelay = time.Second

// rowed reports whether an activity is a row from the start. The function of a
// transactional one ends its own row.
func (c *Config) rowed(b *history.ActivityScheduled) bool {
	return b.Policy.Heartbeat > 0 || b.Policy.Transactional || c.transacts(b.Name)
}

// transacts reports whether the function bound here takes a transaction.
func (c *Config) transacts(name string) bool {
	bound := c.Activities[name]
	return bound != nil && bound.Driver() != ""
}

// breaksPromise reports whether b was scheduled as transactional and the function bound
// here is not: to run it would promise the workflow what is not kept.
func breaksPromise(b *history.ActivityScheduled, bound *activity.Binding) bool {
	return b.Policy.Transactional && (bound == nil || bound.Driver() == "")
}

// refuse gives a claimed row back that is not for this worker. It comes here again and
// again until another worker takes it; the log is told now and then.
func (as *activities) refuse(t store.Task, scheduled *history.ActivityScheduled) {
	if _, ok := as.e.p.notices.pass("promise "+scheduled.Name, as.e.cfg.Clock.Now(), rateAdvice); ok {
		as.e.log.Error("an activity that was scheduled as transactional is bound to an ordinary function here: it waits for a worker whose function takes a transaction",
			"activity", scheduled.Name, "run", t.Run)
	}
	outcome, err := as.e.writes.Do(&store.RetryActivity{Run: t.Run, Activity: t.ID, Worker: as.e.worker.ID, Attempt: t.Attempt, Claim: t.Claim, Delay: 30 * time.Second})
	as.rowWritten(t.Run, t.ID, outcome, err)
}

// transactional is an attempt whose function writes in a transaction of the store, which the
// engine ends.
type transactional struct{ a *attempt }

// transact makes the attempt in a transaction of the store. A transaction that is not
// committed is rolled back before anybody hears of the attempt's end.
func (t transactional) transact() activity.Outcome {
	a := t.a
	begins, _ := store.As[store.ActivityBeginner](a.e.p.store) // New has asked
	ctx, tx, err := begins.BeginActivity(a.ctx)
	if err != nil {
		return t.notBegun(err)
	}
	defer tx.Rollback()
	a.allow(a.scheduled.Policy.StartToClose)
	if a.isOver() { // while it waited for the transaction
		a.e.pump.Drop(dueKey{why: dueTimeout, attempt: a})
		return activity.Outcome{}
	}
	out := a.call(ctx)
	if out.Failure != nil || out.Stopped || errors.Is(context.Cause(a.ctx), activity.ErrLeaseLost) {
		return out
	}
	entry, err := endEntry(a.number, &history.ActivityCompleted{Activity: a.number, Attempt: a.n, Result: out.Result, Last: a.lastFail})
	if err != nil {
		return activity.Outcome{Failure: history.FailureOf(activity.Permanent(err))}
	}
	if a.decide(out) { // else a timeout has, or the loss of the row
		t.commit(tx, entry, out)
	}
	return out
}

// notBegun is the end of an attempt that got no transaction.
func (t transactional) notBegun(err error) activity.Outcome {
	a := t.a
	out := activity.Outcome{Failure: history.FailureOf(fmt.Errorf("activity: %s got no transaction: %w", a.scheduled.Name, err))}
	switch {
	case a.ctx.Err() != nil:
		out.Stopped = true
	case errors.Is(err, store.ErrTransient) && a.decide(out):
		t.notCounted(err)
	}
	return out
}

// notCounted ends an attempt whose transaction the store has not taken; its transaction is rolled back.
func (t transactional) notCounted(err error) {
	a := t.a
	if more, ok := a.e.p.notices.pass("transaction not taken", a.e.cfg.Clock.Now(), rateStore); ok {
		a.e.log.Warn("an activity's transaction was not taken by the store, the attempt is not counted and made again",
			"run", a.runID, "activity", a.scheduled.Name, "error", err, "more_like_it", more)
	}
	outcome, failed := t.handBack(encodeUncounted(a.number, err, a.lastFail))
	a.e.activities.rowWritten(a.runID, a.number, outcome, failed)
	a.observe(activity.Outcome{Failure: history.FailureOf(err)})
}

// commit ends the activity in the function's own transaction.
func (t transactional) commit(tx store.ActivityTx, entry store.Entry, out activity.Outcome) {
	a := t.a
	e := a.e
	op := &store.EndActivity{Run: a.runID, Activity: a.number, Worker: e.worker.ID, Attempt: a.n, Claim: a.claim, Entry: entry}
	outcome, err := tx.End(context.WithoutCancel(a.ctx), op)
	switch {
	case errors.Is(err, store.ErrUnknownOutcome):
		t.findOut(out, err)
	case errors.Is(err, store.ErrTransient):
		t.notCounted(err)
	case err != nil:
		a.report(activity.Outcome{Failure: history.FailureOf(fmt.Errorf("activity: the transaction of %s was not committed by the engine: %w", a.scheduled.Name, err))})
	case outcome.Code != store.Done:
		e.activities.leaveRow(a)
		e.activities.rowWritten(a.runID, a.number, outcome, nil)
		a.observe(activity.Outcome{Failure: history.FailureOf(activity.ErrLeaseLost)})
	default:
		e.activities.leaveRow(a)
		e.own.tell(a.runID, outcome.Owner, outcome.Entries[0])
		e.p.taken([]store.Op{op}, []store.Outcome{outcome})
		a.observe(out)
	}
}

// findOut asks what has become of a COMMIT that was not answered, by giving the row back:
// that waits until the transaction is over, and is refused if it has taken the row along.
// Else nothing was written, and nothing ever will be.
func (t transactional) findOut(out activity.Outcome, unknown error) {
	a := t.a
	e := a.e
	e.log.Warn("commit outcome of an activity's transaction unknown, asking", "run", a.runID, "activity", a.scheduled.Name, "error", unknown)
	outcome, err := t.handBack(nil)
	switch {
	case err != nil:
		e.activities.rowWritten(a.runID, a.number, outcome, err)
		out = activity.Outcome{Failure: history.FailureOf(unknown)}
	case outcome.Code == store.Done:
		out = activity.Outcome{Failure: history.FailureOf(unknown)}
	default: // the entry is in the run's inbox, or the row is somebody else's
		if r := e.own.heldOrExpected(a.runID, nil); r != nil {
			r.news()
		}
		wake(e.wake.runs)
	}
	a.observe(out)
}

// handBack gives the row back for another attempt; this one is not counted. Why is what the
// row keeps of it; nil: what it has.
func (t transactional) handBack(why []byte) (store.Outcome, error) {
	a := t.a
	e := a.e
	outcome, err := e.writes.Do(&store.RetryActivity{
		Run: a.runID, Activity: a.number, Worker: e.worker.ID, Attempt: a.n, Claim: a.claim, Delay: handBackDelay, Last: why,
	})
	e.activities.leaveRow(a)
	if err == nil && outcome.Code == store.Done {
		e.activities.wakeRowsAt(e.cfg.Clock.Now().Add(handBackDelay))
	}
	return outcome, err
}

// lost is the end of an activity whose last attempt was lost with its worker.
func lost(b *history.ActivityScheduled, attempts int) history.Failure {
	if !b.Policy.Transactional {
		return outcomeUnknown(attempts)
	}
	return history.Failure{
		Code:    history.CodeLost,
		Message: fmt.Sprintf("activity: its worker was lost during attempt %d, the last one allowed: nothing that it wrote was kept", attempts),
	}
}
