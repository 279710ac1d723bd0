package testkit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// allRuns returns all runs in the store, in the order in which they were started, whoever
// started them: the test, a function of Do, an activity.
func (e *Env) allRuns() (all []store.Run, err error) {
	for q := (store.Query{Namespace: e.namespace(), Limit: store.MaxPage}); ; {
		page, err := e.store.Runs(context.Background(), q)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Runs...)
		if page.Next == "" {
			slices.Reverse(all) // the newest comes first
			return all, nil
		}
		q.Cursor = page.Next
	}
}

// found holds the runs that a trial left, by a name that is the same in each trial.
type found struct {
	ends  map[string]ending
	nth   map[string]int            // how many runs had a workflow id
	drawn map[string]map[string]int // for runs without an id of their own, how many ended in which way
}

func newFound() found {
	return found{ends: make(map[string]ending), nth: make(map[string]int), drawn: make(map[string]map[string]int)}
}

// add takes the runs of a test in the order in which they were started. A run without a given
// id has a drawn one, which differs in each trial; of these runs it counts how they ended.
func (f found) add(run store.Run, end ending) {
	if isDrawn(run.WorkflowID) {
		name := fmt.Sprintf("the runs of workflow %q without reprise.ID", run.Workflow)
		if f.drawn[name] == nil {
			f.drawn[name] = make(map[string]int)
		}
		f.drawn[name][run.Status.String()]++
		f.ends[name] = ending{text: tally(f.drawn[name])}
		return
	}
	f.nth[run.WorkflowID]++
	name := fmt.Sprintf("run %q", run.WorkflowID)
	if n := f.nth[run.WorkflowID]; n > 1 {
		name = fmt.Sprintf("run %d of %q", n, run.WorkflowID)
	}
	f.ends[name] = end
}

// isDrawn reports whether a workflow id looks like one that reprise.Start draws.
func isDrawn(id string) bool {
	_, err := uuid.Parse(id)
	return err == nil && len(id) == len(uuid.Nil.String())
}

func tally(ways map[string]int) string {
	var each []string
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		each = append(each, fmt.Sprintf("%d %s", ways[way], way))
	}
	return strings.Join(each, ", ")
}

// compare tells which runs ended differently than in base, and which exist in only one of the two.
func (f found) compare(base found) string {
	var b strings.Builder
	names := make(map[string]struct{})
	for name := range f.ends {
		names[name] = struct{}{}
	}
	for name := range base.ends {
		names[name] = struct{}{}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		got, is := f.ends[name]
		want, was := base.ends[name]
		switch {
		case !was:
			fmt.Fprintf(&b, "%s exists, but did not without a crash:\n  got  %s\n", name, got)
		case !is:
			fmt.Fprintf(&b, "%s does not exist, but did without a crash:\n  want %s\n", name, want)
		case !got.same(want):
			mine, others := got.beside(want)
			fmt.Fprintf(&b, "%s ended differently than without a crash:\n  got  %s\n  want %s\n", name, mine, others)
		}
	}
	return b.String()
}
