package replay

import (
	"fmt"
	"runtime"
	"strings"
)

// Wait is a coroutine that waits: where in the code, and what for, in words ("activity
// charge", "signal approve or timer due 2026-03-01T12:00:00Z").
type Wait struct {
	Coroutine int
	Site      string
	For       string
	Frames    []Frame // of [Machine.Standing] alone
}

// Frame is a line of the author's code that has called the one before it.
type Frame struct {
	Func string // "order.(*shop).approved", with the last part of its import path
	File string // as the compiler was given it
	Line int
}

// String says it in one line.
func (w Wait) String() string {
	return fmt.Sprintf("coroutine %d at %s, for %s", w.Coroutine, siteOr(w.Site), w.For)
}

// Waiting lists the coroutines that wait, by number. Like all methods but
// [Machine.Running] it is not for use while a Step is under way. It asks the coroutines
// for what a replay has not noted, so it may run where Step may.
func (m *Machine) Waiting() []Wait {
	var list []Wait
	for c := m.scheduler.live.oldest; c != nil; c = c.newer {
		if c.state == parked {
			if c.called.n == 0 {
				c.ask()
			}
			list = append(list, Wait{Coroutine: c.id, Site: c.site(), For: waitsFor(c.wait.sources)})
		}
	}
	return list
}

// Standing is [Machine.Waiting] with the frames of each coroutine that are the author's, the innermost
// first, as far as they are among the innermost 64 of all.
func (m *Machine) Standing() []Wait {
	var list []Wait
	var stack []uintptr
	m.scheduler.stack = &stack
	for c := m.scheduler.live.oldest; c != nil; c = c.newer {
		if c.state == parked {
			c.ask()
			list = append(list, Wait{Coroutine: c.id, Site: c.site(), For: waitsFor(c.wait.sources), Frames: frames(stack)})
		}
	}
	m.scheduler.stack = nil
	return list
}

// frames are the author's among those of a stack of return addresses.
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

// ask has c, which waits, note where it does.
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

// Running tells which coroutine is in the workflow's own code just now and from where
// it last called the engine; the zero Wait when none is. It may be called at any time
// from any goroutine: a watchdog asks it why a Step does not return. The site is "" before
// the first call, and in a recorded task; see Config.Exact.
func (m *Machine) Running() Wait {
	m.scheduler.mu.Lock()
	defer m.scheduler.mu.Unlock()
	c := m.scheduler.cur
	if c == nil {
		return Wait{}
	}
	return Wait{Coroutine: c.id, Site: c.site(), For: "the workflow's own code to return"}
}
