package audit

import (
	"reflect"

	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Promise is what the engine acknowledged to the client about one job. A request that was not
// acknowledged, or that may be lost, may have happened once or not at all.
type Promise struct {
	Job       load.Job
	Tried     bool            // a start was sent, and perhaps rolled back
	Started   bool            // the start was acknowledged
	Run       store.RunID     // from the acknowledgement; zero: an activity received it and does not report it
	Sent      map[string]bool // signal ids that were sent
	Signals   map[string]bool // signal ids that were acknowledged
	Cancelled bool            // a cancel was acknowledged
	// Answers holds the answers received to each update, by its id. They must all be the same.
	Answers map[string][]string
	// Resolved holds the accepted answers to each promise, by its token. Each promise accepts one answer, however often it is sent.
	Resolved map[string][]string
	Holds    []Hold
	Resets   int         // resets that were sent
	Reset    bool        // a reset was acknowledged
	Copy     store.RunID // the run that the reset began; zero: an earlier try had begun one
	Refused  string      // why the reset was refused, although it must not be
	Turns    []Turn
	Repins   []string // the reasons of the repins that were sent
	Hastes   int      // retries that were made to begin at once
	Looks    []int    // the answers to queries, in order; if Looked, the last one came after the end of the run
	Looked   bool     // the run answered a query after its end
}

// Promises checks every promise against the runs that were found. ended says that all runs
// should have ended.
func Promises(promises []Promise, traces map[string][]*Trace, book *Book, ended bool) (all []Violation) {
	known := map[string]bool{}
	for _, p := range promises {
		promises = append(promises, p.heirs(traces[p.Job.ID], book)...)
		promises = append(promises, p.kin(traces[p.Job.ID])...)
		all = append(all, p.told(traces)...)
		all = append(all, p.steered(traces[p.Job.ID], book)...)
	}
	for _, p := range promises {
		if len(book.Losses) > 0 {
			p.Answers, p.Resolved = nil, nil // an answer may come from a lost transaction
		}
		known[p.Job.ID] = true
		if p.Job.Turns > 0 {
			all = append(all, p.turned(traces[p.Job.ID], book, ended)...)
			continue
		}
		all = append(all, p.check(traces[p.Job.ID], ended)...)
	}
	for id, found := range traces {
		if !known[id] && !ofCrowd(found, traces) && !toll(found) {
			all = append(all, Violation{Rule: "I4", WorkflowID: id, Run: found[0].Run.ID, Text: "nobody started it"})
		}
	}
	return all
}

// heirs returns the promises made to activities of a run that start other runs. These starts
// were acknowledged if the run has ended.
func (p Promise) heirs(found []*Trace, book *Book) (all []Promise) {
	for i, j := range p.Job.Heirs() {
		started := len(found) > 0 && found[0].Result != nil
		if started && i < len(found[0].Result.Values) {
			started = book.firm(found[0].Result.Values[i])
		}
		all = append(all, Promise{Job: j, Tried: p.Tried, Started: started})
	}
	return all
}

func (p Promise) check(found []*Trace, ended bool) []Violation {
	v := &list{run: store.Run{ID: p.Run, WorkflowID: p.Job.ID}}
	any := len(found) > 0
	found = chains(v, found, ended)
	switch {
	case len(found) > 1+p.Resets:
		v.add("I1", "its workflow id may have one run and %d resets, but has %d", p.Resets, len(found))
	case ended && p.Reset && len(found) < 2:
		v.add("I1", "its reset was acknowledged, but there is only one run")
	case p.Refused != "":
		v.add("I1", "its reset was refused: %s", p.Refused)
	case len(found) > 0 && p.Job.Rollback:
		v.add("I4", "the transaction that started it was rolled back")
	case !any && p.Started && ended:
		v.add("I1", "its start was acknowledged, but no such run exists at the end")
	}
	for _, t := range found {
		if p.Started && p.Run != (store.RunID{}) && t.Run.ID != p.Run && t.Copied == nil {
			v.add("I1", "its start was acknowledged as run %s, but run %s exists", p.Run, t.Run.ID)
		}
		p.against(v, t)
	}
	return v.all
}

// against checks the promise against one ended run.
func (p Promise) against(v *list, t *Trace) {
	if !reflect.DeepEqual(t.Input, p.Job.Input) {
		v.add("I4", "it was started with %+v, but its history says %+v", p.Job.Input, t.Input)
	}
	times := map[string]int{}
	for _, s := range t.Signals {
		times[s.ID]++
		if !p.Sent[s.ID] {
			v.add("I4", "it received signal %q, which nobody sent", s.ID)
		}
	}
	for id, n := range times {
		if n > 1 {
			v.add("I4", "it received signal %q %d times", id, n)
		}
	}
	for id := range p.Signals {
		if times[id] == 0 {
			v.add("I4", "signal %q was acknowledged but is lost", id)
		}
	}
	for id, had := range p.Answers {
		for _, answer := range had {
			if given := t.Answers[id]; p.Signals[id] && (len(given) != 1 || given[0] != answer) {
				v.add("I4", "update %q was answered %q to its caller, but the history has the answers %q", id, answer, given)
			}
		}
	}
	for token, values := range p.Resolved {
		for _, value := range values {
			if end, ended := t.Promised[token]; ended && end != load.Late && end != value {
				v.add("I4", "promise %s was accepted with %q, but ended with %q", token, value, end)
			} else if !ended && t.Result != nil {
				v.add("I4", "promise %s was accepted with %q, but has no end", token, value)
			}
		}
	}
	if p.Cancelled && t.Cancels == 0 {
		v.add("I4", "its cancel was acknowledged but is lost")
	}
}
