package doctor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/reprise-run/reprise/store"
)

// pin identifies the open runs of a workflow that are pinned to one build.
type pin struct{ namespace, workflow, build string }

// counts counts an open run that no living worker takes because of its pin.
func (x *examination) counts(run *store.Run) {
	if run.Status != store.Open || run.Pin == "" {
		return
	}
	bound := store.Bound(run.Workflow, run.Pin)
	serves := func(w store.WorkerState) bool {
		return w.Serves.Namespace == run.Namespace && slices.Contains(w.Serves.Workflows, bound)
	}
	if !slices.ContainsFunc(x.alive, serves) {
		x.pinned[pin{run.Namespace, run.Workflow, run.Pin}]++
	}
}

// stranded reports once for each build that has runs but no living worker.
func (x *examination) stranded() error {
	order := func(a, b pin) int {
		return cmp.Or(cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.workflow, b.workflow), cmp.Compare(a.build, b.build))
	}
	for _, p := range slices.SortedFunc(maps.Keys(x.pinned), order) {
		err := x.found(Finding{Check: CheckPinned, Namespace: p.namespace, Text: fmt.Sprintf("%s of workflow %q pinned to build %q, but no live worker of that build binds it as pinned",
			count(x.pinned[p], "open run is", "open runs are"), p.workflow, p.build)})
		if err != nil {
			return err
		}
	}
	return nil
}
