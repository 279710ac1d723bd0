package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// handBackDelay is how long a transactional activity waits for its next attempt after one that failed
// through no fault of its function.
const handBackDelay = time.Second

// rowed reports whether an activity is a row from the start. A transactional function ends its own row,
// and a kept result is found when a row is claimed.
func (c *Config) rowed(b *history.ActivityScheduled) bool {
	return b.Policy.HeartbeatTimeout > 0 || b.Reuse != "" || b.Policy.Transactional || c.transacts(b.Name)
}

// transacts reports whether the function bound here takes a transaction.
func (c *Config) transacts(name string) bool {
	bound := c.Activities[name]
	return bound != nil && bound.Driver != ""
}

// breaksPromise reports whether b was scheduled as transactional and the function bound here is not.
// Running it would break what the workflow was promised.
func breaksPromise(b *history.ActivityScheduled, bound *contract.Activity) bool {
	return b.Policy.Transactional && (bound == nil || bound.Driver == "")
}

// refuse releases a claimed row that this worker must not run. The row comes back until another worker
// takes it; the log mentions it now and then.
func (as *activities) refuse(t store.Task, scheduled *history.ActivityScheduled) {
	if _, ok := as.notices.pass("promise "+scheduled.Name, as.cfg.Clock.Now(), rateAdvice); ok {
		as.log.Error("a transactional activity is bound to an ordinary function here: it waits for a worker whose function takes a transaction",
			"activity", scheduled.Name, "run_id", t.Run)
	}
	outcome, err := as.writes.Do(&store.RetryActivity{Run: t.Run, Activity: t.ID, Worker: as.worker, Attempt: t.Attempt, Claim: t.Claim, Delay: 30 * time.Second})
	_ = as.rowWritten(t.Run, t.ID, attempt.HandedOver, outcome, err)
}

// transactional is an attempt whose function writes in a transaction of the store, which the engine
// ends.
type transactional struct {
	*activities
	a *attempt.Attempt
}

// transact makes the attempt in a transaction of the store. A transaction that does not commit is
// rolled back before the attempt's end is reported.
func (t transactional) transact() contract.Outcome {
	a := t.a
	begins, _ := store.As[store.ActivityBeginner](t.store) // New has checked
	ctx, tx, err := begins.BeginActivity(a.Context())
	if err != nil {
		return t.notBegun(err)
	}
	defer tx.Rollback()
	if !a.Allow() { // it ended while it waited for the transaction
		return contract.Outcome{}
	}
	out := a.Call(ctx)
	if out.Failure != nil || out.Stopped || errors.Is(a.Cause(), activity.ErrLeaseLost) {
		return out
	}
	entry, keep, err := t.bytes.endEntry(a.Number, &history.ActivityCompleted{Activity: a.Number, Attempt: a.N, Result: out.Result, Last: a.LastFail}, a.Scheduled)
	if sealed := (*sealing.Error)(nil); errors.As(err, &sealed) {
		if a.Decide(out) {
			tx.Rollback() // before another attempt is made
			t.notCounted(err)
		}
		return out
	}
	if err != nil {
		return contract.Outcome{Failure: unrecordable(err)}
	}
	if a.Decide(out) { // otherwise a timeout decided, or the loss of the row
		t.commit(tx, entry, keep, out)
	}
	return out
}

// notBegun is the end of an attempt that got no transaction.
func (t transactional) notBegun(err error) contract.Outcome {
	a := t.a
	out := contract.Outcome{Failure: noTransaction(fmt.Errorf("activity: %s got no transaction: %w", a.Scheduled.Name, err))}
	switch {
	case a.Cause() != nil:
		out.Stopped = true
	case errors.Is(err, store.ErrTransient) && a.Decide(out):
		t.notCounted(err)
	}
	return out
}

// notCounted ends an attempt whose transaction the store has refused; the transaction is rolled back.
func (t transactional) notCounted(err error) {
	a := t.a
	if more, ok := t.notices.pass("transaction not taken", t.cfg.Clock.Now(), rateStore); ok {
		t.log.Warn("the store did not commit an activity's transaction: the attempt does not count and is repeated",
			"run_id", a.Run, "activity", a.Scheduled.Name, "error", err, "suppressed", more)
	}
	outcome, failed := t.handBack(t.bytes.encodeUncounted(a, err))
	t.tellHandedBack(err, outcome, failed)
}

// tellHandedBack reports an attempt whose row was released because of err.
func (t transactional) tellHandedBack(err error, outcome store.Outcome, failed error) {
	e := attempt.End{Err: err, Fate: t.rowWritten(t.a.Run, t.a.Number, attempt.HandedOver, outcome, failed)}
	if e.Fate == attempt.HandedOver {
		e.Next = t.clock.now().Add(handBackDelay)
	}
	t.a.Tell(e)
}

// commit ends the activity in the function's own transaction.
func (t transactional) commit(tx store.ActivityTx, entry store.Entry, keep *store.Keeping, out contract.Outcome) {
	a := t.a
	op := &store.EndActivity{Run: a.Run, Activity: a.Number, Worker: t.worker, Attempt: a.N, Claim: a.Claim, Entry: entry, Keep: keep}
	outcome, err := tx.End(context.WithoutCancel(a.Context()), op)
	switch {
	case errors.Is(err, store.ErrUnknownOutcome):
		t.findOut(out, err)
	case errors.Is(err, store.ErrTransient):
		t.notCounted(err)
	case err != nil:
		a.Report(contract.Outcome{Failure: noTransaction(fmt.Errorf("activity: the transaction of %s was not committed by the engine: %w", a.Scheduled.Name, err))})
	case outcome.Code != store.Done:
		t.LeaveRow(a)
		a.Tell(attempt.End{Fate: t.rowWritten(a.Run, a.Number, attempt.Done, outcome, nil), Err: activity.ErrLeaseLost})
	default:
		t.LeaveRow(a)
		a.Tell(attempt.Of(out, attempt.Done, time.Time{})) // before the run continues, which may end in that task
		t.process.taken([]store.Op{op}, []store.Outcome{outcome})
	}
}

// findOut finds out what became of an unanswered COMMIT, by releasing the row. The release waits until
// the transaction is over, and is refused if the transaction removed the row. Otherwise nothing was
// written, and nothing will be.
func (t transactional) findOut(out contract.Outcome, unknown error) {
	a := t.a
	t.log.Warn("commit outcome of an activity's transaction unknown, asking", "run_id", a.Run, "activity", a.Scheduled.Name, "error", unknown)
	outcome, err := t.handBack(nil)
	switch {
	case err != nil, outcome.Code == store.Done:
		t.tellHandedBack(unknown, outcome, err)
	default: // the entry is in the run's inbox, or another worker owns the row
		a.Tell(attempt.Of(out, attempt.Unknown, time.Time{}))
		if r := t.own.heldOrExpected(a.Run, nil); r != nil {
			r.news()
		}
		t.own.ready()
	}
}

// handBack releases the row for another attempt, and does not count this one. The row keeps why; nil:
// it keeps what it has.
func (t transactional) handBack(why []byte) (store.Outcome, error) {
	a := t.a
	outcome, err := t.writes.Do(&store.RetryActivity{
		Run: a.Run, Activity: a.Number, Worker: t.worker, Attempt: a.N, Claim: a.Claim, Delay: handBackDelay, Last: why,
	})
	t.LeaveRow(a)
	if err == nil && outcome.Code == store.Done {
		t.rowsAt(t.cfg.Clock.Now().Add(handBackDelay))
	}
	return outcome, err
}

// lost is the end of an activity whose last attempt was lost with its worker.
func lost(b *history.ActivityScheduled, attempts int) history.Failure {
	if !b.Policy.Transactional {
		return outcomeUnknown(attempts)
	}
	return history.Failure{
		Kind:    mark.Lost,
		Message: fmt.Sprintf("activity: its worker was lost during attempt %d, the last one allowed: nothing that it wrote was kept", attempts),
	}
}

// noTransaction is the end of an attempt whose transaction did not begin, or was not committed.
func noTransaction(err error) *history.Failure {
	return history.FailureOf(mark.Wrap(mark.Mark{Kind: mark.Transaction}, err))
}
