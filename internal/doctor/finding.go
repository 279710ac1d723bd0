package doctor

import (
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Severity says what a finding means for whoever runs the store.
type Severity string

// The severities.
const (
	Damage Severity = "damage" // must never be
	Stuck  Severity = "stuck"  // does not go on by itself
	Note   Severity = "note"   // good to know
)

// What a finding is about, beside a [store.CheckID] or a rule of a [history.Linter]
// (but history.RuleSeq, which is store.CheckGap).
const (
	CheckSchema  = "schema"  // the tables are of another version than this binary writes
	CheckState   = "state"   // what a run's row says fits together and with its history
	CheckBlocked = "blocked" // a run is parked with a reason
	CheckSuspect = "suspect" // a run's owners keep dying
	CheckUnread  = "unread"  // signals and cancel requests that nobody takes
	CheckWorker  = "worker"  // a worker is gone
	CheckIdle    = "idle"    // there is work and no worker is alive
)

// Finding is one thing found.
type Finding struct {
	Severity   Severity
	Check      string
	Namespace  string
	WorkflowID string
	Run        store.RunID // zero: it concerns no single run
	Seq        int64       // of the event; 0: it concerns no single event
	Text       string      // what is wrong; of a blocked run the engine's own text, which may have several lines
	Repair     string      // what mends it, in words; "": nothing is known to
}

// repairs says in words what mends the cases of a check. Those of a CheckID that are
// not here have no safe repair.
var repairs = map[string]string{
	string(store.CheckWakeup): "gives the run a dispatch row, so that a worker looks at it",
	string(store.CheckOrphan): "deletes the row",
	string(store.CheckOwner):  "takes it back from the owner, so that a living worker can have it",
	history.RuleKind:          "look at it with the version of Reprise that wrote it",
	CheckBlocked:              "run code that fits, or resume the run",
	CheckIdle:                 "start your service",
}

// severity is how bad the case of a check is, of those with only one severity.
func severity(check string) Severity {
	switch check {
	case string(store.CheckOverdue), CheckBlocked, CheckUnread, CheckIdle:
		return Stuck
	case history.RuleKind, CheckSchema, CheckSuspect:
		return Note
	}
	return Damage
}
