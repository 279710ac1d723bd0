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

// run is a run that this worker owns. Its tasks are worked off one after another by
// a goroutine that lives while there is something to take.
type run struct {
	e    *engine
	id   store.RunID
	info store.Run // as it was claimed; Epoch is the fence

	stepping watchdog.Stepping // watched by the watchdog

	// Its goroutine's own; while none is at work, of whoever holds mu.
	code
	at      position
	tries   tries
	eager   *eagerStart      // until it is known whether it was started
	current task             // in progress; its lists are used again
	request commit.Request   // of its commits, one after another
	last    *attempt.Attempt // that a task has asked for; prepared, and not begun

	few few

	mu struct {
		sync.Mutex
		state     runState
		in        arrivals
		attempts  map[int64]*attempt.Attempt
		successor *store.Claimed // a claim of the same run, to be attached once this one has left
		gone      error          // why it was dropped
	}
}

// code is the workflow's code, as it stands.
type code struct {
	machine *replay.Machine
	fresh   bool            // no task was committed since the machine was taken up: one is due
	why     string          // the machine was (re)built
	open    []history.Event // of the open task, recorded already; set under the run's lock
	first   replay.Task     // all of the history, where it need not be read; for the first rebuild only
}

// tries are those that came to nothing since the last commit.
type tries struct{ panics, refusals int }

// few has space for what most tasks have.
type few struct {
	events  [2]history.Event
	eager   [1]*attempt.Attempt
	pending [1]external
}

// position is where a run's history ends.
type position struct {
	seq  int64 // the next event's
	last store.Token
	now  time.Time // of the last task
}

// runState is whose a run is, and what is being done about it.
//
//	from               to        by
//	idle               working   run.beginLocked: something has come in, or its first task is due
//	working            idle      run.hasTask: nothing is left to take
//	working            leaving   run.leave: run.task sends a commit that parks or closes it, or
//	                             run.parkBlocked a release
//	leaving            recalled  run.deliver: something has come for it, or for its successor
//	leaving, recalled  working   run.stayLocked: the commit is changed (run.Revise) or undone
//	                             (task.untake), or the store has kept the run for what came
//	                             meanwhile (task.acknowledged)
//	any of these       gone      run.parked; run.drop: it is closed, fenced, terminated or claimed
//	                             once more, or the worker stops
//	gone               left      run.attachSuccessor: it is off the worker's list
//
// A claim that comes while it is leaving or gone waits until it has left, and what comes for it then
// waits with the claim.
type runState uint8

const (
	runIdle     runState = iota // this worker's; nothing to do
	runWorking                  // this worker's; a goroutine takes its tasks
	runLeaving                  // the same, and a write that gives it up is on its way
	runRecalled                 // the same, and the ownership expects it to be claimed once more
	runGone                     // not ours any more: a goroutine at work stops when it notices
	runLeft                     // off the worker's list, with whatever came of that
)

// held reports whether the run is this worker's, and no write is on its way that gives it up.
func (s runState) held() bool { return s <= runWorking }

// over reports whether the run is not this worker's any more.
func (s runState) over() bool { return s >= runGone }

// leave notes that a write which gives the run up is about to be sent.
func (s *runState) leave() {
	if *s == runWorking {
		*s = runLeaving
	}
}

// recall notes that something has come for the run that is to be kept for its successor, too.
func (s *runState) recall() {
	if *s == runLeaving {
		*s = runRecalled
	}
}

// stay notes that the run is not given up after all. It reports whether something was kept for
// a successor.
func (s *runState) stay() (recalled bool) {
	recalled = *s == runRecalled
	if recalled || *s == runLeaving {
		*s = runWorking
	}
	return recalled
}

// leave notes that a write which gives the run up is about to be sent.
func (r *run) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mu.state.leave()
}

// stayLocked notes that the run is not given up after all.
func (r *run) stayLocked() {
	if r.mu.state.stay() {
		r.e.own.unexpect(r.id) // what came for it is here
	}
}

// newRun is a run that is on no list yet.
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

// deliver hands over an inbox entry that was just written. Entries are taken in
// their order: after a gap the inbox itself is read. It reports false if the run may
// have been claimed once more since, so that the entry is a successor's.
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

// isHeld reports whether the run is this worker's, and no write is on its way that gives it up.
func (r *run) isHeld() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mu.state.held()
}

// beginLocked sets a goroutine to work unless one is.
func (r *run) beginLocked() {
	if r.mu.state == runIdle && r.e.work.join() {
		r.mu.state = runWorking
		go r.work()
	}
}

// work takes tasks until none is left. Then the goroutine ends as the attempt that the last one
// has asked for, if there is one: it is there, and its stack has grown. That saves a tenth of what
// a step costs.
func (r *run) work() {
	var last *attempt.Attempt
	defer func() { // also when an Observer or a log handler ends the goroutine
		switch {
		case last != nil: // it leaves the work group for both
		case r.stepping.GivenUp():
			r.e.stuck.cameBack(r.id) // the watchdog has counted this goroutine out
		default:
			r.e.work.leave()
		}
	}()
	if last = r.tasks(); last != nil {
		last.Perform()
	}
}

// tasks takes tasks until none is left. It returns an attempt that is to be made now.
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
			// The watchdog is parking the run, or has. All that is left to this
			// goroutine is the machine, which nobody else will close.
			if r.machine != nil {
				r.machine.Close()
			}
			return nil
		}
		r.current.forget()
	}
}

// hasTask reports whether there is a task to take. If there is none its goroutine ends: of a run
// that is not this worker's any more it leaves the machine to be closed.
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

// drop forgets the run: somebody else owns it, or nobody. Its attempts are told
// why; its machine is closed unless a goroutine is inside it, which then does so. It reports
// false if that was done before.
func (r *run) drop(cause error) (held bool) {
	r.mu.Lock()
	if r.mu.state.over() {
		r.mu.Unlock()
		return false
	}
	var machine *replay.Machine
	if r.mu.state == runIdle {
		machine = r.machine
	} else { // its goroutine closes the machine on its way out; the watchdog goes on looking
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

// eagerOpen lists the activities whose eager attempt a run still owes a word on: it is not
// among its attempts, nor is its end pending or in the open task.
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
