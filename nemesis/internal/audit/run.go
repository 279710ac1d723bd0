package audit

import (
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Run checks the history of an ended run against the ledger and against the expected result
// of its workflow.
func Run(run store.Run, rows []store.Row, book *Book, codecs *history.Codecs) (*Trace, []Violation) {
	t, all := read(run, rows, codecs)
	v := &list{run: run, all: all}
	t.end(v, book)
	t.completions(v, book)
	t.attempts(v, book)
	t.timers(v, book)
	t.local(v, book)
	if run.Workflow == load.Pinned.Name() {
		t.pinned(v)
	}
	if !slices.EqualFunc(t.Attrs, run.Attrs, history.EqualAttr) {
		v.add("I8", "its history gives the attributes %v, its row %v", t.Attrs, run.Attrs)
	}
	return t, v.all
}

// end checks that the run ended as expected.
func (t *Trace) end(v *list, book *Book) {
	run := t.Run
	if run.Workflow == load.Patient.Name() {
		if run.Status != store.Cancelled {
			v.add("I1", "it is %s, although it runs until it is cancelled", run.Status)
		}
		return
	}
	if run.Status == store.Terminated && run.Workflow == load.Turns.Name() {
		return // the client terminates such runs
	}
	if run.Status == store.Continued && t.Next != (store.RunID{}) {
		return // the last run of its chain has the result
	}
	if t.Result == nil {
		v.add("I1", "it is %s and has no result: %v", run.Status, t.Failure)
		return
	}
	if t.chunk() {
		return // its parent has the result
	}
	labels, letters := load.Expect(run.Workflow, run.WorkflowID, t.Input)
	got := t.Result.Letters
	if book.again(t) {
		got = slices.SortedFunc(slices.Values(got), strings.Compare)
		slices.Sort(letters)
	}
	if !slices.Equal(letters, got) {
		v.add("I4", "it received the letters %q, want %q", t.Result.Letters, letters)
	}
	if !slices.Equal(t.ends, t.Result.Answers) {
		v.add("I4", "its promises ended with %q, but it got the answers %q", t.ends, t.Result.Answers)
	}
	if len(labels) != len(t.Result.Values) {
		v.add("I1", "it has %d values, want those of %d activities", len(t.Result.Values), len(labels))
		return
	}
	for i, value := range t.Result.Values {
		if value == load.Unknown {
			t.unknown(v, labels[i])
			continue
		}
		if e, ok := book.values[value]; !ok || !t.of(e.Run) && !slices.Contains(ofOthers, run.Workflow) || e.Label != labels[i] {
			v.add("I1", "its value %d is %q, which no execution of %s returned", i, value, labels[i])
		}
	}
}

// ofOthers lists the workflows whose runs hold values returned by activities of other runs.
var ofOthers = []string{load.Cycle.Name(), load.Crowd.Name(), load.Kept.Name()}

// unknown checks that an activity with an unknown outcome has used up its attempts.
func (t *Trace) unknown(v *list, label string) {
	for _, f := range t.Failed {
		s := t.Scheduled[f.activity]
		if s.label == label && f.kind == mark.OutcomeUnknown && f.attempt >= s.attempts {
			return
		}
	}
	v.add("I13", "the outcome of %s is unknown to it, but its attempts were not used up", label)
}

// completions checks each recorded result against the execution that returned it.
func (t *Trace) completions(v *list, book *Book) {
	for _, c := range t.Completed {
		if t.reused(v, book, c) {
			continue
		}
		k := t.Scheduled[c.activity].key
		e, ok := book.values[c.done.Value]
		if !ok || e.Key != k || e.Attempt != c.attempt {
			v.add("I3", "activity %d completed with %q of attempt %d, which that attempt did not return", c.activity, c.done.Value, c.attempt)
			continue
		}
		if s := t.Scheduled[c.activity]; e.Label != s.label || c.done.Label != s.label {
			v.add("I3", "activity %d is %s and completed with %q, the result of %s", c.activity, s.label, c.done.Value, e.Label)
		}
		for _, later := range book.begins[k] {
			if later.Attempt > c.attempt && later.N < e.N && !book.doubtful(later) {
				v.add("I6", "activity %d completed with what attempt %d returned (entry %d) although attempt %d had begun before that (entry %d)",
					c.activity, c.attempt, e.N, later.Attempt, later.N)
				break
			}
		}
	}
}

// attempts checks that no activity was tried more often than its policy allows.
func (t *Trace) attempts(v *list, book *Book) {
	for number, s := range t.Scheduled {
		for _, e := range book.begins[t.Scheduled[number].key] {
			if s.attempts > 0 && e.Attempt > s.attempts {
				v.add("I13", "attempt %d of %s began, its policy allows %d", e.Attempt, s.label, s.attempts)
			}
		}
	}
}

// early bounds the error of times on one machine: a database rounds them.
const early = 2 * time.Millisecond

// timers checks that nothing that follows a timer began before the timer was due. Ledger and
// database use the clock of one machine; the clocks of workers are wrong on purpose.
func (t *Trace) timers(v *list, book *Book) {
	for _, f := range t.Fired {
		for number, s := range t.Scheduled {
			if number < f.seq {
				continue
			}
			begun := slices.DeleteFunc(slices.Clone(book.begins[t.Scheduled[number].key]), book.doubtful)
			if len(begun) > 0 && begun[0].At.Before(f.due.Add(-early)) {
				v.add("I5", "a timer was due at %s, but %s, which came after it, began at %s",
					stamp(f.due), s.label, stamp(begun[0].At))
			}
		}
	}
}

func stamp(t time.Time) string { return t.UTC().Format("15:04:05.000000") }
