package postgres

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlDue = `WITH due AS MATERIALIZED (SELECT t.run_id, t.timer FROM ~timer t JOIN ~run r ON r.run_id = ANY(ARRAY[t.run_id])
			WHERE t.namespace = $2 AND t.fire_at <= now() ORDER BY t.fire_at, uuid_send(t.run_id), t.timer + 0 LIMIT $1 FOR UPDATE OF r, t SKIP LOCKED)
		DELETE FROM ~timer t USING due WHERE t.run_id = ANY(ARRAY[due.run_id]) AND t.timer = due.timer RETURNING t.run_id, t.timer, t.fire_at`
	sqlNextTimer = "SELECT t.fire_at, t.run_id FROM ~timer t WHERE t.namespace = $1 ORDER BY t.fire_at, uuid_send(t.run_id), t.timer + 0 LIMIT 1"
)

// fire takes timers that nobody else has locked, of runs whose lock is free. Timers that it skips stay
// due, and Next says so.
func (u *unit) fire(i int, o *store.Fire) error {
	type due struct {
		run   store.RunID
		timer int64
		at    time.Time
	}
	var all []due
	var runs ids
	rows(u.queue(sqlDue, max(0, o.Max), o.Namespace), func(rows pgx.Rows) error {
		var d due
		err := rows.Scan(anID(&d.run), &d.timer, aTime(&d.at))
		all, runs = append(all, d), append(runs, token(d.run))
		return err
	})
	out := &u.outs[i]
	out.Next = time.Time{}
	rows(u.queue(sqlNextTimer, o.Namespace), func(rows pgx.Rows) error {
		var run store.RunID
		err := rows.Scan(aTime(&out.Next), anID(&run))
		if len(all) < o.Max && !out.Next.After(u.now) {
			u.s.passed.note(u.s, "run or timer", []store.RunID{run}, u.now)
		}
		return err
	})
	if err := u.send(false); err != nil {
		return err
	}
	if len(all) == 0 {
		return nil
	}
	u.wrote = true
	u.loadRuns(runs, weighFrom(0))
	if err := u.send(false); err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b due) int {
		return cmp.Or(a.at.Compare(b.at), bytes.Compare(a.run[:], b.run[:]), cmp.Compare(a.timer, b.timer))
	})
	for _, d := range all {
		r := u.runs[d.run]
		if fired, ok := r.rules().Timer(d.timer, &u.taking, u.now); ok {
			r.Timers.Gone = nil // the search has removed it
			out.Fired = append(out.Fired, fired)
		}
	}
	return nil
}

// A run with entries has a dispatch row; sweep finds one that does not.
const sqlLost = `SELECT l.run_id FROM (SELECT DISTINCT i.run_id FROM ~inbox i
		WHERE NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run_id = ANY(ARRAY[i.run_id])) ORDER BY i.run_id) m
	CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id AND r.closed_at IS NULL FOR UPDATE SKIP LOCKED) l`

func (u *unit) sweep(i int) error {
	var runs ids
	list(u.queue(sqlLost), &runs)
	if err := u.send(false); err != nil || len(runs) == 0 {
		return err
	}
	u.loadRuns(runs, weighFrom(0))
	if err := u.send(false); err != nil {
		return err
	}
	for _, r := range u.order {
		if r.Sweep(u.now) {
			u.outs[i].Count++
		}
	}
	return nil
}
