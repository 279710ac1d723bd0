package postgres

import (
	"bytes"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// The distinct owners in a table, by one look at the index for each, not for each row.
const (
	sqlOwnersOfRuns = `(WITH RECURSIVE o(id) AS ((SELECT t.owner FROM ~dispatch t WHERE t.owner IS NOT NULL ORDER BY t.owner LIMIT 1)
		UNION ALL SELECT (SELECT t.owner FROM ~dispatch t WHERE t.owner > o.id ORDER BY t.owner LIMIT 1) FROM o WHERE o.id IS NOT NULL)
		SELECT o.id FROM o WHERE o.id IS NOT NULL)`
	sqlOwnersOfTasks = `(WITH RECURSIVE o(id) AS ((SELECT t.owner FROM ~activity t WHERE t.owner IS NOT NULL ORDER BY t.owner LIMIT 1)
		UNION ALL SELECT (SELECT t.owner FROM ~activity t WHERE t.owner > o.id ORDER BY t.owner LIMIT 1) FROM o WHERE o.id IS NOT NULL)
		SELECT o.id FROM o WHERE o.id IS NOT NULL)`

	maxCount       = 100 // as far as ready things are counted, see the LIMITs
	sqlMayRun      = "d.owner IS NULL AND d.namespace = $3 AND d.queue = ANY($4::text[]) AND d.workflow = ANY($5::text[]) AND d.level <= $6"
	sqlReadyRuns   = "(SELECT 1 FROM ~dispatch d WHERE " + sqlMayRun + " AND d.lane = 0 AND " + sqlNotLeft + " LIMIT 100)"
	sqlBlockedRuns = "(SELECT 1 FROM ~dispatch d WHERE " + sqlMayRun + " AND d.lane = 1 AND (d.build <> $7 OR d.until <= now()) LIMIT 100)"
	sqlSuspectRuns = "(SELECT 1 FROM ~dispatch d WHERE " + sqlMayRun + " AND d.lane = 2 AND (d.until IS NULL OR d.until <= now() OR d.build <> $7) LIMIT 100)"

	// The priorities of rows that wait, by one look at the index for each.
	sqlPrios = `(WITH RECURSIVE p(prio) AS ((SELECT t.prio FROM ~activity t WHERE t.owner IS NULL AND NOT t.suspect AND t.namespace = $3 ORDER BY t.prio LIMIT 1)
		UNION ALL SELECT (SELECT t.prio FROM ~activity t WHERE t.owner IS NULL AND NOT t.suspect AND t.namespace = $3 AND t.prio > p.prio ORDER BY t.prio LIMIT 1)
			FROM p WHERE p.prio IS NOT NULL)
		SELECT p.prio FROM p WHERE p.prio IS NOT NULL)`

	sqlMayDo       = "a.owner IS NULL AND a.namespace = $3 AND a.queue = ANY($11::text[]) AND a.name = ANY($8::text[])"
	sqlWaitingOf   = " a WHERE " + sqlMayDo + " AND NOT a.suspect AND a.prio = p.prio AND (a.deadline IS NULL OR a.deadline > now())"
	sqlReadyTasks  = "(SELECT 1 FROM " + sqlPrios + " p CROSS JOIN LATERAL (SELECT 1 FROM ~activity" + sqlWaitingOf + " AND a.ready_at <= now() ORDER BY a.ready_at LIMIT 100) n LIMIT 100)"
	sqlOverdue     = "(SELECT 1 FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND NOT a.suspect AND a.deadline <= now() LIMIT 100)"
	sqlSuspectWork = "(SELECT 1 FROM ~activity a WHERE " + sqlMayDo + " AND a.suspect AND a.ready_at <= now() LIMIT 100)"

	// least passes over what is NULL.
	sqlNextReady = `least(
		(SELECT min(d.until) FROM ~dispatch d WHERE ` + sqlMayRun + ` AND d.lane = 1 AND d.build = $7 AND d.until > now()),
		(SELECT min(d.until) FROM ~dispatch d WHERE ` + sqlMayRun + ` AND d.lane = 2 AND d.build = $7 AND d.until > now()),
		(SELECT min(n.ready_at) FROM ` + sqlPrios + ` p CROSS JOIN LATERAL
			(SELECT a.ready_at FROM ~activity` + sqlWaitingOf + ` AND a.ready_at > now() ORDER BY a.ready_at LIMIT 1) n),
		(SELECT min(a.ready_at) FROM ~activity a WHERE ` + sqlMayDo + ` AND a.suspect AND a.ready_at > now()),
		(SELECT min(a.deadline) FROM ~activity a WHERE a.owner IS NULL AND a.namespace = $3 AND NOT a.suspect AND a.deadline > now()))`

	// A worker whose lease should be renewed and was not has been taken for dead while the
	// statement waited for its row: what was seen before says otherwise. Who has which lock is read, once, and only if there is somebody to ask it of. Locks of
	// before a start of the server say nothing.
	sqlTick = `WITH mine AS MATERIALIZED (SELECT w.lease_until, w.renewed, w.dead, w.session_lock FROM ~worker w WHERE w.worker_id = $1),
		renewed AS (UPDATE ~worker w SET lease_until = now() + $2::interval, renewed = w.renewed + 1, held = $12, free = $13
			WHERE w.worker_id = $1 AND NOT w.dead AND $2::interval > interval '0' RETURNING w.lease_until, w.renewed),
		told AS (UPDATE ~worker w SET held = $12, free = $13 WHERE w.worker_id = $1 AND NOT w.dead AND $2::interval <= interval '0' AND $14::boolean),
		peers AS MATERIALIZED (` + sqlPeers + `),
		locks AS MATERIALIZED (` + sqlLocks + `),
		others AS (SELECT w.worker_id, w.lease_until, coalesce($10::boolean AND w.lock_server = pg_postmaster_start_time()
				AND w.session_lock NOT IN (SELECT k.key FROM locks k), false) AS free
			FROM ~worker w WHERE w.worker_id <> $1 AND NOT w.dead),
		expired AS MATERIALIZED (SELECT o.worker_id, o.lease_until, o.free FROM others o WHERE o.lease_until < now() OR o.free)
		SELECT now(), pg_postmaster_start_time(),
			EXISTS (SELECT 1 FROM mine m WHERE NOT m.dead) AND ($2::interval <= interval '0' OR EXISTS (SELECT 1 FROM renewed)),
			coalesce((SELECT n.lease_until FROM renewed n), (SELECT m.lease_until FROM mine m)),
			(SELECT i.cluster_id FROM ~meta i WHERE i.one = 1), (SELECT i.epoch FROM ~meta i WHERE i.one = 1),
			(SELECT m.renewed FROM mine m), (SELECT n.renewed FROM renewed n),
			EXISTS (SELECT 1 FROM locks k WHERE k.pid = pg_backend_pid() AND k.key = (SELECT m.session_lock FROM mine m)),
			ARRAY(SELECT e.worker_id FROM expired e ORDER BY e.worker_id), ARRAY(SELECT e.lease_until FROM expired e ORDER BY e.worker_id),
			ARRAY(SELECT e.free FROM expired e ORDER BY e.worker_id),
			ARRAY(SELECT w.worker_id FROM ~worker w WHERE w.dead UNION
				((` + sqlOwnersOfRuns + ` UNION ` + sqlOwnersOfTasks + `) EXCEPT SELECT w.worker_id FROM ~worker w) ORDER BY 1),
			(SELECT count(*) FROM (SELECT 1 FROM ` + sqlReadyRuns + ` x UNION ALL SELECT 1 FROM ` + sqlBlockedRuns + ` y) z),
			(SELECT count(*) FROM (SELECT 1 FROM ` + sqlReadyTasks + ` x UNION ALL SELECT 1 FROM ` + sqlOverdue + ` y) z),
			(SELECT count(*) FROM (SELECT 1 FROM ` + sqlSuspectRuns + ` x UNION ALL SELECT 1 FROM ` + sqlSuspectWork + ` y) z),
			(SELECT min(t.fire_at) FROM ~timer t),
			` + sqlNextReady + `,
			ARRAY(SELECT d.run_id FROM ~dispatch d WHERE d.owner = $1 AND d.dirty),
			ARRAY(SELECT r.run_id FROM ~run r WHERE r.run_id = ANY($9::uuid[]) AND r.status <> 1
				UNION ALL SELECT k.run_id FROM ~start_key k WHERE k.run_id = ANY($9::uuid[])),
			` + sqlRequested + `,
			` + sqlPeerArrays
)

// Tick implements [store.Store]: one statement, on the keeper's connection.
func (s *Store) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	pool, giveBack := s.keeper.borrow(s.pool)
	defer giveBack()
	var f found
	var conn *pgx.Conn
	err = s.transactBy(ctx, pool, func(x *tx) error {
		x.reads, x.bare, conn = q.Renew <= 0 && !q.Tell, true, x.conn.Conn()
		t, f = store.Ticked{}, found{}
		x.queue(sqlTick, id(q.Worker), interval(q.Renew), q.Filter.Namespace, q.Filter.Queues, q.Filter.Workflows, q.Filter.Level, q.Filter.Build,
			q.Filter.Activities, idsOf(q.Awaited), !s.keeper.noLock,
			q.Filter.ActivityQueues(), q.Load.Held, q.Load.Free, q.Tell).
			QueryRow(func(row pgx.Row) error { return readTick(row, &t, &f) })
		return x.send(true)
	})
	if err == nil {
		err = s.recognise(q.Worker, f)
	}
	if err != nil {
		return store.Ticked{}, err
	}
	s.keeper.seen(q.Worker, conn, f.locked)
	t.Reconnected = s.keeper.changes(conn)
	return t, nil
}

func readTick(row pgx.Row, t *store.Ticked, f *found) error {
	var now, start, until, timer, ready pgtype.Timestamptz
	var expired, orphans, dirty, closed []pgtype.UUID
	var leases []pgtype.Timestamptz
	var free []bool
	var before, after pgtype.Int8
	var cluster pgtype.UUID
	var peers peerColumns
	if err := row.Scan(append([]any{&now, &start, &t.Alive, &until, &cluster, &f.epoch, &before, &after, &f.locked, &expired, &leases, &free,
		&orphans, &t.ReadyRuns, &t.ReadyActivities, &t.Suspects, &timer, &ready, &dirty, &closed, &t.Requests}, peers.targets()...)...); err != nil {
		return err
	}
	f.cluster, f.there, f.before, f.after = uuidOf(cluster), before.Valid, before.Int64, max(before.Int64, after.Int64)
	t.Now, t.ServerStart, t.LeaseUntil, t.NextTimer, t.NextReady = timeOf(now), timeOf(start), timeOf(until), timeOf(timer), timeOf(ready)
	for i, w := range expired {
		t.Expired = append(t.Expired, store.Expired{ID: uuidOf(w), LeaseUntil: timeOf(leases[i]), LockFree: free[i]})
	}
	t.Orphans, t.Dirty, t.Closed, t.Peers = uuidsOf(orphans), inOrder(uuidsOf(dirty)), inOrder(uuidsOf(closed)), peers.peers()
	for _, n := range []*int{&t.ReadyRuns, &t.ReadyActivities, &t.Suspects} {
		*n = min(*n, maxCount)
	}
	return nil
}

// inOrder sorts ids, of which one may be there twice: a run that is being removed has a row
// and a key.
func inOrder(all []uuid.UUID) []uuid.UUID {
	slices.SortFunc(all, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(all)
}
