package doctor

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// history reads the run's rows.
func (x *examination) history(run store.Run, pending store.Pending, rows iter.Seq[store.Row]) error {
	linter := history.NewLinter()
	next, last := int64(1), store.Token{} // according to the rows
	x.asked = false
	for row := range rows {
		x.report.Rows++
		x.report.Bytes += int64(len(row.Data))
		problems := linter.Row(row.Seq, row.N, row.Data)
		for _, p := range problems {
			if err := x.found(problem(&run, p)); err != nil {
				return err
			}
		}
		if decoded(problems) {
			x.report.Events += int64(row.N)
			if err := x.agrees(&run, row); err != nil {
				return err
			}
			if run.Status == store.Open && run.Parent != (store.RunID{}) {
				x.asked = x.asked || asks(row)
			}
		}
		next, last = row.Seq+int64(row.N), row.Token
	}
	end := linter.End(run.Status == store.Open)
	for _, p := range end {
		x.hold(problem(&run, p))
	}
	open, known := linter.Unfinished()
	switch {
	case run.NextSeq != next:
		f := about(&run, string(store.CheckHead), "its next event is %d, but the rows of its history end before %d", run.NextSeq, next)
		f.Seq = next
		x.hold(f)
	case next > 1 && run.LastCommit != last:
		f := about(&run, string(store.CheckHead), "its last commit is %s, but the last row of its history is of commit %s", run.LastCommit, last)
		f.Seq = next - 1
		x.hold(f)
	case run.Status == store.Open && known && len(end) == 0:
		for _, f := range Outstanding(&run, open, pending) {
			x.hold(f)
		}
	}
	return nil
}

// problem turns a Linter's problem into a finding.
func problem(run *store.Run, p history.Problem) Finding {
	f := about(run, p.Rule, "%s", p.Text)
	f.Seq = p.Seq
	if p.Rule == history.RuleSeq {
		f.Check = string(store.CheckGap)
	}
	return f
}

// decoded reports whether a row with these problems could be read.
func decoded(problems []history.Problem) bool {
	return !slices.ContainsFunc(problems, func(p history.Problem) bool {
		return p.Rule == history.RuleDecode || p.Rule == history.RuleKind
	})
}

// agrees compares a run with the first and the last row of its history.
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
	// The Linter checks that a closed run has a terminal event and an open one has none.
	kind := events[len(events)-1].Body.Kind()
	if status, ok := ends[kind]; ok && end && status != run.Status {
		f := about(run, CheckState, "it is %s, but the last event of its history says %s", run.Status, kind)
		f.Seq = run.NextSeq - 1
		return x.found(f)
	}
	if b, ok := events[len(events)-1].Body.(*history.RunContinued); ok && end {
		x.ended = &continued{run: *run, next: b.Next}
	}
	return nil
}

// continued is an ended run and the run that it continued as.
type continued struct {
	run  store.Run
	next store.RunID
}

// goesOn checks that the run exists that the previous one continued as.
func (x *examination) goesOn(ctx context.Context) error {
	c := x.ended
	if x.ended = nil; c == nil {
		return nil
	}
	next, err := x.store.Run(ctx, store.Ref{Run: c.next})
	wrong := ""
	switch {
	case errors.Is(err, store.ErrRemoved): // a chain is removed as a whole
	case errors.Is(err, store.ErrNotFound):
		wrong = "which is not there"
	case err != nil:
		return err
	case next.Chain != c.run.Chain || next.WorkflowID != c.run.WorkflowID:
		wrong = "which is of another chain"
	}
	if wrong == "" {
		return nil
	}
	f := about(&c.run, CheckState, "it has continued as run %s, %s", c.next, wrong)
	f.Seq = c.run.NextSeq - 1
	return x.found(f)
}

// ends maps the kind of a run's last event to the run's status.
var ends = map[history.Kind]store.Status{
	history.KindRunCompleted:  store.Completed,
	history.KindRunFailed:     store.Failed,
	history.KindRunCancelled:  store.Cancelled,
	history.KindRunTerminated: store.Terminated,
	history.KindRunContinued:  store.Continued,
}

// hold keeps the findings about a history's end until the scan continues: unreadable rows
// also end early, and then the scan fails.
func (x *examination) hold(f Finding) { x.held = append(x.held, f) }

// tellHeld reports what hold kept, unless retention has removed the run meanwhile: it
// removes the newest rows first, so the history that was read ended early.
func (x *examination) tellHeld(ctx context.Context) error {
	if err := x.goesOn(ctx); err != nil {
		return err
	}
	if len(x.held) > 0 {
		if _, err := x.store.Run(ctx, store.Ref{Run: x.held[0].Run}); errors.Is(err, store.ErrRemoved) {
			x.held = x.held[:0]
			return nil
		}
	}
	for _, f := range x.held {
		if err := x.found(f); err != nil {
			return err
		}
	}
	x.held = x.held[:0]
	return nil
}
