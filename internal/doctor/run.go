package doctor

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/reprise-run/reprise/store"
)

// runs checks every run and reads its history.
func (x *examination) runs(ctx context.Context) error {
	err := x.in.Scan(ctx, func(run store.Run, pending store.Pending, rows iter.Seq[store.Row]) error {
		if err := errors.Join(ctx.Err(), x.tellHeld(ctx)); err != nil {
			return err
		}
		x.report.Runs++
		x.counts(&run)
		err := x.run(ctx, run, pending)
		if err == nil && !x.Quick {
			err = x.history(run, pending, rows)
		}
		if err == nil && !x.Quick {
			err = x.orphaned(ctx, &run, pending)
		}
		x.progress(readRuns)
		return err
	})
	if err != nil {
		return err
	}
	return x.tellHeld(ctx)
}

// about makes a finding about a run.
func about(run *store.Run, check, format string, args ...any) Finding {
	return Finding{Check: check, Namespace: run.Namespace, WorkflowID: run.WorkflowID, Run: run.ID, Text: fmt.Sprintf(format, args...)}
}

// run checks the run's own row.
func (x *examination) run(ctx context.Context, run store.Run, pending store.Pending) error {
	for _, f := range stateOf(&run) {
		if err := x.found(f); err != nil {
			return err
		}
	}
	switch b := run.Blocked; {
	case run.Status != store.Open:
	case b != nil:
		f := about(&run, CheckBlocked, "%s: %s", b.Reason, b.Text)
		f.Repair = unblock(b.Reason)
		if run.Owner != (store.WorkerID{}) {
			f.Severity = Note // somebody is trying it again
		}
		if b.Reason == store.ReasonPaused {
			f.Severity = Note // it is paused on purpose
		}
		return x.found(f)
	case run.Deaths >= store.QuarantineAfter:
		err := x.found(about(&run, CheckQuarantine, "its owners died %d times in a row: a worker tries it alone, and parks it after %d deaths there (so far %d)",
			run.Deaths, store.QuarantineDeaths, run.QuarantineDeaths))
		if err != nil {
			return err
		}
	}
	if run.Unread > 0 && run.Owner != (store.WorkerID{}) && x.report.Workers > 0 {
		return x.unread(ctx, &run, pending)
	}
	return nil
}

// stateOf checks the columns of a run against each other.
func stateOf(run *store.Run) (all []Finding) {
	wrong := func(format string, args ...any) {
		all = append(all, about(run, CheckState, format, args...))
	}
	owned := run.Owner != (store.WorkerID{})
	switch {
	case run.Status == store.Open:
		if !run.Closed.IsZero() {
			wrong("it is open, but has an end time, %s", stamp(run.Closed))
		}
	case !run.Status.Closed():
		wrong("its status is %d, which does not exist", int(run.Status))
	default:
		if run.Closed.IsZero() {
			wrong("it is %s, but has no time at which it closed", run.Status)
		}
		if owned {
			wrong("it is %s, but worker %s owns it", run.Status, run.Owner)
		}
		if run.Unread != 0 {
			wrong("it is %s, but %d signals and cancel requests are unread", run.Status, run.Unread)
		}
		if run.Blocked != nil {
			wrong("it is %s, but blocked (%s)", run.Status, run.Blocked.Reason)
		}
	}
	return all
}
