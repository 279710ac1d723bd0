package audit_test

import (
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

func TestWhatATransactionalActivityWroteIsThereOnce(t *testing.T) {
	s := goodNap(t)
	s.events[3].Body = &history.ActivityScheduled{Name: "debit", Input: encode(t, load.Call{Label: "step/0"}), Policy: history.Policy{MaxAttempts: 3, Transactional: true}}
	trace, _ := s.check(t)
	key := s.run.ID.String() + "/4"
	good := audit.Row{Key: key, Value: "w1#1"}
	for _, c := range []struct {
		name  string
		rows  []audit.Row
		broke int
	}{
		{"once", []audit.Row{good}, 0},
		{"not at all", nil, 1},
		{"twice", []audit.Row{good, {Key: key, Value: "w2#7"}}, 1},
		{"by another execution", []audit.Row{{Key: key, Value: "w2#7"}}, 1},
		{"of an activity that did not complete", []audit.Row{good, {Key: "another/1", Value: "w2#7"}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := audit.Debits(c.rows, map[string][]*audit.Trace{"job-1": {trace}})
			if len(got) != c.broke {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestWhatTheClientWroteIsThereWithTheRunItStarted(t *testing.T) {
	p, r := kept()
	p.Job.InTx = true
	runs := map[string][]*audit.Trace{"job-1": {r}}
	row := []audit.Row{{Key: "job-1"}}
	for _, c := range []struct {
		name  string
		rows  []audit.Row
		runs  map[string][]*audit.Trace
		broke int
	}{
		{"both", row, runs, 0}, {"neither", nil, nil, 0}, {"the row alone", row, nil, 1}, {"the run alone", nil, runs, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := audit.Placed(c.rows, []audit.Promise{p}, c.runs); len(got) != c.broke {
				t.Errorf("%v", got)
			}
		})
	}
}
