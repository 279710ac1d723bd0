package sqlite

import (
	"context"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlScheduleOf   = "SELECT namespace, id, token, workflow, state, data FROM ~schedule "
	sqlOneSchedule  = sqlScheduleOf + "WHERE namespace = ?1 AND id = ?2"
	sqlAllSchedules = sqlScheduleOf + "WHERE (namespace, id) > (?1, ?2) ORDER BY namespace, id LIMIT ?3"
	sqlSchedules    = sqlScheduleOf + "WHERE namespace = ?1 AND id > ?2 ORDER BY id LIMIT ?3"
	sqlDueAt        = sqlScheduleOf + "INDEXED BY ~schedule_next WHERE namespace = ?1 AND next_at <= ?2 ORDER BY next_at, id"
	// If a run with the workflow id is open, it is the newest one.
	sqlWaitedFor = sqlScheduleOf + `AS s INDEXED BY ~schedule_waits WHERE namespace = ?1 AND waits_for IS NOT NULL
		AND coalesce((SELECT r.status FROM ~run r INDEXED BY ~run_name WHERE r.namespace = s.namespace AND r.workflow_id = s.waits_for ORDER BY r.run DESC LIMIT 1), 0) <> 1 ORDER BY id`
	sqlScheduleNext = "SELECT workflow, next_at FROM ~schedule INDEXED BY ~schedule_next WHERE namespace = ?1 AND next_at IS NOT NULL ORDER BY next_at"
	sqlPutSchedule  = `INSERT INTO ~schedule (namespace, id, token, workflow, next_at, waits_for, state, data) VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, ''), ?7, ?8)
		ON CONFLICT (namespace, id) DO UPDATE SET token = ?3, workflow = ?4, next_at = ?5, waits_for = nullif(?6, ''), state = ?7, data = ?8`
	sqlDropSchedule = "DELETE FROM ~schedule WHERE namespace = ?1 AND id = ?2"
)

// schedules reads rows.
func (c *conn) schedules(sql string, args ...any) (all []store.Schedule, err error) {
	var first error
	for q := c.Query(sql, args...); q.Next(); {
		s, err := showSchedule(q)
		if err != nil && first == nil {
			first = err
		}
		all = append(all, s)
	}
	return all, first
}

func showSchedule(q lib.Rows) (store.Schedule, error) {
	s := store.Schedule{Namespace: q.Text(0), ID: q.Text(1), Token: q.ID(2), Declared: store.Declared{Workflow: q.Text(3), Data: q.Blob(5)}}
	state := q.Text(4)
	return s, store.DecodeSchedule(state, &s)
}

// schedule returns the schedule with an id; nil: there is none.
func (c *conn) schedule(namespace, id string) (*store.Schedule, error) {
	all, err := c.schedules(sqlOneSchedule, namespace, id)
	if len(all) == 0 || err != nil {
		return nil, err
	}
	return &all[0], nil
}

func (x *tx) saveSchedule(s *store.Schedule) {
	x.Exec(sqlPutSchedule, s.Namespace, s.ID, s.Token, s.Workflow, s.Due(), s.WaitsFor(), store.EncodeSchedule(s), s.Data)
}

func (x *tx) putSchedule(o *store.PutSchedule) (store.Outcome, error) {
	old, err := x.schedule(o.Schedule.Namespace, o.Schedule.ID)
	if err != nil {
		return store.Outcome{}, err
	}
	s, out := rules.PutSchedule(old, o, x.now)
	switch {
	case s == old:
	case s == nil:
		x.Exec(sqlDropSchedule, o.Schedule.Namespace, o.Schedule.ID)
	default:
		x.saveSchedule(s)
	}
	return out, nil
}

func (x *tx) fireSchedule(o *store.FireSchedule) (store.Outcome, error) {
	old, err := x.schedule(o.Namespace, o.ID)
	if err != nil {
		return store.Outcome{}, err
	}
	var last *store.Run
	if old != nil && old.LastID() != "" {
		if r := find(x.session(), store.Ref{Namespace: o.Namespace, WorkflowID: old.LastID()}); r != nil {
			last = &r.Run.Run
		}
	}
	f, out := rules.FireSchedule(old, o, last, x.now)
	if f == nil {
		return out, nil
	}
	if f.Cancels {
		if _, err := x.keyed(store.Ref{Run: last.ID}, o.Cancel); err != nil {
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
	x.saveSchedule(s)
	return out, nil
}

// nextSchedule returns when a schedule that f matches is due.
func (x *tx) nextSchedule(f *store.Filter) (next time.Time) {
	for q := x.Query(sqlScheduleNext, f.Namespace); q.Next(); {
		if slices.Contains(f.Workflows, q.Text(0)) {
			next = q.Time(1)
			q.End()
			break
		}
	}
	if next.IsZero() || next.After(x.now) {
		waited, _ := x.schedules(sqlWaitedFor, f.Namespace) // an unreadable one is reported when it is fired
		if slices.ContainsFunc(waited, func(s store.Schedule) bool { return slices.Contains(f.Workflows, s.Workflow) }) {
			next = x.now
		}
	}
	return next
}

// Schedules implements [store.Store].
func (s *Store) Schedules(ctx context.Context, q store.ScheduleQuery) (all []store.Schedule, err error) {
	var bad error
	err = s.look(ctx, func(c *conn) {
		switch {
		case q.All:
			all, bad = c.schedules(sqlAllSchedules, q.Namespace, q.After, max(0, q.Max))
		case q.Due:
			all, bad = c.schedules(sqlWaitedFor, q.Namespace)
			due, err := c.schedules(sqlDueAt, q.Namespace, s.now())
			for _, one := range due {
				if !slices.ContainsFunc(all, func(waits store.Schedule) bool { return waits.ID == one.ID }) {
					all = append(all, one)
				}
			}
			if bad == nil {
				bad = err
			}
			all = slices.DeleteFunc(all, func(one store.Schedule) bool { return !slices.Contains(q.Workflows, one.Workflow) })
			all = all[:min(max(0, q.Max), len(all))]
		case q.ID != "":
			all, bad = c.schedules(sqlOneSchedule, q.Namespace, q.ID)
		default:
			all, bad = c.schedules(sqlSchedules, q.Namespace, q.After, max(0, q.Max))
		}
	})
	if err == nil {
		err = bad
	}
	return all, err
}
