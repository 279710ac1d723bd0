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

var (
	noon   = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	codecs *history.Codecs
)

// story is a correct run, for tests to spoil: a nap, then an activity whose first
// attempt failed and whose second returned a value.
type story struct {
	run    store.Run
	events []history.Event
	book   []ledger.Entry
}

func goodNap(t *testing.T) *story {
	s := &story{run: store.Run{ID: uuid.New(), WorkflowID: "job-1", Workflow: load.Nap.Name(), Status: store.Completed}}
	policy := history.Policy{MaxAttempts: 3}
	s.event(&history.Started{Workflow: s.run.Workflow, WorkflowID: "job-1", Input: encode(t, load.Input{Steps: 1, NapMS: 5})})
	s.event(&history.TimerStarted{FireAt: noon})
	s.event(&history.TimerFired{Timer: 2})
	s.event(&history.ActivityScheduled{Name: "step", Input: encode(t, load.Call{Label: "step/0"}), Policy: policy})
	s.event(&history.ActivityCompleted{Activity: 4, Attempt: 2, Result: encode(t, load.Done{Label: "step/0", Value: "w1#1"})})
	s.event(&history.RunCompleted{Result: encode(t, load.Result{Values: []string{"w1#1"}})})
	s.note(ledger.Begin, 1, "")
	s.note(ledger.Failed, 1, "")
	s.note(ledger.Begin, 2, "")
	s.note(ledger.End, 2, "w1#1")
	return s
}

func (s *story) event(b history.Body) {
	s.events = append(s.events, history.Event{Seq: int64(len(s.events) + 1), Body: b})
}

func (s *story) note(what string, attempt int, value string) {
	s.book = append(s.book, ledger.Entry{
		N: len(s.book) + 1, At: noon.Add(time.Second), What: what, Key: s.run.ID.String() + "/4", Run: s.run.ID.String(),
		Activity: 4, Name: "step", Attempt: attempt, Label: "step/0", Process: "w1", Value: value,
	})
}

// check returns the trace and the violations that the audit finds.
func (s *story) check(t *testing.T) (*audit.Trace, []audit.Violation) {
	t.Helper()
	book := audit.NewBook()
	book.Read(s.book)
	return audit.Run(s.run, s.rows(t), book, codecs)
}

// rows encodes each event as a row of its own, which no rule of the linter
// forbids.
func (s *story) rows(t *testing.T) (rows []store.Row) {
	t.Helper()
	for _, e := range s.events {
		data, err := history.EncodeRow(history.Header{Now: noon.Add(time.Minute), Level: 1, Build: "b"}, []history.Event{e})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, store.Row{Seq: e.Seq, N: 1, Token: uuid.New(), Data: data})
	}
	return rows
}

func encode(t *testing.T, v any) history.Payload {
	t.Helper()
	p, err := codecs.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestARunThatWentWellHasNoViolation(t *testing.T) {
	if _, got := goodNap(t).check(t); len(got) > 0 {
		t.Errorf("%v", got)
	}
}

func TestEveryKindOfBrokenRunIsFound(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		spoil      func(*story)
	}{
		{"I2", "", func(s *story) { s.events[3].Seq = 7; s.events = s.events[:4] }},
		{"I1", "it is failed", func(s *story) {
			s.run.Status = store.Failed
			s.events[5].Body = &history.RunFailed{Failure: history.Failure{Message: "no"}}
		}},
		{"I1", "no event ended it", func(s *story) { s.events = s.events[:5] }},
		{"I1", "no execution of step/0 returned", func(s *story) {
			s.events[5].Body = &history.RunCompleted{Result: encode(t, load.Result{Values: []string{"w9#9"}})}
		}},
		{"I1", "0 values", func(s *story) { s.events[5].Body = &history.RunCompleted{Result: encode(t, load.Result{})} }},
		{"I13", "not used up", func(s *story) {
			s.events[5].Body = &history.RunCompleted{Result: encode(t, load.Result{Values: []string{load.Unknown}})}
		}},
		{"I4", "letters", func(s *story) {
			s.events[5].Body = &history.RunCompleted{Result: encode(t, load.Result{Values: []string{"w1#1"}, Letters: []string{"hello"}})}
		}},
		{"I3", "did not return", func(s *story) { s.book = s.book[:3] }},
		{"I3", "did not return", func(s *story) {
			s.events[4].Body = &history.ActivityCompleted{Activity: 4, Attempt: 1, Result: encode(t, load.Done{Value: "w1#1"})}
		}},
		{"I3", "", func(s *story) { s.events = slices.Insert(s.events, 5, s.events[4]); s.number() }},
		{"I6", "attempt 3 had begun before", func(s *story) {
			third := s.book[2]
			third.Attempt = 3
			s.book = slices.Insert(s.book, 3, third)
			s.book[4].N = 5
		}},
		{"I13", "attempt 4 of step/0 began", func(s *story) { s.note(ledger.Begin, 4, "") }},
		{"I5", "came after it, began", func(s *story) { s.book[0].At = noon.Add(-time.Second) }},
		{"I5", "", func(s *story) { s.events = slices.Insert(s.events, 3, s.events[2]); s.number() }},
	} {
		t.Run(c.rule+" "+c.text, func(t *testing.T) {
			s := goodNap(t)
			c.spoil(s)
			_, got := s.check(t)
			if !slices.ContainsFunc(got, func(v audit.Violation) bool { return v.Rule == c.rule && strings.Contains(v.Text, c.text) }) {
				t.Errorf("it is told of %v, want one of %s with %q", got, c.rule, c.text)
			}
		})
	}
}

// number renumbers the events. References to earlier events stay right.
func (s *story) number() {
	for i := range s.events {
		s.events[i].Seq = int64(i + 1)
	}
}

func TestAPatientRunEndsOnlyWhenItIsCancelled(t *testing.T) {
	s := goodNap(t)
	s.run.Workflow = load.Patient.Name()
	if _, got := s.check(t); len(got) != 1 || got[0].Rule != "I1" {
		t.Errorf("%v", got)
	}
}
