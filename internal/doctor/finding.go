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
	CheckUnread  = "unread"  // signals and cancel requests that a run's owner does not take
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
	Repair     string      // what to do, in words; "": nothing is known to help
}

// repairs says what to do about the cases of a check, those of a CheckID by the store's
// repair. A CheckID that is not here has none that is safe.
var repairs = map[string]string{
	string(store.CheckWakeup):  "count what is in the inbox, and give the run a dispatch row, so that a worker looks there",
	string(store.CheckOrphan):  "delete what is left of the run",
	string(store.CheckOwner):   "take it back from the owner, so that a living worker can have it",
	string(store.CheckOverdue): "start a worker of its namespace and queue that binds it",
	history.RuleKind:           "look at it with the version of Reprise that wrote it",
	CheckBlocked:               "run code that fits, or resume the run",
	CheckUnread:                "look at the log of its worker",
	CheckWorker:                "look at the log of a living worker, or start it again",
	CheckIdle:                  "start your service",
}

// severity is how bad the case of a check is, of those with only one severity.
func severity(check string) Severity {
	switch check {
	case string(store.CheckOverdue), CheckBlocked, CheckUnread, CheckWorker, CheckIdle:
		return Stuck
	case history.RuleKind, CheckSchema, CheckSuspect:
		return Note
	}
	return Damage
}
