package doctor

import (
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Severity says what a finding means for the operator.
type Severity string

// The severities.
const (
	Damage Severity = "damage" // must never happen
	Stuck  Severity = "stuck"  // does not continue by itself
	Note   Severity = "note"   // good to know
)

// The doctor's own checks. A finding may also name a [store.CheckID] or a rule of a
// [history.Linter], except history.RuleSeq, which is reported as store.CheckGap.
const (
	CheckSchema     = "schema"     // the tables are of another version than this binary writes
	CheckState      = "state"      // a run's row is consistent, also with its history
	CheckPending    = "pending"    // what an open run's history leaves open has a row, or its end is in the inbox
	CheckBlocked    = "blocked"    // a run is parked with a reason
	CheckQuarantine = "quarantine" // a run's owners keep dying
	CheckUnread     = "unread"     // a run's owner does not take signals or cancel requests in
	CheckWorker     = "worker"     // a worker is gone
	CheckIdle       = "idle"       // there is work and no worker is alive
	CheckPinned     = "pinned"     // runs are pinned to a build that no living worker has
	CheckOrphaned   = "orphaned"   // an open child whose parent has ended was asked to cancel
)

// Finding is one result of an examination.
type Finding struct {
	Severity   Severity
	Check      string
	Namespace  string
	WorkflowID string
	Run        store.RunID // zero: it concerns no single run
	Seq        int64       // of the event; 0: it concerns no single event
	Text       string      // what is wrong; for a blocked run the engine's own text, which may have several lines
	Repair     string      // what to do, in words
}

// restore is the remedy where only somebody who knows what happened could mend the data.
const restore = "restore a backup, or terminate the run if it is open"

// remedies says what to do about the findings of each check.
var remedies = map[string]string{
	string(store.CheckGap):       restore,
	string(store.CheckHead):      restore,
	string(store.CheckWakeup):    "recount the inbox and add a dispatch row, so that a worker claims the run",
	string(store.CheckOrphan):    "delete what is left of the run",
	string(store.CheckOpen):      "decide which run is the right one, and terminate the others by run id",
	string(store.CheckOwner):     "release it from its owner, so that a live worker can claim it",
	string(store.CheckOverdue):   "start a worker of its namespace and queue that binds it",
	string(store.CheckToken):     restore,
	string(store.CheckShare):     "nothing: when a worker next asks for a share, all shares are cut to the limit",
	string(store.CheckIntegrity): "restore a backup",
	string(store.CheckAttr):      "rebuild the rows of its attributes from the run",
	string(store.CheckBehind):    "start it again if it is still wanted; then set behind_data of the run's row to NULL",
	string(store.CheckRequest):   "send it again, to a run that exists, if it is still wanted; then delete its row from the table of requests",

	history.RuleDecode:     restore,
	history.RuleKind:       "look at it with the version of Reprise that wrote it",
	history.RuleFirst:      restore,
	history.RuleEnd:        restore,
	history.RuleOrder:      restore,
	history.RuleCompletion: restore,
	history.RuleAttempt:    restore,
	history.RuleTimer:      restore,
	history.RuleNow:        restore,
	history.RuleSignal:     restore,
	history.RuleChain:      restore,
	history.RuleSealed:     "find out what wrote it, as this library does not: whatever is readable there was not encrypted",

	CheckSchema:     "nothing: they work together",
	CheckState:      restore,
	CheckPending:    "restore a backup, or terminate the run: what happened to it is unknown",
	CheckBlocked:    "fix what its text says, then resume the run",
	CheckQuarantine: "look at the logs of the processes that ran it",
	CheckUnread:     "look at the log of its worker",
	CheckWorker:     "look at the log of a live worker, or restart it",
	CheckIdle:       "start a worker",
	CheckPinned:     "run a worker of that build, or move its runs to another build with reprise.Repin",
	CheckOrphaned:   "cancel it, unless it is still wanted",
}

// Remedy says what to do about the findings of a check. It returns "" for an unknown check.
// For a CheckID that the store can repair, the remedy is that repair.
func Remedy(check string) string { return remedies[check] }

// unblock says what to do about a run that is blocked for this reason.
func unblock(reason string) string {
	switch reason {
	case "mismatch":
		return "run a worker of the build that made the history, or deploy code that fits"
	case store.ReasonPoison:
		return "fix what its workers died of, then resume the run, or terminate it"
	case store.ReasonPaused:
		return "unpause it when it may continue"
	case "deadlock":
		return "deploy fixed code, or cancel or terminate the run"
	case "key":
		return "give the workers the key that the text names, through Ring.Keys or Ring.Find"
	case "payload":
		return "give the workers the transform or the blob that the text names"
	case "corrupt":
		return "restore a backup, or terminate the run"
	case "unknown event", "unknown level":
		return "start a worker with the version of Reprise that wrote its history"
	}
	return remedies[CheckBlocked]
}

// severity returns the severity of a check that has only one.
func severity(check string) Severity {
	switch check {
	case string(store.CheckOverdue), CheckBlocked, CheckUnread, CheckWorker, CheckIdle, CheckOrphaned:
		return Stuck
	case history.RuleKind, CheckSchema, CheckQuarantine, CheckPinned, string(store.CheckRequest):
		return Note
	}
	return Damage
}
