package audit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// kept returns a promise and a run that keeps it.
func kept() (audit.Promise, *audit.Trace) {
	id := uuid.New()
	in := load.Input{Letters: 1}
	yes := map[string]bool{"a": true}
	return audit.Promise{Job: load.Job{ID: "job-1", Input: in}, Tried: true, Started: true, Run: id, Sent: yes, Signals: yes, Cancelled: true},
		&audit.Trace{
			Run: store.Run{ID: id, WorkflowID: "job-1"}, Input: in, Cancels: 1,
			Signals: []history.SignalReceived{{ID: "a"}},
		}
}

func TestEveryBrokenPromiseIsFound(t *testing.T) {
	for _, c := range []struct {
		name, rule, text string
		spoil            func(*audit.Promise, *audit.Trace) []*audit.Trace
	}{
		{"kept", "", "", func(p *audit.Promise, r *audit.Trace) []*audit.Trace { return []*audit.Trace{r} }},
		{"start lost", "I1", "no such run", func(*audit.Promise, *audit.Trace) []*audit.Trace { return nil }},
		{"start not acknowledged and lost", "", "", func(p *audit.Promise, r *audit.Trace) []*audit.Trace { p.Started = false; return nil }},
		{"two runs", "I1", "but has 2", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			other := *r
			other.Run.ID = uuid.New()
			return []*audit.Trace{r, &other}
		}},
		{"another run", "I1", "acknowledged as run", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Run.ID = uuid.New()
			return []*audit.Trace{r}
		}},
		{"another input", "I4", "its history says", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Input.Letters = 2
			return []*audit.Trace{r}
		}},
		{"promise kept", "", "", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			p.Resolved, r.Promised = map[string][]string{"t": {"yes", "yes"}, "late": {"yes"}}, map[string]string{"t": "yes", "late": load.Late, "other": "no"}
			return []*audit.Trace{r}
		}},
		{"promise accepted with two values", "I4", "but ended with", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			p.Resolved, r.Promised = map[string][]string{"t": {"yes", "no"}}, map[string]string{"t": "yes"}
			return []*audit.Trace{r}
		}},
		{"promise lost", "I4", "has no end", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			p.Resolved, r.Result = map[string][]string{"t": {"yes"}}, new(load.Result)
			return []*audit.Trace{r}
		}},
		{"signal lost", "I4", "is lost", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Signals = nil
			return []*audit.Trace{r}
		}},
		{"signal not acknowledged and lost", "", "", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			p.Signals, r.Signals = nil, nil
			return []*audit.Trace{r}
		}},
		{"signal twice", "I4", "2 times", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Signals = append(r.Signals, r.Signals[0])
			return []*audit.Trace{r}
		}},
		{"signal from nowhere", "I4", "nobody sent", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Signals = append(r.Signals, history.SignalReceived{ID: "b"})
			return []*audit.Trace{r}
		}},
		{"a chain", "", "", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			next := *r
			next.Run.ID, next.Run.Chain, next.Place, next.Input.Letters, next.Cancels = uuid.New(), r.Run.ID, 1, 7, 0
			r.Next, r.Signals = next.Run.ID, nil
			return []*audit.Trace{&next, r}
		}},
		{"a chain that does not end", "I1", "has not ended", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Next = uuid.New()
			return []*audit.Trace{r}
		}},
		{"two runs go on", "I1", "are both run 2", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			a, b := *r, *r
			a.Run.ID, a.Run.Chain, a.Place = uuid.New(), r.Run.ID, 1
			b.Run.ID, b.Run.Chain, b.Place = uuid.New(), r.Run.ID, 1
			r.Next, r.Signals, b.Signals = a.Run.ID, nil, nil
			return []*audit.Trace{r, &a, &b}
		}},
		{"a signal in two runs of a chain", "I4", "2 times", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			next := *r
			next.Run.ID, next.Run.Chain, next.Place = uuid.New(), r.Run.ID, 1
			r.Next = next.Run.ID
			return []*audit.Trace{r, &next}
		}},
		{"cancel lost", "I4", "cancel was acknowledged", func(p *audit.Promise, r *audit.Trace) []*audit.Trace {
			r.Cancels = 0
			return []*audit.Trace{r}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, r := kept()
			found := map[string][]*audit.Trace{}
			if traces := c.spoil(&p, r); len(traces) > 0 {
				found["job-1"] = traces
			}
			got := audit.Promises([]audit.Promise{p}, found, audit.NewBook(), true)
			ok := slices.ContainsFunc(got, func(v audit.Violation) bool { return v.Rule == c.rule && strings.Contains(v.Text, c.text) })
			if c.rule == "" && len(got) > 0 || c.rule != "" && !ok {
				t.Errorf("it is told of %v, want %s with %q", got, c.rule, c.text)
			}
		})
	}
}

// A completed activity that starts a run implies an acknowledged start.
func TestALostHeirIsFound(t *testing.T) {
	p, r := kept()
	p.Job.Workflow, p.Job.Input, r.Input.Letters = load.Relay, load.Input{Steps: 2}, 0
	r.Input.Steps, r.Result = 2, &load.Result{}
	found := map[string][]*audit.Trace{"job-1": {r}}
	for i, j := range p.Job.Heirs() {
		got := audit.Promises([]audit.Promise{p}, found, audit.NewBook(), true)
		if lost := 2 - i; len(got) != lost || got[0].Rule != "I1" || got[0].WorkflowID != j.ID {
			t.Errorf("of %d lost ones is told %v", lost, got)
		}
		found[j.ID] = []*audit.Trace{{Run: store.Run{ID: uuid.New(), WorkflowID: j.ID}, Input: j.Input}}
	}
	if got := audit.Promises([]audit.Promise{p}, found, audit.NewBook(), true); len(got) != 0 {
		t.Errorf("where none is lost is told %v", got)
	}
}

func TestARunThatNobodyStartedIsFound(t *testing.T) {
	_, r := kept()
	if got := audit.Promises(nil, map[string][]*audit.Trace{"job-1": {r}}, audit.NewBook(), true); len(got) != 1 || got[0].Rule != "I4" {
		t.Errorf("%v", got)
	}
}

func TestAnAttemptBeginsTwiceOnlyWhenItWasHandedOver(t *testing.T) {
	book := audit.NewBook()
	book.Read([]ledger.Entry{
		{N: 1, What: ledger.Begin, Key: "k", Attempt: 1, Process: "w1"},
		{N: 2, What: ledger.Begin, Key: "k", Attempt: 1, Process: "w2"},
		{N: 3, What: ledger.Begin, Key: "k", Attempt: 2, Process: "w3"},
	})
	if got := book.Attempts(audit.Stopped{"w1": 1}); len(got) > 0 {
		t.Errorf("%v", got)
	}
	if got := book.Attempts(audit.Stopped{"w3": 1}); len(got) != 1 || got[0].Rule != "I13" {
		t.Errorf("%v", got)
	}
}
