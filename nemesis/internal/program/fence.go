package program

import (
	"context"
	"slices"

	"github.com/reprise-run/reprise/store"
)

// fence checks that a worker that has lost a run or an attempt does not change it.
type fence struct {
	store.Store
	t *trial
}

// Unwrap returns the wrapped store.
func (f fence) Unwrap() store.Store { return f.Store }

// Apply implements store.Store. The state that it reads first may change before the batch is
// applied, but epochs and histories only grow.
func (f fence) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	before := make([]func(store.Outcome), len(ops))
	for i, op := range ops {
		switch op := op.(type) {
		case *store.Commit:
			before[i] = f.commit(ctx, op)
		case *store.EndActivity:
			before[i] = f.end(ctx, op)
		}
	}
	outs, err := f.Store.Apply(ctx, ops)
	for i, out := range outs {
		if before[i] != nil && out.Code == store.Done && err == nil {
			before[i](out)
		}
	}
	return outs, err
}

func (f fence) commit(ctx context.Context, op *store.Commit) func(store.Outcome) {
	r, err := f.Store.Run(ctx, store.Ref{Run: op.Run})
	if err != nil {
		return nil
	}
	return func(store.Outcome) {
		switch {
		case r.NextSeq > op.Seq:
			rows, err := f.Store.History(ctx, store.HistoryQuery{Run: op.Run, From: op.Seq, MaxRows: 1})
			if err == nil && (len(rows) == 0 || rows[0].Token != op.Token) {
				f.t.violate("fence", "a commit at %d of %s is taken, whose history is at %d", op.Seq, r.WorkflowID, r.NextSeq)
			}
		case r.Epoch > op.Epoch:
			f.t.violate("fence", "a commit of %s of epoch %d is taken in epoch %d", r.WorkflowID, op.Epoch, r.Epoch)
		}
	}
}

func (f fence) end(ctx context.Context, op *store.EndActivity) func(store.Outcome) {
	has, err := f.Store.Pending(ctx, op.Run)
	if err != nil {
		return nil
	}
	i := slices.IndexFunc(has.Activities, func(a store.Task) bool { return a.ID == op.Activity })
	if i < 0 {
		return nil // it has ended, or it has no row
	}
	row := has.Activities[i]
	return func(store.Outcome) {
		if row.Attempt > op.Attempt {
			f.t.violate("fence", "the end of attempt %d at activity %d is taken while attempt %d is under way", op.Attempt, op.Activity, row.Attempt)
		}
	}
}
