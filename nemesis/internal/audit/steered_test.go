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

// held returns a promise about a run that was paused for a minute from noon on, and the run. An attempt at its activity
// 4 began before the pause, and no other begins before the run continues.
func held() (audit.Promise, *audit.Trace, []ledger.Entry) {
	p, r := kept()
	r.Steered = []history.Steered{
		{Did: history.KindPaused, Who: audit.Operator, Why: "pause 1"}, {Did: history.KindUnpaused, Who: audit.Operator, Why: "unpause 1"},
	}
	p.Holds = []audit.Hold{{
		Pauses: []string{"pause 1"}, Lifts: []string{"unpause 1", "unpause 2"}, Lifted: true, From: noon, Until: noon.Add(time.Minute),
		Stood: &audit.Stood{Run: r.Run.ID, Next: 5, Attempts: map[int64]int{4: 1}},
	}}
	p.Looks, p.Looked, r.Result = []int{0, 1, 1}, true, &load.Result{Values: []string{"w1#1"}}
	begin := ledger.Entry{What: ledger.Begin, Run: r.Run.ID.String(), Activity: 4, Attempt: 1, At: noon.Add(time.Second)}
	later := begin
	later.Attempt, later.At = 2, noon.Add(2*time.Minute)
	return p, r, []ledger.Entry{begin, later}
}

func TestEveryBrokenPromiseOfSteeringIsFound(t *testing.T) {
	copied := func(r *audit.Trace) *audit.Trace {
		c := *r
		c.Run.ID, c.Copied, c.Steered = uuid.New(), []history.Copied{{Run: r.Run.ID, Seq: 1}}, nil
		return &c
	}
	for _, c := range []struct {
		name, rule, text string
		spoil            func(*audit.Promise, *audit.Trace, []ledger.Entry) []*audit.Trace
	}{
		{"kept", "", "", nil},
		{"the pause is not told", "I4", "has 0 pauses", func(_ *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			r.Steered = r.Steered[1:]
			return nil
		}},
		{"it is told twice", "I4", "2 times", func(_ *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			r.Steered = append(r.Steered, r.Steered[0])
			return nil
		}},
		{"it was not acknowledged, and ended before it stood", "", "", func(p *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Holds[0].Stood, r.Steered = nil, nil
			return nil
		}},
		{"another reason", "I4", "that nobody sent", func(_ *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			r.Steered = append(r.Steered, history.Steered{Did: history.KindPaused, Who: audit.Operator, Why: "because"})
			return nil
		}},
		{"another operator", "I4", "by \"anna\"", func(_ *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			r.Steered[0].Who = "anna"
			return nil
		}},
		{"another attempt begins", "I4", "attempt 2 of activity 4", func(_ *audit.Promise, _ *audit.Trace, book []ledger.Entry) []*audit.Trace {
			book[1].At = noon.Add(30 * time.Second)
			return nil
		}},
		{"another activity begins", "I4", "attempt 1 of activity 6", func(_ *audit.Promise, _ *audit.Trace, book []ledger.Entry) []*audit.Trace {
			book[0].Activity = 6
			return nil
		}},
		{"it is further, and then less far", "I7", "0 values, after 1", func(p *audit.Promise, _ *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Looks = []int{1, 0, 1}
			return nil
		}},
		{"its answer is not what it came to", "I7", "it has 1 values, but it has 2", func(_ *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			r.Result.Values = append(r.Result.Values, "w1#2")
			return nil
		}},
		{"a reset", "", "", func(p *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Resets, p.Reset = 1, true
			return []*audit.Trace{r, copied(r)}
		}},
		{"two runs of a reset", "I1", "but has 3", func(p *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Resets, p.Reset = 1, true
			return []*audit.Trace{r, copied(r), copied(r)}
		}},
		{"no run of a reset", "I1", "there is only one run", func(p *audit.Promise, _ *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Resets, p.Reset = 1, true
			return nil
		}},
		{"a reset has lost a signal", "I4", "is lost", func(p *audit.Promise, r *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Resets, p.Reset = 1, true
			c := copied(r)
			c.Signals = nil
			return []*audit.Trace{r, c}
		}},
		{"a reset is refused", "I1", "was refused: no", func(p *audit.Promise, _ *audit.Trace, _ []ledger.Entry) []*audit.Trace {
			p.Resets, p.Refused = 1, "no"
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, r, entries := held()
			traces := []*audit.Trace{r}
			if c.spoil != nil {
				if all := c.spoil(&p, r, entries); all != nil {
					traces = all
				}
			}
			book := audit.NewBook()
			book.Read(entries)
			got := audit.Promises([]audit.Promise{p}, map[string][]*audit.Trace{"job-1": traces}, book, true)
			ok := slices.ContainsFunc(got, func(v audit.Violation) bool { return v.Rule == c.rule && strings.Contains(v.Text, c.text) })
			if c.rule == "" && len(got) > 0 || c.rule != "" && !ok {
				t.Errorf("it is told of %v, want %s with %q", got, c.rule, c.text)
			}
		})
	}
}

// The parts of a Map belong to a run that has one, and to no other.
func TestAPartOfAMapIsSomebodys(t *testing.T) {
	p, r := kept()
	part := &audit.Trace{Run: store.Run{ID: uuid.New(), WorkflowID: "job-1/map1.0-00", Workflow: load.Chunk, Parent: r.Run.ID}}
	found := map[string][]*audit.Trace{"job-1": {r}, part.Run.WorkflowID: {part}}
	if got := audit.Promises([]audit.Promise{p}, found, audit.NewBook(), true); len(got) != 1 || got[0].Text != "nobody started it" {
		t.Errorf("of a part without a Map is told %v", got)
	}
	r.Run.Workflow = load.Crowd.Name()
	if got := audit.Promises([]audit.Promise{p}, found, audit.NewBook(), true); len(got) != 0 {
		t.Errorf("of a part of a Map is told %v", got)
	}
}

func TestAnAttributeThatARunHasNotByItsHistoryIsFound(t *testing.T) {
	s := goodNap(t)
	s.run.Attrs = []history.Attr{{Name: "kind", Type: history.AttrText, Values: []string{"x"}}}
	if _, got := s.check(t); len(got) != 1 || got[0].Rule != "I8" {
		t.Errorf("%v", got)
	}
	s.events[0].Body.(*history.Started).Attrs = s.run.Attrs
	if _, got := s.check(t); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
