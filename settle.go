package reprise

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

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
	r.open, r.fresh, r.panics, r.refusals = nil, false, 0, 0
	if r.taken = nil; t.taken != nil {
		r.spare = emptied(t.taken)
	}
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
	unexpect := r.expects && !gone && (c.Then == store.Keep || outcome.Owned)
	if unexpect {
		r.expects = false
	}
	if !gone {
		for _, a := range t.eager {
			r.attempts[a.number] = a
		}
	}
	r.mu.Unlock()
	if unexpect {
		r.e.unexpect(r.id) // it has not left: what came for it is here
	}
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
		r.beginEager(t.eager)
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

// beginEager begins the eager attempts of a task, all but the last: there may be nothing
// else to do for the goroutine that this is.
func (r *run) beginEager(all []*attempt) {
	for i, a := range all {
		switch {
		case i < len(all)-1:
			a.begin()
		case a.prepare():
			r.next = a
		}
	}
}

// parked keeps the machine for the run's next task and lets go of the run.
func (r *run) parked() {
	e := r.e
	entry := &cached{run: r.id, workflowID: r.info.WorkflowID, machine: r.machine, nextSeq: r.seq, last: r.last}
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
	r.handOn()
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
	r.e.rt.closed(r.id, t.events[len(t.events)-1].Body)
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
