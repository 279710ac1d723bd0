package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// Owned implements [store.Store].
func (s *Store) Owned(ctx context.Context, id store.WorkerID) (store.Owned, error) {
	o := store.Owned{Runs: make(map[store.RunID]int64), Activities: make(map[store.ActivityKey]store.Attempt)}
	err := s.view(ctx, func(x *tx) {
		for _, r := range x.busy {
			if id != uuid.Nil && r.Owner == id {
				o.Runs[r.ID] = r.Epoch
			}
			for i := range r.Tasks.Loaded {
				if t := &r.Tasks.Loaded[i]; id != uuid.Nil && t.Owner == id {
					o.Activities[store.ActivityKey{Run: r.ID, Activity: t.ID}] = t.At()
				}
			}
		}
	})
	return o, err
}

// defaultBytes is used for a HistoryQuery.MaxBytes of zero.
const defaultBytes = 4 << 20

// History implements [store.Store].
func (s *Store) History(ctx context.Context, q store.HistoryQuery) (rows []store.Row, err error) {
	if q.MaxBytes <= 0 {
		q.MaxBytes = defaultBytes
	}
	err = s.view(ctx, func(x *tx) {
		r := x.runs[q.Run]
		if r == nil {
			return
		}
		from, _ := r.row(q.From)
		if q.Last {
			from = max(from, len(r.rows)-1)
		}
		size := 0
		for _, w := range r.rows[from:] {
			rows = append(rows, copyRow(w))
			if size += len(w.Data); size >= q.MaxBytes || len(rows) == q.MaxRows {
				break
			}
		}
	})
	return rows, err
}

// Run implements [store.Store].
func (s *Store) Run(ctx context.Context, ref store.Ref) (v store.Run, err error) {
	var missing error
	err = s.view(ctx, func(x *tx) {
		if r := x.find(ref); r != nil {
			v = r.Show()
		} else {
			missing = x.missing(ref)
		}
	})
	if err == nil {
		err = missing
	}
	return v, err
}

// Runs implements [store.Store].
func (s *Store) Runs(ctx context.Context, q store.Query) (p store.Page, err error) {
	q.Limit = rules.PageSize(q.Limit)
	below, err := decodeCursor(q.Cursor)
	if err != nil {
		return p, err
	}
	err = s.view(ctx, func(x *tx) {
		var all []*run
		for _, r := range x.runs {
			v := r.Run.Run
			v.Last = r.last
			if (below < 0 || r.ord < below) && rules.Matches(&q, &v) {
				all = append(all, r)
			}
		}
		slices.SortFunc(all, func(a, b *run) int { return int(b.ord - a.ord) })
		if len(all) > q.Limit {
			all = all[:q.Limit]
			p.Next = rules.Cursor('m', all[q.Limit-1].ord)
		}
		for _, r := range all {
			p.Runs = append(p.Runs, r.listed())
		}
		p.Examined = len(p.Runs)
	})
	return p, err
}

// listed returns the run as it appears in a list.
func (r *run) listed() store.Run {
	v := r.Show()
	v.Last = r.last
	return v
}

var errCursor = errors.New("not a Page.Next of this store")

// decodeCursor returns the order of the last run of the previous page. New runs come
// first, so what follows it stays the same, except for removals.
func decodeCursor(c string) (int64, error) {
	if c == "" {
		return -1, nil
	}
	if n, ok := rules.CursorOf('m', c); ok {
		return n, nil
	}
	return 0, fmt.Errorf("store: Query.Cursor %q: %w", c, errCursor)
}

// Pending implements [store.Store].
func (s *Store) Pending(ctx context.Context, id store.RunID) (p store.Pending, err error) {
	err = s.view(ctx, func(x *tx) {
		r := x.runs[id]
		if r == nil {
			return
		}
		for _, t := range r.Timers.Loaded {
			p.Timers = append(p.Timers, t.Timer)
		}
		for i := range r.Tasks.Loaded {
			p.Activities = append(p.Activities, copyTask(r.Tasks.Loaded[i].Task))
		}
		for i := range r.Inbox.Loaded {
			p.Entries = append(p.Entries, copyEntry(r.Inbox.Loaded[i].Entry))
		}
	})
	return p, err
}
