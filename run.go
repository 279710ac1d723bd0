package reprise

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// run is a run that this worker owns. Its tasks are worked off one after another by
// a goroutine that lives while there is something to take.
type run struct {
	e  *engine
	id store.RunID

	stepping stepping // watched by the watchdog

	// Its goroutine's own.
	opening *opening // until it is known whether it was started
	current task     // in progress; its lists are used again
	request request  // of its commits, one after another
	next    *attempt // prepared, and not begun

	mu       sync.Mutex
	info     store.Run // as it was claimed; Epoch is the fence
	seq      int64     // the next event's seq
	last     store.Token
	now      time.Time // of the last task
	seen     int64     // highest inbox order known here
	fetch    bool      // entries were missed: read the inbox
	fresh    bool      // no task was committed since the machine was taken up
	why      string    // the machine was (re)built
	pending  []external
	taken    []external     // by the task in progress
	spare    []external     // empty, to be pending next
	busy     bool           // a goroutine is at work
	gone     bool           // not ours any more: whoever notices stops
	leaving  bool           // a commit that ends our ownership is on its way
	left     bool           // off the engine's list, with whatever came of that
	again    *store.Claimed // it is ours once more already; see precedes
	expects  bool           // its engine expects another claim of it
	machine  *replay.Machine
	open     []history.Event // of the open task, recorded already
	first    replay.Task     // all of the history, where it need not be read; for the first rebuild only
	attempts map[int64]*attempt
	panics   int
	refusals int

	few struct { // room for what most tasks have
		events  [2]history.Event
		eager   [1]*attempt
		pending [1]external
	}
}

// external is an external event that waits to be taken into the history.
type external struct {
	body  history.Body
	order int64 // its inbox order; 0 when it did not come through the inbox
	at    time.Time
	// row is written with it: an eager attempt ended and the activity becomes one.
	row *store.Activity
	// ended is the eager attempt it is the end of.
	ended *attempt
}

// attach makes a claimed run this engine's own and sets it to work, unless it is held by a
// later claim already. Where the answer to its start has not been taken in, the claim waits
// until that run has parked.
func (e *engine) attach(c store.Claimed) {
	e.mu.Lock()
	opening := e.openings[c.Run.ID]
	e.mu.Unlock()
	if opening == nil || !opening.precedes(c) {
		e.enlist(e.newRun(c.Run), c)
	}
}

// newRun is a run that is on no list yet.
func (e *engine) newRun(info store.Run) *run {
	r := &run{
		e: e, id: info.ID, info: info, seq: info.NextSeq, last: info.LastCommit,
		attempts: map[int64]*attempt{}, fresh: true, why: "claimed",
	}
	r.current.events, r.current.eager, r.pending = r.few.events[:0], r.few.eager[:0], r.few.pending[:0]
	return r
}

// enlist puts a run that was claimed on the engine's list: what comes for it finds it
// there. One that its start has set to work already goes on. It reports false if the
// engine has heard first of a later claim of the run.
func (e *engine) enlist(r *run, c store.Claimed) bool {
	r.mu.Lock() // nobody may use it before it is complete
	defer r.mu.Unlock()
	e.mu.Lock()
	old := e.runs[r.id]
	if old != nil && old.info.Epoch > r.info.Epoch {
		e.mu.Unlock()
		return false
	}
	e.runs[r.id], e.names[r.info.WorkflowID] = r, r.id
	delete(e.openings, r.id)
	_, lately := e.expected[r.id]
	_, long := e.expectedLong[r.id]
	r.fetch = r.fetch || lately || long
	delete(e.expected, r.id)
	delete(e.expectedLong, r.id)
	machine, stale := e.cache.take(r.id, r.seq, r.last)
	if c.Run.Deaths >= store.SuspectDeaths {
		e.enterLane(r.id, store.ActivityKey{})
	}
	e.mu.Unlock()
	if old != nil {
		old.drop(activity.ErrLeaseLost)
	}
	if stale != nil {
		e.closeMachine(stale.machine)
	}
	if machine != nil {
		r.machine, r.now = machine, machine.Now()
	}
	if f := e.cfg.Observer.Claimed; f != nil {
		f(c.Run, machine != nil)
	}
	r.takeAll(c.Entries, c.Gen)
	r.begin()
	return true
}

// deliver hands over an inbox entry that was just written. Entries are taken in
// their order: after a gap the inbox itself is read. It reports false if the run may
// have been claimed once more since, so that the entry is a successor's.
func (r *run) deliver(entry store.Entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.again != nil:
		return wait(r.again, entry)
	case r.gone || entry.Order <= r.seen:
		return !r.gone && !r.leaving
	case entry.Order == r.seen+1 && !r.fetch:
		r.seen = entry.Order
		r.take(entry)
	default:
		r.fetch = true
	}
	r.begin()
	r.expects = r.expects || r.leaving
	return !r.leaving
}

// news makes the run read its inbox.
func (r *run) news() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.gone {
		r.fetch = true
		r.begin()
	}
}

// isLeaving reports whether a commit that ends our ownership is on its way.
func (r *run) isLeaving() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.leaving
}

// begin sets a goroutine to work unless one is. r.mu is held.
func (r *run) begin() {
	if r.busy || r.gone {
		return
	}
	if !r.e.work.join() {
		return
	}
	r.busy = true
	go r.work()
}

// take queues an inbox entry. r.mu is held. What cannot be decoded is kept as it
// is, for the task to find and to park the run.
func (r *run) take(entry store.Entry) {
	r.pending = append(r.pending, external{body: bodyOf(entry), order: entry.Order, at: entry.At})
}

// unreadable stands for an inbox entry whose bytes are damaged.
type unreadable struct{ err error }

func (unreadable) Kind() history.Kind { return 0 }

func bodyOf(entry store.Entry) history.Body {
	if entry.Kind == store.EntryTimer {
		return &history.TimerFired{Timer: entry.Ref}
	}
	event, err := history.DecodeEvent(entry.Data)
	if err != nil {
		return unreadable{fmt.Errorf("inbox entry %d (%s): %w", entry.Order, entry.ID, err)}
	}
	return event.Body
}

// work takes tasks until none is left. Then the goroutine ends as the attempt that the
// last one has asked for, if there is one: it is there, and its stack has grown.
func (r *run) work() {
	growStack(0)
	var last *attempt
	defer func() {
		switch {
		case last != nil: // it has left the crew for both
		case r.stepping.givenUp():
			r.e.unstuck(r.id) // the watchdog has counted this goroutine out
		default:
			r.e.work.leave()
		}
	}()
	if last = r.tasks(); last != nil {
		last.perform()
	}
}

// tasks takes tasks until none is left. It returns an attempt that is to be made now.
func (r *run) tasks() *attempt {
	for {
		next := r.next
		r.next = nil
		r.mu.Lock()
		if r.gone || len(r.pending) == 0 && !r.fetch && !r.fresh {
			r.busy = false
			machine := r.machine
			if r.gone {
				r.machine = nil
			}
			gone := r.gone
			r.mu.Unlock()
			if gone && machine != nil {
				machine.Close()
			}
			return next
		}
		r.mu.Unlock()
		if next != nil {
			next.depart()
		}
		r.task()
		if r.stepping.givenUp() {
			// The watchdog is parking the run, or has. All that is left to this
			// goroutine is the machine, which nobody else will close.
			r.machine.Close()
			return nil
		}
		r.current.forget()
	}
}

// drop forgets the run: somebody else owns it, or nobody. Its attempts are told
// why; its machine is closed unless a goroutine is inside it, which then does so.
func (r *run) drop(cause error) {
	r.mu.Lock()
	if r.gone {
		r.mu.Unlock()
		return
	}
	r.gone = true
	var machine *replay.Machine
	if !r.busy { // else work closes it on its way out; r.machine is its own
		machine = r.machine
	}
	attempts := r.attempts
	r.attempts = nil
	r.mu.Unlock()
	r.e.forget(r)
	r.handOn()
	for _, a := range attempts {
		a.end(cause)
	}
	if machine != nil {
		r.e.closeMachine(machine)
	}
}

// forget takes the run off the engine's list and lets others in.
func (e *engine) forget(r *run) {
	e.mu.Lock()
	if e.openings[r.id] == r {
		delete(e.openings, r.id)
	}
	if e.runs[r.id] == r {
		delete(e.runs, r.id)
		if e.names[r.info.WorkflowID] == r.id {
			delete(e.names, r.info.WorkflowID)
		}
		if e.lane == r.id {
			e.leaveLane()
		}
	}
	more := e.moreRuns
	e.mu.Unlock()
	if more {
		hint(e.wakeRuns)
	}
}

// closeMachine unwinds a machine on a goroutine of the engine: author code runs its
// defers there.
func (e *engine) closeMachine(m *replay.Machine) {
	if !e.work.start(m.Close) {
		apart(m.Close)
	}
}

// held returns the run if this engine owns it.
func (e *engine) held(id store.RunID) *run {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.runs[id]
}

// holds reports whether this engine owns the run and it is one of the workflow.
func (e *engine) holds(id store.RunID, workflow string) bool {
	r := e.held(id)
	return r != nil && r.info.Workflow == workflow
}

// heldOrExpected returns the run if this engine owns it, other than as past, which
// has been told. If it does not, the answer to a claim must be on its way: the run is
// told when it is attached.
func (e *engine) heldOrExpected(id store.RunID, past *run) *run {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.runs[id]
	if r == nil || r == past {
		e.expected[id] = struct{}{}
		return nil
	}
	return r
}

// unexpect says that no answer to a claim of the run is on its way.
func (e *engine) unexpect(id store.RunID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.expected, id)
	delete(e.expectedLong, id)
}

// tell routes an entry that this process put into an inbox.
func (e *engine) tell(id store.RunID, owner store.WorkerID, entry store.Entry) {
	if owner == e.worker.ID {
		for r := e.heldOrExpected(id, nil); r != nil && !r.deliver(entry); {
			r = e.heldOrExpected(id, r)
		}
		return
	}
	if owner == (store.WorkerID{}) {
		hint(e.wakeRuns)
	}
}

// eagerOpen lists the activities whose eager attempt this run still owes a word on.
func (r *run) eagerOpen(m *replay.Machine) (open []replay.OpenActivity) {
	for _, a := range m.Activities() {
		known := r.attempts[a.Seq] != nil || slices.ContainsFunc(r.pending, func(x external) bool { return endsActivity(x.body, a.Seq) })
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
