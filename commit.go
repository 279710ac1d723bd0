package reprise

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// compose makes the commit of a stepped task: the rows of history and whatever hangs
// on its events.
func (r *run) compose(t *task) error {
	c := &store.Commit{
		Run: r.id, Owner: r.e.worker.ID, Epoch: r.info.Epoch, Seq: r.seq, Token: uuid.New(),
		Level: r.info.Level, Build: r.e.cfg.Build, Seen: t.seen, Closing: r.refusals >= maxRefusals-1,
		Absolve: r.info.Deaths > 0 || r.info.LaneDeaths > 0 || r.info.Blocked != nil,
	}
	t.commit = c
	for _, x := range t.taken {
		if x.order > 0 {
			c.Take = append(c.Take, x.order)
		}
		if x.row != nil && !r.stale(x.body) {
			c.Schedule = append(c.Schedule, *x.row)
		}
	}
	for i := range t.events {
		if err := r.effect(t, &t.events[i]); err != nil {
			return err
		}
	}
	if c.Absolve && t.commands == 0 && !progress(t.taken) {
		c.Absolve = false // an attempt that was lost is no progress
	}
	r.whatThen(t)
	header := history.Header{Now: t.now, Level: r.info.Level, Build: r.e.cfg.Build}
	encoded, err := history.EncodeRows(header, t.events, history.MaxRowBytes)
	if err != nil {
		return err
	}
	seq, bytes := r.seq, 0
	for _, row := range encoded {
		c.Rows = append(c.Rows, store.Row{Seq: seq, N: row.N, Token: c.Token, Data: row.Data})
		seq += int64(row.N)
		bytes += len(row.Data)
	}
	if bytes > history.MaxTaskBytes {
		return &taskTooLargeError{bytes: bytes}
	}
	return nil
}

func progress(taken []external) bool {
	for _, x := range taken {
		if ended, ok := x.body.(*history.AttemptEnded); !ok || ended.Why != history.WhyLost {
			return true
		}
	}
	return len(taken) == 0
}

// effect adds to the commit what one event asks of the store.
func (r *run) effect(t *task, event *history.Event) error {
	c := t.commit
	switch b := event.Body.(type) {
	case *history.ActivityScheduled:
		return r.schedule(t, event.Seq, b)
	case *history.ActivityCancelled:
		c.DropActivities = append(c.DropActivities, b.Activity)
	case *history.TimerStarted:
		c.StartTimers = append(c.StartTimers, store.Timer{ID: event.Seq, FireAt: b.FireAt})
	case *history.TimerCancelled:
		c.DropTimers = append(c.DropTimers, b.Timer)
	case *history.RunCompleted:
		r.closes(c, store.Completed, len(b.Undelivered))
	case *history.RunFailed:
		r.closes(c, store.Failed, len(b.Undelivered))
	case *history.RunCancelled:
		r.closes(c, store.Cancelled, len(b.Undelivered))
	}
	return nil
}

func (r *run) closes(c *store.Commit, status store.Status, undelivered int) {
	c.Then, c.Status, c.Undelivered = store.Close, status, undelivered
}

// schedule decides who runs an activity: this worker at once, without a row, when
// nothing speaks against it; else whoever claims its row.
func (r *run) schedule(t *task, seq int64, b *history.ActivityScheduled) error {
	own := b.Queue == "" || b.Queue == r.info.Queue
	heartbeat := b.Policy.Heartbeat > 0
	var a *attempt
	if own {
		a = r.e.reserve(r, seq, b, t.now, heartbeat)
	}
	b.Eager = a != nil && !heartbeat
	if b.Eager {
		t.eager = append(t.eager, a)
		return nil
	}
	if a != nil {
		t.rows = append(t.rows, a)
	}
	row, err := r.row(seq, b, t.now)
	if err != nil {
		return err
	}
	if a != nil {
		row.Owner = r.e.worker.ID
	}
	t.commit.Schedule = append(t.commit.Schedule, row)
	return nil
}

// row is the row of an activity of which no attempt has been consumed yet.
func (r *run) row(seq int64, b *history.ActivityScheduled, scheduled time.Time) (store.Activity, error) {
	data, err := history.EncodeEvent(history.Event{Seq: seq, Body: b})
	if err != nil {
		return store.Activity{}, err
	}
	queue := b.Queue
	if queue == "" {
		queue = r.info.Queue
	}
	row := store.Activity{
		ID: seq, Name: b.Name, Queue: queue, Priority: r.info.Priority,
		Limited: b.Policy.MaxAttempts > 0, Data: data,
	}
	if b.Policy.ScheduleToClose > 0 {
		row.Deadline = scheduled.Add(b.Policy.ScheduleToClose)
	}
	return row, nil
}

// whatThen decides whether the worker goes on owning the run.
func (r *run) whatThen(t *task) {
	if t.commit.Then == store.Close {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// News not read yet are the store's to know of: it keeps the run with us if there
	// are any. If there are none, nothing would come to park it later.
	if len(t.eager) > 0 || len(r.pending) > 0 || r.stillRunning(t) {
		return
	}
	t.commit.Then = store.Park
	t.commit.Waiting = describeWaits(r.machine.Waiting())
}

// stillRunning reports whether an eager attempt goes on after this task. r.mu is held.
func (r *run) stillRunning(t *task) bool {
	n := len(r.attempts)
	for _, seq := range t.commit.DropActivities {
		if r.attempts[seq] != nil {
			n--
		}
	}
	return n > 0
}

// settle acts on the store's answer to a task's commit.
func (r *run) settle(t *task, outcome store.Outcome) {
	switch outcome.Code {
	case store.Done:
		r.acknowledged(t, outcome)
	case store.Refused:
		// The workflow has returned and cannot un-return: it is rebuilt, and this time
		// it sees the signals that came meanwhile.
		r.refusals++
		r.putBack(t, "close refused")
		r.mu.Lock()
		r.takeAll(outcome.Entries, outcome.Gen)
		r.mu.Unlock()
	default:
		t.release(r.e)
		r.fenced()
	}
}

// acknowledged makes a task's machine the truth and starts what waited for it.
func (r *run) acknowledged(t *task, outcome store.Outcome) {
	c := t.commit
	last := c.Rows[len(c.Rows)-1]
	r.mu.Lock()
	r.seq, r.last, r.now = last.Seq+int64(last.N), c.Token, t.now
	r.open, r.taken, r.fresh, r.panics, r.refusals = nil, nil, false, 0, 0
	if c.Absolve {
		r.info.Deaths, r.info.LaneDeaths, r.info.Blocked = 0, 0, nil
	}
	var cancelled []*attempt
	for _, seq := range c.DropActivities {
		if a := r.attempts[seq]; a != nil {
			cancelled = append(cancelled, a)
			delete(r.attempts, seq)
		}
		for i := range r.pending {
			if x := &r.pending[i]; endsActivity(x.body, seq) {
				x.row, x.ended = nil, nil // it came too late: the task it waits for drops it
			}
		}
	}
	if before := c.Seq; before <= history.WarnEvents && r.seq > history.WarnEvents {
		r.e.log.Warn("a run's history is getting long: rebuilding it takes ever more time", "run", r.id, "workflow_id", r.info.WorkflowID, "events", r.seq-1)
	}
	gone := r.gone
	if !gone {
		for _, a := range t.eager {
			r.attempts[a.number] = a
		}
	}
	r.mu.Unlock()
	for _, log := range t.stepped.AfterCommit {
		log()
	}
	if f := r.e.cfg.Observer.TaskDone; f != nil {
		f(r.id, len(t.events)-t.commands, t.commands, r.e.cfg.Clock.Now().Sub(t.begun))
	}
	if c.Then == store.Close {
		t.release(r.e) // asked for in the last task: nobody would read their results
	}
	// What the commit wrote stands, also if the run is not ours any more: it may have
	// been parked and claimed again before this goroutine came to know.
	for _, a := range t.rows {
		a.begin()
	}
	t.rows = nil
	for _, a := range cancelled {
		a.end(activity.ErrCancelled)
	}
	for _, seq := range c.DropActivities {
		r.e.endRow(store.ActivityKey{Run: r.id, Activity: seq}, 0, activity.ErrCancelled)
	}
	r.e.armTimers(c.StartTimers)
	r.e.rowsScheduled(c.Schedule)
	if c.Absolve {
		r.e.absolved(r.id)
	}
	if gone {
		t.release(r.e)
	} else {
		for _, a := range t.eager {
			a.begin()
		}
	}
	switch {
	case c.Then == store.Close:
		r.closed(t)
	case gone:
	case c.Then == store.Park && !outcome.Owned:
		r.parked()
	case c.Then == store.Park:
		r.mu.Lock()
		r.leaving = false
		r.takeAll(outcome.Entries, outcome.Gen)
		r.mu.Unlock()
	}
}

// parked keeps the machine for the run's next task and lets go of the run.
func (r *run) parked() {
	e := r.e
	entry := &cached{run: r.id, machine: r.machine, nextSeq: r.seq, last: r.last}
	r.mu.Lock()
	r.gone = true
	r.machine = nil
	r.mu.Unlock()
	var out []*cached
	e.mu.Lock()
	if e.runs[r.id] == r && !e.stopping {
		out = e.cache.put(entry)
	} else {
		out = []*cached{entry} // claimed again already, without it; or nobody comes back for it
	}
	e.mu.Unlock()
	e.forget(r)
	for _, evicted := range out {
		if f := e.cfg.Observer.Evicted; f != nil {
			f(evicted.run)
		}
		evicted.machine.Close()
	}
}

// closed ends a run here: whatever still runs for it has lost its reader.
func (r *run) closed(t *task) {
	info := r.info
	info.Status, info.NextSeq, info.Closed, info.Undelivered = t.commit.Status, r.seq, t.now, t.commit.Undelivered
	r.drop(activity.ErrCancelled)
	r.e.endRows(r.id, activity.ErrCancelled)
	r.e.rt.waiters.closed(r.id, t.events[len(t.events)-1].Body)
	if f := r.e.cfg.Observer.RunClosed; f != nil {
		f(info)
	}
}

// putBack undoes a task that was not committed: what it took waits again and the
// machine is closed, to be rebuilt.
func (r *run) putBack(t *task, why string) {
	t.release(r.e)
	machine := r.machine
	r.machine, r.why = nil, why
	if machine != nil {
		machine.Close()
	}
	r.mu.Lock()
	r.fresh, r.taken, r.leaving = true, nil, false
	r.pending = append(t.taken, r.pending...)
	r.mu.Unlock()
}

// release gives back the slots a task had reserved.
func (t *task) release(e *engine) {
	for _, a := range append(t.eager, t.rows...) {
		e.freeSlot(a)
	}
	t.eager, t.rows = nil, nil
}

func describeWaits(waits []replay.Wait) string {
	text := ""
	for i, w := range waits {
		if i == 20 {
			text += "; ..."
			break
		}
		if i > 0 {
			text += "; "
		}
		text += w.For
		if w.Site != "" {
			text += " (" + w.Site + ")"
		}
	}
	return text
}
