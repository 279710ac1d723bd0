package testkit

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/store"
)

// inLine says which of the writes of one worker that wait is made next. Those that one
// decision has brought about came in an order that nobody decided: they go by name, after
// those that came before.
func (tr *trial) inLine() func(waiting func() []store.Op) int {
	since, looks := make(map[store.Op]int), 0
	return func(waiting func() []store.Op) int {
		tr.sched.settle()
		ops := waiting()
		looks++
		now := make(map[store.Op]int, len(ops))
		first, firstName := 0, ""
		for i, op := range ops {
			round, ok := since[op]
			if !ok {
				round = looks
			}
			now[op] = round
			name := tr.opNames(ops[i : i+1])
			if i == 0 || cmp.Or(cmp.Compare(round, now[ops[first]]), cmp.Compare(name, firstName)) < 0 {
				first, firstName = i, name
			}
		}
		since = now
		return first
	}
}

// opNames says what a batch is about, in words that are the same in each trial.
func (tr *trial) opNames(ops []store.Op) string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	var names []string
	for _, op := range ops {
		name := strings.TrimPrefix(fmt.Sprintf("%T", op), "*store.")
		switch op := op.(type) {
		case *store.Start:
			tr.ids[op.Run] = op.WorkflowID
		case *store.Deliver:
			name += fmt.Sprintf(" of %v", op.Entry.Kind)
			if op.Entry.Kind == store.EntrySignal {
				name += " " + op.Entry.ID
			}
		case *store.EndActivity:
			name += fmt.Sprintf(" (%d)", op.Activity)
		case *store.RetryActivity:
			name += fmt.Sprintf(" (%d)", op.Activity)
		case *store.Beat:
			name += fmt.Sprintf(" (%d)", op.Activity)
		}
		subject := store.SubjectOf(op)
		if id := cmp.Or(subject.WorkflowID, tr.ids[subject.Run]); id != "" {
			name += " of " + id
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// id is the workflow id of a run.
func (tr *trial) id(run store.RunID) string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return cmp.Or(tr.ids[run], fmt.Sprintf("a new run (%x)", run[:3]))
}
