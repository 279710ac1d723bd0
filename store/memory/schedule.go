package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

type scheduleKey struct{ namespace, id string }

// setSchedule stores a schedule; nil removes it.
func (x *tx) setSchedule(key scheduleKey, s *store.Schedule) {
	old, there := x.schedules[key]
	x.undo = append(x.undo, func() {
		if delete(x.schedules, key); there {
			x.schedules[key] = old
		}
	})
	if delete(x.schedules, key); s != nil {
		x.schedules[key] = s
	}
}

func (x *tx) putSchedule(o *store.PutSchedule) store.Outcome {
	key := scheduleKey{o.Schedule.Namespace, o.Schedule.ID}
	old := x.schedules[key]
	s, out := rules.PutSchedule(old, o, x.now)
	if s != old {
		x.setSchedule(key, s)
	}
	return out
}

func (x *tx) fireSchedule(o *store.FireSchedule) (store.Outcome, error) {
	key := scheduleKey{o.Namespace, o.ID}
	old := x.schedules[key]
	var last *store.Run
	if old != nil && old.LastID() != "" {
		if r := x.named(nameKey{o.Namespace, old.LastID()}); r != nil {
			last = &r.Run.Run
		}
	}
	f, out := rules.FireSchedule(old, o, last, x.now)
	if f == nil {
		return out, nil
	}
	if f.Cancels {
		if _, err := x.keyed(x.find(store.Ref{Run: last.ID}), o.Cancel); err != nil {
			return store.Outcome{}, err
		}
	}
	if f.Starts {
		started, err := x.start(o.Start)
		if err != nil {
			return store.Outcome{}, err
		}
		f.Started(started)
	}
	s, out := f.Done()
	x.setSchedule(key, s)
	return out, nil
}

// dueAt returns when a worker with these workflows must fire s; zero: not in the
// present state.
func (x *tx) dueAt(s *store.Schedule, workflows []string) time.Time {
	if !slices.Contains(workflows, s.Workflow) {
		return time.Time{}
	}
	if id := s.WaitsFor(); id != "" {
		if r := x.named(nameKey{s.Namespace, id}); r == nil || r.Status != store.Open {
			return earliest(x.now, s.Due())
		}
	}
	return s.Due()
}

func inOrderOf(s *store.Schedule, namespace, id string) int {
	return cmp.Or(strings.Compare(s.Namespace, namespace), strings.Compare(s.ID, id))
}

func (x *tx) nextSchedule(f store.Filter) (next time.Time) {
	for _, s := range x.schedules {
		if at := x.dueAt(s, f.Workflows); s.Namespace == f.Namespace && !at.IsZero() {
			next = earliest(next, at)
		}
	}
	return next
}

// Schedules implements [store.Store].
func (s *Store) Schedules(ctx context.Context, q store.ScheduleQuery) (all []store.Schedule, err error) {
	err = s.view(ctx, func(x *tx) {
		for _, one := range x.schedules {
			due := x.dueAt(one, q.Workflows)
			if q.All && inOrderOf(one, q.Namespace, q.After) <= 0 || !q.All && (one.Namespace != q.Namespace || q.ID != "" && one.ID != q.ID || one.ID <= q.After || q.Due && (due.IsZero() || due.After(x.now))) {
				continue
			}
			c := one.Clone()
			c.Data = bytes.Clone(c.Data)
			all = append(all, *c)
		}
		slices.SortFunc(all, func(a, b store.Schedule) int {
			if q.Due {
				return cmp.Or(x.dueAt(&a, q.Workflows).Compare(x.dueAt(&b, q.Workflows)), strings.Compare(a.ID, b.ID))
			}
			return inOrderOf(&a, b.Namespace, b.ID)
		})
		if q.ID == "" {
			all = all[:min(max(0, q.Max), len(all))]
		}
	})
	return all, err
}
