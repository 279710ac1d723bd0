package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Repair is [store.Inspector.Repair] with a check of the histories. The repair of
// [store.CheckOrphan] deletes what belongs to runs that are closed according to their rows,
// but a store does not read events. If the history of such a run has no end, the run's row
// is wrong, and the orphans may be the only trace of an accepted signal. Then Repair
// deletes nothing and returns [store.ErrNoRepair].
func Repair(ctx context.Context, st store.Store, c store.CheckID, late time.Duration, dry bool) (changed int64, err error) {
	look, ok := st.(store.Inspector)
	if !ok {
		return 0, fmt.Errorf("doctor: %T cannot be repaired: it does not implement store.Inspector", st)
	}
	if c == store.CheckOrphan {
		if err := ended(ctx, st, look, late); err != nil {
			return 0, err
		}
	}
	return look.Repair(ctx, c, late, dry)
}

// ended checks the end of the history of each run with orphans. These histories do not
// grow: a store accepts commits of open runs only.
func ended(ctx context.Context, st store.Store, look store.Inspector, late time.Duration) error {
	var headless, nameless bool // a history whose run is gone; orphans whose run is gone
	var last store.RunID
	err := look.Check(ctx, late, func(f store.Finding) error {
		none := f.Run == store.RunID{}
		switch {
		case f.Check == store.CheckGap:
			headless = true
		case f.Check != store.CheckOrphan || !none && f.Run == last:
		case none:
			nameless = true
		default:
			last = f.Run
			return endedRun(ctx, st, f)
		}
		return nil
	})
	if err == nil && headless && nameless {
		err = kept("a history without its run exists, and these rows may belong to it")
	}
	return err
}

// endedRun checks the end of one history.
func endedRun(ctx context.Context, st store.Store, f store.Finding) error {
	rows, err := st.History(ctx, store.HistoryQuery{Run: f.Run, Last: true})
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		if _, err := st.Run(ctx, store.Ref{Run: f.Run}); errors.Is(err, store.ErrNotFound) {
			return nil // neither a run nor a history
		} else if err != nil {
			return err
		}
		return kept("run %s (%s) counts as closed, but has no history", f.Run, f.WorkflowID)
	}
	row := rows[0]
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	if err != nil {
		return kept("run %s (%s) counts as closed, but the end of its history cannot be read: %v", f.Run, f.WorkflowID, err)
	}
	if len(events) == 0 || !events[len(events)-1].Body.Kind().Terminal() {
		return kept("run %s (%s) counts as closed, but its history has no end", f.Run, f.WorkflowID)
	}
	return nil
}

// kept returns the error that says why orphans are not deleted.
func kept(format string, args ...any) error {
	return fmt.Errorf("%w for %s: %s: restore a backup, as these rows may include a signal", store.ErrNoRepair, store.CheckOrphan, fmt.Sprintf(format, args...))
}
