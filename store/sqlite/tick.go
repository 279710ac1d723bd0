package sqlite

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlDataVersion = "PRAGMA data_version"
	sqlRenew       = "UPDATE ~worker SET lease_until = coalesce(?2, lease_until), held = ?3, free = ?4 WHERE worker_id = ?1 AND dead = 0"
	sqlDirtyOf     = "SELECT r.run_id FROM ~dispatch d INDEXED BY ~dispatch_dirty JOIN ~run r ON r.run = d.run WHERE d.owner = ?1 AND d.dirty = 1 ORDER BY d.run"
	sqlCancelledOf = "SELECT r.run_id, a.activity FROM ~activity a INDEXED BY ~activity_cancelled JOIN ~run r ON r.run = a.run WHERE a.owner = ?1 AND a.cancelled = 1 ORDER BY r.run_id, a.activity"
	sqlIsClosed    = "SELECT 1 FROM ~run WHERE run_id = ?1 AND status <> 1 UNION ALL SELECT 1 FROM ~tombstone WHERE run_id = ?1"

	maxCount = 100 // the limit for counting ready things
)

// lastTick is the last answer of a Tick and what the answer depends on. While none of
// that changes, the same query has the same answer.
type lastTick struct {
	asked   bool
	query   store.Tick
	version int64     // PRAGMA data_version: changed by other connections
	changes int64     // by this Store
	until   time.Time // when something changes by itself
	epoch   int64     // of the database
	answer  store.Ticked
}

// same reports whether the last answer is still the answer to q at now.
func (l *lastTick) same(q store.Tick, now time.Time, version, changes int64) bool {
	return l.asked && l.version == version && l.changes == changes &&
		!now.Before(l.answer.Now) && now.Before(l.until) && sameQuestion(l.query, q)
}

func sameQuestion(a, b store.Tick) bool {
	f, g := a.Filter, b.Filter
	return a.Worker == b.Worker && f.Own == g.Own && slices.Equal(a.Awaited, b.Awaited) && slices.Equal(a.Queues, b.Queues) &&
		f.Namespace == g.Namespace && f.Level == g.Level && f.Build == g.Build &&
		slices.Equal(f.Queues, g.Queues) && slices.Equal(f.Full, g.Full) && slices.Equal(f.Workflows, g.Workflows) && slices.Equal(f.Activities, g.Activities)
}

// never is later than any time that a clock shows.
func never() time.Time { return time.UnixMicro(math.MaxInt64) }

// Tick implements [store.Store]. If nothing can have changed it costs one cheap
// statement.
func (s *Store) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	var renewed time.Time
	if q.Renew > 0 || q.Tell {
		if renewed, err = s.renew(ctx, q); err != nil {
			return t, err
		}
	}
	c, err := s.enter(ctx)
	if err != nil {
		return t, err
	}
	defer s.leave()
	now := s.now()
	version := c.Number(sqlDataVersion)
	if err := c.Clear(); err != nil {
		return t, s.failed(err, false)
	}
	if !s.last.same(q, now, version, s.changes) {
		if err := s.survey(c, q, now); err != nil {
			s.last = lastTick{}
			return t, s.failed(err, false)
		}
		// A change between the two queries makes the next Tick look again.
		s.last.version, s.last.changes = version, s.changes
	}
	if err := s.recognise(q.Worker, s.last.epoch); err != nil {
		return t, err
	}
	if !renewed.IsZero() {
		s.last.answer.LeaseUntil = renewed
	}
	t = s.last.answer
	t.Now = now
	t.Expired, t.Orphans = slices.Clone(t.Expired), slices.Clone(t.Orphans)
	t.Queues = slices.Clone(t.Queues)
	t.Dirty, t.Closed, t.Peers, t.Cancelled = slices.Clone(t.Dirty), slices.Clone(t.Closed), slices.Clone(t.Peers), slices.Clone(t.Cancelled)
	return t, nil
}

// renew is a transaction of its own, which also stores the worker's load. In later
// answers to the same worker it changes only LeaseUntil. It returns the zero time if
// nothing was renewed.
func (s *Store) renew(ctx context.Context, q store.Tick) (until time.Time, err error) {
	err = s.update(ctx, func(x *tx) error {
		x.quiet = s.last.query.Worker == q.Worker
		var at time.Time
		if q.Renew > 0 {
			at = rules.Stamp(x.now.Add(q.Renew))
		}
		if x.Exec(sqlRenew, q.Worker, at, q.Load.Held, q.Load.Free) == 1 {
			until = at
		}
		return nil
	})
	return until, err
}

// survey answers q from the tables, in one snapshot.
func (s *Store) survey(c *conn, q store.Tick, now time.Time) error {
	c.snapshot()
	x := &tx{conn: c, s: s, now: now, us: now.UnixMicro()}
	l := lastTick{asked: true, query: keep(q), until: never(), answer: store.Ticked{Now: now}}
	l.epoch = x.Number(sqlEpoch)
	x.judge(&l)
	x.count(&l)
	t := &l.answer
	t.Peers = x.peers(q.Worker, &q.Filter)
	if first := x.numbers(sqlFirstKept, l.query.Filter.Namespace); len(first) > 0 {
		due := time.UnixMicro(first[0]).Add(store.KeptGrace)
		if t.Stale = !due.After(now); !t.Stale {
			l.until = earliest(l.until, due)
		}
	}
	queues, changes := x.queuesAt(l.query)
	t.Queues, l.until = queues, earliest(l.until, changes)
	t.Gone = len(x.goneTasks(l.query.Filter.Namespace, 1)) > 0
	t.NextTimer = x.nextTimer(l.query.Filter.Namespace)
	if t.Schedule = x.nextSchedule(&l.query.Filter); t.Schedule.After(now) {
		l.until = earliest(l.until, t.Schedule)
	}
	t.Requests = x.requested(l.query.Filter.Namespace)
	t.Outbox = x.Number(sqlSends, l.query.Filter.Namespace) == 1
	if !t.NextReady.IsZero() {
		l.until = earliest(l.until, t.NextReady)
	}
	for q := x.Query(sqlDirtyOf, l.query.Worker); q.Next(); {
		t.Dirty = append(t.Dirty, q.ID(0))
	}
	for q := x.Query(sqlCancelledOf, l.query.Worker); q.Next(); {
		t.Cancelled = append(t.Cancelled, store.ActivityKey{Run: q.ID(0), Activity: q.Int(1)})
	}
	for _, id := range q.Awaited {
		if x.Number(sqlIsClosed, id) > 0 {
			t.Closed = append(t.Closed, id)
		}
	}
	err := c.Clear()
	c.Rollback()
	if err == nil {
		s.last = l
	}
	return err
}

// keep copies what the caller may change after the call.
func keep(q store.Tick) store.Tick {
	q.Awaited, q.Queues = slices.Clone(q.Awaited), slices.Clone(q.Queues)
	q.Filter.Queues, q.Filter.Full = slices.Clone(q.Filter.Queues), slices.Clone(q.Filter.Full)
	q.Filter.Workflows = slices.Clone(q.Filter.Workflows)
	q.Filter.Activities = slices.Clone(q.Filter.Activities)
	return q
}

// judge lists the workers that may be dead.
func (x *tx) judge(l *lastTick) {
	t := &l.answer
	var all []worker
	for q := x.Query(sqlWorkers); q.Next(); {
		if q.ID(0) == l.query.Worker {
			t.Drain = store.UnpackQueue[store.WorkerNote](q.Text(3))
		}
		all = append(all, worker{id: q.ID(0), leaseUntil: q.Int(1), dead: q.Bool(2)})
	}
	for _, w := range all {
		until := time.UnixMicro(w.leaseUntil).UTC()
		switch {
		case w.id == l.query.Worker:
			t.Alive, t.LeaseUntil = !w.dead, until
		case w.dead:
		case until.Before(x.now):
			t.Expired = append(t.Expired, store.Expired{ID: w.id, LeaseUntil: until})
		default:
			l.until = earliest(l.until, until.Add(time.Microsecond))
		}
	}
	slices.SortFunc(t.Expired, func(a, b store.Expired) int { return slices.Compare(a.ID[:], b.ID[:]) })
	t.Orphans = x.orphans(all)
}

// count counts what is ready for the worker, and returns when more will be.
func (x *tx) count(l *lastTick) {
	t, f := &l.answer, &l.query.Filter
	free, more := x.free(maxCount, l.query.Worker, f)
	t.ReadyRuns, l.until = len(free), earliest(l.until, more)
	if t.ReadyRuns < maxCount {
		t.ReadyRuns = min(maxCount, t.ReadyRuns+len(x.blocked(maxCount, f)))
	}
	t.ReadyActivities = len(x.readyTasks(maxCount, f, everyRow))
	t.ReadyActivities += len(x.collectFirst(maxCount-t.ReadyActivities, f.Namespace, f.ActivityQueues(), does(f, x.inTime), sqlDueDelayed, x.us))
	t.Quarantined = len(x.quarantined(maxCount, f))
	if t.Quarantined < maxCount {
		t.Quarantined = min(maxCount, t.Quarantined+len(x.quarantinedTasks(maxCount, f, everyRow)))
	}
	t.NextReady = x.nextReady(f)
}

// nextReady returns when the first thing without an owner that f matches becomes
// ready.
func (x *tx) nextReady(f *store.Filter) time.Time {
	next, fits := int64(math.MaxInt64), runs(f)
	for queue := range distinct(f.Queues) {
		for _, tried := range x.tried(f.Namespace, queue) {
			if !strings.Contains(tried, store.TriedMark(f.Build)) {
				continue
			}
			for q := x.Query(sqlBlockedLater, f.Namespace, queue, tried, x.us); q.Next(); {
				if fits(&q) {
					next = min(next, q.Int(7))
					q.End()
				}
			}
		}
		for q := x.Query(sqlQuarantined, f.Namespace, queue); q.Next(); {
			if fits(&q) && !allowed(&q, f, x.us) {
				next = min(next, q.Int(7))
			}
		}
	}
	for _, w := range x.collectFirst(1, f.Namespace, f.ActivityQueues(), does(f, x.inTime), sqlLaterDelayed, x.us) {
		next = min(next, w.ready) // one that is not in time is ready now
	}
	later := func(q *lib.Rows) bool {
		if at := q.Int(4); q.Bool(7) && at > x.us {
			next = min(next, at)
		}
		return false
	}
	x.collectFirst(1, f.Namespace, f.ActivityQueues(), does(f, later), sqlQuarantinedTasks)
	for _, at := range x.numbers(sqlNextDeadline, f.Namespace, x.us) {
		next = min(next, at)
	}
	if next == math.MaxInt64 {
		return time.Time{}
	}
	return time.UnixMicro(next).UTC()
}

func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
