package rules

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// StartAll calls start for each run of o in turn, by [Start], if nothing prevents any of them. place
// returns what each would find, before any of them is started.
//
// S10. Nothing is started if another run stands in the way of one, by S3 and S4, and that is not
// tolerated; the other run may be one that o itself starts. A run of another workflow is never
// tolerated.
func StartAll(o *store.StartAll, place func(*store.Start) Place, start func(*store.Start) (store.Outcome, error)) (store.Outcome, error) {
	type name struct{ namespace, workflowID string }
	ours := make(map[name]*store.Start, len(o.Starts))
	for i, s := range o.Starts {
		p, n := place(s), name{s.Namespace, s.WorkflowID}
		if p.Run != nil || p.Removed {
			continue // an earlier try started it
		}
		if first, ok := ours[n]; ok {
			p.Last, p.Open, p.Workflow = first.Run, true, first.Workflow
		}
		switch way := inTheWay(s, p); {
		case way == uuid.Nil:
			ours[n] = s
		case !o.Tolerate[i] || way == p.Last && p.Workflow != s.Workflow:
			return store.Outcome{Code: store.Exists, Run: way, Count: i}, nil
		}
	}
	all := make([]store.Outcome, len(o.Starts))
	for i, s := range o.Starts {
		out, err := start(s)
		if err != nil {
			return out, err
		}
		all[i] = out
	}
	return store.Outcome{Starts: all}, nil
}

// inTheWay returns the run that prevents o from starting; zero: none does.
func inTheWay(o *store.Start, p Place) store.RunID {
	switch {
	case p.Open || o.Once && p.Last != uuid.Nil:
		return p.Last
	case o.Once:
		return p.LastRemoved
	}
	return uuid.Nil
}
