package engine

import (
	"context"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/promise"
	"github.com/reprise-run/reprise/store"
)

// PromiseSecret makes and checks the tokens of the promises of a process's namespace.
func PromiseSecret(p *Process) promise.Secret {
	return promise.Secret{Key: p.store.Secret(), Namespace: p.cfg.Namespace}
}

// PromiseEnd finds the end of the promise that event seq of a run made, in the history from event from
// on. The end is a *[history.PromiseEnded], as it is stored, or a *[history.PromiseCancelled]. It is
// nil if the promise has no end before event next.
func PromiseEnd(ctx context.Context, st store.Store, run store.RunID, seq, from int64) (end *history.Event, next int64, err error) {
	for {
		rows, err := st.History(ctx, store.HistoryQuery{Run: run, From: from, MaxBytes: 1 << 20})
		if err != nil || len(rows) == 0 {
			return end, from, err
		}
		for _, row := range rows {
			header, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
			if err != nil {
				return nil, 0, err
			}
			for i := range events {
				switch b := events[i].Body.(type) {
				case *history.PromiseEnded:
					if b.Promise == seq && end == nil {
						end = &events[i]
					}
				case *history.PromiseCancelled: // it may come before an end in the same task
					if b.Promise == seq {
						return &events[i], 0, nil
					}
				}
			}
			if from = row.Seq + int64(row.N); end != nil && !header.Open {
				return end, from, nil
			}
		}
	}
}

// PromiseCopy returns the run that was made by resetting of, if its event seq is a copy of that of of;
// zero if there is none.
func PromiseCopy(ctx context.Context, st store.Store, of store.Run, seq int64) (store.RunID, error) {
	run, err := st.Run(ctx, store.Ref{Namespace: of.Namespace, WorkflowID: of.WorkflowID})
	if err != nil || run.ID == of.ID {
		return store.RunID{}, err
	}
	rows, err := st.History(ctx, store.HistoryQuery{Run: run.ID, From: 1, MaxRows: 1})
	if err != nil || len(rows) == 0 {
		return store.RunID{}, err
	}
	_, events, err := history.DecodeRow(rows[0].Data, rows[0].Seq, rows[0].N)
	if err != nil {
		return store.RunID{}, err
	}
	if b, ok := events[0].Body.(*history.Started); ok && b.Origin(run.ID, seq) == of.ID {
		return run.ID, nil
	}
	return store.RunID{}, nil
}
