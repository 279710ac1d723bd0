package testkit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// check examines what the runs of the test have left, in every mode: their histories must be
// sound, and each activity must end once. In a mode it also records what will be compared.
func (e *Env) check() (wrong []string) {
	runs, err := e.allRuns()
	if err != nil {
		wrong = append(wrong, fmt.Sprintf("testkit: the runs of the test: %v", err))
	}
	for _, run := range runs {
		lint := history.NewLinter()
		var problems []history.Problem
		var last history.Event
		missing := make(map[string]struct{}) // activities without a function
		err := e.rows(run.ID, func(row store.Row) error {
			problems = append(problems, lint.Row(row.Seq, row.N, row.Data)...)
			_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
			for _, last = range events {
				if a, ok := last.Body.(*history.ActivityScheduled); ok && !e.isBound(a.Name) {
					missing[a.Name] = struct{}{}
				}
			}
			return err
		})
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("testkit: the history of %q: %v", run.WorkflowID, err))
			continue
		}
		if run.Status != store.Open { // an open run is reported elsewhere, or the test allows it
			for _, name := range slices.Sorted(maps.Keys(missing)) {
				wrong = append(wrong, "testkit: "+hasNoFunction(name, run.WorkflowID))
			}
		}
		for _, p := range append(problems, lint.End(run.Status == store.Open)...) {
			wrong = append(wrong, fmt.Sprintf("testkit: the history of %q, please report this: %v", run.WorkflowID, p))
		}
		if e.trial != nil && run.Status != store.Continued { // of a chain, only the end is compared
			e.trial.found.add(run, e.ending(run, last))
		}
	}
	if e.trial != nil {
		e.note()
	}
	return wrong
}

// note counts the attempts whose function was called again.
func (e *Env) note() {
	type execution struct {
		run    history.RunID
		number int64
	}
	n := make(map[execution]int)
	for _, c := range e.calls {
		x := execution{c.runID, c.Number}
		if n[x]++; n[x] > 1 {
			e.trial.calls[c.Activity]++
		}
	}
}
