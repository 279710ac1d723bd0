package reprise

import (
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/timer"
)

// stepping is when a machine was entered, in nanoseconds of a clock; 0 while nobody is
// inside workflow code, and negative once a watchdog has given up on who was.
type stepping struct{ since atomic.Int64 }

// enter calls f, which enters a machine, where a watchdog can see it. It reports false
// if f was given up on before it came back.
func (s *stepping) enter(clock timer.Clock, f func()) bool {
	since := clock.Now().UnixNano()
	s.since.Store(since)
	f()
	return s.since.CompareAndSwap(since, 0)
}

// giveUp gives up on what entered the machine before limit, and reports whether there
// was something.
func (s *stepping) giveUp(limit time.Time) bool {
	since := s.since.Load()
	return since > 0 && since < limit.UnixNano() && s.since.CompareAndSwap(since, -1)
}

// inside reports whether somebody is inside workflow code.
func (s *stepping) inside() bool { return s.since.Load() > 0 }

// givenUp reports whether somebody gave up.
func (s *stepping) givenUp() bool { return s.since.Load() < 0 }

// StuckError says that workflow code has not come back: it waits for something other
// than the engine, or computes without end. The goroutine it is on is left to itself.
type StuckError struct {
	After time.Duration // Config.StepTimeout
	Last  replay.Wait   // from where it last called the engine; without a Site: it has not, or in a recorded task
	Stack string        // of the workflow's code; its first line tells what it waits for
}

// stuckIn describes what m does not come back from.
func stuckIn(m *replay.Machine, after time.Duration) *StuckError {
	return &StuckError{After: after, Last: m.Running(), Stack: m.Stack()}
}

func (e *StuckError) Error() string { return "reprise: " + e.text() }

func (e *StuckError) text() string {
	seen := "it has not called the engine yet, or not since its history was replayed"
	if e.Last.Site != "" {
		seen = "it last called the engine at " + e.Last.Site
	}
	text := "workflow code has not come back for " + e.After.String() + "; " + seen +
		": it must wait only through the workflow package (Get, Sleep, Receive, Select)"
	if e.Stack != "" {
		text += "\n\n" + e.Stack
	}
	return text
}
