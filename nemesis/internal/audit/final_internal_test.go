package audit

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestWhatACleanStopLeavesUnrecordedIsFound(t *testing.T) {
	entries := []ledger.Entry{
		{N: 1, What: ledger.End, Process: "w1", Name: "step", Value: "before it was told"},
		{N: 2, What: ledger.End, Process: "w1", Name: "step", Value: "recorded"},
		{N: 3, What: ledger.End, Process: "w1", Name: "step", Value: "lost"},
		{N: 4, What: ledger.End, Process: "w2", Name: "step", Value: "of one that was killed"},
		{N: 5, What: ledger.End, Process: "w1", Name: "beats", Value: "cancelled by its workflow"},
		{N: 6, What: ledger.Begin, Process: "w2", Name: "step", Key: "k", Attempt: 2},
		{N: 7, What: ledger.End, Process: "w1", Name: "step", Key: "k", Attempt: 1, Value: "taken over before"},
		{N: 8, What: ledger.End, Process: "w1", Name: "step", Run: "terminated", Value: "of a run that takes in nothing more"},
	}
	got := unrecorded(entries, Stopped{"w1": 1}, map[string]bool{"recorded": true}, map[string]bool{"terminated": true})
	if len(got) != 1 || got[0].Rule != "I15" {
		t.Errorf("%v", got)
	}
}
