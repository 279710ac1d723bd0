package gates

import (
	"slices"

	"github.com/reprise-run/reprise/store/storetest"
)

// Fault is what a schedule may have go wrong.
type Fault int

// The faults.
const (
	NoFault Fault = iota
	Fails
	LostCall
	LostAnswer
	LateBefore
	LateAfter
	CrashBefore
	CrashAfter
	Late // not drawn by itself: where it may be, it takes the place of what only a store does
)

// MaxCrashes is how many workers die in one schedule: each death counts against a run.
const MaxCrashes = 2

var faultNames = []string{
	"", "the store fails", "the call is lost", "the answer is lost", "the call arrives late, before its repetition",
	"the call arrives late, after its repetition", "the worker dies before it", "the worker dies after it",
	"a minute late, or a second after its context has ended",
}

func (f Fault) String() string { return faultNames[f] }

// at is the fault as it is at a gate that may have those.
func (f Fault) at(faults []Fault) Fault {
	switch {
	case f == NoFault || slices.Contains(faults, f):
		return f
	case !f.Crash() && slices.Contains(faults, Late):
		return Late
	}
	return NoFault
}

// Crash reports whether a worker dies of it.
func (f Fault) Crash() bool { return f == CrashBefore || f == CrashAfter }

// AtStore are the faults of a call of the store.
var AtStore = []Fault{Fails, LostCall, LostAnswer, LateBefore, LateAfter, CrashBefore, CrashAfter}

// kinds are those of package storetest.
var kinds = []storetest.Kind{
	storetest.Pass, storetest.FailBefore, storetest.LoseCall, storetest.LoseAnswer, storetest.DelayBefore,
	storetest.DelayAfter, storetest.CrashBefore, storetest.CrashAfter,
}

// Around is the fault with a worker that dies where it says so.
func (f Fault) Around(die func()) storetest.Fault {
	s := storetest.Fault{Kind: kinds[f]}
	switch f {
	case CrashBefore:
		s.Before = die
	case CrashAfter:
		s.After = die
	}
	return s
}
