package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlScheduleOf   = "SELECT s.namespace, s.id, s.token, s.workflow, s.state, s.data FROM ~schedule s WHERE "
	sqlOneSchedule  = sqlScheduleOf + "s.namespace = $1 AND s.id = $2"
	sqlAllSchedules = sqlScheduleOf + "(s.namespace, s.id) > ($1, $2) ORDER BY s.namespace, s.id LIMIT $3"
	sqlSchedules    = sqlScheduleOf + "s.namespace = $1 AND s.id > $2 ORDER BY s.id LIMIT $3"
	// No run with the workflow id is open. The condition is a scalar subquery, because for a join the
	// server might read the whole index.
	sqlWaited       = `s.waits_for IS NOT NULL AND (SELECT r.run_id FROM ~run r WHERE r.namespace = s.namespace AND r.workflow_id = s.waits_for AND r.status = 1 LIMIT 1) IS NULL`
	sqlSchedulesDue = sqlScheduleOf + `s.namespace COLLATE "POSIX" = $1 AND s.workflow = ANY($2::text[]) AND (s.next_at <= now() OR ` + sqlWaited + `)
		ORDER BY NOT (` + sqlWaited + `), s.next_at, s.id LIMIT $3`
	// $3 is the namespace and $5 are the workflows of a tick. least ignores NULL.
	sqlNextSchedule = `least((SELECT min(s.next_at) FROM ~schedule s WHERE s.namespace COLLATE "POSIX" = $3 AND s.next_at IS NOT NULL AND s.workflow = ANY($5::text[])),
		CASE WHEN EXISTS (SELECT 1 FROM ~schedule s WHERE s.namespace COLLATE "POSIX" = $3 AND s.workflow = ANY($5::text[]) AND ` + sqlWaited + `) THEN now() END)`

	// Schedules that another transaction is changing are skipped.
	sqlLockSchedule   = sqlOneSchedule + " FOR UPDATE SKIP LOCKED"
	sqlIsSchedule     = "SELECT EXISTS (SELECT 1 FROM ~schedule s WHERE s.namespace = $1 AND s.id = $2)"
	sqlAddSchedule    = "INSERT INTO ~schedule (namespace, id, token, workflow, next_at, waits_for, state, data) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING"
	sqlChangeSchedule = "UPDATE ~schedule SET token = $3, workflow = $4, next_at = $5, waits_for = $6, state = $7, data = $8 WHERE namespace = $1 AND id = $2"
	sqlDropSchedule   = "DELETE FROM ~schedule WHERE namespace = $1 AND id = $2"
)

func readSchedule(rows pgx.Rows) (store.Schedule, error) {
	var s store.Schedule
	var state string
	if err := rows.Scan(&s.Namespace, &s.ID, anID(&s.Token), &s.Workflow, &state, &s.Data); err != nil {
		return s, err
	}
	return s, store.DecodeSchedule(state, &s)
}

func scheduleArgs(s *store.Schedule) []any {
	return []any{s.Namespace, s.ID, token(s.Token), s.Workflow, at(s.Due()), word(s.WaitsFor()), store.EncodeSchedule(s), s.Data}
}

// lockSchedule locks and reads the row of a schedule. nil with there means that another transaction has
// it locked; otherwise nil means that there is none.
func (u *unit) lockSchedule(namespace, id string) (s *store.Schedule, there bool, err error) {
	rows(u.queue(sqlLockSchedule, namespace, id), func(rows pgx.Rows) error {
		one, err := readSchedule(rows)
		s = &one
		return err
	})
	u.queue(sqlIsSchedule, namespace, id).QueryRow(func(row pgx.Row) error { return row.Scan(&there) })
	err = u.send(false)
	return s, there, err
}

func (u *unit) putSchedule(i int, o *store.PutSchedule) error {
	old, there, err := u.lockSchedule(o.Schedule.Namespace, o.Schedule.ID)
	if err != nil {
		return err
	}
	if old == nil && there {
		u.outs[i] = store.Outcome{Code: store.Fenced}
		return nil
	}
	s, out := rules.PutSchedule(old, o, u.now)
	u.outs[i] = out
	switch {
	case s == old:
	case s == nil:
		u.write(sqlDropSchedule, o.Schedule.Namespace, o.Schedule.ID)
	case old != nil:
		u.write(sqlChangeSchedule, scheduleArgs(s)...)
	default:
		u.write(sqlAddSchedule, scheduleArgs(s)...).Exec(func(tag pgconn.CommandTag) error {
			if tag.RowsAffected() == 0 { // another transaction has put it meanwhile
				u.outs[i] = store.Outcome{Code: store.Fenced}
			}
			return nil
		})
		return u.send(u.last(i))
	}
	return nil
}

func (u *unit) fireSchedule(i int, o *store.FireSchedule) error {
	old, there, err := u.lockSchedule(o.Namespace, o.ID)
	if err != nil {
		return err
	}
	if old == nil && there {
		u.outs[i] = store.Outcome{Code: store.Fenced}
		return nil
	}
	last, err := u.lastOf(o, old)
	if err != nil {
		return err
	}
	f, out := rules.FireSchedule(old, o, last, u.now)
	if u.outs[i] = out; f == nil {
		return nil
	}
	if f.Cancels {
		if u.unlocked(o.Cancel) { // another transaction has locked the run: it is retried
			u.outs[i] = store.Outcome{Code: store.Fenced}
			return nil
		}
		if _, err := u.change(o.Cancel); err != nil {
			return &store.MemberError{Index: i, Err: err}
		}
	}
	if f.Starts {
		started, err := u.start(o.Start)
		if err != nil {
			return &store.MemberError{Index: i, Err: err}
		}
		f.Started(started)
	}
	s, out := f.Done()
	u.outs[i] = out
	u.write(sqlChangeSchedule, scheduleArgs(s)...)
	return nil
}

// lastOf reads what o depends on: the run that s has started last, and what is in the place of the next
// one.
func (u *unit) lastOf(o *store.FireSchedule, s *store.Schedule) (*store.Run, error) {
	var ops []store.Op
	if o.Start != nil {
		ops = append(ops, o.Start)
	}
	if o.Cancel != nil {
		ops = append(ops, o.Cancel)
	}
	var id string
	if s != nil {
		id = s.LastID()
	}
	if id != "" {
		ops = append(ops, &store.Start{Run: uuid.Nil, Namespace: o.Namespace, WorkflowID: id}) // it looks up the name, and locks nothing
	}
	if len(ops) == 0 {
		return nil, nil
	}
	if err := u.load(ops); err != nil {
		return nil, err
	}
	if r := u.newest[nameKey{o.Namespace, id}]; r != nil && id != "" {
		return &r.Run.Run, nil
	}
	return nil, nil
}

// Schedules implements [store.Store].
func (s *Store) Schedules(ctx context.Context, q store.ScheduleQuery) (all []store.Schedule, err error) {
	sql, args := sqlSchedules, []any{q.Namespace, q.After, max(0, q.Max)}
	switch {
	case q.All:
		sql = sqlAllSchedules
	case q.Due:
		sql, args = sqlSchedulesDue, []any{q.Namespace, q.Workflows, max(0, q.Max)}
	case q.ID != "":
		sql, args = sqlOneSchedule, []any{q.Namespace, q.ID}
	}
	err = s.look(ctx, func(x *tx) {
		all = nil
		rows(x.queue(sql, args...), func(rows pgx.Rows) error {
			one, err := readSchedule(rows)
			all = append(all, one)
			return err
		})
	})
	return all, err
}
