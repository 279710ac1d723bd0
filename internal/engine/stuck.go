package engine

import (
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/internal/watchdog"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// stuck tracks author code that has not returned: goroutines that were given up on, and those
// that the watchdog still waits for although their runs are no longer held here.
//
// Lock order: run.mu before stuck.
type stuck struct {
	clock    timer.Clock
	after    time.Duration // how long before code is given up on
	log      *slog.Logger
	counted  func(now int) // called with the number of abandoned goroutines
	returned func()        // called when one has returned
	work     *workGroup

	mu struct {
		sync.Mutex
		abandoned int                   // goroutines given up on
		inside    map[store.RunID]still // runs whose code one of them is still inside
		dropped   map[*run]struct{}     // runs no longer held here, whose code a goroutine may be inside
		closings  map[*closing]struct{} // machines that are being unwound
	}
}

// still describes goroutines that are inside the workflow code of one run.
type still struct {
	n          int
	workflowID string
	text       string // where the most recently abandoned one is
}

func newStuck(work *workGroup, clock timer.Clock, after time.Duration, log *slog.Logger) *stuck {
	s := &stuck{clock: clock, after: after, log: log, work: work, counted: func(int) {}, returned: func() {}}
	s.mu.inside, s.mu.dropped, s.mu.closings = map[store.RunID]still{}, map[*run]struct{}{}, map[*closing]struct{}{}
	return s
}

// count returns how many goroutines are abandoned.
func (s *stuck) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.abandoned
}

// tooMany reports whether so many goroutines are abandoned that the worker must claim nothing
// more.
func (s *stuck) tooMany() bool { return s.count() >= maxAbandoned }

// add counts abandoned goroutines; a negative n counts returned ones.
func (s *stuck) add(n int) {
	s.mu.Lock()
	s.mu.abandoned += n
	now := s.mu.abandoned
	s.mu.Unlock()
	s.tell(n, now)
}

func (s *stuck) tell(n, now int) {
	if n > 0 && now == maxAbandoned {
		s.log.Error("too many goroutines are stuck: this worker claims nothing until some return or the process restarts", "abandoned", now)
	}
	s.counted(now)
	if n < 0 {
		s.returned()
	}
}

// drop makes the watchdog keep watching a run that is no longer held here, unless it has given
// up on it.
func (s *stuck) drop(r *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !r.stepping.GivenUp() {
		s.mu.dropped[r] = struct{}{}
	}
}

// left notes that no goroutine is inside the workflow code of a dropped run any more.
func (s *stuck) left(r *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.mu.dropped, r)
}

// cameBack notes that stuck workflow code has returned after all.
func (s *stuck) cameBack(id store.RunID) {
	s.mu.Lock()
	if in := s.mu.inside[id]; in.n > 1 {
		in.n--
		s.mu.inside[id] = in
	} else {
		delete(s.mu.inside, id)
	}
	s.mu.Unlock()
	s.add(-1)
}

// watch gives up on workflow code that has not returned for too long: of the held runs, of
// dropped runs, and of machines that are being unwound. It calls park with the held runs that it
// gave up on.
func (s *stuck) watch(held []*run, park func([]*run)) {
	limit := s.clock.Now().Add(-s.after)
	var stuck, dropped []*run
	var closings []*closing
	// Count what is given up on at once: it may return at any moment.
	s.mu.Lock()
	for _, r := range held {
		if r.stepping.GiveUp(limit) {
			stuck = append(stuck, r)
			s.countLocked(r.id, r.info.WorkflowID)
			delete(s.mu.dropped, r) // it is just being dropped
		}
	}
	for r := range s.mu.dropped {
		if r.stepping.GiveUp(limit) {
			dropped = append(dropped, r)
			s.countLocked(r.id, r.info.WorkflowID)
			delete(s.mu.dropped, r)
		}
	}
	for c := range s.mu.closings {
		if c.stepping.GiveUp(limit) {
			closings = append(closings, c)
			s.countLocked(c.run, c.workflowID)
			delete(s.mu.closings, c)
		}
	}
	now, n := s.mu.abandoned, len(stuck)+len(dropped)+len(closings)
	s.mu.Unlock()
	if n == 0 {
		return
	}
	for i := range n {
		s.tell(+1, now-n+i+1)
	}
	act := func() {
		park(stuck)
		for _, r := range dropped {
			s.report(r.id, r.info.WorkflowID, r.machine)
			s.work.leave()
		}
		for _, c := range closings {
			s.report(c.run, c.workflowID, c.machine)
			close(c.over)
			if c.joined {
				s.work.leave()
			}
		}
	}
	if !s.work.start(act) {
		act()
	}
}

// countLocked counts a goroutine that was given up on inside the workflow code of a run.
func (s *stuck) countLocked(id store.RunID, workflowID string) {
	s.mu.abandoned++
	s.mu.inside[id] = still{n: s.mu.inside[id].n + 1, workflowID: workflowID}
}

// report logs workflow code that has not returned, of a run that this worker can no longer park.
func (s *stuck) report(id store.RunID, workflowID string, m *replay.Machine) {
	text := s.where(id, m, true)
	s.log.Error("workflow code of a dropped run has not returned, abandoning its goroutine", "run_id", id, "workflow_id", workflowID, "text", text)
}

// where describes workflow code that has not returned. A stack is taken from those of all
// goroutines, which stops them all for a moment.
func (s *stuck) where(id store.RunID, m *replay.Machine, stack bool) string {
	at := watchdog.Stuck{After: s.after, Last: m.Running()}
	if stack {
		at = watchdog.StuckIn(m, s.after)
	}
	text := at.String()
	s.mu.Lock()
	defer s.mu.Unlock()
	if in, ok := s.mu.inside[id]; ok { // it may have returned meanwhile
		in.text = text
		s.mu.inside[id] = in
	}
	return text
}

// check returns an error if a goroutine is still inside the workflow code of this run.
func (s *stuck) check(id store.RunID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if in := s.mu.inside[id]; in.n > 0 {
		return &stillStuckError{text: in.text}
	}
	return nil
}

// waited lists the workflow ids of runs that are no longer held here, and whose code the
// watchdog still waits for.
func (s *stuck) waited() (workflowIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.mu.closings {
		workflowIDs = append(workflowIDs, c.workflowID)
	}
	for r := range s.mu.dropped {
		workflowIDs = append(workflowIDs, r.info.WorkflowID)
	}
	return workflowIDs
}

// givenUp lists the workflow ids of runs whose code was given up on.
func (s *stuck) givenUp() (workflowIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, in := range s.mu.inside {
		workflowIDs = append(workflowIDs, in.workflowID)
	}
	return workflowIDs
}

// stillStuckError parks a run again while a goroutine of an earlier try is still inside: one
// stuck run must not use up all the goroutines that a worker may lose.
type stillStuckError struct{ text string }

func (e *stillStuckError) Error() string {
	return "an earlier attempt in this process has not returned: fix the code and restart, or let another process take the run\n" + e.text
}

// closing is a machine that is being unwound. The author's deferred functions run, and may
// block, so it happens on a goroutine of its own, under the watchdog; no run waits for it.
type closing struct {
	run        store.RunID
	workflowID string
	machine    *replay.Machine
	stepping   watchdog.Stepping
	joined     bool          // it has joined the work group
	over       chan struct{} // closed when it has returned, or was given up on
}

// close unwinds the machine of a run. It waits only when nothing may begin any more, at the end
// of Stop, and then until the watchdog gives up.
func (s *stuck) close(m *replay.Machine, run store.RunID, workflowID string) {
	c := &closing{run: run, workflowID: workflowID, machine: m, joined: s.work.join(), over: make(chan struct{})}
	s.mu.Lock()
	s.mu.closings[c] = struct{}{}
	s.mu.Unlock()
	go s.unwind(c)
	if !c.joined {
		<-c.over
	}
}

func (s *stuck) unwind(c *closing) {
	since := c.stepping.Enter(s.clock)
	c.machine.Close()
	if !c.stepping.Leave(since) {
		s.cameBack(c.run) // the watchdog has counted this goroutine as abandoned
		return
	}
	s.mu.Lock()
	delete(s.mu.closings, c)
	s.mu.Unlock()
	close(c.over)
	if c.joined {
		s.work.leave()
	}
}
