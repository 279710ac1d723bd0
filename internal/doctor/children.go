package doctor

import (
	"context"
	"errors"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// asks reports whether an event of the row asks the run to cancel.
func asks(row store.Row) bool {
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	return err == nil && slices.ContainsFunc(events, func(e history.Event) bool { return e.Body.Kind() == history.KindCancelRequested })
}

// orphaned checks that an open child was asked to cancel if its parent has ended. The child's history
// must have been read. A request still on its way waits in the parent's outbox.
func (x *examination) orphaned(ctx context.Context, run *store.Run, pending store.Pending) error {
	asked := func(e store.Entry) bool { return e.Kind == store.EntryCancel }
	if run.Status != store.Open || run.Parent == (store.RunID{}) || x.asked || slices.ContainsFunc(pending.Entries, asked) {
		return nil
	}
	parent, err := x.store.Run(ctx, store.Ref{Run: run.Parent})
	switch {
	case errors.Is(err, store.ErrRemoved), errors.Is(err, store.ErrNotFound):
		return x.found(about(run, CheckOrphaned, "its parent, run %s, no longer exists, and nobody has asked it to cancel", run.Parent))
	case err != nil:
		return err
	case parent.Status == store.Open || x.now.Sub(parent.Closed) < x.Late:
		return nil
	}
	q := store.OutboxQuery{Namespace: parent.Namespace, After: store.MessageKey{Run: parent.ID}, Max: 100}
	for {
		page, err := x.store.Outbox(ctx, q)
		if err != nil {
			return err
		}
		for i := range page {
			if page[i].Run == parent.ID && page[i].Kind == store.MessageOrphans {
				return nil
			}
		}
		if !q.More(page) || page[len(page)-1].Run != parent.ID {
			break
		}
		q.After = page[len(page)-1].MessageKey
	}
	return x.found(about(run, CheckOrphaned, "its parent %q (run %s) has ended at %s, and nobody has asked it to cancel", parent.WorkflowID, parent.ID, stamp(parent.Closed)))
}
