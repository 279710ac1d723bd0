package doctor

import (
	"cmp"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Outstanding compares what the history of an open run leaves open with the rows of its
// timers and activities and with their ends in its inbox. It returns findings of
// [CheckPending], ordered by seq. One transaction always changes all three, so they agree
// if they were read at one moment.
func Outstanding(run *store.Run, open history.Unfinished, p store.Pending) (all []Finding) {
	found := func(seq int64, format string, args ...any) *Finding {
		f := about(run, CheckPending, format, args...)
		f.Seq, f.Severity, f.Repair = seq, severity(CheckPending), remedies[CheckPending]
		all = append(all, f)
		return &all[len(all)-1]
	}
	ended := map[store.EntryKind]map[int64]bool{store.EntryTimer: {}, store.EntryActivity: {}}
	for _, e := range p.Entries {
		if refs := ended[e.Kind]; refs != nil {
			refs[e.Ref] = true
		}
	}

	timers := map[int64]bool{}
	for _, t := range p.Timers {
		timers[t.ID] = true
		if _, ok := open.Timers[t.ID]; !ok {
			found(t.ID, "timer %d has a row, but the run's history has no such open timer", t.ID).Repair = "it does no harm: when it fires, the event is dropped"
		}
	}
	for seq, due := range open.Timers {
		if !timers[seq] && !ended[store.EntryTimer][seq] {
			found(seq, "timer %d, due at %s, has neither a row nor an entry in the inbox: it never fires", seq, due.UTC().Format(time.RFC3339))
		}
	}

	rows := map[int64]bool{}
	for _, t := range p.Activities {
		rows[t.ID] = true
		switch row, ok := open.Activities[t.ID]; {
		case !ok:
			found(t.ID, "activity %d (%s) has a row, but the run's history has no such open activity", t.ID, t.Name).Repair = "its result is dropped; terminate the run if the activity must not be retried"
		case !row:
			found(t.ID, "activity %d (%s) has a row, but by the run's history the run's owner executes it without one", t.ID, t.Name)
		}
	}
	parked := run.Owner == store.WorkerID{} && run.Waiting != ""
	for seq, row := range open.Activities {
		switch {
		case rows[seq] || ended[store.EntryActivity][seq]:
		case row:
			found(seq, "activity %d has neither a row nor an entry in the inbox: nobody runs it", seq)
		case parked: // otherwise the owner runs it, or the next owner counts it as lost
			found(seq, "activity %d has no row, and the run was parked to wait: nobody runs it", seq)
		}
	}
	slices.SortFunc(all, func(x, y Finding) int { return cmp.Compare(x.Seq, y.Seq) })
	return all
}
