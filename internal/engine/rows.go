package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// beginRow starts the attempt of a claimed row, or ends the activity without running it when no attempt
// or no time is left. The row already has a slot of queue.
func (as *activities) beginRow(t store.Task, queue string) {
	event, err := history.DecodeEvent(t.Data)
	scheduled, ok := event.Body.(*history.ActivityScheduled)
	if err != nil || !ok {
		as.log.Error("activity row is damaged, ending it", "run_id", t.Run, "activity_number", t.ID, "error", err)
		as.endClaimed(t, queue, made(t), &history.Failure{Kind: mark.NotDecodable, Message: fmt.Sprintf("activity: its row in the store is damaged: %v", err)})
		return
	}
	// The activity was scheduled as long before its deadline as ScheduleToClose says. Without a deadline
	// nothing depends on this time.
	since := t.Scheduled
	if whole := scheduled.Policy.ScheduleToClose; whole > 0 && !t.Deadline.IsZero() {
		since = t.Deadline.Add(-whole)
	}
	if t.Cancelled {
		as.endClaimed(t, queue, made(t), cancelledEnd(scheduled, as.bytes.lastOf(t)))
		return
	}
	if limit := scheduled.Policy.MaxAttempts; limit > 0 && t.Attempt > limit {
		f := lost(scheduled, limit)
		as.endClaimed(t, queue, limit, &f)
		return
	}
	// A row that this worker does not serve was claimed because it is past its deadline by the store's
	// clock.
	binding, bound := as.cfg.Activities[scheduled.Name]
	served := bound && (slices.Contains(as.cfg.Queues, t.Queue) || t.Queue == store.OwnQueue(as.worker))
	if !t.Deadline.IsZero() && (!served || !as.clock.now().Before(t.Deadline)) {
		as.endClaimed(t, queue, made(t), as.bytes.overdue(t))
		return
	}
	if breaksPromise(scheduled, binding) {
		as.FreeSlot(queue)
		as.work.start(func() { as.refuse(t, scheduled) })
		return
	}
	begin := func() {
		if scheduled.Reuse != "" && (reusing{as, t, scheduled}).found(queue) {
			return
		}
		headers := scheduled.OfRun
		scheduled.OfRun = nil // the history has it
		lastFail, _ := as.bytes.lastCounted(t.Last)
		before, err := as.bytes.decodeDetails(t.Details)
		if err != nil {
			as.log.Warn("heartbeat details of an activity row are damaged", "error", err)
		}
		a := as.New(attempt.Identity{
			Run: t.Run, WorkflowID: t.WorkflowID, Workflow: t.Workflow, On: t.Queue,
			Number: t.ID, N: t.Attempt, Claim: t.Claim, Scheduled: scheduled, Since: since, Ready: t.Ready,
			LastFail: lastFail, Tried: Tried(as.bytes.Sealer, t.Last), Before: before, Headers: headers,
		}, binding, queue, nil)
		if t.Deaths >= store.QuarantineAfter && !t.Limited {
			as.quarantine.enter(store.RunID{}, store.ActivityKey{Run: t.Run, Activity: t.ID})
		}
		a.Begin()
	}
	if scheduled.Reuse == "" && !sealing.IsSealed(&event) && len(t.Last) == 0 && len(t.Details) == 0 {
		begin()
		return
	}
	// Transforms and the store may be slow, and must not hold up the claim loop.
	as.work.start(func() {
		if err := as.bytes.openRow(t, &event); err != nil {
			as.FreeSlot(queue)
			as.waitsFor(t, err)
			return
		}
		begin()
	})
}

// sealedDelay is how long a row waits if no transform of this worker can read it.
const sealedDelay = 5 * time.Second

// waitsFor releases a claimed row that cannot be read here. The row says why, and the attempt is not
// counted.
func (as *activities) waitsFor(t store.Task, err error) {
	if _, ok := as.notices.pass("sealed "+t.Name, as.cfg.Clock.Now(), rateAdvice); ok {
		as.log.Error("cannot read an activity here: it waits", "run_id", t.Run, "activity_number", t.ID, "activity", t.Name, "error", err)
	}
	op := &store.RetryActivity{Run: t.Run, Activity: t.ID, Worker: as.worker, Attempt: t.Attempt, Claim: t.Claim, Delay: sealedDelay}
	if len(t.Last) == 0 { // otherwise keep it, because a later attempt needs it
		op.Last = encodeReason(t.ID, err)
	}
	as.retry(op)
}

// made returns how many attempts were made at a claimed row that will not be run. Its claim counted one
// that does not begin, unless the row is cancelled.
func made(t store.Task) int {
	if t.Cancelled {
		return t.Attempt
	}
	return max(0, t.Attempt-1)
}

// endClaimed ends an activity whose row was claimed, without running it. n is the attempt that its end
// records.
func (as *activities) endClaimed(t store.Task, queue string, n int, f *history.Failure) {
	as.FreeSlot(queue)
	as.endUnrun(t, n, f)
}

// endUnrun does so on a goroutine: if another transaction locks the run, the end waits, and the claim
// loop must not.
func (as *activities) endUnrun(t store.Task, n int, f *history.Failure) {
	as.logFailed(t.Run, t.WorkflowID, t.Workflow, t.Name, n, f)
	as.work.start(func() {
		body := &history.ActivityFailed{Activity: t.ID, Attempt: n, Failure: *f, Tried: Tried(as.bytes.Sealer, t.Last)}
		_ = as.endActivity(t.Run, t.ID, store.Attempt{N: t.Attempt, Claim: t.Claim}, body, nil)
	})
}

// endActivity puts the end of an activity with a row into its run's inbox, and returns the attempt's
// fate. If a transform fails, it retries until the worker stops, because running the function again
// would be worse. scheduled says whether the result is kept; nil: it is not.
func (as *activities) endActivity(id store.RunID, number int64, at store.Attempt, body history.Body, scheduled *history.ActivityScheduled) attempt.Fate {
	written := as.Ending(store.ActivityKey{Run: id, Activity: number}, at)
	entry, keep, err := as.bytes.endEntry(number, body, scheduled)
	if sealed := (*sealing.Error)(nil); errors.As(err, &sealed) {
		as.work.start(func() {
			for wait := time.Second; errors.As(err, &sealed); wait = min(2*wait, time.Minute) {
				as.log.Error("cannot record an activity's end yet", "run_id", id, "activity_number", number, "wait", wait, "error", err)
				if !timer.Pause(as.cfg.Clock, wait, as.over) {
					break
				}
				entry, keep, err = as.bytes.endEntry(number, body, scheduled)
			}
			as.writeEnd(id, number, at, entry, keep, err)
			written()
		})
		return attempt.Done
	}
	if err != nil {
		entry, keep, err = as.bytes.endEntry(number, &history.ActivityFailed{Activity: number, Attempt: at.N, Failure: *unrecordable(err)}, nil)
	}
	defer written()
	return as.writeEnd(id, number, at, entry, keep, err)
}

func (as *activities) writeEnd(id store.RunID, number int64, at store.Attempt, entry store.Entry, keep *store.Keeping, err error) attempt.Fate {
	if err != nil {
		as.log.Error("cannot encode the end of an activity", "run_id", id, "activity_number", number, "error", err)
		return attempt.Lost
	}
	outcome, err := as.writes.Do(&store.EndActivity{Run: id, Activity: number, Worker: as.worker, Attempt: at.N, Claim: at.Claim, Entry: entry, Keep: keep})
	return as.rowWritten(id, number, attempt.Done, outcome, err)
}

func activityEntryID(number int64) string { return "activity/" + strconv.FormatInt(number, 10) }

// RowEnded implements attempt.Host.
func (as *activities) RowEnded(a *attempt.Attempt, out contract.Outcome) {
	as.LeaveRow(a)
	if out.Failure == nil && !out.Stopped {
		fate := endRow(as, a, &history.ActivityCompleted{Activity: a.Number, Attempt: a.N, Result: out.Result, Last: a.LastFail}, a.Scheduled)
		a.Tell(attempt.Of(out, fate, time.Time{}))
		return
	}
	if a.Details() != nil {
		as.Beat(a) // the next attempt continues from the newest details
	}
	op := &store.RetryActivity{Run: a.Run, Activity: a.Number, Worker: as.worker, Attempt: a.N, Claim: a.Claim}
	if !out.Stopped { // otherwise, if it is cancelled, the worker that claims it ends it
		delay, end := as.next(a, out)
		if end != nil {
			fate := endRow(as, a, &history.ActivityFailed{Activity: a.Number, Attempt: a.N, Failure: *end, Tried: a.Tried}, nil)
			a.Tell(attempt.Of(out, fate, time.Time{}))
			return
		}
		op.Delay, op.Consume, op.Last = delay, out.Counts(), as.bytes.encodeLast(a, out, as.clock.now())
	}
	fate, next := as.retry(op)
	a.Tell(attempt.Of(out, fate, next))
}

// endRow ends an activity whose attempt has ended here, and its run too if the run is a job.
func endRow(as *activities, a *attempt.Attempt, body history.Body, scheduled *history.ActivityScheduled) attempt.Fate {
	if fate, ended := endJob(as, a, body); ended {
		return fate
	}
	return as.endActivity(a.Run, a.Number, a.At(), body, scheduled)
}

// retry releases a row for another attempt. It returns the fate of this attempt, and when the next one
// may begin, by the store's clock.
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

// rowWritten returns the fate of an attempt whose row was written: intended, unless the outcome says
// otherwise. It logs unexpected outcomes.
func (as *activities) rowWritten(id store.RunID, number int64, intended attempt.Fate, outcome store.Outcome, err error) attempt.Fate {
	switch {
	case err != nil:
		as.log.Error("cannot record an activity's end; its attempt will count as lost", "run_id", id, "activity_number", number, "error", err)
		return attempt.Lost
	case outcome.Code != store.Done:
		as.log.Warn("another worker owns the activity: its end is dropped", "run_id", id, "activity_number", number)
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
