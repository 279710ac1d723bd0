package testkit

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// patience is how much virtual time something that outlives its context, such as an activity
// that sleeps, gets when the test is over.
const patience = 30 * 24 * time.Hour

// afterwards is how much real time the end of a test gets if the test has used up its own.
const afterwards = 5 * time.Second

// finish ends the world with its test.
func (e *Env) finish() {
	e.Helper()
	defer e.bubble.leave()
	e.ended.Store(true)
	if e.broken.Load() {
		return
	}
	if e.bubble.foreign() {
		e.TB.Errorf("testkit: the test ends outside of the bubble of testing/synctest in which its Env was made: pass New the testing.TB that the function inside gets")
		return
	}
	e.mu.Lock()
	most := e.limit
	if e.late {
		most = min(most, afterwards)
	}
	e.mu.Unlock()
	var story string
	var report, early []string
	var ended string
	looked := false // whether the checks of the end of the test were made
	back := e.bubble.do(most, func() {}, func(late <-chan struct{}) {
		if e.ctx == nil {
			return
		}
		if e.trial != nil {
			late = e.trial.late
		}
		e.settle()
		e.mu.Lock()
		e.over = true
		e.mu.Unlock()
		e.replacing.Wait()
		report = append(e.unfinished(), e.check()...)
		if len(e.needed) > 0 && !e.TB.Failed() {
			e.calm() // what is due at this moment has been called
		}
		report, looked = append(report, e.missed()...), true
		if e.TB.Failed() || len(report) > 0 || e.trial != nil && e.trial.differs() {
			story = e.story()
		}
		e.mu.Lock()
		for _, n := range slices.Sorted(maps.Keys(e.promised)) {
			early = append(early, e.promised[n])
		}
		e.mu.Unlock()
		ended = time.Now().UTC().Format("2006-01-02 15:04:05")
		e.fail(errOver)
		e.last.Stop()
		e.mu.Lock()
		workers := append(slices.Clone(e.past), e.worker)
		e.mu.Unlock()
		for _, w := range workers {
			if w != nil {
				w.stop()
			}
		}
		rest := time.NewTimer(patience)
		defer rest.Stop()
		select {
		case <-rest.C:
		case <-late:
		}
	})
	if !back {
		e.TB.Errorf("testkit: not everything ends at the end of the test.\n%s", stacks())
	} else if err := e.bubble.close(); err != nil {
		e.TB.Errorf("testkit: %v", err)
	}
	if story != "" {
		e.TB.Log(story)
	}
	if !looked { // nothing has begun, or a call did not return
		report = append(report, e.missed()...)
	}
	for _, line := range early {
		e.TB.Logf("testkit: the test ended at %s, before %s", ended, line)
	}
	for _, line := range report {
		e.TB.Error(line)
	}
}

// missed returns the checks of the end of the test that fail.
func (e *Env) missed() (all []string) {
	if e.TB.Skipped() {
		return nil
	}
	for _, activity := range slices.Sorted(maps.Keys(e.needed)) {
		for _, need := range e.needed[activity] {
			if err := need(); err != nil {
				all = append(all, err.Error())
			}
		}
	}
	return all
}

// unfinished returns the runs that are still open.
func (e *Env) unfinished() (all []string) {
	if e.leaveOpen || e.TB.Failed() || e.TB.Skipped() {
		return nil
	}
	for _, r := range e.openRuns() {
		all = append(all, fmt.Sprintf("testkit: the test ends while run %q of workflow %q is open: wait for its result, or call LeaveOpen.\n%s", r.WorkflowID, r.Workflow, e.whoWaits()))
	}
	return all
}
