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
	string(store.CheckWakeup):    "count what is in the inbox, and give the run a dispatch row, so that a worker looks at it",
	string(store.CheckOrphan):    "delete what is left of the run",
	string(store.CheckOpen):      "terminate the wrong ones by run id: which is the right one is for you to say",
	string(store.CheckOwner):     "take it back from the owner, so that a living worker can have it",
	string(store.CheckOverdue):   "start a worker of its namespace and queue that binds it",
	string(store.CheckToken):     restore,
	string(store.CheckShare):     "nothing: the next worker that asks for a share has all of them cut to the limit",
	string(store.CheckIntegrity): "restore a backup",
	string(store.CheckAttr):      "make the rows by which it is found anew, from what the run has",
	string(store.CheckBehind):    "start it anew if it is still wanted; then set behind_data of the run's row to NULL",
	string(store.CheckRequest):   "send it again if it is still wanted, to a run that is there; then delete its row from the table of requests",

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
	history.RuleSealed:     "look at what wrote it: no program of this library does; what can be read there has not been encrypted",

	CheckSchema:     "nothing: they get on",
	CheckState:      restore,
	CheckPending:    "restore a backup, or terminate the run: what became of it nobody knows",
	CheckBlocked:    "mend what its text says, then resume the run",
	CheckQuarantine: "look at the logs of the processes that ran it",
	CheckUnread:     "look at the log of its worker",
	CheckWorker:     "look at the log of a living worker, or start it again",
	CheckIdle:       "start a worker",
	CheckPinned:     "run a worker of that build, or give its runs to another one, with reprise.Repin",
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
		return "mend what its workers died of, then resume the run, or terminate it"
	case store.ReasonPaused:
		return "unpause it when it may go on"
	case "deadlock":
		return "deploy mended code, or cancel or terminate the run"
	case "key":
		return "give the workers the key that the text names: in Ring.Keys, or by Ring.Find"
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
