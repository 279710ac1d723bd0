package audit

import (
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// kin returns the promises about the runs that a run's workflow starts. The end of the run implies
// that they were started, and that those it leaves open were asked to cancel.
func (p Promise) kin(found []*Trace) (all []Promise) {
	for _, j := range p.Job.Kin() {
		k := Promise{Job: j, Tried: p.Tried, Sent: map[string]bool{}, Resets: p.Resets} // a reset may have started each of them again
		for _, t := range found {
			k.Started = k.Started || t.Result != nil
			for _, id := range t.Sent {
				k.Sent[id] = true
			}
		}
		k.Cancelled = k.Started && j.Cancel
		all = append(all, k)
	}
	return all
}

// told checks that a Family received the end of each of its children once, with the child's result.
func (p Promise) told(traces map[string][]*Trace) []Violation {
	v := &list{run: store.Run{WorkflowID: p.Job.ID}}
	if p.Job.Workflow.Name() != load.Family.Name() {
		return nil
	}
	for _, t := range traces[p.Job.ID] {
		if t.Result == nil {
			continue
		}
		v.run = t.Run
		for seq, n := range t.Told {
			if n != 1 {
				v.add("I1", "it got %d ends of the child that event %d started", n, seq)
			}
		}
		for i, j := range p.Job.Kin() {
			var ends []string
			same := false
			for _, child := range traces[j.ID] {
				if child.Result != nil && i < len(t.Result.Children) {
					ends = append(ends, load.ToldOf(*child.Result))
					same = same || load.ToldOf(*child.Result) == t.Result.Children[i]
				}
			}
			if len(ends) > 0 && !same {
				v.add("I1", "it says that its child %s returned %q, but the child returned %q", j.ID, t.Result.Children[i], ends)
			}
		}
	}
	return v.all
}
