package testkit

import "github.com/reprise-run/reprise/store/storetest"

// fault is what a schedule may have go wrong.
type fault int

const (
	noFault fault = iota
	failed
	lostCall
	lostAnswer
	lateBefore
	lateAfter
	crashBefore
	crashAfter
)

// maxCrashes is how many workers die in one schedule: each death counts against a run.
const maxCrashes = 2

var faultNames = []string{
	"", "the store fails", "the call is lost", "the answer is lost", "the call arrives late, before its repetition",
	"the call arrives late, after its repetition", "the worker dies before it", "the worker dies after it",
}

func (f fault) String() string { return faultNames[f] }

func (f fault) crash() bool { return f == crashBefore || f == crashAfter }

// atStore are the faults of a call of the store.
var atStore = []fault{failed, lostCall, lostAnswer, lateBefore, lateAfter, crashBefore, crashAfter}

// kinds are those of package storetest.
var kinds = []storetest.Kind{
	storetest.Pass, storetest.FailBefore, storetest.LoseCall, storetest.LoseAnswer, storetest.DelayBefore,
	storetest.DelayAfter, storetest.CrashBefore, storetest.CrashAfter,
}

// around is the fault with a worker that dies where it says so.
func (f fault) around(die func()) storetest.Fault {
	s := storetest.Fault{Kind: kinds[f]}
	switch f {
	case crashBefore:
		s.Before = die
	case crashAfter:
		s.After = die
	}
	return s
}
