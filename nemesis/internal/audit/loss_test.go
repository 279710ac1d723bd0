package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// lossAtNoon is the loss of the second after noon. Worker "old" was at work then.
var lossAtNoon = audit.Loss{From: noon, To: noon.Add(time.Second), Workers: map[string]bool{"old": true}}

func TestOnlyWhatWasAcknowledgedMeanwhileMayBeLost(t *testing.T) {
	for _, c := range []struct {
		asked, acked time.Duration
		may          bool
	}{
		{-2, -1, false}, {-1, 500, true}, {100, 200, true}, {500, 1500, true}, {-1, 1500, true}, {1001, 1500, false},
	} {
		if got := lossAtNoon.May(noon.Add(c.asked*time.Millisecond), noon.Add(c.acked*time.Millisecond)); got != c.may {
			t.Errorf("asked at %d ms, acknowledged at %d ms: %t, want %t", c.asked, c.acked, got, c.may)
		}
	}
}

// An attempt of a worker of the old server may begin late, and again on the new server.
func TestAnAttemptOfLostTransactionsMayBeginAgain(t *testing.T) {
	for _, c := range []struct {
		name, worker string
		at           time.Duration
		broke        int
	}{
		{"of the tail", "old", 500 * time.Millisecond, 0},
		{"of the tail, begun late", "old", time.Minute, 0},
		{"from before", "old", -time.Second, 1},
		{"of the new server", "new", time.Minute, 1},
	} {
		book := audit.NewBook()
		book.Losses = []audit.Loss{lossAtNoon}
		book.Read([]ledger.Entry{
			{N: 1, What: ledger.Begin, Key: "k", Attempt: 1, Process: "w1", Worker: c.worker, At: noon.Add(c.at)},
			{N: 2, What: ledger.Begin, Key: "k", Attempt: 1, Process: "w2", Worker: "new", At: noon.Add(2 * time.Minute)},
		})
		if got := book.Attempts(nil); len(got) != c.broke {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A run that was open during the loss may receive repeated signals in another order, but
// nothing else may differ.
func TestLettersMayChangeTheirOrderWhereSomeWereLost(t *testing.T) {
	before, meanwhile, after := noon.Add(-time.Minute), noon.Add(time.Minute), noon.Add(time.Hour)
	first := history.NewRunID(before, [10]byte{1})
	swapped := []string{"letter 1 to job-1", "letter 0 to job-1"}
	for _, c := range []struct {
		name            string
		created, closed time.Time
		chain, copied   store.RunID
		letters         []string
		broke           bool
	}{
		{name: "in order", created: before, closed: noon.Add(-time.Second), letters: []string{"letter 0 to job-1", "letter 1 to job-1"}},
		{name: "another order", created: before, closed: meanwhile, letters: swapped},
		{name: "another order, ended before", created: before, closed: noon.Add(-time.Second), letters: swapped, broke: true},
		{name: "another order, begun later", created: after, closed: after, letters: swapped, broke: true},
		{name: "another order, of a chain that was open", created: after, closed: after, chain: first, letters: swapped},
		{name: "another order, of a copy", created: after, closed: after, copied: first, letters: swapped},
		{name: "one twice", created: before, closed: meanwhile, letters: []string{"letter 1 to job-1", "letter 1 to job-1"}, broke: true},
	} {
		run := store.Run{
			ID: uuid.New(), WorkflowID: "job-1", Workflow: load.Mail.Name(), Status: store.Completed,
			Created: c.created, Closed: c.closed, Chain: c.chain,
		}
		book := audit.NewBook()
		book.Losses = []audit.Loss{lossAtNoon}
		s := &story{run: run}
		started := &history.Started{Workflow: run.Workflow, WorkflowID: "job-1", Input: encode(t, load.Input{Letters: 2})}
		if c.copied != (store.RunID{}) {
			started.Copied = []history.Copied{{Run: c.copied, Seq: 1}}
		}
		s.event(started)
		s.event(&history.RunCompleted{Result: encode(t, load.Result{Letters: c.letters})})
		_, got := audit.Run(run, s.rows(t), book, codecs)
		if broke := slices.ContainsFunc(got, func(v audit.Violation) bool { return strings.Contains(v.Text, "letters") }); broke != c.broke {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// The input of an execution shows which activity its result belongs to.
func TestAResultOfAnotherInputIsFound(t *testing.T) {
	s := goodNap(t)
	s.events[3].Body = &history.ActivityScheduled{Name: "step", Input: encode(t, load.Call{Label: "step/7"}), Policy: history.Policy{MaxAttempts: 3}}
	_, got := s.check(t)
	if !slices.ContainsFunc(got, func(v audit.Violation) bool {
		return v.Rule == "I3" && strings.Contains(v.Text, "the result of step/0")
	}) {
		t.Errorf("it is told of %v", got)
	}
}

// A run may be lost if the execution that started it falls into the loss.
func TestAnHeirOfATailMayBeLost(t *testing.T) {
	p, r := kept()
	p.Job.Workflow, p.Job.Input, r.Input = load.Relay, load.Input{Steps: 1}, load.Input{Steps: 1}
	r.Result = &load.Result{Values: []string{"w1#1"}}
	for _, c := range []struct {
		at    time.Duration
		broke int
	}{{500 * time.Millisecond, 0}, {time.Minute, 1}} {
		book := audit.NewBook()
		book.Losses = []audit.Loss{lossAtNoon}
		book.Read([]ledger.Entry{
			{N: 1, What: ledger.Begin, Key: "k", Attempt: 1, At: noon.Add(c.at)},
			{N: 2, What: ledger.End, Key: "k", Attempt: 1, Value: "w1#1", At: noon.Add(c.at + time.Millisecond)},
		})
		if got := audit.Promises([]audit.Promise{p}, map[string][]*audit.Trace{"job-1": {r}}, book, true); len(got) != c.broke {
			t.Errorf("after %v: %v", c.at, got)
		}
	}
}
