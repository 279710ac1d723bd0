// Package watchdog gives up on workflow code that does not return. The caller of a machine
// records when it enters the machine, and a watcher with a clock may declare it stuck.
//
// Package watchdog imports replay and timer.
package watchdog

import (
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/timer"
)

// Stepping is when a machine was entered, in nanoseconds of a clock. It is 0 while no goroutine
// is inside workflow code, and negative once a watchdog has given up on the one inside.
type Stepping struct{ since atomic.Int64 }

// Enter records that the caller enters a machine now, and returns the argument for
// [Stepping.Leave].
func (s *Stepping) Enter(clock timer.Clock) (since int64) {
	since = clock.Now().UnixNano()
	s.since.Store(since)
	return since
}

// Leave records that the caller has returned from a machine. It returns false if a watchdog has
// given up on it before.
func (s *Stepping) Leave(since int64) bool { return s.since.CompareAndSwap(since, 0) }

// GiveUp gives up on a caller that entered the machine before limit, and reports whether there
// was one.
func (s *Stepping) GiveUp(limit time.Time) bool {
	since := s.since.Load()
	return since > 0 && since < limit.UnixNano() && s.since.CompareAndSwap(since, -1)
}

// Inside reports whether a goroutine is inside workflow code.
func (s *Stepping) Inside() bool { return s.since.Load() > 0 }

// GivenUp reports whether a watchdog has given up.
func (s *Stepping) GivenUp() bool { return s.since.Load() < 0 }

// Stuck describes workflow code that has not returned.
type Stuck struct {
	After time.Duration // how long the watchdog waited for it
	Last  replay.Wait   // where it last called the engine; no Site: it has not, or only in recorded tasks
	Stack string        // of the workflow's code; its first line says what it waits for
}

// StuckIn describes the workflow code of m that does not return. It takes the stack from those
// of all goroutines, which stops them all for a moment.
func StuckIn(m *replay.Machine, after time.Duration) Stuck {
	return Stuck{After: after, Last: m.Running(), Stack: m.Stack()}
}

// String says what is stuck, and what to do.
func (s Stuck) String() string {
	seen := "it has not called the engine yet, or not since its history was replayed"
	if s.Last.Site != "" {
		seen = "it last called the engine at " + s.Last.Site
	}
	text := "workflow code has not returned for " + s.After.String() + "; " + seen +
		": it must wait only through the workflow package (Get, Sleep, Receive, Select)"
	if s.Stack != "" {
		text += "\n\n" + s.Stack
	}
	return text
}
