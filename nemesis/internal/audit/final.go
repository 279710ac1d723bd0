package audit

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Evidence is what the controller has collected at the end.
type Evidence struct {
	Promises []Promise
	Debits   []Row                // rows that transactional activities wrote
	Placed   []Row                // rows that the client wrote together with its starts
	Held     map[string]time.Time // when the store last confirmed each worker's lease, by its id
	Workers  int                  // number of workers at a time
	Bounds   load.Bounds          // of the queues that have limits
	Pressed  bool                 // more work than these queues allow was waiting all the time
	Unserved []Span               // when no worker was at work
	Kept     []Span               // when a worker was gone or frozen and its work was not yet given back, or its grace had not passed
	Stalled  []Span               // when this process got no processor time
	Orders   []Order              // orders to drain, oldest first
	Tolled   bool                 // the schedule was acknowledged
	Stopped  Stopped              // every process that was told to stop
	Clean    Stopped              // of these, the healthy ones that stopped with a healthy server and reported nothing left behind
}

// late is how long after its due time something may remain in the store at the end.
const late = 3 * time.Second

// Final checks everything after the runs have had time to end.
func (a *Auditor) Final(ctx context.Context, e Evidence) error {
	a.since = time.Time{} // look at all runs once more
	if _, err := a.Look(ctx); err != nil {
		return err
	}
	open, err := a.Open(ctx)
	if err != nil {
		return err
	}
	for _, run := range open {
		v := list{run: run}
		v.add("I1", "it has not ended: %s", standing(run))
		a.Violations = append(a.Violations, v.all...)
	}
	a.Violations = append(a.Violations, Promises(e.Promises, a.traces, a.book, len(open) == 0)...)
	if len(open) == 0 {
		a.Violations = append(a.Violations, Debits(e.Debits, a.traces)...)
		a.Violations = append(a.Violations, Placed(e.Placed, e.Promises, a.traces)...)
		tolls, err := a.tolls(ctx, e.Tolled)
		if err != nil {
			return err
		}
		a.Violations = append(a.Violations, tolls...)
		for _, check := range []func(context.Context, []Promise) ([]Violation, error){a.newest, a.lists} {
			found, err := check(ctx, e.Promises)
			if err != nil {
				return err
			}
			a.Violations = append(a.Violations, found...)
		}
	}
	limits, notes := Limits(a.Ledger.Since(0), e.Held, e.Workers, e.Bounds, a.book)
	a.Violations, a.Notes = append(a.Violations, limits...), append(append(a.Notes, notes...), lasted(a.traces))
	if e.Pressed {
		idle, told := Idle(a.waits(), a.Ledger.Since(0), e)
		a.Violations, a.Notes = append(a.Violations, idle...), append(a.Notes, told...)
	}
	drained, note := Drains(a.Ledger.Since(0), e.Orders, a.book)
	a.Violations, a.Notes = append(a.Violations, drained...), append(a.Notes, note)
	a.Violations = append(a.Violations, a.book.Attempts(e.Stopped)...)
	counted, later := a.book.Uncounted(e.Held)
	a.Violations, a.Notes = append(a.Violations, counted...), append(a.Notes, later...)
	a.Violations = append(a.Violations, a.book.Kept()...)
	a.Violations = append(a.Violations, Gone(a.traces, e.Held)...)
	a.Violations = append(a.Violations, a.clean(e.Clean)...)
	return a.tables(ctx)
}

// standing describes a run that should have ended.
func standing(run store.Run) string {
	text := fmt.Sprintf("next seq %d, epoch %d, %d unread, %d deaths (%d in quarantine), waits for %q",
		run.NextSeq, run.Epoch, run.Unread, run.Deaths, run.QuarantineDeaths, run.Waiting)
	if run.Owner != (store.WorkerID{}) {
		text += ", owned by " + run.Owner.String()
	}
	if run.Blocked != nil {
		text += ", blocked: " + run.Blocked.Reason + ": " + run.Blocked.Text
	}
	return text
}

// clean checks that a history has each result that an activity returned while its worker stopped cleanly. A
// terminated run takes in nothing more.
func (a *Auditor) clean(stopped Stopped) (all []Violation) {
	recorded, terminated := map[string]bool{}, map[string]bool{}
	for _, found := range a.traces {
		for _, t := range found {
			terminated[t.Run.ID.String()] = t.Run.Status == store.Terminated
			for _, c := range t.Completed {
				recorded[c.done.Value] = true
			}
		}
	}
	entries := slices.DeleteFunc(slices.Clone(a.Ledger.Since(0)), a.book.doubted)
	return unrecorded(entries, stopped, recorded, terminated)
}

// unrecorded returns the ends reported by cleanly stopped workers that no history has. A worker
// that had already lost the activity to another one was not healthy after all.
func unrecorded(entries []ledger.Entry, stopped Stopped, recorded, terminated map[string]bool) (all []Violation) {
	newest := map[string]int{} // attempt, by key
	for _, e := range entries {
		since, ok := stopped[e.Process]
		switch {
		case e.What == ledger.Begin:
			newest[e.Key] = max(newest[e.Key], e.Attempt)
		case e.What != ledger.End || !ok || e.N <= since || recorded[e.Value] || terminated[e.Run] || e.Attempt < newest[e.Key]:
		case e.Name != load.Beats.Name(): // its workflow may have cancelled Beats at that moment
			all = append(all, Violation{Rule: "I15", Text: fmt.Sprintf(
				"%s stopped cleanly, but what attempt %d of activity %s (%s) returned meanwhile is in no history", e.Process, e.Attempt, e.Key, e.Label)})
		}
	}
	return all
}

// tables runs the doctor over the whole store.
func (a *Auditor) tables(ctx context.Context) error {
	_, err := doctor.Examine(ctx, a.Runtime.Store(), doctor.Options{Late: late}, func(f doctor.Finding) error {
		if f.Severity != doctor.Note {
			a.Violations = append(a.Violations, Violation{
				Rule: invariant(f.Check), WorkflowID: f.WorkflowID, Run: f.Run, Text: f.Check + ": " + f.Text,
			})
		}
		return nil
	})
	return err
}

// invariant returns the number of the invariant that a check of the doctor verifies.
func invariant(check string) string {
	switch check {
	case string(store.CheckOpen), string(store.CheckOverdue), doctor.CheckBlocked, doctor.CheckIdle, doctor.CheckOrphaned:
		return "I1"
	case string(store.CheckWakeup), string(store.CheckOrphan), string(store.CheckOwner), doctor.CheckWorker:
		return "I9"
	case doctor.CheckState, doctor.CheckPending, string(store.CheckAttr):
		return "I8"
	case doctor.CheckUnread:
		return "I4"
	}
	return ruleOf(check)
}
