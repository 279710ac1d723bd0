package replay

import (
	"fmt"
	"runtime"
	"strings"
)

// Wait describes where in the code a coroutine waits, and what for ("activity charge",
// "signal approve or timer due 2026-03-01T12:00:00Z").
type Wait struct {
	Coroutine int
	Site      string
	For       string
	Frames    []Frame // set by [Machine.Standing] only
}

// Frame is a line of the author's code on the stack of a coroutine.
type Frame struct {
	Func string // "order.(*shop).approved", with the last element of the import path
	File string // as given to the compiler
	Line int
}

// String describes the wait in one line.
func (w Wait) String() string {
	return fmt.Sprintf("coroutine %d at %s, for %s", w.Coroutine, siteOr(w.Site), w.For)
}

// Waiting lists the coroutines that wait, by number. It must not be called during a Step.
// It resumes coroutines whose call site a replay has not recorded, so it may be called
// only where Step may.
func (m *Machine) Waiting() []Wait {
	var list []Wait
	for l := m.scheduler.live.head; l != nil; l = l.next {
		if c := l.c; c.state == parked {
			if c.called.n == 0 {
				c.ask()
			}
			list = append(list, Wait{Coroutine: c.id, Site: c.site(), For: waitsFor(c.wait.sources)})
		}
	}
	return list
}

// Standing is [Machine.Waiting] with the author's frames of each coroutine, innermost first. It looks at
// the innermost 64 frames of a stack.
func (m *Machine) Standing() []Wait {
	var list []Wait
	var stack []uintptr
	m.scheduler.stack = &stack
	for l := m.scheduler.live.head; l != nil; l = l.next {
		if c := l.c; c.state == parked {
			c.ask()
			list = append(list, Wait{Coroutine: c.id, Site: c.site(), For: waitsFor(c.wait.sources), Frames: frames(stack)})
		}
	}
	m.scheduler.stack = nil
	return list
}

// frames returns the author's frames in a stack of return addresses.
func frames(pcs []uintptr) (all []Frame) {
	for each := runtime.CallersFrames(pcs); ; {
		f, more := each.Next()
		if f.Function != "" && !inEngine(f.Function) {
			all = append(all, Frame{Func: f.Function[strings.LastIndexByte(f.Function, '/')+1:], File: f.File, Line: f.Line})
		}
		if !more {
			return all
		}
	}
}

// ask resumes the waiting c only to record where it waits.
func (c *coroutine) ask() {
	c.asked = true
	c.next()
	c.asked = false
}

func waitsFor(sources []Source) string {
	var words []string
	for _, s := range sources {
		if what := s.what(); what != "" {
			words = append(words, what)
		}
	}
	switch {
	case len(words) > 0:
		return strings.Join(words, " or ")
	case len(sources) > 0:
		return "cancellation"
	}
	return "nothing"
}

// Running returns the coroutine that is executing the workflow's own code and the site of
// its last call into the engine, or the zero Wait if there is none. It may be called at
// any time from any goroutine: a watchdog uses it to report why a Step does not return.
// The site is "" before the first call, and in a recorded task; see Config.Exact.
func (m *Machine) Running() Wait {
	m.scheduler.mu.Lock()
	defer m.scheduler.mu.Unlock()
	c := m.scheduler.cur
	if c == nil {
		return Wait{}
	}
	return Wait{Coroutine: c.id, Site: c.site(), For: "the workflow's own code to return"}
}
