package reprise

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

// checkDrivers says which transactional activities cannot have their transaction from st.
func checkDrivers(st store.Store, bound map[string]*activity.Binding) error {
	driver := ""
	if begins, ok := store.As[store.ActivityBeginner](st); ok {
		driver = begins.Driver()
	}
	var errs []error
	for name, b := range bound {
		switch want := b.Driver(); {
		case want == "" || want == driver:
		case driver == "":
			errs = append(errs, fmt.Errorf("reprise: activity %q takes a transaction of %s, and the store, a %T, has none to give", name, want, st))
		default:
			errs = append(errs, fmt.Errorf("reprise: activity %q takes a transaction of %s, and the store is one of %s: bind it with %[3]s.Transactional, or open the other store", name, want, driver))
		}
	}
	return errors.Join(errs...)
}

// rowed reports whether an activity is a row from the start. The function of a
// transactional one ends its own row.
func (rt *Runtime) rowed(b *history.ActivityScheduled) bool {
	return b.Policy.Heartbeat > 0 || b.Policy.Transactional || rt.transacts(b.Name)
}

// transacts reports whether the function bound here takes a transaction.
func (rt *Runtime) transacts(name string) bool {
	bound := rt.activities[name]
	return bound != nil && bound.Driver() != ""
}

// breaksPromise reports whether b was scheduled as transactional and the function bound
// here is not: to run it would promise the workflow what is not kept.
func breaksPromise(b *history.ActivityScheduled, bound *activity.Binding) bool {
	return b.Policy.Transactional && (bound == nil || bound.Driver() == "")
}

// handOn gives a claimed row back that is not for this worker. It comes here again and
// again until another worker takes it; the log is told once.
func (e *engine) handOn(t store.Task, scheduled *history.ActivityScheduled) {
	if e.firstOf(scheduled.Name) {
		e.log.Error("an activity that was scheduled as transactional is bound to an ordinary function here: it waits for a worker whose function takes a transaction",
			"activity", scheduled.Name, "run", t.Run)
	}
	outcome, err := e.writes.do(&store.RetryActivity{Run: t.Run, Activity: t.ID, Worker: e.worker.ID, Attempt: t.Attempt, Delay: 30 * time.Second})
	e.rowWritten(t.Run, t.ID, outcome, err)
}

// transact makes the attempt in a transaction of the store. A transaction that is not
// committed is rolled back before anybody hears of the attempt's end.
func (a *attempt) transact() activity.Outcome {
	begins, _ := store.As[store.ActivityBeginner](a.e.store) // New has asked
	ctx, tx, err := begins.BeginActivity(&a.ctx)
	if err != nil {
		return a.notBegun(err)
	}
	defer tx.Rollback()
	a.allow(a.scheduled.Policy.StartToClose)
	if a.isOver() { // while it waited for the transaction
		a.e.pump.Drop(dueKey{why: dueTimeout, attempt: a})
		return activity.Outcome{}
	}
	out := a.call(ctx)
	if out.Failure != nil || out.Stopped || errors.Is(context.Cause(&a.ctx), activity.ErrLeaseLost) {
		return out
	}
	entry, err := endEntry(a.number, &history.ActivityCompleted{Activity: a.number, Attempt: a.n, Result: out.Result, Last: a.lastFail})
	if err != nil {
		return activity.Outcome{Failure: history.FailureOf(activity.Permanent(err))}
	}
	if a.decide(out) { // else a timeout has, or the loss of the row
		a.commit(tx, entry, out)
	}
	return out
}

// notBegun is the end of an attempt that got no transaction.
func (a *attempt) notBegun(err error) activity.Outcome {
	out := activity.Outcome{Failure: history.FailureOf(fmt.Errorf("activity: %s got no transaction: %w", a.scheduled.Name, err))}
	switch {
	case a.ctx.Err() != nil:
		out.Stopped = true
	case errors.Is(err, store.ErrTransient) && a.decide(out):
		a.notCounted(err)
	}
	return out
}

// notCounted ends an attempt that the store has let down; its transaction is rolled back.
func (a *attempt) notCounted(err error) {
	if more, ok := a.e.letDown.pass(a.e.cfg.Clock.Now()); ok {
		a.e.log.Warn("an activity's transaction was not taken by the store, the attempt is not counted and made again",
			"run", a.runID, "activity", a.scheduled.Name, "error", err, "more_like_it", more)
	}
	outcome, failed := a.handBack(encodeLetDown(a.number, err, a.lastFail))
	a.e.rowWritten(a.runID, a.number, outcome, failed)
	a.observe(activity.Outcome{Failure: history.FailureOf(err)})
}

// commit ends the activity in the function's own transaction.
func (a *attempt) commit(tx store.ActivityTx, entry store.Entry, out activity.Outcome) {
	e := a.e
	op := &store.EndActivity{Run: a.runID, Activity: a.number, Worker: e.worker.ID, Attempt: a.n, Entry: entry}
	outcome, err := tx.End(context.WithoutCancel(&a.ctx), op)
	switch {
	case errors.Is(err, store.ErrUnknownOutcome):
		a.findOut(out, err)
	case errors.Is(err, store.ErrTransient):
		a.notCounted(err)
	case err != nil:
		a.report(activity.Outcome{Failure: history.FailureOf(fmt.Errorf("activity: the transaction of %s was not committed by the engine: %w", a.scheduled.Name, err))})
	case outcome.Code != store.Done:
		a.letGo()
		e.rowWritten(a.runID, a.number, outcome, nil)
		a.observe(activity.Outcome{Failure: history.FailureOf(activity.ErrLeaseLost)})
	default:
		a.letGo()
		e.tell(a.runID, outcome.Owner, outcome.Entries[0])
		e.rt.told([]store.Op{op}, []store.Outcome{outcome})
		a.observe(out)
	}
}

// findOut asks what has become of a COMMIT that was not answered, by giving the row back:
// that waits until the transaction is over, and is refused if it has taken the row along.
// Else nothing was written, and nothing ever will be.
func (a *attempt) findOut(out activity.Outcome, unknown error) {
	e := a.e
	e.log.Warn("commit outcome of an activity's transaction unknown, asking", "run", a.runID, "activity", a.scheduled.Name, "error", unknown)
	outcome, err := a.handBack(nil)
	switch {
	case err != nil:
		e.rowWritten(a.runID, a.number, outcome, err)
		out = activity.Outcome{Failure: history.FailureOf(unknown)}
	case outcome.Code == store.Done:
		out = activity.Outcome{Failure: history.FailureOf(unknown)}
	default: // the entry is in the run's inbox, or the row is somebody else's
		if r := e.heldOrExpected(a.runID, nil); r != nil {
			r.news()
		}
		hint(e.wakeRuns)
	}
	a.observe(out)
}

// handBack gives the row back for another attempt; this one is not counted. Why is what the
// row keeps of it; nil: what it has.
func (a *attempt) handBack(why []byte) (store.Outcome, error) {
	e := a.e
	outcome, err := e.writes.do(&store.RetryActivity{
		Run: a.runID, Activity: a.number, Worker: e.worker.ID, Attempt: a.n, Delay: handBackDelay, Last: why,
	})
	a.letGo()
	if err == nil && outcome.Code == store.Done {
		e.wakeRowsAt(e.cfg.Clock.Now().Add(handBackDelay))
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
