// Package watchdog gives up on workflow code that does not come back: who enters a machine says
// so, and whoever looks at the clock may declare that it is stuck.
//
// Package watchdog imports replay and timer.
package watchdog

import (
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/timer"
)

// Stepping is when a machine was entered, in nanoseconds of a clock; 0 while nobody is
// inside workflow code, and negative once a watchdog has given up on who was.
type Stepping struct{ since atomic.Int64 }

// Enter says that the caller enters a machine now, and returns what [Stepping.Leave] takes.
func (s *Stepping) Enter(clock timer.Clock) (since int64) {
	since = clock.Now().UnixNano()
	s.since.Store(since)
	return since
}

// Leave says that the caller has come back from a machine. It reports false if a watchdog has
// given up on it before.
func (s *Stepping) Leave(since int64) bool { return s.since.CompareAndSwap(since, 0) }

// GiveUp gives up on what entered the machine before limit, and reports whether there
// was something.
func (s *Stepping) GiveUp(limit time.Time) bool {
	since := s.since.Load()
	return since > 0 && since < limit.UnixNano() && s.since.CompareAndSwap(since, -1)
}

// Inside reports whether somebody is inside workflow code.
func (s *Stepping) Inside() bool { return s.since.Load() > 0 }

// GivenUp reports whether somebody gave up.
func (s *Stepping) GivenUp() bool { return s.since.Load() < 0 }

// Stuck describes workflow code that has not come back.
type Stuck struct {
	After time.Duration // how long it was waited for
	Last  replay.Wait   // from where it last called the engine; without a Site: it has not, or in a recorded task
	Stack string        // of the workflow's code; its first line tells what it waits for
}

// StuckIn describes what m does not come back from. It reads the stack out of those of all
// goroutines, while all of them stand.
func StuckIn(m *replay.Machine, after time.Duration) Stuck {
	return Stuck{After: after, Last: m.Running(), Stack: m.Stack()}
}

// String tells a person what is stuck, and what to do.
func (s Stuck) String() string {
	seen := "it has not called the engine yet, or not since its history was replayed"
	if s.Last.Site != "" {
		seen = "it last called the engine at " + s.Last.Site
	}
	text := "workflow code has not come back for " + s.After.String() + "; " + seen +
		": it must wait only through the workflow package (Get, Sleep, Receive, Select)"
	if s.Stack != "" {
		text += "\n\n" + s.Stack
	}
	return text
}
