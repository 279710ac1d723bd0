package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// task encodes a row with one event, written by a build.
func task(t *testing.T, seq int64, build string, b history.Body) store.Row {
	t.Helper()
	data, err := history.EncodeRow(history.Header{Now: noon.Add(time.Minute), Level: 1, Build: build, Open: seq == 1}, []history.Event{{Seq: seq, Body: b}})
	if err != nil {
		t.Fatal(err)
	}
	return store.Row{Seq: seq, N: 1, Token: uuid.New(), Data: data}
}

func TestTheBuildsOfAPinnedRunAreHeldAgainstItsPins(t *testing.T) {
	run := store.Run{ID: uuid.New(), WorkflowID: "job-1", Workflow: load.Pinned.Name(), Status: store.Completed}
	moved := func(build string) *history.Steered {
		return &history.Steered{Did: history.KindRepinned, Who: audit.Operator, Why: "w", Build: build}
	}
	for _, c := range []struct {
		name string
		by   []string // builds of the tasks after the start
		to   map[int]string
		want string
	}{
		{"one build", []string{"now", "now"}, nil, ""},
		{"moved", []string{"now", "now", "before"}, map[int]string{1: "before"}, ""},
		{"moved by who takes it", []string{"now", "before", "before"}, map[int]string{1: "before"}, ""},
		{"moved to any", []string{"now", "now", "before"}, map[int]string{0: ""}, ""},
		{"taken", []string{"now", "before"}, nil, "pin"},
		{"moved elsewhere", []string{"now", "now", "before"}, map[int]string{1: "now"}, "pin"},
		{"moved once, taken twice", []string{"now", "before", "now"}, map[int]string{0: "before"}, "pin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := []store.Row{task(t, 1, "client", &history.Started{Workflow: run.Workflow, WorkflowID: "job-1", Input: encode(t, load.Input{})})}
			for i, build := range c.by {
				var b history.Body = &history.TimerStarted{FireAt: noon}
				if to, ok := c.to[i]; ok {
					b = moved(to)
				}
				rows = append(rows, task(t, int64(i+2), build, b))
			}
			last := int64(len(rows) + 1)
			rows = append(rows, task(t, last, c.by[len(c.by)-1], &history.RunCompleted{Result: encode(t, load.Result{})}))
			_, got := audit.Run(run, rows, audit.NewBook(), codecs)
			breaks(t, got, c.want, "stepped it, and then build")
		})
	}
}

// local is a run whose second step is for the worker of the first.
func local(t *testing.T) *story {
	s := &story{run: store.Run{ID: uuid.New(), WorkflowID: "job-1", Workflow: load.Local.Name(), Status: store.Completed}}
	s.event(&history.Started{Workflow: s.run.Workflow, WorkflowID: "job-1", Input: encode(t, load.Input{Steps: 1})})
	s.event(&history.TimerStarted{FireAt: noon})
	s.event(&history.TimerFired{Timer: 2})
	s.event(&history.ActivityScheduled{Name: "step", Queue: load.OwnQueue + "one", Input: encode(t, load.Call{Label: "step/0"}), Policy: history.Policy{MaxAttempts: 3}})
	s.event(&history.ActivityCompleted{Activity: 4, Attempt: 1, Result: encode(t, load.Done{Label: "step/0", Value: "w1#1"})})
	s.event(&history.RunCompleted{Result: encode(t, load.Result{Values: []string{"w1#1"}})})
	s.note(ledger.Begin, 1, "")
	s.note(ledger.End, 1, "w1#1")
	for i := range s.book {
		s.book[i].Worker = "one"
	}
	return s
}

func TestStepsForOneWorkerAreDoneByIt(t *testing.T) {
	s := local(t)
	_, got := s.check(t)
	breaks(t, got, "", "")
	s.book[0].Worker = "two"
	_, got = s.check(t)
	breaks(t, got, "affinity", "began on worker two")
}

func TestAWorkerThatIsGoneIsGone(t *testing.T) {
	gone := func(kind string, queue string) (map[string][]*audit.Trace, []audit.Violation) {
		s := local(t)
		s.events[3].Body.(*history.ActivityScheduled).Queue = queue
		s.events[4].Body = &history.ActivityFailed{Activity: 4, Attempt: 1, Failure: history.Failure{Kind: mark.WorkerGone, Message: "gone"}}
		if kind != mark.WorkerGone {
			s.events[4].Body.(*history.ActivityFailed).Failure.Kind = "panic"
		}
		trace, found := s.check(t)
		var all []audit.Violation
		for _, v := range found {
			if v.Rule == "affinity" { // no execution returned its result, so other rules are broken too
				all = append(all, v)
			}
		}
		return map[string][]*audit.Trace{"job-1": {trace}}, all
	}
	traces, got := gone(mark.WorkerGone, load.OwnQueue+"one")
	breaks(t, got, "", "")
	at := noon.Add(time.Minute)
	breaks(t, audit.Gone(traces, map[string]time.Time{"one": at}), "", "")
	breaks(t, audit.Gone(traces, map[string]time.Time{"one": at.Add(time.Second)}), "affinity", "that worker had its lease at")
	_, got = gone(mark.WorkerGone, "far")
	breaks(t, got, "affinity", `of queue "far" failed as worker_gone`)
	_, got = gone("panic", load.OwnQueue+"one")
	breaks(t, got, "affinity", "failed as panic")
}

func TestAKeptResultIsThatOfTheFirstRun(t *testing.T) {
	first := uuid.New()
	second := func() *story {
		s := &story{run: store.Run{ID: uuid.New(), WorkflowID: "job-1/again", Workflow: load.Kept.Name(), Status: store.Completed}}
		s.event(&history.Started{Workflow: s.run.Workflow, WorkflowID: s.run.WorkflowID, Input: encode(t, load.Input{Steps: 1, Key: "job-1"})})
		s.event(&history.ActivityScheduled{Name: "once", Reuse: "job-1/step/0", KeepFor: time.Hour, Input: encode(t, load.Call{Label: "step/0"}), Policy: history.Policy{MaxAttempts: 3}})
		s.event(&history.ActivityCompleted{Activity: 2, Reused: first, Result: encode(t, load.Done{Label: "step/0", Value: "w1#1"})})
		s.event(&history.RunCompleted{Result: encode(t, load.Result{Values: []string{"w1#1"}})})
		for i, what := range []string{ledger.Begin, ledger.End} {
			s.book = append(s.book, ledger.Entry{
				N: i + 1, At: noon, What: what, Key: "job-1/step/0", Run: first.String(), Activity: 2, Name: "once", Attempt: 1, Label: "step/0", Process: "w1", Value: "w1#1",
			})
		}
		return s
	}
	s := second()
	_, got := s.check(t)
	breaks(t, got, "", "")

	s.events[2].Body.(*history.ActivityCompleted).Reused = uuid.New()
	_, got = s.check(t)
	breaks(t, got, "kept", "no execution under its key returned that")

	s = second()
	again := s.book[0]
	again.N, again.Run = 3, s.run.ID.String()
	book := audit.NewBook()
	book.Read(append(s.book, again))
	breaks(t, book.Kept(), "kept", "attempt 1 began for run "+again.Run)
	if got := book.Attempts(nil); len(got) != 1 || got[0].Rule != "I13" {
		t.Errorf("two first attempts under one key: %v", got)
	}
	book.Losses = []audit.Loss{{}}
	breaks(t, book.Kept(), "", "")
	if got := book.Attempts(nil); len(got) > 0 {
		t.Errorf("where what was kept may be lost: %v", got)
	}
}

// breaks wants one violation of a rule that contains text or, without a rule, none of the rules in
// lasting.go.
func breaks(t *testing.T, got []audit.Violation, rule, text string) {
	t.Helper()
	found := false
	for _, v := range got {
		found = found || v.Rule == rule && strings.Contains(v.Text, text) || rule == "" && slices.Contains([]string{"pin", "affinity", "kept"}, v.Rule)
	}
	if found == (rule == "") {
		t.Errorf("it is told of %v, want %q with %q", got, rule, text)
	}
}
