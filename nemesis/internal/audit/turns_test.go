package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// turns returns three starts of which the third replaced the second, and their two
// runs.
func turns() (audit.Promise, []*audit.Trace) {
	p := audit.Promise{Job: load.Job{ID: "job", Workflow: load.Turns, Turns: 3, Input: load.Input{Steps: 1}}, Tried: true}
	for i := range 3 {
		p.Turns = append(p.Turns, audit.Turn{Tries: 1, Run: uuid.New(), Queued: i > 0})
	}
	var runs []*audit.Trace
	for i, turn := range []int{1, 3} {
		t := &audit.Trace{Input: load.Input{Steps: 1, Turn: turn}}
		t.Run = store.Run{ID: p.Turns[turn-1].Run, WorkflowID: "job", Created: noon.Add(time.Duration(i) * time.Minute), Closed: noon.Add(time.Duration(i+1) * time.Minute)}
		t.Stepped = t.Run.Created.Add(time.Second)
		runs = append(runs, t)
	}
	return p, runs
}

func TestEveryBrokenPromiseOfAStartThatWaitsIsFound(t *testing.T) {
	for _, c := range []struct {
		name, text string
		spoil      func(*audit.Promise, []*audit.Trace) []*audit.Trace
	}{
		{"kept", "", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace { return r }},
		{"the last one never began", "never began", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace { return r[:1] }},
		{"the second one was forgotten", "nothing replaced it", func(p *audit.Promise, r []*audit.Trace) []*audit.Trace {
			p.Turns[2].Queued = false
			return r
		}},
		{"the third one may have taken its place at its first try", "", func(p *audit.Promise, r []*audit.Trace) []*audit.Trace {
			p.Turns[2].Queued, p.Turns[2].Tries = false, 2
			return r
		}},
		{"the first one never was", "no such run exists", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace { return r[1:] }},
		{"one began too early", "before run", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace {
			r[1].Run.Created, r[1].Stepped = noon.Add(time.Second), noon.Add(2*time.Second)
			return r
		}},
		{"the transaction of one had begun before the run before it ended", "", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace {
			r[1].Run.Created = noon.Add(59 * time.Second)
			return r
		}},
		{"one began twice", "but has 2 runs", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace {
			again := *r[1]
			again.Run.ID, again.Run.Created, again.Run.Closed, again.Stepped = uuid.New(), noon.Add(time.Hour), noon.Add(2*time.Hour), noon.Add(time.Hour+time.Second)
			return append(r, &again)
		}},
		{"they began in another order", "after others that began later", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace {
			r[1].Run.Created, r[1].Run.Closed = noon.Add(-time.Hour), noon.Add(-time.Minute)
			return r
		}},
		{"another input", "its history says", func(_ *audit.Promise, r []*audit.Trace) []*audit.Trace {
			r[1].Input.Steps = 7
			return r
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, runs := turns()
			runs = c.spoil(&p, runs)
			all := audit.Promises([]audit.Promise{p}, map[string][]*audit.Trace{"job": runs}, audit.NewBook(), true)
			if found := slices.ContainsFunc(all, func(v audit.Violation) bool { return strings.Contains(v.Text, c.text) }); found != (c.text != "") || c.text == "" && len(all) > 0 {
				t.Errorf("found %+v", all)
			}
		})
	}
}
