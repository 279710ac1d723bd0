package gates

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/reprise-run/reprise/store"
)

// Names are those of runs and writes, in words that are the same in each trial. The zero
// value is ready.
type Names struct {
	mu  sync.Mutex
	ids map[store.RunID]string // workflow ids
}

// InLine says which of the writes of one worker that wait is made next: it is what
// Config.Write calls. Those that one decision has brought about came in an order that
// nobody decided: they go by name, after those that came before.
func (n *Names) InLine(s *Schedule) func(waiting func() []store.Op) int {
	since, looks := make(map[store.Op]int), 0
	return func(waiting func() []store.Op) int {
		s.Settle()
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
			name := n.Ops(ops[i : i+1])
			if i == 0 || cmp.Or(cmp.Compare(round, now[ops[first]]), cmp.Compare(name, firstName)) < 0 {
				first, firstName = i, name
			}
		}
		since = now
		return first
	}
}

// Ops says what a batch is about.
func (n *Names) Ops(ops []store.Op) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var names []string
	for _, op := range ops {
		name := strings.TrimPrefix(fmt.Sprintf("%T", op), "*store.")
		if relay, ok := op.(*store.Relay); ok && relay.Op() != nil {
			op = relay.Op()
			name += strings.Replace(fmt.Sprintf("%T", op), "*store.", " of ", 1)
		}
		switch op := op.(type) {
		case *store.Start:
			if n.ids == nil {
				n.ids = make(map[store.RunID]string)
			}
			n.ids[op.Run] = op.WorkflowID
		case *store.Deliver:
			name += fmt.Sprintf(" of %v", op.Entry.Kind)
			switch op.Entry.Kind {
			case store.EntrySignal:
				name += " " + op.Entry.ID
			case store.EntryChild:
				name += fmt.Sprintf(" (%d)", op.Entry.Ref)
			}
		case *store.EndActivity:
			name += fmt.Sprintf(" (%d)", op.Activity)
		case *store.RetryActivity:
			name += fmt.Sprintf(" (%d)", op.Activity)
		case *store.Beat:
			name += fmt.Sprintf(" (%d)", op.Activity)
		}
		subject := store.SubjectOf(op)
		if id := cmp.Or(subject.WorkflowID, n.ids[subject.Run]); id != "" {
			name += " of " + id
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// Run is the workflow id of a run.
func (n *Names) Run(run store.RunID) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return cmp.Or(n.ids[run], fmt.Sprintf("a new run (%x)", run[:3]))
}
