package replay

import "runtime"

// enter is the beginning of every call from the workflow. It returns the coroutine
// that calls.
func (m *Machine) enter() *coroutine {
	c := m.scheduler.cur
	if c == nil {
		if m.questions.open {
			panic(m.questions.refuse(&m.cfg))
		}
		panic("replay: a workflow's context was used outside the workflow, or on a goroutine the workflow started: use workflow.Go")
	}
	if c.refused != nil && !c.unwinds() {
		m.scheduler.fail(c.refused)
	}
	if m.scheduler.dead() {
		c.unwind()
	}
	if m.recording != "" {
		panic("replay: the function given to " + m.recording + " used the workflow's context: it may only compute a value")
	}
	return c
}

// call is enter for the calls that a history records. A fresh command needs to know
// where it was asked for; for a recorded one it is enough to find out when it differs.
func (m *Machine) call() *coroutine {
	c := m.enter()
	if !m.task.recorded {
		c.locate(4, deepestVerb+1)
	}
	return c
}

// located is locate for calls of which a replay does not need to know where they came
// from: to walk the stack of each takes a fifth of its time. What was noted before is
// not true any more.
func (c *coroutine) located(skip int) {
	switch {
	case !c.m.task.recorded || c.m.cfg.Exact:
		c.locate(skip+1, deepestVerb+1)
	case c.called.n > 0:
		c.m.scheduler.mu.Lock()
		c.called.n = 0
		c.m.scheduler.mu.Unlock()
	}
}

// deepestVerb is how many frames of package workflow, and of this one, there may be below
// the author's: a Receive that waits for a limited time has three.
const deepestVerb = 4

// locate notes where c calls from: the addresses of its stack from the skip-th frame
// on. They become text when somebody asks. To walk the stack is the dearest part of a
// call, so it looks at no more than most frames, which ends behind the author's innermost
// one, unless that may be one to look through.
func (c *coroutine) locate(skip, most int) {
	n := c.deepest(most)
	c.m.scheduler.mu.Lock()
	c.called.n = runtime.Callers(skip, c.called.pcs[:n])
	c.m.scheduler.mu.Unlock()
}

// deepest is how many frames are enough to find the author's among them, if most are unless one
// is to look through.
func (c *coroutine) deepest(most int) int {
	if len(c.m.cfg.Sites.through) == 0 {
		return min(len(c.called.pcs), most)
	}
	return len(c.called.pcs)
}

// site is where c has last called from; "" for none.
func (c *coroutine) site() string {
	if c == nil {
		return ""
	}
	return c.m.cfg.Sites.site(c.called.pcs[:c.called.n])
}

// compute calls a function that verb was given, on c. If it does not return, the workflow
// must not go on either, not even by recovering the panic: nothing would be recorded
// of it, and the replay would not come the same way.
func (c *coroutine) compute(verb string, f func()) {
	returned := false
	c.m.recording = verb
	defer func() {
		c.m.recording = ""
		if returned {
			return
		}
		v := recover()
		c.fail(v)
		if v != nil {
			c.unwind()
		}
	}()
	f()
	returned = true
}
