package engine

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/store"
)

// beginRow starts the attempt of a claimed row, or ends the activity without
// running it when no attempt or no time is left. It has a slot already,
// of this queue if that has a bound.
func (as *activities) beginRow(t store.Task, queue string) {
	event, err := history.DecodeEvent(t.Data)
	scheduled, ok := event.Body.(*history.ActivityScheduled)
	if err != nil || !ok {
		as.log.Error("activity row is damaged, ending it", "run", t.Run, "activity", t.ID, "error", err)
		as.endClaimed(t, queue, made(t), &history.Failure{Code: history.CodeNotEncodable, Message: fmt.Sprintf("activity: its row in the store is damaged: %v", err)})
		return
	}
	// The row's clock begins when the activity was scheduled, which is how long its
	// deadline is away; without a deadline nothing depends on it.
	since := t.Scheduled
	if whole := scheduled.Policy.ScheduleToClose; whole > 0 && !t.Deadline.IsZero() {
		since = t.Deadline.Add(-whole)
	}
	if limit := scheduled.Policy.MaxAttempts; limit > 0 && t.Attempt > limit {
		f := lost(scheduled, limit)
		as.endClaimed(t, queue, limit, &f)
		return
	}
	// What this worker does not serve is here because the store's clock is past its deadline.
	binding, bound := as.cfg.Activities[scheduled.Name]
	served := bound && slices.Contains(as.cfg.Queues, t.Queue)
	if !t.Deadline.IsZero() && (!served || !as.clock.now().Before(t.Deadline)) {
		as.endClaimed(t, queue, made(t), overdue(t))
		return
	}
	if breaksPromise(scheduled, binding) {
		as.FreeSlot(queue)
		as.work.start(func() { as.refuse(t, scheduled) })
		return
	}
	a := as.New(attempt.Identity{
		Run: t.Run, WorkflowID: t.WorkflowID, Workflow: t.Workflow, On: t.Queue,
		Number: t.ID, N: t.Attempt, Claim: t.Claim, Scheduled: scheduled, Since: since,
		LastFail: lastCounted(t.Last), Before: as.decodeDetails(t.Details),
	}, binding, queue, nil)
	if t.Deaths >= store.QuarantineAfter && !t.Limited {
		as.quarantine.enter(store.RunID{}, store.ActivityKey{Run: t.Run, Activity: t.ID})
	}
	a.Begin()
}

// made is how many attempts were made at a claimed row that is not to be run: its claim has
// counted one that does not begin.
func made(t store.Task) int { return max(0, t.Attempt-1) }

func overdue(t store.Task) *history.Failure {
	return &history.Failure{
		Code: history.CodeTimeout, Message: "activity: its schedule-to-close ended at " + t.Deadline.Format(time.RFC3339Nano),
		Cause: LastFailure(t.Last),
	}
}

// endClaimed ends an activity whose row was claimed, without running it; n is the attempt
// that its end is recorded of.
func (as *activities) endClaimed(t store.Task, queue string, n int, f *history.Failure) {
	as.FreeSlot(queue)
	as.endUnrun(t, n, f)
}

// endUnrun does so on a goroutine: while somebody has the run locked the end waits, and the
// loop that claims must not.
func (as *activities) endUnrun(t store.Task, n int, f *history.Failure) {
	as.logFailed(t.Run, t.WorkflowID, t.Workflow, t.Name, n, f)
	as.work.start(func() {
		_ = as.endActivity(t.Run, t.ID, store.Attempt{N: t.Attempt, Claim: t.Claim}, &history.ActivityFailed{Activity: t.ID, Attempt: n, Failure: *f})
	})
}

// endActivity puts the end of an activity that has a row into its run's inbox. It returns what
// becomes of the attempt.
func (as *activities) endActivity(id store.RunID, number int64, at store.Attempt, body history.Body) attempt.Fate {
	entry, err := endEntry(number, body)
	if err != nil {
		entry, err = endEntry(number, &history.ActivityFailed{Activity: number, Attempt: at.N, Failure: *history.FailureOf(err)})
	}
	if err != nil {
		as.log.Error("cannot encode the end of an activity", "run", id, "activity", number, "error", err)
		return attempt.Lost
	}
	key := store.ActivityKey{Run: id, Activity: number}
	written := as.Ending(key, at)
	outcome, err := as.writes.Do(&store.EndActivity{Run: id, Activity: number, Worker: as.worker, Attempt: at.N, Claim: at.Claim, Entry: entry})
	written()
	return as.rowWritten(id, number, attempt.Done, outcome, err)
}

// endEntry is the end of an activity as its run's inbox takes it.
func endEntry(number int64, body history.Body) (store.Entry, error) {
	data, err := history.EncodeEvent(history.Event{Body: body})
	return store.Entry{ID: activityEntryID(number), Kind: store.EntryActivity, Ref: number, Data: data}, err
}

func activityEntryID(number int64) string { return "activity/" + strconv.FormatInt(number, 10) }

// RowEnded implements attempt.Host.
func (as *activities) RowEnded(a *attempt.Attempt, out activity.Outcome) {
	as.LeaveRow(a)
	if out.Failure == nil && !out.Stopped {
		fate := as.endActivity(a.Run, a.Number, a.At(), &history.ActivityCompleted{Activity: a.Number, Attempt: a.N, Result: out.Result, Last: a.LastFail})
		a.Tell(attempt.Of(out, fate, time.Time{}))
		return
	}
	if a.Details() != nil {
		as.Beat(a) // the next attempt goes on from the newest details
	}
	op := &store.RetryActivity{Run: a.Run, Activity: a.Number, Worker: as.worker, Attempt: a.N, Claim: a.Claim}
	if !out.Stopped {
		delay, again := as.next(a, out.Failure)
		if !again {
			fate := as.endActivity(a.Run, a.Number, a.At(), &history.ActivityFailed{Activity: a.Number, Attempt: a.N, Failure: *out.Failure})
			a.Tell(attempt.Of(out, fate, time.Time{}))
			return
		}
		op.Delay, op.Consume, op.Last = delay, true, encodeFailure(a.Number, out.Failure)
	}
	fate, next := as.retry(op)
	a.Tell(attempt.Of(out, fate, next))
}

// retry gives a row back for another attempt. It returns what becomes of the attempt, and when
// the next one may begin, by the store's clock.
func (as *activities) retry(op *store.RetryActivity) (fate attempt.Fate, next time.Time) {
	outcome, err := as.writes.Do(op)
	fate = attempt.HandedOver
	if op.Consume {
		fate = attempt.Retried
	}
	if fate = as.rowWritten(op.Run, op.Activity, fate, outcome, err); err == nil && outcome.Code == store.Done {
		as.rowsAt(as.cfg.Clock.Now().Add(op.Delay))
		next = as.clock.now().Add(op.Delay)
	}
	return fate, next
}

// rowWritten returns what becomes of an attempt whose row has been written: as was intended, or
// else. It logs what was not as expected.
func (as *activities) rowWritten(id store.RunID, number int64, intended attempt.Fate, outcome store.Outcome, err error) attempt.Fate {
	switch {
	case err != nil:
		as.log.Error("cannot record an activity's end; its attempt will count as lost", "run", id, "activity", number, "error", err)
		return attempt.Lost
	case outcome.Code != store.Done:
		as.log.Warn("activity is owned elsewhere, its end is dropped", "run", id, "activity", number)
		return attempt.Fenced
	}
	return intended
}

// rowsScheduled wakes the claimer for rows that a commit has just written.
func (as *activities) rowsScheduled(rows []store.Activity) {
	now := as.cfg.Clock.Now()
	for i := range rows {
		if rows[i].Owner == (store.WorkerID{}) {
			as.rowsAt(now.Add(rows[i].Delay))
		}
	}
}

// encodeFailure wraps a failure for a row; a failure that cannot be encoded is
// dropped: it is only shown.
func encodeFailure(number int64, f *history.Failure) []byte {
	if f == nil {
		return nil
	}
	data, err := history.EncodeEvent(history.Event{Body: &history.ActivityFailed{Activity: number, Failure: *f}})
	if err != nil {
		return nil
	}
	return data
}

// LastFailure returns what an activity's row shows of the attempt before; nil: nothing.
func LastFailure(data []byte) *history.Failure {
	f, _ := readFailure(data)
	return f
}

// lastCounted is the failure of the last attempt that was counted, as a row has it.
func lastCounted(data []byte) *history.Failure {
	f, counted := readFailure(data)
	if !counted {
		return f.Cause
	}
	return f
}

func readFailure(data []byte) (f *history.Failure, counted bool) {
	if len(data) == 0 {
		return nil, true
	}
	event, err := history.DecodeEvent(data)
	switch body := event.Body.(type) {
	case *history.ActivityFailed:
		return &body.Failure, true
	case *history.AttemptEnded:
		if body.Failure != nil {
			return body.Failure, false
		}
	}
	return &history.Failure{Message: fmt.Sprintf("reprise: the last failure is damaged in the store: %v", err)}, true
}

// encodeUncounted is encodeFailure for an attempt that is not counted. Whoever looks at the
// row sees why it waits; the cause is the failure that the history is to know.
func encodeUncounted(number int64, err error, counted *history.Failure) []byte {
	f := history.FailureOf(err)
	f.Cause = counted
	data, err := history.EncodeEvent(history.Event{Body: &history.AttemptEnded{Activity: number, Why: history.WhyHandedOver, Failure: f}})
	if err != nil {
		return nil
	}
	return data
}

// decodeDetails reads what a row has kept of them; nil: nothing.
func (as *activities) decodeDetails(data []byte) *history.Payload {
	if len(data) == 0 {
		return nil
	}
	event, err := history.DecodeEvent(data)
	if body, ok := event.Body.(*history.SideEffectRecorded); err == nil && ok {
		return &body.Value
	}
	as.log.Warn("heartbeat details of an activity row are damaged", "error", err)
	return nil
}
