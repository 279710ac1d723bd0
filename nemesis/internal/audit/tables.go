package audit

import "fmt"

// Row is a row of an application table. Activities or the client write it in one
// transaction with the engine's own writes.
type Row struct{ Key, Value string }

// Debits checks that every completed transactional activity wrote its row once, and that
// there are no other rows.
func Debits(rows []Row, traces map[string][]*Trace) (all []Violation) {
	written := map[string][]string{}
	for _, r := range rows {
		written[r.Key] = append(written[r.Key], r.Value)
	}
	for _, found := range traces {
		for _, t := range found {
			v := list{run: t.Run}
			for _, c := range t.Completed {
				if s := t.Scheduled[c.activity]; s.transactional && !s.copied {
					k := t.Scheduled[c.activity].key
					if got := written[k]; len(got) != 1 || got[0] != c.done.Value {
						v.add("I3", "activity %d completed with %q in its own transaction, which wrote %q", c.activity, c.done.Value, got)
					}
					delete(written, k)
				}
			}
			all = append(all, v.all...)
		}
	}
	for k, values := range written {
		all = append(all, Violation{Rule: "I3", Text: fmt.Sprintf("activity %s did not complete, and its transaction wrote %q", k, values)})
	}
	return all
}

// Placed checks that the row that the client wrote in the transaction of a start exists if
// and only if the run does.
func Placed(rows []Row, promises []Promise, traces map[string][]*Trace) (all []Violation) {
	placed := map[string]bool{}
	for _, r := range rows {
		placed[r.Key] = true
	}
	for _, p := range promises {
		id := p.Job.ID
		if p.Job.InTx && placed[id] != (len(traces[id]) > 0) {
			all = append(all, Violation{Rule: "I4", WorkflowID: id, Run: p.Run, Text: fmt.Sprintf(
				"of one transaction the client's row is there: %t, and the run: %t", placed[id], len(traces[id]) > 0)})
		}
	}
	return all
}
