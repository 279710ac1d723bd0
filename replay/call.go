package replay

import "runtime"

// enter begins every call from the workflow. It returns the calling coroutine.
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

// call is enter for calls that a history records. A new command needs its call site;
// a recorded one needs it only if it turns out to differ.
func (m *Machine) call() *coroutine {
	c := m.enter()
	if !m.task.recorded {
		c.locate(4, deepestVerb+1)
	}
	return c
}

// located is locate for calls whose site a replay does not need: walking the stack of
// each call takes a fifth of a replay's time. If it skips the walk, it clears the
// previous site, which is no longer right.
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

// deepestVerb bounds the frames of packages workflow and replay below the author's: a
// Receive with a time limit has three.
const deepestVerb = 4

// locate records where c calls from: the addresses of its stack from the skip-th frame
// on. They become text only on demand. Walking the stack is the most expensive part of
// a call, so locate reads at most most frames. That is enough to reach the author's
// innermost frame, unless Sites looks through some of the author's functions.
func (c *coroutine) locate(skip, most int) {
	n := c.deepest(most)
	c.m.scheduler.mu.Lock()
	c.called.n = runtime.Callers(skip, c.called.pcs[:n])
	c.m.scheduler.mu.Unlock()
}

// deepest returns how many frames to read: most, or all there is room for if Sites looks through
// some of the author's functions.
func (c *coroutine) deepest(most int) int {
	if len(c.m.cfg.Sites.through) == 0 {
		return min(len(c.called.pcs), most)
	}
	return len(c.called.pcs)
}

// site returns the site of c's last call, or "" if none is known.
func (c *coroutine) site() string {
	if c == nil {
		return ""
	}
	return c.m.cfg.Sites.site(c.called.pcs[:c.called.n])
}

// compute calls f, which the author passed to verb, on c. If f does not return, the
// workflow must not continue either, not even by recovering the panic: nothing would be
// recorded, and a replay would take another path.
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
