package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Hold is one pause of a run and its unpause. Each try at either has its own reason.
type Hold struct {
	Pauses, Lifts []string // the reasons that were sent
	Lifted        bool     // an unpause was acknowledged and cannot be lost
	Stood         *Stood   // the paused run as the client saw it; nil: the client did not see it
	From, Until   time.Time
}

// Stood is the state of a paused run without an owner. The run must not continue before it is
// unpaused.
type Stood struct {
	Run      store.RunID
	Next     int64         // the seq of its next event
	Attempts map[int64]int // attempts begun by then, of the activities that have a row
}

// Operator is the name under which the client pauses, unpauses and otherwise steers runs.
const Operator = "nemesis"

// steered checks the operator actions on a job's runs: a history records each once, with who and why,
// and records no other.
func (p Promise) steered(found []*Trace, book *Book) []Violation {
	v := &list{run: store.Run{WorkflowID: p.Job.ID}}
	told := map[string]int{}
	for _, t := range found {
		v.run = t.Run
		for _, s := range t.Steered {
			if s.Who != Operator {
				v.add("I4", "its history says %s by %q", s.Did, s.Who)
			}
			if s.Did == history.KindPaused || s.Did == history.KindUnpaused || s.Did == history.KindRepinned {
				told[s.Why]++
			}
		}
	}
	known := count(told, p.Repins)
	for _, h := range p.Holds {
		paused, lifted := count(told, h.Pauses), count(told, h.Lifts)
		known += paused + lifted
		if paused > len(h.Pauses) || lifted > len(h.Lifts) {
			v.add("I4", "its history has %[3]d of %[1]d pauses and %[4]d of %[2]d unpauses", len(h.Pauses), len(h.Lifts), paused, lifted)
		}
		if h.Stood == nil || len(found) == 0 || book.lost(h.From, h.Until) {
			continue
		}
		if h.Lifted && (paused == 0 || lifted == 0) {
			v.add("I4", "it was paused and unpaused, but its history has %d pauses and %d unpauses of that", paused, lifted)
		}
		for _, e := range book.of[h.Stood.Run.String()] {
			switch used, row := h.Stood.Attempts[e.Activity]; {
			case !e.At.After(h.From) || !e.At.Before(h.Until) || book.doubtful(e):
			case e.Activity >= h.Stood.Next, row && e.Attempt > used:
				v.add("I4", "it was paused from %s to %s, but attempt %d of activity %d (%s) began at %s",
					stamp(h.From), stamp(h.Until), e.Attempt, e.Activity, e.Label, stamp(e.At))
			}
		}
	}
	for why, n := range told {
		if n > 1 {
			v.add("I4", "its history has %d times what was done because of %q", n, why)
		}
		known -= n
	}
	if known != 0 {
		v.add("I4", "its history has pauses and pins that nobody sent: %v", told)
	}
	v.all = append(v.all, p.looked(found)...)
	return v.all
}

func count(told map[string]int, reasons []string) (n int) {
	for _, why := range reasons {
		n += told[why]
	}
	return n
}

// looked checks the answers to a run's queries: the number of values never decreases, and at the end it is
// that of the result.
func (p Promise) looked(found []*Trace) []Violation {
	v := &list{run: store.Run{WorkflowID: p.Job.ID}}
	for i, n := range p.Looks {
		if i > 0 && n < p.Looks[i-1] {
			v.add("I7", "it answered that it has %d values, after %d", n, p.Looks[i-1])
		}
	}
	if !p.Looked {
		return v.all
	}
	for _, t := range found {
		if n := p.Looks[len(p.Looks)-1]; t.Result != nil && n != len(t.Result.Values) {
			v.add("I7", "it answered after its end that it has %d values, but it has %d", n, len(t.Result.Values))
		}
	}
	return v.all
}

// ofCrowd reports whether runs are parts of a Map of an existing run.
func ofCrowd(found []*Trace, traces map[string][]*Trace) bool {
	for _, t := range found {
		parent := false
		for _, of := range traces {
			for _, p := range of {
				parent = parent || p.Run.ID == t.Run.Parent && p.Run.Workflow == load.Crowd.Name()
			}
		}
		if !t.chunk() || !parent {
			return false
		}
	}
	return true
}

// newest checks that a workflow id whose run was reset names the new one.
func (a *Auditor) newest(ctx context.Context, promises []Promise) (all []Violation, err error) {
	for _, p := range promises {
		if !p.Reset || p.Copy == (store.RunID{}) || len(a.book.Losses) > 0 {
			continue
		}
		run, err := a.Runtime.Store().Run(ctx, store.Ref{Namespace: a.Runtime.Namespace(), WorkflowID: p.Job.ID})
		if err != nil {
			return nil, err
		}
		if run.ID != p.Copy {
			all = append(all, Violation{Rule: "I1", WorkflowID: p.Job.ID, Run: p.Copy, Text: fmt.Sprintf("its workflow id names run %s, although a reset began this one", run.ID)})
		}
	}
	return all, nil
}

// wheres are queries by attributes, each with the runs that it must find.
var wheres = []struct {
	where string
	holds func(reprise.RunInfo) bool
}{
	{`kind = "nemesis-nap"`, func(r reprise.RunInfo) bool { return kind(r) == load.Nap.Name() }},
	{`kind = "nemesis-cycle" and status = completed`, func(r reprise.RunInfo) bool {
		return kind(r) == load.Cycle.Name() && r.Status == reprise.Completed
	}},
	{`stage >= 2`, func(r reprise.RunInfo) bool { n, ok := load.Stage.In(r.Attrs); return ok && n >= 2 }},
	{`stage = 0 and kind = "nemesis-nap"`, func(r reprise.RunInfo) bool {
		n, ok := load.Stage.In(r.Attrs)
		return ok && n == 0 && kind(r) == load.Nap.Name()
	}},
	{`kind = "nobody"`, func(reprise.RunInfo) bool { return false }},
}

func kind(r reprise.RunInfo) string {
	k, _ := load.Kind.In(r.Attrs)
	return k
}

// lists checks that queries by attributes find exactly the runs that have them.
func (a *Auditor) lists(ctx context.Context, promises []Promise) (all []Violation, err error) {
	kinds := map[string]string{}
	for _, p := range promises {
		kinds[p.Job.ID] = p.Job.Workflow.Name()
	}
	var runs []reprise.RunInfo
	for r, err := range reprise.List(ctx, a.Runtime, reprise.Filter{}) {
		if err != nil {
			return nil, err
		}
		if want, ok := kinds[r.WorkflowID]; ok && kind(r) != want {
			all = append(all, Violation{Rule: "I8", WorkflowID: r.WorkflowID, Run: r.RunID, Text: fmt.Sprintf("it was started with kind %q and has %q", want, kind(r))})
		}
		runs = append(runs, r)
	}
	for _, w := range wheres {
		want := map[store.RunID]bool{}
		for _, r := range runs {
			if w.holds(r) {
				want[r.RunID] = true
			}
		}
		n, more, err := reprise.Count(ctx, a.Runtime, reprise.Filter{Where: w.where})
		if err != nil {
			return nil, err
		}
		if n != len(want) || more {
			all = append(all, Violation{Rule: "I8", Text: fmt.Sprintf("%d runs have %s, and %d are counted", len(want), w.where, n)})
		}
		for r, err := range reprise.List(ctx, a.Runtime, reprise.Filter{Where: w.where}) {
			if err != nil {
				return nil, err
			}
			if !want[r.RunID] {
				all = append(all, Violation{Rule: "I8", WorkflowID: r.WorkflowID, Run: r.RunID, Text: "a list finds it by " + w.where + ", which it does not have, or twice"})
			}
			delete(want, r.RunID)
		}
		for run := range want {
			all = append(all, Violation{Rule: "I8", Run: run, Text: "no list finds it by " + w.where + ", which it has"})
		}
	}
	return all, nil
}
