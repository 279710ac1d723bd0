package attempt

import (
	"errors"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/contract"
)

// Fate is what happened to an attempt that has ended.
type Fate string

// Package reprise documents these values, under the same names.
const (
	Done       Fate = "done"
	Retried    Fate = "retried"
	HandedOver Fate = "handed over"
	Cancelled  Fate = "cancelled"
	Lost       Fate = "lost"
	Fenced     Fate = "fenced"
	Unknown    Fate = "unknown"
)

// End is how an attempt has ended.
type End struct {
	Fate Fate
	Err  error         // nil for a result
	Next time.Time     // the next attempt is not earlier; zero: there is none, or it is not known
	Took time.Duration // until its end was decided
}

// Of returns the end of an attempt with outcome out.
func Of(out contract.Outcome, fate Fate, next time.Time) End {
	e := End{Fate: fate, Next: next}
	if out.Failure != nil {
		e.Err = out.Failure
	}
	return e
}

// Outside returns the fate of an attempt that was ended from outside; cause is nil if its own run
// ended it.
func Outside(cause error) Fate {
	if cause == nil || errors.Is(cause, activity.ErrCancelled) {
		return Cancelled
	}
	return Lost
}

// report is what the host was told of an attempt: first that it begins, then, once, how it has
// ended. Attempt.mu guards it.
type report struct {
	begun   bool // the host has been told
	ended   bool // it has been told, or is to be
	waiting *End // until it has been told of the beginning
}

// Tell tells the host how the attempt has ended, unless it has been told.
func (a *Attempt) Tell(e End) {
	a.mu.Lock()
	e.Took = a.mu.took
	told := a.mu.report.ended
	a.mu.report.ended = true
	if !told && !a.mu.report.begun {
		a.mu.report.waiting = &e
		told = true
	}
	a.mu.Unlock()
	if !told {
		a.set.cfg.Host.Ended(a, e)
	}
}

// tellBegun tells the host that the attempt begins, and of its end if that has come already.
func tellBegun(a *Attempt) {
	a.set.cfg.Host.Began(a)
	a.mu.Lock()
	a.mu.report.begun = true
	end := a.mu.report.waiting
	a.mu.report.waiting = nil
	a.mu.Unlock()
	if end != nil {
		a.set.cfg.Host.Ended(a, *end)
	}
}
