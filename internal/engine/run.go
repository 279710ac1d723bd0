package engine

import (
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/watchdog"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// run is a run that this worker owns. A goroutine works off its tasks one after another, and lives
// only while there are any.
type run struct {
	e    *engine
	id   store.RunID
	info store.Run // as it was claimed; Epoch is the fence

	stepping watchdog.Stepping // watched by the watchdog

	// These belong to the run's goroutine; while there is none, to the holder of mu.
	code
	at      position
	tries   tries
	eager   *eagerStart      // until it is known whether the run was started
	current task             // in progress; its lists are reused
	request commit.Request   // of its commits, one after another
	last    *attempt.Attempt // scheduled by a task; prepared, not begun

	few few

	mu struct {
		sync.Mutex
		state     runState
		in        arrivals
		attempts  map[int64]*attempt.Attempt
		successor *store.Claimed // a later claim of the run, attached once this one has left
		gone      error          // why it was dropped
	}
}

// code is the state of the workflow's code.
type code struct {
	machine *replay.Machine
	fresh   bool            // no task was committed since the machine was taken up, so one is due
	why     string          // why the machine was (re)built
	open    []history.Event // of the open task, already recorded; set under the run's lock
	first   replay.Task     // the whole history, if it need not be read; for the first rebuild only
}

// tries counts those that failed since the last commit.
type tries struct{ panics, refusals int }

// few has room for what most tasks need.
type few struct {
	events  [2]history.Event
	eager   [1]*attempt.Attempt
	pending [1]external
}

// position is where a run's history ends.
type position struct {
	seq  int64 // of the next event
	last store.Token
	now  time.Time // of the last task
}

// runState says who owns a run, and what is being done about it.
//
//	from               to        by
//	idle               working   run.beginLocked: an event has come, or its first task is due
//	working            idle      run.hasTask: nothing is left to take
//	working            leaving   run.leave: run.task sends a commit that parks or closes it, or
//	                             run.parkBlocked a release
//	leaving            recalled  run.deliver: an event has come for it, or for its successor
//	leaving, recalled  working   run.stayLocked: the commit is changed (run.Revise) or undone
//	                             (task.untake), or the store has kept the run because of an
//	                             event that came meanwhile (task.acknowledged)
//	any of these       gone      run.parked; run.drop: it is closed, fenced, terminated or claimed
//	                             once more, or the worker stops
//	gone               left      run.attachSuccessor: it is off the worker's list
//
// A claim that comes while the run is leaving or gone waits until it has left. Events that come then
// wait with the claim.
type runState uint8

const (
	runIdle     runState = iota // this worker's; nothing to do
	runWorking                  // this worker's; a goroutine takes its tasks
	runLeaving                  // likewise, and a write that gives it up is on its way
	runRecalled                 // likewise, and the ownership expects another claim of it
	runGone                     // no longer ours: a goroutine at work stops when it notices
	runLeft                     // off the worker's list
)

// held reports whether the run is this worker's, with no write on its way that gives it up.
func (s runState) held() bool { return s <= runWorking }

// over reports whether the run is no longer this worker's.
func (s runState) over() bool { return s >= runGone }

// leave notes that a write that gives up the run is about to be sent.
func (s *runState) leave() {
	if *s == runWorking {
		*s = runLeaving
	}
}

// recall notes that an event has come that must also be kept for the run's successor.
func (s *runState) recall() {
	if *s == runLeaving {
		*s = runRecalled
	}
}

// stay notes that the run is not given up after all. It reports whether something was kept for a
// successor.
func (s *runState) stay() (recalled bool) {
	recalled = *s == runRecalled
	if recalled || *s == runLeaving {
		*s = runWorking
	}
	return recalled
}

// leave notes that a write that gives up the run is about to be sent.
func (r *run) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mu.state.leave()
}

// stayLocked notes that the run is not given up after all.
func (r *run) stayLocked() {
	if r.mu.state.stay() {
		r.e.own.unexpect(r.id) // this worker has the events itself
	}
}

// newRun returns a run that is on no list yet.
func (e *engine) newRun(info store.Run) *run {
	r := &run{
		e: e, id: info.ID, info: info, at: position{seq: info.NextSeq, last: info.LastCommit},
		code: code{why: "claimed", fresh: true},
	}
	r.mu.attempts = map[int64]*attempt.Attempt{}
	r.current = task{r: r, events: r.few.events[:0], eager: r.few.eager[:0]}
	r.mu.in.pending = r.few.pending[:0]
	return r
}

// deliver hands over an inbox entry that was just written. Entries are taken in order; after a gap
// the run reads its inbox. deliver returns false if the run may have been claimed again since, so
// that the entry belongs to a successor.
func (r *run) deliver(entry store.Entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.mu.successor != nil:
		return joins(r.mu.successor, entry)
	case r.mu.state.over() || entry.Order <= r.mu.in.seen:
		return r.mu.state.held()
	case entry.Order == r.mu.in.seen+1 && !r.mu.in.unread && !r.mu.in.laden():
		r.mu.in.seen = entry.Order
		r.mu.in.add(entry)
	default:
		r.mu.in.unread = true
	}
	r.beginLocked()
	r.mu.state.recall()
	return r.mu.state.held()
}

// news makes the run read its inbox.
func (r *run) news() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.mu.state.over() {
		r.mu.in.unread = true
		r.beginLocked()
	}
}

// isHeld reports whether the run is this worker's, with no write on its way that gives it up.
func (r *run) isHeld() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mu.state.held()
}

// beginLocked starts a goroutine for the run unless it has one.
func (r *run) beginLocked() {
	if r.mu.state == runIdle && r.e.work.join() {
		r.mu.state = runWorking
		go r.work()
	}
}

// work takes tasks until none is left. If the last one scheduled an attempt, the goroutine then
// continues as that attempt: it exists, and its stack has grown. That saves a tenth of the cost of a
// step.
func (r *run) work() {
	var last *attempt.Attempt
	defer func() { // also when an Observer or a log handler ends the goroutine
		switch {
		case last != nil: // the attempt leaves the work group for both
		case r.stepping.GivenUp():
			r.e.stuck.cameBack(r.id) // the watchdog has counted this goroutine as abandoned
		default:
			r.e.work.leave()
		}
	}()
	if last = r.tasks(); last != nil {
		last.Perform()
	}
}

// tasks takes tasks until none is left. It returns an attempt that must be made now.
func (r *run) tasks() *attempt.Attempt {
	for {
		last := r.last
		r.last = nil
		if !r.hasTask() {
			return last
		}
		if last != nil {
			last.Depart()
		}
		r.task()
		if r.stepping.GivenUp() {
			// The watchdog is parking the run, or has parked it. Only the machine is left to this goroutine:
			// nobody else closes it.
			if r.machine != nil {
				r.machine.Close()
			}
			return nil
		}
		r.current.forget()
	}
}

// hasTask reports whether there is a task to take. If not, the calling goroutine must end. If the
// run is no longer this worker's, another goroutine closes its machine.
func (r *run) hasTask() bool {
	r.mu.Lock()
	over := r.mu.state.over()
	if !over && (len(r.mu.in.pending) > 0 || r.mu.in.unread || r.fresh) {
		r.mu.Unlock()
		return true
	}
	if !over {
		r.mu.state = runIdle
		r.mu.Unlock()
		return false
	}
	machine := r.machine
	r.machine = nil
	r.mu.Unlock()
	r.e.stuck.left(r)
	if machine != nil {
		r.e.stuck.close(machine, r.id, r.info.WorkflowID)
	}
	return false
}

// drop forgets the run, which another worker owns, or none. It tells the run's attempts why. It
// closes the machine, unless a goroutine is inside it, which then does so. It returns false if the
// run was dropped before.
func (r *run) drop(cause error) (held bool) {
	r.mu.Lock()
	if r.mu.state.over() {
		r.mu.Unlock()
		return false
	}
	var machine *replay.Machine
	if r.mu.state == runIdle {
		machine = r.machine
	} else { // its goroutine closes the machine when it leaves; the watchdog keeps looking
		r.e.stuck.drop(r)
	}
	r.mu.state, r.mu.gone = runGone, cause
	attempts := r.mu.attempts
	r.mu.attempts = nil
	r.mu.Unlock()
	r.e.own.forget(r)
	r.attachSuccessor()
	for _, a := range attempts {
		a.End(cause)
	}
	if machine != nil {
		r.e.stuck.close(machine, r.id, r.info.WorkflowID)
	}
	return true
}

// eagerOpen lists the activities with an eager attempt that is unaccounted for: not among the run's
// attempts, with no end pending or in the open task.
func eagerOpen(m *replay.Machine, attempts map[int64]*attempt.Attempt, pending []external, task []history.Event) (open []replay.OpenActivity) {
	for _, a := range m.Activities() {
		known := attempts[a.Seq] != nil || slices.ContainsFunc(pending, func(x external) bool { return endsActivity(x.body, a.Seq) }) ||
			slices.ContainsFunc(task, func(e history.Event) bool { return endsActivity(e.Body, a.Seq) })
		if !a.Row && !known {
			open = append(open, a)
		}
	}
	return open
}

func endsActivity(body history.Body, seq int64) bool {
	switch b := body.(type) {
	case *history.ActivityCompleted:
		return b.Activity == seq
	case *history.ActivityFailed:
		return b.Activity == seq
	case *history.AttemptEnded:
		return b.Activity == seq
	}
	return false
}
