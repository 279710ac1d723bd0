package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

var _ store.ActivityLister = (*Store)(nil)

// Activities implements [store.ActivityLister].
func (s *Store) Activities(ctx context.Context, q store.ActivityQuery) (p store.ActivityPage, err error) {
	var bad error
	err = s.view(ctx, func(x *tx) {
		p, bad = rules.ListTasks(q, func(behind rules.TaskPlace, n int) (all []rules.Candidate[store.Task, rules.TaskPlace], err error) {
			run := int64(-1)
			if behind.Run != "" {
				if run, err = strconv.ParseInt(behind.Run, 10, 64); err != nil {
					return nil, fmt.Errorf("store: ActivityQuery.Cursor is of another store: %w", err)
				}
			}
			type candidate struct {
				run int64
				rules.Candidate[store.Task, rules.TaskPlace]
			}
			var found []candidate
			for _, r := range x.busy {
				for i := range r.Tasks.Loaded {
					t := &r.Tasks.Loaded[i]
					at := rules.TaskPlace{Ready: t.Ready.UnixMicro(), Run: strconv.FormatInt(r.ord, 10), Activity: t.ID}
					if r.Namespace != q.Namespace || x.activityState(t) != q.State ||
						cmp.Or(cmp.Compare(at.Ready, behind.Ready), cmp.Compare(r.ord, run), cmp.Compare(at.Activity, behind.Activity)) <= 0 {
						continue
					}
					row := copyTask(t.Task)
					row.Data, row.Details = nil, nil
					found = append(found, candidate{r.ord, rules.Candidate[store.Task, rules.TaskPlace]{Of: row, At: at}})
				}
			}
			slices.SortFunc(found, func(a, b candidate) int {
				return cmp.Or(cmp.Compare(a.At.Ready, b.At.Ready), cmp.Compare(a.run, b.run), cmp.Compare(a.At.Activity, b.At.Activity))
			})
			for _, c := range found[:min(n, len(found))] {
				all = append(all, c.Candidate)
			}
			return all, nil
		})
	})
	return p, cmp.Or(err, bad)
}

// activityState returns the state of an activity; zero: none of them.
func (x *tx) activityState(t *rules.Task) store.ActivityState {
	switch {
	case t.Owner != uuid.Nil:
		return store.ActivityRunning
	case t.Quarantined():
		return 0
	case !t.Delayed || !t.Ready.After(x.now):
		return store.ActivityReady
	case t.Ready.Sub(x.now) < store.HoldFor/2:
		return store.ActivityRetrying
	}
	return 0
}
