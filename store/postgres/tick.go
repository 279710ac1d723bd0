package postgres

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres/internal/sessionlock"
)

// A tick is one statement, or two in one round trip if it renews the lease. The first of the two
// reads only the rows of workers, and is committed before the second begins. The second searches
// for waiting work: the number of rows that each search reads is bounded, and the server ends the
// statement after tickLimit. What a search does not find in that time, for example because of
// dead rows, a claim finds; the search is repeated after a rest.

const (
	// tickLimit is how long the server may take for either statement of a tick. A search that times
	// out again and again must not look like a gap in watching, which is 2 s.
	tickLimit = 1500 * time.Millisecond
	// A search that takes longer than searchSlow rests for searchRest times as long.
	searchSlow = 200 * time.Millisecond
	searchRest = 5

	maxCount = 100   // the limit for counting ready things
	sqlMost  = "200" // how many rows of a kind a search reads
)

const (
	// The locks are read once, and only if there is a worker to look for. Locks from before a start
	// of the server mean nothing.
	sqlMine   = "mine AS MATERIALIZED (SELECT w.lease_until, w.renewed, w.dead, w.session_lock, w.drain FROM ~worker w WHERE w.worker_id = $1)"
	sqlOthers = `peers AS MATERIALIZED (` + sqlPeers + `),
		locks AS MATERIALIZED (` + sessionlock.Locks + `),
		others AS (SELECT w.worker_id, w.lease_until, w.xmax AS held, coalesce($11::boolean AND w.lock_server = pg_postmaster_start_time()
				AND w.session_lock NOT IN (SELECT k.key FROM locks k), false) AS free
			FROM ~worker w WHERE w.worker_id <> $1 AND NOT w.dead),
		expired AS MATERIALIZED (SELECT o.worker_id, o.lease_until, o.free, EXISTS (SELECT 1 FROM pg_locks l
				WHERE l.locktype = 'transactionid' AND l.granted AND l.transactionid = o.held AND l.pid <> pg_backend_pid()) AS locked
			FROM others o WHERE o.lease_until < now() OR o.free)`
	sqlWorkersNow = `(SELECT i.cluster_id FROM ~meta i WHERE i.one = 1), (SELECT i.epoch FROM ~meta i WHERE i.one = 1), now(), pg_postmaster_start_time(),
		EXISTS (SELECT 1 FROM locks k WHERE k.pid = pg_backend_pid() AND k.key = (SELECT m.session_lock FROM mine m)),
		ARRAY(SELECT e.worker_id FROM expired e ORDER BY e.worker_id), ARRAY(SELECT e.lease_until FROM expired e ORDER BY e.worker_id),
		ARRAY(SELECT e.free FROM expired e ORDER BY e.worker_id), ARRAY(SELECT e.locked FROM expired e ORDER BY e.worker_id),
		ARRAY(SELECT w.worker_id FROM ~worker w WHERE w.dead ORDER BY 1), (SELECT m.drain FROM mine m),
		` + sqlPeerArrays

	// If a lease should be renewed and was not, the worker was declared dead while the statement
	// waited for its row, or another transaction locks the row, which is then skipped.
	sqlLease = "WITH " + sqlMine + `,
		free AS MATERIALIZED (SELECT w.worker_id FROM ~worker w WHERE w.worker_id = $1 AND NOT w.dead AND ($2::interval > interval '0' OR $10::boolean) FOR UPDATE SKIP LOCKED),
		renewed AS (UPDATE ~worker w SET lease_until = now() + $2::interval, renewed = w.renewed + 1, held = $7, free = $9
			FROM free f WHERE w.worker_id = f.worker_id AND NOT w.dead AND $2::interval > interval '0' RETURNING w.lease_until, w.renewed),
		told AS (UPDATE ~worker w SET held = $7, free = $9 FROM free f WHERE w.worker_id = f.worker_id AND NOT w.dead AND $2::interval <= interval '0'),
		` + sqlOthers + `
		SELECT EXISTS (SELECT 1 FROM mine m WHERE NOT m.dead) AND ($2::interval <= interval '0' OR EXISTS (SELECT 1 FROM renewed) OR NOT EXISTS (SELECT 1 FROM free)),
			$2::interval > interval '0' AND NOT EXISTS (SELECT 1 FROM free),
			coalesce((SELECT n.lease_until FROM renewed n), (SELECT m.lease_until FROM mine m)), (SELECT m.renewed FROM mine m), (SELECT n.renewed FROM renewed n),
			` + sqlWorkersNow + ", "

	sqlTickNow = ` SELECT EXISTS (SELECT 1 FROM mine m WHERE NOT m.dead), false, (SELECT m.lease_until FROM mine m), (SELECT m.renewed FROM mine m), NULL::bigint,
			` + sqlWorkersNow + ", "

	// A promotion, or a recovery to a point in time, begins another timeline.
	sqlTimeline   = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint"
	sqlNoTimeline = "NULL::bigint"

	// The worker's own news, by keys. The order is hidden from the planner, which would otherwise
	// read the whole primary key for it (ADR 0030).
	sqlNews = `ARRAY(SELECT d.run_id FROM ~dispatch d WHERE d.owner = $1 AND d.dirty),
		ARRAY(SELECT a.run_id FROM ~activity a WHERE a.owner = $1 AND a.cancelled ORDER BY uuid_send(a.run_id), a.activity + 0),
		ARRAY(SELECT a.activity FROM ~activity a WHERE a.owner = $1 AND a.cancelled ORDER BY uuid_send(a.run_id), a.activity + 0),
		ARRAY(SELECT r.run_id FROM ~run r WHERE r.run_id = ANY($2::uuid[]) AND r.status <> 1
			UNION ALL SELECT k.run_id FROM ~tombstone k WHERE k.run_id = ANY($2::uuid[])),
		(SELECT min(t.fire_at) FROM ~timer t WHERE t.namespace = $3), EXISTS (SELECT 1 FROM ~outbox o WHERE o.namespace = $3), `

	// Waiting work is searched by kind, as claims do.
	sqlOfKind      = "SELECT d.* FROM ~dispatch d WHERE d.owner IS NULL AND d.namespace = $3 AND d.queue = k.queue AND d.workflow = k.workflow AND "
	sqlFree        = sqlOfKind + "d.access = 0 ORDER BY d.prio, d.ready_at LIMIT " + sqlMost
	sqlBlocked     = sqlOfKind + sqlMayTry + " ORDER BY d.until LIMIT " + sqlMost
	sqlTooSoon     = sqlOfKind + "d.access = 1 AND d.build = s.build AND strpos(s.build, $7) > 0 AND d.until > now() ORDER BY d.until LIMIT " + sqlMost
	sqlQuarantined = sqlOfKind + "d.access = 2 ORDER BY d.quarantine_deaths, d.prio, d.ready_at LIMIT " + sqlMost

	sqlMayRun         = "d.level <= $6"
	sqlFreeNow        = sqlMayRun + " AND " + sqlNotLeft
	sqlQuarantinedNow = sqlMayRun + " AND (d.until IS NULL OR d.until <= now() OR strpos(d.build, $7) = 0)"
	sqlQuarantinedYet = sqlMayRun + " AND strpos(d.build, $7) > 0 AND d.until > now()"

	sqlOfTasks         = "SELECT a.* FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND a.queue = k.queue AND a.name = k.name AND "
	sqlTask            = sqlOfTasks + "NOT a.quarantined AND NOT a.delayed ORDER BY a.prio, a.ready_at LIMIT " + sqlMost
	sqlDelayed         = sqlOfTasks + "NOT a.quarantined AND a.delayed AND a.ready_at %s ORDER BY a.ready_at LIMIT " + sqlMost
	sqlQuarantinedTask = sqlOfTasks + "a.quarantined ORDER BY a.deaths, a.prio, a.ready_at LIMIT " + sqlMost
	sqlTaskNow         = "(a.deadline IS NULL OR a.deadline > now())"
	sqlOverdue         = "(SELECT count(*) FROM (SELECT 1 FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND NOT a.quarantined AND a.deadline <= now() ORDER BY a.deadline LIMIT 100) x)"
)

// matching counts the rows that a search reads and that match a condition. If none matches among
// as many as the search may read, there may be one behind them: that counts as one, and a claim
// finds out.
func matching(rows, as, may string) string {
	n := "count(*) FILTER (WHERE " + may + ")"
	return "SELECT CASE WHEN count(*) = " + sqlMost + " THEN greatest(1, " + n + ") ELSE " + n + " END AS n FROM (" + rows + ") " + as
}

// earliest returns the earliest of a column among the rows that a search reads and that match a
// condition. If the search may not read further, it must be repeated when the last of these rows
// is due.
func earliest(rows, as, column, may string) string {
	return "SELECT coalesce(min(" + as + "." + column + ") FILTER (WHERE " + may + "), CASE WHEN count(*) = " + sqlMost + " THEN max(" + as + "." + column + ") END) AS at FROM (" + rows + ") " + as
}

// sqlQueuesTold returns what a tick reports about queues.
func sqlQueuesTold(queues, activities string) string {
	return sqlTell("q.namespace = $3 AND q.name = ANY("+queues+"::text[])", sqlWaitingOf(activities))
}

// each adds up the counts of the searches for each kind, or takes the earliest time.
func each(what, kinds string, searches ...string) string {
	return "(SELECT " + what + " FROM " + kinds + " CROSS JOIN LATERAL (" + strings.Join(searches, " UNION ALL ") + ") l)"
}

const (
	sum   = "coalesce(sum(l.n), 0)"
	first = "min(l.at)"
)

var (
	// The same for a tick that does not renew the lease, with everything that it searches for.
	sqlTick = "WITH " + sqlMine + ", " + strings.Replace(sqlOthers, "$11", "$12", 1) + sqlTickNow

	sqlNewsAlone = "SELECT " + sqlNews + sqlQueuesTold("$4", "$5")

	sqlDoKinds = strings.NewReplacer("$4", "$9", "$5", "$8").Replace(sqlTaskKinds)

	sqlReadyRuns  = each(sum, sqlRunKinds, matching(sqlFree, "d", sqlFreeNow), "SELECT "+each(sum, sqlTriedBy, matching(sqlBlocked, "d", sqlMayRun)))
	sqlReadyTasks = each(sum, sqlDoKinds, matching(sqlTask, "a", sqlTaskNow), matching(fmt.Sprintf(sqlDelayed, "<= now()"), "a", sqlTaskNow)) + " + " + sqlOverdue
	sqlReadyAlone = each(sum, sqlRunKinds, matching(sqlQuarantined, "d", sqlQuarantinedNow)) + " + " + each(sum, sqlDoKinds, matching(sqlQuarantinedTask, "a", "NOT a.delayed OR a.ready_at <= now()"))

	// least ignores NULL.
	sqlNextReady = "least(" + strings.Join([]string{
		each(first, sqlRunKinds, "SELECT "+each(first, sqlTriedBy, earliest(sqlTooSoon, "d", "until", sqlMayRun))+" AS at",
			"SELECT min(d.until) FROM ("+sqlQuarantined+") d WHERE "+sqlQuarantinedYet),
		each(first, sqlDoKinds, earliest(fmt.Sprintf(sqlDelayed, "> now()"), "a", "ready_at", sqlTaskNow)),
		each(first, sqlDoKinds, "SELECT min(a.ready_at) AS at FROM ("+sqlQuarantinedTask+") a WHERE a.delayed AND a.ready_at > now()"),
		"(SELECT min(a.deadline) FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND NOT a.quarantined AND a.deadline > now())",
	}, ", ") + ")"

	sqlSought = sqlNews + sqlQueuesTold("$11", "$8") + ", " + sqlReadyRuns + ", " + sqlReadyTasks + ", " + sqlReadyAlone + ", " + sqlNextReady + ", " + sqlAnyGone + ", " + sqlAnyStale + ", " + sqlNextSchedule +
		", r.found, r.last, extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 FROM (" + sqlRequested + ") r"
	sqlSearch = "SELECT " + sqlSought
)

// The distinct owners in a table that have no worker row. They are found between each two
// neighbouring worker ids, by one index look-up for each owner found. So index entries that
// existing workers have left, and that cannot be removed yet, are not read.
func ownerless(table string) string {
	next := "SELECT t.owner FROM ~" + table + " t WHERE t.owner > %s AND t.owner < g.hi ORDER BY t.owner LIMIT 1"
	return `SELECT l.id FROM (SELECT b.id AS lo, lead(b.id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) OVER (ORDER BY b.id) AS hi FROM
			(SELECT '00000000-0000-0000-0000-000000000000'::uuid AS id UNION SELECT w.worker_id FROM ~worker w) b) g
		CROSS JOIN LATERAL (WITH RECURSIVE o(id, n) AS ((SELECT f.owner, 1 FROM (` + fmt.Sprintf(next, "g.lo") + `) f)
			UNION ALL SELECT (` + fmt.Sprintf(next, "o.id") + `), o.n + 1 FROM o WHERE o.id IS NOT NULL AND o.n < 100)
			SELECT o.id FROM o WHERE o.id IS NOT NULL) l`
}

var sqlOwnerless = ownerless("dispatch") + " UNION " + ownerless("activity") + " ORDER BY 1"

// searching says when a Store may search for the ticks of its workers, and where.
type searching struct {
	mu      sync.Mutex
	news    time.Time // not before this time
	all     time.Time // likewise, for everything else
	slow    bool      // that was logged
	request string    // the workflow id behind which to look for requests
}

// Tick implements [store.Store], on the keeper's connection.
func (s *Store) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	pool, giveBack := s.keeper.borrow(s.pool)
	defer giveBack()
	var f found
	var conn *pgx.Conn
	err = s.transactBy(ctx, pool, func(x *tx) error {
		conn = x.conn.Conn()
		x.reads, x.bare, x.limit, x.lockWait = q.Renew <= 0 && !q.Tell, true, tickLimit, s.leaseWait()
		t, f = store.Ticked{}, found{}
		return s.ask(x, &q, &t, &f)
	})
	if err == nil {
		err = s.recognise(q.Worker, f)
	}
	if err != nil {
		return store.Ticked{}, s.nameHolders(ctx, err)
	}
	s.keeper.seen(q.Worker, conn, f.locked)
	t.Reconnected = s.keeper.changes(conn)
	if f.kept {
		t.RowLocked = s.holder(ctx, pool, q.Worker)
	}
	if q.Sweep {
		t.Orphans = append(t.Orphans, s.ownerless(ctx, pool)...)
	}
	return t, nil
}

// ask carries out a tick. If the lease was renewed and the server has ended only the search, that
// is no error.
func (s *Store) ask(x *tx, q *store.Tick, t *store.Ticked, f *found) error {
	timeline := sqlNoTimeline
	if s.keeper.timelines.Load() {
		timeline = sqlTimeline
	}
	h := &s.keeper.searches
	h.mu.Lock()
	now, after := time.Now(), h.request
	news := now.After(h.news)
	all := news && now.After(h.all)
	h.mu.Unlock()
	w := &q.Filter
	sought := []any{id(q.Worker), idsOf(q.Awaited), w.Namespace, w.Queues, w.Workflows, w.Level, store.TriedMark(w.Build), w.Activities, w.ActivityQueues(), after, names(q.Queues)}
	took, last, renewed := 0.0, "", false
	t.QueuesUnknown = len(q.Queues) > 0
	if all && q.Renew <= 0 && !q.Tell {
		x.reads = true
		x.queue(sqlTick+timeline+", "+sqlSought, append(sought, !s.keeper.noLock)...).QueryRow(func(row pgx.Row) error {
			return readTick(row, t, f, soughtColumns(t, q.Filter.Namespace, &last, &took))
		})
	} else {
		x.queue(sqlLease+timeline, id(q.Worker), interval(q.Renew), w.Namespace, w.Queues, w.Workflows, w.Level, q.Load.Held, w.Activities,
			q.Load.Free, q.Tell, !s.keeper.noLock).
			QueryRow(func(row pgx.Row) error { return readTick(row, t, f, nil) })
		x.next(func() { renewed = true })
		switch {
		case all:
			x.queue(sqlSearch, sought...).QueryRow(func(row pgx.Row) error { return soughtColumns(t, q.Filter.Namespace, &last, &took).read(row) })
		case news:
			x.queue(sqlNewsAlone, id(q.Worker), idsOf(q.Awaited), w.Namespace, names(q.Queues), w.Activities).QueryRow(func(row pgx.Row) error { return newsColumns(t, q.Filter.Namespace).read(row) })
		}
	}
	err := x.send(true)
	if c := code(err); news && (c == queryCancelled || c == lockNotAvailable) {
		h.ended(s, now, !all)
		if !renewed {
			return errMoved // again, without it
		}
		if all {
			t.ReadyRuns, t.ReadyActivities = 1, 1 // a claim finds out
		}
		return nil
	}
	if err == nil && all {
		h.done(s, now, time.Duration(took*float64(time.Second)), t.Requests, last)
	}
	return err
}

// done notes how long a search took, and how far it looked for requests.
func (h *searching) done(s *Store, now time.Time, took time.Duration, found bool, last string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if took > searchSlow {
		h.all = now.Add(searchRest * took)
	}
	if !found { // Forward begins at the same place
		h.request = last
	}
	if h.slow && took < tickLimit/2 {
		h.slow = false
		s.log.Info("postgres: the search for ready work is fast enough again", "where", s.where, "took", took)
	}
}

// ended notes that the server has ended a search, or the query for a worker's own news.
func (h *searching) ended(s *Store, now time.Time, news bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = now.Add(searchRest * tickLimit)
	if news {
		h.news = now.Add(searchRest * tickLimit)
	}
	if !h.slow {
		h.slow = true
		s.log.Warn("postgres: the tick's search for ready work timed out; it now runs less often, and leases are still renewed: "+
			"look for a lock on the tables, and for a long open transaction that keeps vacuum from removing dead rows (pg_stat_activity.backend_xmin)",
			"where", s.where, "took", tickLimit)
	}
}

// leaseWait is how long a tick waits for a lock: short enough that the server reports the lock
// before it ends the statement.
func (s *Store) leaseWait() time.Duration { return min(s.lockWait, tickLimit/2) }

// next commits the waiting statements and begins another transaction in the same round trip. done
// is called when the first one is committed.
func (x *tx) next(done func()) {
	x.wait.Queue(sqlCommit).Exec(func(tag pgconn.CommandTag) error {
		if tag.String() != sqlCommit {
			return errRolledBack
		}
		done()
		return nil
	})
	x.begun = false
}

// columns are the targets for part of an answer, and what to make of them then.
type columns struct {
	targets []any
	take    func() error
}

func (c *columns) read(row pgx.Row) error {
	err := row.Scan(c.targets...)
	if err == nil {
		err = c.take()
	}
	return err
}

// readTick reads what is known of the workers, and more.
func readTick(row pgx.Row, t *store.Ticked, f *found, more *columns) error {
	var expired, dead []pgtype.UUID
	var leases []pgtype.Timestamptz
	var free, locked []bool
	var before pgtype.Int8
	var peers peerColumns
	var drain string
	all := columns{targets: slices.Concat([]any{&t.Alive, &f.kept, aTime(&t.LeaseUntil), &before, anInt(&f.after), anID(&f.cluster), &f.epoch, aTime(&t.Now),
		aTime(&t.ServerStart), &f.locked, &expired, &leases, &free, &locked, &dead, aText(&drain)}, peers.targets(), []any{anInt(&f.timeline)}), take: func() error { return nil }}
	if more != nil {
		all.targets, all.take = append(all.targets, more.targets...), more.take
	}
	if err := all.read(row); err != nil {
		return err
	}
	f.there, f.before, f.after = before.Valid, before.Int64, max(before.Int64, f.after)
	f.kept = f.kept && t.Alive
	t.Orphans, t.Peers = uuidsOf(dead), peers.peers()
	t.Drain = store.UnpackQueue[store.WorkerNote](drain)
	for i, w := range expired {
		t.Expired = append(t.Expired, store.Expired{ID: uuidOf(w), LeaseUntil: timeOf(leases[i]), LockFree: free[i], RowLocked: locked[i]})
	}
	return nil
}

func newsColumns(t *store.Ticked, namespace string) *columns {
	var dirty, runs, closed []pgtype.UUID
	var numbers []int64
	var queues string
	return &columns{targets: []any{&dirty, &runs, &numbers, &closed, aTime(&t.NextTimer), &t.Outbox, aText(&queues)}, take: func() error {
		var err error
		if t.Queues, err = queuesOf(queues, namespace); err != nil {
			return err
		}
		t.QueuesUnknown = false
		t.Cancelled = nil
		for i, n := range numbers {
			t.Cancelled = append(t.Cancelled, store.ActivityKey{Run: uuidOf(runs[i]), Activity: n})
		}
		t.Dirty, t.Closed = inOrder(uuidsOf(dirty)), inOrder(uuidsOf(closed))
		return nil
	}}
}

func soughtColumns(t *store.Ticked, namespace string, last *string, took *float64) *columns {
	news := newsColumns(t, namespace)
	return &columns{targets: append(news.targets, &t.ReadyRuns, &t.ReadyActivities, &t.Quarantined, aTime(&t.NextReady), &t.Gone, &t.Stale, aTime(&t.Schedule), &t.Requests, aText(last), took), take: func() error {
		for _, n := range []*int{&t.ReadyRuns, &t.ReadyActivities, &t.Quarantined} {
			*n = min(*n, maxCount)
		}
		return news.take()
	}}
}

// ownerless looks for owners without a worker's row. What it does not find in time it finds the
// next time.
func (s *Store) ownerless(ctx context.Context, pool *pgxpool.Pool) []store.WorkerID {
	var owners ids
	err := s.transactBy(context.WithoutCancel(ctx), pool, func(x *tx) error {
		owners = nil
		x.reads, x.bare, x.limit, x.lockWait = true, true, tickLimit, s.leaseWait()
		list(x.queue(sqlOwnerless), &owners)
		return x.send(true)
	})
	if err != nil {
		s.log.Warn("postgres: the server did not answer in time: owners without a worker's row are looked for the next time", "where", s.where, "error", err)
		return nil
	}
	return uuidsOf(owners)
}

// inOrder sorts ids, and removes duplicates: a run that is being removed has both a row and a
// tombstone.
func inOrder(all []uuid.UUID) []uuid.UUID {
	slices.SortFunc(all, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(all)
}
