package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlJoin = `INSERT INTO ~worker (worker_id, lease_until, build, level, host, pid, ttl, started_at, session_lock, lock_server,
			slots, free, namespace, queues, workflows, activities, labels, drain)
		VALUES ($1, now() + $2::interval, $3, $4, $5, $6, $2::interval, now(), $7, CASE WHEN $7::bigint IS NOT NULL THEN pg_postmaster_start_time() END, $8, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (worker_id) DO UPDATE SET lease_until = excluded.lease_until, build = excluded.build, level = excluded.level,
			host = excluded.host, pid = excluded.pid, ttl = excluded.ttl, session_lock = excluded.session_lock, lock_server = excluded.lock_server,
			slots = excluded.slots, namespace = excluded.namespace, queues = excluded.queues, workflows = excluded.workflows, activities = excluded.activities, labels = excluded.labels
		WHERE NOT worker.dead`
	sqlDrain      = "SELECT coalesce(w.drain, '') FROM ~worker w WHERE w.worker_id = $1 AND NOT w.dead AND w.namespace = $2 FOR UPDATE"
	sqlPutDrain   = "UPDATE ~worker w SET drain = $2 WHERE w.worker_id = $1"
	sqlDropWorker = "DELETE FROM ~worker w WHERE w.worker_id = $1"

	sqlRunsOf = `WITH o AS MATERIALIZED (SELECT d.run_id FROM ~dispatch d WHERE d.owner = $1)
		SELECT l.run_id FROM (SELECT o.run_id FROM o ORDER BY o.run_id) m
		CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id AND r.owner = $1 FOR UPDATE %s) l LIMIT $2`
	sqlTasksOf = `WITH o AS MATERIALIZED (SELECT a.run_id, a.activity FROM ~activity a WHERE a.owner = $1)
		SELECT ` + sqlRowColumns + ` FROM (SELECT o.run_id, o.activity FROM o ORDER BY o.run_id, o.activity) m
		CROSS JOIN LATERAL (SELECT * FROM ~activity k WHERE k.run_id = m.run_id AND k.activity = m.activity AND k.owner = $1
			FOR UPDATE %s) a LIMIT $2`

	sqlWorkerState = "SELECT w.dead, w.quarantine_run, w.quarantine_activity FROM ~worker w WHERE w.worker_id = $1 FOR UPDATE"
	sqlDropDead    = `DELETE FROM ~worker w WHERE w.worker_id = $1 AND w.dead
		AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.owner = $1) AND NOT EXISTS (SELECT 1 FROM ~activity a WHERE a.owner = $1)`
	// A locked row is not waited for: its worker cannot renew its lease either, and should get
	// the row first.
	sqlCondemn = `UPDATE ~worker w SET dead = true FROM (SELECT l.worker_id FROM ~worker l WHERE l.worker_id = $1 AND NOT l.dead AND l.lease_until = $2 FOR UPDATE SKIP LOCKED) l
		WHERE w.worker_id = l.worker_id AND NOT w.dead AND w.lease_until = $2`
	sqlAlive = "SELECT coalesce(w.lease_until = $2, false) FROM ~worker w WHERE w.worker_id = $1 AND NOT w.dead"

	everything = 1 << 30 // as a LIMIT
)

// Join implements [store.Store]. It accepts any number of workers.
func (s *Store) Join(ctx context.Context, w store.Worker) error {
	if err := s.keep(); err != nil {
		return err
	}
	if err := s.fit(ctx); err != nil {
		return err
	}
	s.findTimeline(ctx)
	key, err := s.sessionLock(ctx, w.ID)
	if err != nil {
		return err
	}
	err = s.update(ctx, func(x *tx) error {
		var f found
		x.queue(sqlIdentity, id(w.ID)).QueryRow(func(row pgx.Row) error { return readIdentity(row, &f) })
		if err := x.send(false); err != nil {
			return err
		}
		if err := s.same(f.cluster); err != nil {
			return err
		}
		s.keeper.tell(w.ID, f)
		x.write(sqlJoin, append([]any{id(w.ID), interval(w.TTL), w.Build, w.Level, w.Host, w.PID, pgtype.Int8{Int64: key, Valid: key != 0}}, serves(&w)...)...)
		return nil
	})
	if err != nil {
		s.letGo(ctx, w.ID)
	}
	return err
}

// Leave implements [store.Store].
func (s *Store) Leave(ctx context.Context, worker store.WorkerID) error {
	// Locked rows must not hold up the rest, which is released first.
	err := s.update(ctx, func(x *tx) error { return x.giveBack(worker, "SKIP LOCKED") })
	if err == nil {
		err = s.update(ctx, func(x *tx) error {
			err := x.giveBack(worker, "")
			x.write(sqlGiveBack, id(worker))
			x.write(sqlDropWorker, id(worker))
			return err
		})
	}
	if err == nil {
		s.letGo(ctx, worker)
	}
	return err
}

func (u *unit) drainWorker(i int, o *store.DrainWorker) error {
	u.outs[i].Code = store.NotFound
	var note *store.WorkerNote
	rows(u.queue(sqlDrain, id(o.Worker), o.Namespace), func(rows pgx.Rows) error {
		var text string
		err := rows.Scan(&text)
		u.outs[i].Code, note = store.Done, store.UnpackQueue[store.WorkerNote](text)
		return err
	})
	if err := u.send(false); err != nil {
		return err
	}
	if u.outs[i].Code == store.Done {
		u.write(sqlPutDrain, id(o.Worker), word(store.PackQueue(rules.DrainWorker(note, o, u.now))))
	}
	return u.send(u.last(i))
}

// giveBack releases voluntarily what worker owns.
func (x *tx) giveBack(worker store.WorkerID, how string) error {
	u := &unit{tx: x}
	u.forget()
	runs, tasks, err := u.belongings(worker, everything, how)
	if err != nil {
		return err
	}
	for _, r := range runs {
		r.GiveUp(u.now)
	}
	for _, t := range tasks {
		u.disown(t, false)
	}
	u.flush()
	return nil
}

// belongings locks up to limit runs and as many activity rows that worker owns. how says
// what to do about locked ones.
func (u *unit) belongings(worker store.WorkerID, limit int, how string) (runs []*run, tasks []rules.Task, err error) {
	if worker == uuid.Nil {
		return nil, nil, nil
	}
	var owned ids
	list(u.queue(fmt.Sprintf(sqlRunsOf, how), id(worker), limit), &owned)
	rows(u.queue(fmt.Sprintf(sqlTasksOf, how), id(worker), limit), func(rows pgx.Rows) error {
		t, err := readRow(rows)
		tasks = append(tasks, t)
		return err
	})
	if err := u.send(false); err != nil {
		return nil, nil, err
	}
	if len(owned) > 0 {
		u.loadRuns(owned, weighFrom(0))
		if err := u.send(false); err != nil {
			return nil, nil, err
		}
	}
	for _, r := range u.order {
		if r.Owner == worker {
			runs = append(runs, r)
		}
	}
	return runs, tasks, nil
}

// disown makes an activity row claimable now.
func (u *unit) disown(t rules.Task, died bool) {
	tasks := &u.looseRun(t.Run).Tasks
	tasks.Load(t)
	i, _ := tasks.Find(t.ID)
	tasks.Disown(i, died, u.now)
}

func (u *unit) condemn(i int, o *store.Condemn) error {
	u.queue(sqlCondemn, id(o.Worker), at(o.LeaseUntil)).Exec(u.count)
	rows(u.queue(sqlAlive, id(o.Worker), at(o.LeaseUntil)), func(rows pgx.Rows) error {
		same := false
		err := rows.Scan(&same)
		u.outs[i].Code = store.Fenced // its lease was renewed
		if same {
			u.outs[i].Code = store.Locked
		}
		return err
	})
	return u.send(u.last(i))
}

// recover releases what a dead worker owns, except what others have locked at the moment.
// The worker's row stays until nothing is left, so that the tick reports it again.
func (u *unit) recover(i int, o *store.Recover) error {
	known, dead := false, false
	var access store.ActivityKey
	rows(u.queue(sqlWorkerState, id(o.Dead)), func(rows pgx.Rows) error {
		known = true
		return rows.Scan(&dead, anID(&access.Run), anInt(&access.Activity))
	})
	runs, tasks, err := u.belongings(o.Dead, o.Limit, "SKIP LOCKED") // in the same round trip
	if err != nil || known && !dead {
		return err
	}
	tasks = tasks[:min(len(tasks), o.Limit-len(runs))]
	for _, r := range runs {
		r.Died(access == store.ActivityKey{Run: r.ID}, u.now)
	}
	for _, t := range tasks {
		u.disown(t, true)
	}
	n := len(runs) + len(tasks)
	if n == 0 && known {
		u.queue(sqlDropDead, id(o.Dead)).Exec(u.count)
		if err := u.send(u.last(i)); err != nil {
			return err
		}
	}
	u.outs[i].Count = n
	return nil
}
