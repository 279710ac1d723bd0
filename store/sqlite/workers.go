package sqlite

import (
	"context"
	"errors"
	"slices"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlJoin = `INSERT INTO ~worker (worker_id, lease_until, build, level, host, pid, ttl, started_at, slots, free, namespace, queues, workflows, activities, labels, drain)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
		ON CONFLICT (worker_id) DO UPDATE SET lease_until = ?2, build = ?3, level = ?4, host = ?5, pid = ?6, ttl = ?7,
		slots = ?9, namespace = ?10, queues = ?11, workflows = ?12, activities = ?13, labels = ?14 WHERE dead = 0`
	sqlWorkers    = "SELECT worker_id, lease_until, dead, coalesce(drain, '') FROM ~worker"
	sqlWorker     = "SELECT worker_id, lease_until, dead FROM ~worker WHERE worker_id = ?1"
	sqlDrain      = "SELECT coalesce(drain, '') FROM ~worker WHERE worker_id = ?1 AND dead = 0 AND namespace = ?2"
	sqlPutDrain   = "UPDATE ~worker SET drain = ?2 WHERE worker_id = ?1"
	sqlDead       = "UPDATE ~worker SET dead = 1 WHERE worker_id = ?1"
	sqlDropWorker = "DELETE FROM ~worker WHERE worker_id = ?1"

	sqlRunsOf        = "SELECT run FROM ~dispatch INDEXED BY ~dispatch_owner WHERE owner = ?1 ORDER BY run LIMIT ?2"
	sqlTasksOfWorker = "SELECT run, activity FROM ~activity INDEXED BY ~activity_owner WHERE owner = ?1 ORDER BY run, activity LIMIT ?2"
)

const everything = -1 // as a LIMIT

// Join implements [store.Store]. The first worker takes the lock on the file.
func (s *Store) Join(ctx context.Context, w store.Worker) error {
	fresh, err := s.guarded(ctx, w)
	if err != nil {
		return err
	}
	err = s.update(ctx, func(x *tx) error {
		s.tell(w.ID, x.Number(sqlEpoch))
		for q := x.others(w.ID); len(q) > 0; q = q[1:] {
			x.Exec(sqlDead, q[0])
		}
		x.Exec(sqlJoin, w.ID, rules.Stamp(x.now.Add(w.TTL)), w.Build, w.Level, w.Host, w.PID, w.TTL.Microseconds(), x.us,
			w.Slots, w.Serves.Namespace, list(w.Serves.Queues), list(w.Serves.Workflows), list(w.Serves.Activities), columnOf(store.PackLabels(w.Labels)), columnOf(store.PackQueue(w.Drain)))
		return nil
	})
	if err != nil && fresh {
		return errors.Join(err, s.left(w.ID))
	}
	return err
}

func (x *tx) drainWorker(o *store.DrainWorker) store.Outcome {
	out := store.Outcome{Code: store.NotFound}
	var note *store.WorkerNote
	for q := x.Query(sqlDrain, o.Worker, o.Namespace); q.Next(); {
		out.Code, note = store.Done, store.UnpackQueue[store.WorkerNote](q.Text(0))
	}
	if out.Code == store.Done {
		x.Exec(sqlPutDrain, o.Worker, columnOf(store.PackQueue(rules.DrainWorker(note, o, x.now))))
	}
	return out
}

// others returns the workers that are alive by their rows but in fact dead: they did not join
// through this Store, and this Store has the lock.
func (x *tx) others(self store.WorkerID) []store.WorkerID {
	var all []store.WorkerID
	for q := x.Query(sqlWorkers); q.Next(); {
		if id := q.ID(0); id != self && !q.Bool(2) && !x.s.joined[id] {
			all = append(all, id)
		}
	}
	return all
}

// Leave implements [store.Store]. The last worker releases the lock on the file.
func (s *Store) Leave(ctx context.Context, id store.WorkerID) error {
	err := s.update(ctx, func(x *tx) error {
		for _, number := range x.numbers(sqlRunsOf, id, everything) {
			x.giveUp(number)
		}
		for _, k := range x.tasksOf(id, everything) {
			x.change(k, func(r *run) { r.Tasks.Disown(0, false, x.now) })
		}
		x.Exec(sqlGiveBack, id)
		x.Exec(sqlDropWorker, id)
		delete(s.epochs, id) // in any case: this worker asks for nothing more
		return nil
	})
	if err != nil {
		return err
	}
	return s.left(id)
}

// giveUp takes a run from its owner.
func (x *tx) giveUp(number int64) {
	if r := x.mended(number); r != nil {
		r.GiveUp(x.now)
		x.put(r)
	}
}

const sqlOwnless = "UPDATE ~dispatch SET owner = NULL, claim = NULL, access = 3 WHERE run = ?1"

// mended loads a run with valid numbers; a dispatch row without a run is hidden from
// searches.
func (x *tx) mended(number int64) *run {
	r := load(x.session(), sqlLoadByNumber, number)
	if r == nil {
		x.Exec(sqlOwnless, number)
		return nil
	}
	mend(x.session(), r, x.now)
	return r
}

func (x *tx) tasksOf(worker store.WorkerID, limit int) []taskKey {
	var all []taskKey
	for q := x.Query(sqlTasksOfWorker, worker, limit); q.Next(); {
		all = append(all, taskKey{q.Int(0), q.Int(1)})
	}
	return all
}

// worker is a row of the worker table.
type worker struct {
	id         store.WorkerID
	leaseUntil int64
	dead       bool
}

func (c *conn) worker(id store.WorkerID) (w worker, found bool) {
	q := c.Query(sqlWorker, id)
	if !q.Next() {
		return w, false
	}
	defer q.End()
	return worker{id: q.ID(0), leaseUntil: q.Int(1), dead: q.Bool(2)}, true
}

func (x *tx) condemn(o *store.Condemn) store.Outcome {
	w, ok := x.worker(o.Worker)
	if !ok || w.dead {
		return store.Outcome{}
	}
	if w.leaseUntil != o.LeaseUntil.UnixMicro() {
		return store.Outcome{Code: store.Fenced}
	}
	x.Exec(sqlDead, o.Worker)
	return store.Outcome{}
}

func (x *tx) recover(o *store.Recover) store.Outcome {
	w, known := x.worker(o.Dead)
	if known && !w.dead {
		return store.Outcome{}
	}
	quarantineRun, quarantineActivity, named := x.quarantine(o.Dead)
	runs, tasks := x.numbers(sqlRunsOf, o.Dead, o.Limit), x.tasksOf(o.Dead, o.Limit)
	n := 0
	for ; n < o.Limit && len(runs)+len(tasks) > 0; n++ {
		// in the order of the runs, each before its activities
		if len(tasks) == 0 || len(runs) > 0 && runs[0] <= tasks[0].run {
			if r := x.mended(runs[0]); r != nil {
				r.Died(named && quarantineActivity == 0 && quarantineRun == r.number, x.now)
				x.put(r)
			}
			runs = runs[1:]
			continue
		}
		x.change(tasks[0], func(r *run) { r.Tasks.Disown(0, true, x.now) })
		tasks = tasks[1:]
	}
	if n == 0 && known {
		x.Exec(sqlDropWorker, o.Dead)
	}
	return store.Outcome{Count: n}
}

// orphans returns the workers that are marked dead, and the owners without a row, in the
// order of their ids.
func (c *conn) orphans(workers []worker) []store.WorkerID {
	known := make(map[store.WorkerID]bool, len(workers))
	var all []store.WorkerID
	for _, w := range workers {
		known[w.id] = true
		if w.dead {
			all = append(all, w.id)
		}
	}
	for _, sql := range []string{sqlOwnersOfRuns, sqlOwnersOfTasks} {
		for q := c.Query(sql); q.Next(); {
			if id := q.ID(0); !q.Null(0) && !known[id] {
				known[id] = true
				all = append(all, id)
			}
		}
	}
	slices.SortFunc(all, func(a, b store.WorkerID) int { return slices.Compare(a[:], b[:]) })
	return all
}

// The distinct owners, by one index look-up for each owner instead of each row.
const (
	sqlOwnersOfRuns = `WITH RECURSIVE o (id) AS (
		SELECT min(owner) FROM ~dispatch WHERE owner IS NOT NULL
		UNION ALL SELECT (SELECT min(owner) FROM ~dispatch WHERE owner > o.id) FROM o WHERE o.id IS NOT NULL) SELECT id FROM o`
	sqlOwnersOfTasks = `WITH RECURSIVE o (id) AS (
		SELECT min(owner) FROM ~activity WHERE owner IS NOT NULL
		UNION ALL SELECT (SELECT min(owner) FROM ~activity WHERE owner > o.id) FROM o WHERE o.id IS NOT NULL) SELECT id FROM o`
)
