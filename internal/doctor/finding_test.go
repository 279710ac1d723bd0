package doctor_test

import (
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

// Whatever is found, something is known to do about it.
func TestEveryCheckHasARemedy(t *testing.T) {
	for _, check := range []string{
		string(store.CheckGap), string(store.CheckHead), string(store.CheckWakeup), string(store.CheckOrphan), string(store.CheckOpen),
		string(store.CheckOwner), string(store.CheckOverdue), string(store.CheckToken), string(store.CheckIntegrity), string(store.CheckAttr), string(store.CheckRequest),
		history.RuleDecode, history.RuleKind, history.RuleFirst, history.RuleEnd, history.RuleOrder, history.RuleCompletion,
		history.RuleAttempt, history.RuleTimer, history.RuleNow, history.RuleSignal, history.RuleChain, history.RuleSealed,
		doctor.CheckSchema, doctor.CheckState, doctor.CheckPending, doctor.CheckBlocked, doctor.CheckQuarantine, doctor.CheckUnread,
		doctor.CheckWorker, doctor.CheckIdle, doctor.CheckOrphaned,
	} {
		if doctor.Remedy(check) == "" {
			t.Errorf("there is none for %q", check)
		}
	}
	if remedy := doctor.Remedy("L44"); remedy != "" {
		t.Errorf("what is no check has the remedy %q", remedy)
	}
}

// The reason says what to do about a blocked run.
func TestTheRemedyOfABlockedRunFitsItsReason(t *testing.T) {
	for reason, want := range map[string]string{
		"mismatch":         "run a worker of the build that made the history, or deploy code that fits",
		store.ReasonPoison: "fix what its workers died of, then resume the run, or terminate it",
		"corrupt":          "restore a backup, or terminate the run",
		"key":              "give the workers the key that the text names, through Ring.Keys or Ring.Find",
		"payload":          "give the workers the transform or the blob that the text names",
		"unknown level":    "start a worker with the version of Reprise that wrote its history",
		"panic":            "fix what its text says, then resume the run",
	} {
		f := sound(t)
		f.runs[0].Blocked = &store.Block{Reason: reason, Text: "text"}
		_, findings := examine(t, f, doctor.Options{})
		if len(findings) != 1 || findings[0].Repair != want {
			t.Errorf("%s: %+v, want the remedy %q", reason, findings, want)
		}
	}
}
