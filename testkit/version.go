package testkit

// Before makes the runs of the test behave as if they had begun before a change of their workflow's
// code: workflow.Patched of it is false, workflow.Version 0. Call it right after New. It lets you
// test the old branch, which open runs in production still need, like the new one.
func (e *Env) Before(change string) {
	e.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker != nil {
		e.Fatal("testkit: Before comes after the first call that needs the Runtime: call it right after New")
	}
	if e.before == nil {
		e.before = make(map[string]bool)
	}
	e.before[change] = true
}

// isBefore is for machines. The map does not change once there is a worker.
func (e *Env) isBefore(change string) bool { return e.before[change] }
