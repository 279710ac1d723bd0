package reprise

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// beginRow starts the attempt of a claimed row, or ends the activity without
// running it when no attempt or no time is left. Its slot, and its place in in, are taken
// already.
func (e *engine) beginRow(t store.Task, in *room) {
	event, err := history.DecodeEvent(t.Data)
	scheduled, ok := event.Body.(*history.ActivityScheduled)
	if err != nil || !ok {
		e.log.Error("activity row is damaged, ending it", "run", t.Run, "activity", t.ID, "error", err)
		e.endClaimed(t, in, made(t), &history.Failure{Code: history.CodeNotEncodable, Message: fmt.Sprintf("activity: its row in the store is damaged: %v", err)})
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
		e.endClaimed(t, in, limit, &f)
		return
	}
	// What this worker does not serve is here because the store's clock is past its deadline.
	binding, bound := e.rt.activities[scheduled.Name]
	served := bound && slices.Contains(e.filter.Queues, t.Queue)
	if !t.Deadline.IsZero() && (!served || !e.now().Before(t.Deadline)) {
		e.endClaimed(t, in, made(t), overdue(t))
		return
	}
	if breaksPromise(scheduled, binding) {
		e.giveSlot(in)
		e.work.start(func() { e.handOn(t, scheduled) })
		return
	}
	a := &attempt{
		e: e, binding: binding, runID: t.Run, workflowID: t.WorkflowID, workflow: t.Workflow,
		number: t.ID, n: t.Attempt, scheduled: scheduled, since: since, room: in, slot: true,
		lastFail: lastCounted(t.Last), before: e.decodeDetails(t.Details),
	}
	if t.Deaths >= store.SuspectDeaths && !t.Limited {
		e.mu.Lock()
		e.enterLane(store.RunID{}, store.ActivityKey{Run: t.Run, Activity: t.ID})
		e.mu.Unlock()
	}
	a.begin()
}

// made is how many attempts were made at a claimed row that is not to be run: its claim has
// counted one that does not begin.
func made(t store.Task) int { return max(0, t.Attempt-1) }

func overdue(t store.Task) *history.Failure {
	return &history.Failure{
		Code: history.CodeTimeout, Message: "activity: its schedule-to-close ended at " + t.Deadline.Format(time.RFC3339Nano),
		Cause: decodeFailure(t.Last),
	}
}

// endClaimed ends an activity whose row was claimed, without running it; n is the attempt
// that its end is recorded of.
func (e *engine) endClaimed(t store.Task, in *room, n int, f *history.Failure) {
	e.giveSlot(in)
	e.endUnrun(t, n, f)
}

// endUnrun does so on a goroutine: while somebody has the run locked the end waits, and the
// loop that claims must not.
func (e *engine) endUnrun(t store.Task, n int, f *history.Failure) {
	e.work.start(func() {
		e.endActivity(t.Run, t.ID, t.Attempt, &history.ActivityFailed{Activity: t.ID, Attempt: n, Failure: *f})
	})
}

// endActivity puts the end of an activity that has a row into its run's inbox.
func (e *engine) endActivity(id store.RunID, number int64, n int, body history.Body) {
	entry, err := endEntry(number, body)
	if err != nil {
		entry, err = endEntry(number, &history.ActivityFailed{Activity: number, Attempt: n, Failure: *history.FailureOf(err)})
	}
	if err != nil {
		e.log.Error("cannot encode the end of an activity", "run", id, "activity", number, "error", err)
		return
	}
	key := store.ActivityKey{Run: id, Activity: number}
	e.mu.Lock()
	e.ending[key] = n
	e.mu.Unlock()
	outcome, err := e.writes.do(&store.EndActivity{Run: id, Activity: number, Worker: e.worker.ID, Attempt: n, Entry: entry})
	e.mu.Lock()
	if e.ending[key] == n {
		delete(e.ending, key)
	}
	e.mu.Unlock()
	e.rowWritten(id, number, outcome, err)
	if err == nil && outcome.Code == store.Done && len(outcome.Entries) > 0 {
		e.tell(id, outcome.Owner, outcome.Entries[0])
	}
}

// endEntry is the end of an activity as its run's inbox takes it.
func endEntry(number int64, body history.Body) (store.Entry, error) {
	data, err := history.EncodeEvent(history.Event{Body: body})
	return store.Entry{ID: activityEntryID(number), Kind: store.EntryActivity, Ref: number, Data: data}, err
}

func activityEntryID(number int64) string { return "activity/" + strconv.FormatInt(number, 10) }

// finishRow reports the end of an attempt whose activity has a row.
func (a *attempt) finishRow(out activity.Outcome) {
	e := a.e
	a.letGo()
	if out.Failure == nil && !out.Stopped {
		e.endActivity(a.runID, a.number, a.n, &history.ActivityCompleted{Activity: a.number, Attempt: a.n, Result: out.Result, Last: a.lastFail})
		return
	}
	if a.details() != nil {
		a.writeBeat() // the next attempt goes on from the newest details
	}
	op := &store.RetryActivity{Run: a.runID, Activity: a.number, Worker: e.worker.ID, Attempt: a.n}
	if !out.Stopped {
		delay, again := a.next(out.Failure)
		if !again {
			e.endActivity(a.runID, a.number, a.n, &history.ActivityFailed{Activity: a.number, Attempt: a.n, Failure: *out.Failure})
			return
		}
		op.Delay, op.Consume, op.Last = delay, true, encodeFailure(a.number, out.Failure)
	}
	outcome, err := e.writes.do(op)
	e.rowWritten(a.runID, a.number, outcome, err)
	if err == nil && outcome.Code == store.Done {
		e.wakeRowsAt(e.cfg.Clock.Now().Add(op.Delay))
	}
}

// rowWritten logs what became of a row that was not as expected.
func (e *engine) rowWritten(id store.RunID, number int64, outcome store.Outcome, err error) {
	switch {
	case err != nil:
		e.log.Error("cannot record an activity's end; its attempt will count as lost", "run", id, "activity", number, "error", err)
	case outcome.Code != store.Done:
		e.log.Warn("activity is owned elsewhere, its end is dropped", "run", id, "activity", number)
	}
}

// endRow tells a row's attempt n that runs here that it is over. n 0 is whichever
// runs.
func (e *engine) endRow(key store.ActivityKey, n int, cause error) {
	e.mu.Lock()
	a := e.rows[key]
	if a != nil && n != 0 && a.n != n {
		a = nil
	}
	if a != nil {
		e.forgetRow(a)
	}
	e.mu.Unlock()
	if a != nil {
		a.end(cause)
	}
}

// endRows tells every row's attempt of a run that runs here that it is over.
func (e *engine) endRows(id store.RunID, cause error) {
	e.mu.Lock()
	var rows []store.ActivityKey
	for key := range e.rows {
		if key.Run == id {
			rows = append(rows, key)
		}
	}
	e.mu.Unlock()
	for _, key := range rows {
		e.endRow(key, 0, cause)
	}
}

// letGo is forgetRow for who does not hold e.mu.
func (a *attempt) letGo() {
	a.e.mu.Lock()
	defer a.e.mu.Unlock()
	a.e.forgetRow(a)
}

// forgetRow takes a row's attempt off the list and frees the lane. e.mu is held.
func (e *engine) forgetRow(a *attempt) {
	key := store.ActivityKey{Run: a.runID, Activity: a.number}
	if e.rows[key] == a {
		delete(e.rows, key)
	}
	if e.laneRow == key {
		e.leaveLane()
	}
}

// rowsScheduled wakes the claimer for rows that a commit has just written.
func (e *engine) rowsScheduled(rows []store.Activity) {
	now := e.cfg.Clock.Now()
	for i := range rows {
		if rows[i].Owner == (store.WorkerID{}) {
			e.wakeRowsAt(now.Add(rows[i].Delay))
		}
	}
}

func (e *engine) wakeRowsAt(t time.Time) {
	if !t.After(e.cfg.Clock.Now()) {
		hint(e.wakeRows)
		return
	}
	e.pump.Set(dueKey{why: dueRows, at: t.UnixNano()}, t)
}

func (e *engine) wakeRunsAt(t time.Time) {
	if !t.After(e.cfg.Clock.Now()) {
		hint(e.wakeRuns)
		return
	}
	e.pump.Set(dueKey{why: dueRuns, at: t.UnixNano()}, t)
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

// decodeFailure is what a row shows; nil: nothing.
func decodeFailure(data []byte) *history.Failure {
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

// encodeLetDown is encodeFailure for an attempt that is not counted. Whoever looks at the
// row sees why it waits; the cause is the failure that the history is to know.
func encodeLetDown(number int64, err error, counted *history.Failure) []byte {
	f := history.FailureOf(err)
	f.Cause = counted
	data, err := history.EncodeEvent(history.Event{Body: &history.AttemptEnded{Activity: number, Why: history.WhyHandedOver, Failure: f}})
	if err != nil {
		return nil
	}
	return data
}
