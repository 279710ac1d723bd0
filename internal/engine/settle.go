package engine

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/store"
)

// settle acts on the store's answer to a task's commit.
func (t *task) settle(outcome *store.Outcome) {
	r := t.r
	switch outcome.Code {
	case store.Done:
		t.acknowledged(outcome)
	case store.Refused:
		// The workflow has returned and cannot un-return. It is rebuilt, and this time it sees the
		// signals that came meanwhile.
		r.tries.refusals++
		t.putBack("close refused")
		r.mu.Lock()
		r.mu.in.addAll(outcome.Entries, outcome.Gen)
		r.mu.Unlock()
	default:
		t.release()
		r.fenced()
	}
}

// acknowledged commits to the task's machine, and starts what waited for the commit.
func (t *task) acknowledged(outcome *store.Outcome) {
	r := t.r
	c := t.commit
	last := c.Rows[len(c.Rows)-1]
	r.mu.Lock()
	r.at.seq, r.at.last, r.at.now = last.Seq+int64(last.N), c.Token, t.now
	r.open, r.mu.in.open, r.fresh, r.tries.panics, r.tries.refusals = nil, false, false, 0, 0
	r.mu.in.commit(t.taken)
	if c.Progress {
		r.info.Deaths, r.info.QuarantineDeaths, r.info.Blocked = 0, 0, nil
	}
	for _, seq := range t.cancelled {
		if a := r.mu.attempts[seq]; a != nil {
			a.Cancel() // under r.mu, so that its end, or the row it becomes, knows
		}
		for i := range r.mu.in.pending {
			if x := &r.mu.in.pending[i]; x.row != nil && x.row.ID == seq {
				x.row.Cancelled = true
			}
		}
	}
	if before := c.Seq; before <= history.WarnEvents && r.at.seq > history.WarnEvents {
		r.e.log.Warn("a run's history is getting long: rebuilding it takes ever more time", "run_id", r.id, "workflow_id", r.info.WorkflowID, "events", r.at.seq-1)
	}
	over := r.mu.state.over()
	if !over {
		for _, a := range t.eager {
			r.mu.attempts[a.Number] = a
		}
	}
	r.mu.Unlock()
	for _, log := range t.stepped.AfterCommit {
		log()
	}
	noteUndeclared(t)
	for _, a := range t.stepped.Answered {
		tellAnswered(r.e.p, r.id, a.ID, a.Body)
	}
	told(r.e.cfg.Observer.TaskDone, func() TaskDone {
		return TaskDone{
			Workflow: r.info.Workflow, WorkflowID: r.info.WorkflowID, RunID: r.id,
			Events: len(t.events) - t.commands, Commands: t.commands, Took: r.e.cfg.Clock.Now().Sub(t.begun),
			Headers: startedWith(r),
		}
	})
	if c.Then == store.Close {
		t.release() // the last task scheduled them: nobody would read their results
	}
	// What the commit wrote stands even if the run is no longer ours: it may have been parked and
	// claimed again before this goroutine learned of it.
	for _, a := range t.rows {
		a.Claim = c.Token
		a.Begin()
	}
	t.rows = nil
	for _, seq := range t.cancelled {
		r.e.activities.CancelRow(store.ActivityKey{Run: r.id, Activity: seq})
	}
	if len(t.cancelled) > 0 {
		r.e.activities.endSoon() // the rows that no worker owns
	}
	if len(c.Send) > 0 || c.Then == store.Close && r.info.Parent != (store.RunID{}) {
		r.e.upkeep.relay.soon()
	}
	r.e.timers.armAll(c.StartTimers)
	r.e.activities.rowsScheduled(c.Schedule)
	if c.Progress {
		r.e.quarantine.leave(r.id)
	}
	if c.Pin != "" {
		r.info.Pin = c.Pin
	}
	if over {
		t.release()
	} else {
		t.beginEager()
	}
	switch {
	case c.Then == store.Close:
		t.closed()
	case over:
	case c.Then == store.Park && !outcome.Owned:
		r.parked()
	case c.Then == store.Park:
		r.mu.Lock()
		r.stayLocked()
		r.mu.in.addAll(outcome.Entries, outcome.Gen)
		r.mu.Unlock()
	}
}

// beginEager begins a task's eager attempts, except the last, which this goroutine may run itself.
func (t *task) beginEager() {
	for i, a := range t.eager {
		switch {
		case i < len(t.eager)-1:
			a.Begin()
		case a.Prepare():
			t.r.last = a
		}
	}
}

// parked caches the machine for the run's next task and lets go of the run.
func (r *run) parked() {
	e := r.e
	entry := &cached{run: r.id, workflowID: r.info.WorkflowID, machine: r.machine, nextSeq: r.at.seq, last: r.at.last}
	r.mu.Lock()
	r.mu.state = max(r.mu.state, runGone)
	r.machine = nil
	r.mu.Unlock()
	out := e.own.park(r, entry)
	e.own.forget(r)
	r.attachSuccessor()
	for _, evicted := range out {
		told(e.cfg.Observer.RunEvicted, func() RunEvicted { return RunEvicted{evicted.workflowID, evicted.run} })
		e.stuck.close(evicted.machine, evicted.run, evicted.workflowID)
	}
}

// closed ends a run here. Nobody will read the results of what still runs for it.
func (t *task) closed() {
	r := t.r
	last, headers := t.events[len(t.events)-1].Body, startedWith(r)
	if next := t.commit.Next; next != nil {
		t.goneOn(next)
	}
	r.drop(activity.ErrCancelled)
	r.e.activities.EndRows(r.id, activity.ErrCancelled)
	r.e.p.changes.forget(r.id)
	told(r.e.cfg.Observer.RunClosed, func() RunClosed { return closedEvent(&r.info, t.commit.Status, t.now, last, headers) })
	r.e.p.closed(r.id, last)
}

// startedWith returns the headers that the run was started with.
func startedWith(r *run) history.Headers {
	if m := r.machine; m != nil && m.Started() != nil {
		return m.Started().Headers
	}
	return nil
}

// goneOn wakes the claim loop for the run that continues this one, and warns of work left open.
func (t *task) goneOn(next *store.Next) {
	r := t.r
	if m := r.machine; m != nil {
		if activities, timers, children := len(m.Activities()), len(m.Timers()), m.Children(); activities+timers+children > 0 {
			r.e.log.Warn("a run continued as a new one while activities, timers or children were open: they are cancelled; wait for them first, or cancel their scope",
				"run_id", r.id, "workflow_id", r.info.WorkflowID, "next", next.Run, "activities", activities, "timers", timers, "children", children)
		}
	}
	r.e.noteUnserved(next.Workflow, next.Queue)
	wake(r.e.wake.runs)
}

// putBack undoes a task that was not committed. Its events become pending again, and the machine is
// closed, to be rebuilt.
func (t *task) putBack(why string) {
	r := t.r
	t.release()
	if r.why = why; !r.closeMachine() {
		return // the watchdog has put it back, and parks the run
	}
	t.untake()
}

// untake makes a task's events pending again.
func (t *task) untake() {
	r := t.r
	r.mu.Lock()
	r.fresh = true
	r.stayLocked()
	r.mu.in.undo(t.taken)
	r.mu.Unlock()
}

// release frees the slots that a task has reserved.
func (t *task) release() {
	for _, a := range append(t.eager, t.rows...) {
		a.FreeSlot()
	}
	t.eager, t.rows = nil, nil
}

// noteUndeclared logs events of a task that the run's workflow does not accept. Nobody will receive
// them, and their sender was not told.
func noteUndeclared(t *task) {
	r := t.r
	accepts := r.e.cfg.Accepts[r.info.Workflow]
	if accepts == nil {
		return
	}
	for _, e := range t.events[:len(t.events)-t.commands] {
		kind, name := "", ""
		switch b := e.Body.(type) {
		case *history.SignalReceived:
			kind, name = contract.SignalMessage, b.Name
		case *history.UpdateReceived:
			kind, name = contract.UpdateMessage, b.Name
		default:
			continue
		}
		if !accepts.Has(kind, name) {
			r.e.log.Warn(accepts.Refusal(r.info.Workflow, kind, name)+": it is kept as undelivered", "run_id", r.id, "workflow_id", r.info.WorkflowID)
		}
	}
}
