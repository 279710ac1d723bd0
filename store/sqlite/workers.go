package sqlite

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlJoin = `INSERT INTO ~worker (worker_id, lease_until, build, level, host, pid, ttl, started_at, slots, free, namespace, queues, workflows, activities)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13)
		ON CONFLICT (worker_id) DO UPDATE SET lease_until = ?2, build = ?3, level = ?4, host = ?5, pid = ?6, ttl = ?7,
		slots = ?9, namespace = ?10, queues = ?11, workflows = ?12, activities = ?13 WHERE dead = 0`
	sqlWorkers    = "SELECT worker_id, lease_until, dead FROM ~worker"
	sqlWorker     = "SELECT worker_id, lease_until, dead FROM ~worker WHERE worker_id = ?1"
	sqlDead       = "UPDATE ~worker SET dead = 1 WHERE worker_id = ?1"
	sqlDropWorker = "DELETE FROM ~worker WHERE worker_id = ?1"

	sqlRunsOf        = "SELECT d.run, r.run_id FROM ~dispatch d INDEXED BY ~dispatch_owner JOIN ~run r ON r.run = d.run WHERE d.owner = ?1 ORDER BY d.run LIMIT ?2"
	sqlTasksOfWorker = "SELECT run, activity FROM ~activity INDEXED BY ~activity_owner WHERE owner = ?1 ORDER BY run, activity LIMIT ?2"
	// A death counts against an activity only if its attempts are not limited.
	sqlDisown = `UPDATE ~activity SET owner = NULL, claim = NULL, ready_at = ?3, claimed_at = NULL, beat_at = NULL,
		deaths = deaths + (?4 AND NOT limited), suspect = (NOT limited AND deaths + (?4 AND NOT limited) >= ?5)
		WHERE run = ?1 AND activity = ?2`
	sqlDied     = "UPDATE ~run SET deaths = deaths + 1 WHERE run = ?1"
	sqlLaneDied = "UPDATE ~run SET lane_deaths = lane_deaths + 1 WHERE run = ?1"
)

// suspectText is what a person reads of a run that its owners' deaths have parked.
const suspectText = "the processes that ran it died, each time it ran alone: look at the end of their logs, then resume or terminate it"

const everything = -1 // as a LIMIT

// Join implements [store.Store]. The first worker takes the lock on the file.
func (s *Store) Join(ctx context.Context, w store.Worker) error {
	fresh, err := s.guarded(ctx, w)
	if err != nil {
		return err
	}
	err = s.update(ctx, func(x *tx) error {
		s.tell(w.ID, x.number(sqlEpoch))
		for q := x.others(w.ID); len(q) > 0; q = q[1:] {
			x.exec(sqlDead, q[0])
		}
		x.exec(sqlJoin, w.ID, stamp(x.now.Add(w.TTL)), w.Build, w.Level, w.Host, w.PID, w.TTL.Microseconds(), x.us,
			w.Slots, w.Serves.Namespace, list(w.Serves.Queues), list(w.Serves.Workflows), list(w.Serves.Activities))
		return nil
	})
	if err != nil && fresh {
		return errors.Join(err, s.left(w.ID))
	}
	return err
}

// others are the workers that live by their rows, but not: they did not join through
// this Store, and this Store has the lock.
func (x *tx) others(self store.WorkerID) []store.WorkerID {
	var all []store.WorkerID
	for q := x.query(sqlWorkers); q.next(); {
		if id := q.id(0); id != self && !q.bool(2) && !x.s.joined[id] {
			all = append(all, id)
		}
	}
	return all
}

// Leave implements [store.Store]. The last worker drops the lock on the file.
func (s *Store) Leave(ctx context.Context, id store.WorkerID) error {
	err := s.update(ctx, func(x *tx) error {
		for _, r := range x.runsOf(id, everything) {
			x.giveUp(r.run, r.id)
			x.makeReady(r.run)
		}
		for _, k := range x.tasksOf(id, everything) {
			x.disown(k, false)
		}
		x.exec(sqlDropWorker, id)
		delete(s.epochs, id) // whether or not it is kept: this one asks for nothing more
		return nil
	})
	if err != nil {
		return err
	}
	return s.left(id)
}

func (x *tx) runsOf(worker store.WorkerID, limit int) []row {
	var all []row
	for q := x.query(sqlRunsOf, worker, limit); q.next(); {
		all = append(all, row{run: q.int(0), id: q.id(1)})
	}
	return all
}

func (x *tx) tasksOf(worker store.WorkerID, limit int) []taskKey {
	var all []taskKey
	for q := x.query(sqlTasksOfWorker, worker, limit); q.next(); {
		all = append(all, taskKey{q.int(0), q.int(1)})
	}
	return all
}

// disown makes an activity row claimable now. The attempt stays counted.
func (x *tx) disown(k taskKey, died bool) {
	x.exec(sqlDisown, k.run, k.activity, x.us, died, store.SuspectDeaths)
}

// worker is a row of the worker table.
type worker struct {
	id         store.WorkerID
	leaseUntil int64
	dead       bool
}

func (c *conn) worker(id store.WorkerID) (w worker, found bool) {
	q := c.query(sqlWorker, id)
	if !q.next() {
		return w, false
	}
	defer q.end()
	return worker{id: q.id(0), leaseUntil: q.int(1), dead: q.bool(2)}, true
}

func (x *tx) condemn(o *store.Condemn) store.Outcome {
	w, ok := x.worker(o.Worker)
	if !ok || w.dead {
		return store.Outcome{}
	}
	if w.leaseUntil != o.LeaseUntil.UnixMicro() {
		return store.Outcome{Code: store.Fenced}
	}
	x.exec(sqlDead, o.Worker)
	return store.Outcome{}
}

func (x *tx) recover(o *store.Recover) store.Outcome {
	w, known := x.worker(o.Dead)
	if known && !w.dead {
		return store.Outcome{}
	}
	laneRun, laneActivity, named := x.lane(o.Dead)
	runs, tasks := x.runsOf(o.Dead, o.Limit), x.tasksOf(o.Dead, o.Limit)
	n := 0
	for ; n < o.Limit && len(runs)+len(tasks) > 0; n++ {
		// in order of the runs, each before its activities
		if len(tasks) == 0 || len(runs) > 0 && cmp.Compare(runs[0].run, tasks[0].run) <= 0 {
			r := runs[0]
			runs = runs[1:]
			x.giveUp(r.run, r.id)
			x.died(r.run, named && laneActivity == 0 && laneRun == r.run)
			x.makeReady(r.run)
			continue
		}
		x.disown(tasks[0], true)
		tasks = tasks[1:]
	}
	if n == 0 && known {
		x.exec(sqlDropWorker, o.Dead)
	}
	return store.Outcome{Count: n}
}

// died counts the death of the run's owner.
func (x *tx) died(run int64, inLane bool) {
	if !inLane {
		x.exec(sqlDied, run)
		return
	}
	x.exec(sqlLaneDied, run)
	if x.number("SELECT lane_deaths FROM ~run WHERE run = ?1", run) >= store.LaneDeaths {
		x.exec(sqlBlock, run, store.ReasonSuspect, suspectText, "", nil)
	}
}

// orphans are the workers that are marked dead and the owners of anything that have no
// row, in the order of their ids.
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
		for q := c.query(sql); q.next(); {
			if id := q.id(0); !q.null(0) && !known[id] {
				known[id] = true
				all = append(all, id)
			}
		}
	}
	slices.SortFunc(all, func(a, b store.WorkerID) int { return slices.Compare(a[:], b[:]) })
	return all
}

// The distinct owners, by one look at the index for each instead of for each row.
const (
	sqlOwnersOfRuns = `WITH RECURSIVE o (id) AS (
		SELECT min(owner) FROM ~dispatch WHERE owner IS NOT NULL
		UNION ALL SELECT (SELECT min(owner) FROM ~dispatch WHERE owner > o.id) FROM o WHERE o.id IS NOT NULL) SELECT id FROM o`
	sqlOwnersOfTasks = `WITH RECURSIVE o (id) AS (
		SELECT min(owner) FROM ~activity WHERE owner IS NOT NULL
		UNION ALL SELECT (SELECT min(owner) FROM ~activity WHERE owner > o.id) FROM o WHERE o.id IS NOT NULL) SELECT id FROM o`
)
