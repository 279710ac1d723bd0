package audit_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// The audit finds a family that was told a wrong result of a child, and a requested run that does
// not exist.
func TestWhatIsLostBetweenRunsIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		workflow string
		spoil    func(parent, child *audit.Trace)
		want     string // of each violation
	}{
		"nothing":                      {load.Family.Name(), func(_, _ *audit.Trace) {}, ""},
		"a family told of another end": {load.Family.Name(), func(parent, _ *audit.Trace) { parent.Result.Children[0] = "w9/1" }, `returned "w9/1"`},
		"a family told twice":          {load.Family.Name(), func(parent, _ *audit.Trace) { parent.Told[2] = 2 }, "it got 2 ends"},
		"a family not told":            {load.Family.Name(), func(parent, _ *audit.Trace) { parent.Told[2] = 0 }, "it got 0 ends"},
		"a signal that nobody sent":    {load.Post.Name(), func(parent, _ *audit.Trace) { parent.Sent = nil }, "which nobody sent"},
		"an orphan that nobody asked":  {load.Orphans.Name(), func(_, child *audit.Trace) { child.Cancels = 0 }, "its cancel was acknowledged but is lost"},
		"a run that is not there":      {load.Post.Name(), func(_, child *audit.Trace) { child.Run.WorkflowID = "" }, "no such run exists"},
	} {
		t.Run(name, func(t *testing.T) {
			p, parent := kept()
			p.Job.Input, p.Sent, p.Signals, p.Cancelled = load.Input{Steps: 1}, nil, nil, false
			for _, w := range []load.Job{{Workflow: load.Family}, {Workflow: load.Orphans}, {Workflow: load.Post}} {
				if w.Workflow.Name() == c.workflow {
					p.Job.Workflow = w.Workflow
				}
			}
			parent.Input, parent.Signals = p.Job.Input, nil
			parent.Told, parent.Result = map[int64]int{2: 1}, &load.Result{Children: []string{"w1/1 w1/2"}}
			j := p.Job.Kin()[0]
			child := &audit.Trace{Run: store.Run{ID: uuid.New(), WorkflowID: j.ID}, Input: j.Input, Cancels: 1, Result: &load.Result{Values: []string{"w1/1", "w1/2"}}}
			if c.workflow == load.Post.Name() {
				parent.Sent = []string{"a signal"}
				child.Signals = append(child.Signals, history.SignalReceived{ID: "a signal"})
			}
			c.spoil(parent, child)
			found := map[string][]*audit.Trace{p.Job.ID: {parent}}
			if child.Run.WorkflowID != "" {
				found[j.ID] = []*audit.Trace{child}
			}
			got := audit.Promises([]audit.Promise{p}, found, audit.NewBook(), true)
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0].Text, c.want)) {
				t.Errorf("it is told of %v, want %q", got, c.want)
			}
		})
	}
}
