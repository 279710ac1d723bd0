package doctor

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// runs looks at every run and reads its history.
func (x *examination) runs(ctx context.Context) error {
	return x.in.Scan(ctx, func(run store.Run, rows iter.Seq[store.Row]) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		x.report.Runs++
		err := x.run(run)
		if err == nil && !x.Quick {
			err = x.history(run, rows)
		}
		if x.Progress != nil {
			x.Progress(x.report)
		}
		return err
	})
}

// about begins a finding about a run.
func about(run *store.Run, check, format string, args ...any) Finding {
	return Finding{Check: check, Namespace: run.Namespace, WorkflowID: run.WorkflowID, Run: run.ID, Text: fmt.Sprintf(format, args...)}
}

// run looks at what the run's own row says.
func (x *examination) run(run store.Run) error {
	for _, f := range stateOf(&run) {
		if err := x.found(f); err != nil {
			return err
		}
	}
	switch b := run.Blocked; {
	case run.Status != store.Open:
	case b != nil:
		f := about(&run, CheckBlocked, "%s: %s", b.Reason, b.Text)
		if run.Owner != (store.WorkerID{}) {
			f.Severity = Note // somebody is trying it again
		}
		return x.found(f)
	case run.Deaths >= store.SuspectDeaths:
		return x.found(about(&run, CheckSuspect, "its owners died %d times in a row: it is tried alone, and parked after %d deaths there (so far %d)",
			run.Deaths, store.LaneDeaths, run.LaneDeaths))
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
			wrong("it is open, but was closed at %s", stamp(run.Closed))
		}
	case !run.Status.Closed():
		wrong("its status is %d, which is none", int(run.Status))
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

// history reads the run's rows.
func (x *examination) history(run store.Run, rows iter.Seq[store.Row]) error {
	linter := history.NewLinter()
	next, last := int64(1), store.Token{} // as the rows have it
	for row := range rows {
		x.report.Rows++
		x.report.Bytes += int64(len(row.Data))
		problems := linter.Row(row.Seq, row.N, row.Data)
		if err := x.problems(&run, problems); err != nil {
			return err
		}
		if decoded(problems) {
			x.report.Events += int64(row.N)
			if err := x.agrees(&run, row); err != nil {
				return err
			}
		}
		next, last = row.Seq+int64(row.N), row.Token
	}
	if err := x.problems(&run, linter.End(run.Status == store.Open)); err != nil {
		return err
	}
	switch {
	case run.NextSeq != next:
		f := about(&run, string(store.CheckHead), "its next event is %d, but the rows of its history end before %d", run.NextSeq, next)
		f.Seq = next
		return x.found(f)
	case next > 1 && run.LastCommit != last:
		f := about(&run, string(store.CheckHead), "its last commit is %s, but the last row of its history is of commit %s", run.LastCommit, last)
		f.Seq = next - 1
		return x.found(f)
	}
	return nil
}

func (x *examination) problems(run *store.Run, problems []history.Problem) error {
	for _, p := range problems {
		f := about(run, p.Rule, "%s", p.Text)
		f.Seq = p.Seq
		if p.Rule == history.RuleSeq {
			f.Check = string(store.CheckGap)
		}
		if err := x.found(f); err != nil {
			return err
		}
	}
	return nil
}

// decoded reports whether a row with these problems could be read.
func decoded(problems []history.Problem) bool {
	return !slices.ContainsFunc(problems, func(p history.Problem) bool {
		return p.Rule == history.RuleDecode || p.Rule == history.RuleKind
	})
}

// agrees compares a run with the first and the last row of its history. The others it
// passes over.
func (x *examination) agrees(run *store.Run, row store.Row) error {
	first, end := row.Seq == 1, run.Status.Closed() && row.Seq+int64(row.N) == run.NextSeq
	if !first && !end {
		return nil
	}
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	if err != nil {
		return err
	}
	if b, ok := events[0].Body.(*history.Started); ok && first && (b.Workflow != run.Workflow || b.WorkflowID != run.WorkflowID) {
		f := about(run, CheckState, "it runs workflow %q, but its history is that of workflow %q with the workflow id %q", run.Workflow, b.Workflow, b.WorkflowID)
		f.Seq = 1
		if err := x.found(f); err != nil {
			return err
		}
	}
	// That a closed run has such an event and an open one has none, the Linter sees to.
	kind := events[len(events)-1].Body.Kind()
	if status, ok := ends[kind]; ok && end && status != run.Status {
		f := about(run, CheckState, "it is %s, but the last event of its history says %s", run.Status, kind)
		f.Seq = run.NextSeq - 1
		return x.found(f)
	}
	return nil
}

// ends is how a run has ended that ends with an event of a kind.
var ends = map[history.Kind]store.Status{
	history.KindRunCompleted:  store.Completed,
	history.KindRunFailed:     store.Failed,
	history.KindRunCancelled:  store.Cancelled,
	history.KindRunTerminated: store.Terminated,
}
