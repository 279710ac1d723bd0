package postgres

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlCountHeld = "SELECT count(*) FROM ~dispatch h WHERE h.owner = $1 AND h.claim = $2"
	sqlHoldsRuns = "EXISTS (SELECT 1 FROM ~dispatch h WHERE h.owner = $1 AND h.claim = $2)"

	// The kinds of runs that the worker serves. Waiting runs are searched by kind, so that the
	// search never steps over runs that this worker does not serve.
	sqlRunKinds = "(SELECT DISTINCT q.queue, w.workflow FROM unnest($4::text[]) AS q(queue) CROSS JOIN unnest($5::text[]) AS w(workflow)) k"
	sqlRunsLike = "SELECT d.run_id, d.prio, d.ready_at, d.access, d.quarantine_deaths FROM ~dispatch d WHERE d.owner IS NULL AND d.namespace = $3 AND d.queue = k.queue AND d.workflow = k.workflow AND d.level <= $6"
	sqlFirst    = " ORDER BY d.prio, d.ready_at LIMIT $9)"

	// A build that has not parked a blocked run may try it at once, other builds when its time has
	// come. $7 is the worker's build in the form in which lists of builds contain it. Each existing
	// list is searched separately, so that the search steps over no run that must wait.
	sqlTriedBy = `(WITH RECURSIVE b(build) AS ((` + sqlFirstTried + ` ORDER BY d.build LIMIT 1) UNION ALL
			SELECT (` + sqlFirstTried + ` AND d.build > b.build ORDER BY d.build LIMIT 1) FROM b WHERE b.build IS NOT NULL) SELECT b.build FROM b WHERE b.build IS NOT NULL) s`
	sqlFirstTried = "SELECT d.build FROM ~dispatch d WHERE d.owner IS NULL AND d.namespace = $3 AND d.queue = k.queue AND d.workflow = k.workflow AND d.access = 1"
	sqlMayTry     = "d.access = 1 AND d.build = s.build AND d.until <= CASE WHEN strpos(s.build, $7) = 0 THEN 'infinity' ELSE now() END"

	sqlClaim = `WITH ready AS MATERIALIZED (SELECT c.* FROM ` + sqlRunKinds + ` CROSS JOIN LATERAL (
				(` + sqlRunsLike + ` AND d.access = 0 AND ` + sqlNotLeft + sqlFirst + `
				UNION ALL SELECT l.* FROM ` + sqlTriedBy + ` CROSS JOIN LATERAL (` + sqlRunsLike + ` AND ` + sqlMayTry + sqlFirst + ` l) c
			WHERE NOT ` + sqlHoldsRuns + ` ORDER BY c.prio, c.ready_at)` + sqlTakeRuns + ` SELECT (SELECT count(*) FROM u), (SELECT count(*) FROM ready), ` + sqlPassed

	sqlClaimQuarantined = `WITH ready AS MATERIALIZED (SELECT c.* FROM ` + sqlRunKinds + ` CROSS JOIN LATERAL (` + sqlRunsLike + ` AND d.access = 2
				AND (d.until IS NULL OR d.until <= now() OR strpos(d.build, $7) = 0) ORDER BY d.quarantine_deaths, d.prio, d.ready_at LIMIT $9) c
			WHERE NOT ` + sqlHoldsRuns + ` AND NOT ` + sqlQuarantineHolds + ` ORDER BY c.quarantine_deaths, c.prio, c.ready_at)` + sqlTakeRuns + `,
		w AS (UPDATE ~worker w SET quarantine_run = u.run_id, quarantine_activity = 0 FROM u WHERE w.worker_id = $1)
		SELECT (SELECT count(*) FROM u), (SELECT count(*) FROM ready), ` + sqlPassed

	// Ready runs that were not taken although there was room.
	sqlPassed = "ARRAY(SELECT DISTINCT c.run_id FROM ready c WHERE (SELECT count(*) FROM t) < $8 AND c.run_id NOT IN (SELECT t.run_id FROM t) LIMIT 10)"

	// Ready rows are locked in order until there are enough. The query skips runs and dispatch rows
	// that others have locked, and rows that have changed since the search: ready_at changes each
	// time a run becomes ready. It also skips an epoch that cannot rise any more, which is damage,
	// so that the claims of other runs do not fail.
	sqlTakeRuns = `,
		t AS MATERIALIZED (SELECT l.* FROM ready c CROSS JOIN LATERAL (SELECT d.run_id, d.prio, d.ready_at FROM ~dispatch d JOIN ~run r ON r.run_id = ANY(ARRAY[d.run_id])
			WHERE d.run_id = c.run_id AND d.owner IS NULL AND d.access = c.access AND d.ready_at = c.ready_at AND r.owner IS NULL AND r.closed_at IS NULL AND r.epoch < 1::bigint << 62
			FOR UPDATE OF r, d SKIP LOCKED) l LIMIT $8),
		d AS (UPDATE ~dispatch d SET owner = $1, claim = $2, dirty = false FROM t WHERE d.run_id = ANY(ARRAY[t.run_id])),
		u AS (UPDATE ~run r SET epoch = r.epoch + $10::bigint, owner = $1 FROM t WHERE r.run_id = ANY(ARRAY[t.run_id]) RETURNING r.run_id)`

	// Whether the worker still owns the run or row that its worker row names.
	sqlQuarantineHolds = `EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = $1 AND (
		w.quarantine_activity = 0 AND EXISTS (SELECT 1 FROM ~run l WHERE l.run_id = ANY(ARRAY[w.quarantine_run]) AND l.owner = $1)
		OR EXISTS (SELECT 1 FROM ~activity l WHERE l.run_id = ANY(ARRAY[w.quarantine_run]) AND l.activity = w.quarantine_activity AND l.owner = $1)))`
	sqlLockWorker = "SELECT w.worker_id FROM ~worker w WHERE w.worker_id = $1 FOR UPDATE"

	sqlClaimed = "SELECT " + sqlRunColumns + ` FROM ~dispatch d JOIN ~run r ON r.run_id = ANY(ARRAY[d.run_id])
		WHERE d.owner = $1 AND d.claim = $2 ORDER BY d.prio, d.ready_at, d.run_id`
	sqlClaimedInbox = "SELECT " + sqlEntryColumns + ` FROM ~dispatch d CROSS JOIN LATERAL (SELECT e.*,
			sum(octet_length(e.data)) OVER (ORDER BY e.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM ~inbox e WHERE e.run_id = d.run_id) i
		WHERE d.owner = $1 AND d.claim = $2 AND coalesce(i.before, 0) < $3 ORDER BY i.ord`
)

// claim takes runs and then reads what the claim holds, so that a repetition gets the same
// answer. A separate statement reads the inbox: its snapshot is taken after the locks, so it
// includes entries that were accepted while the claim waited.
func (u *unit) claim(i int, o *store.Claim) error {
	most, sql := max(0, o.Max), sqlClaim
	if o.Quarantine {
		u.queue(sqlLockWorker, id(o.Worker)) // only one claim at a time may fill a worker's quarantine
		most, sql = min(most, 1), sqlClaimQuarantined
	}
	f := &o.Filter
	return u.take(i, "run or dispatch", most, func(look int) *pgx.QueuedQuery {
		return u.queue(sql, id(o.Worker), id(o.ID), f.Namespace, f.Queues, f.Workflows, f.Level, store.TriedMark(f.Build), most, look, store.EpochStep(o.ID))
	}, func() {
		u.outs[i].Claims = nil
		u.readClaims(&u.outs[i].Claims, o.Worker, o.ID)
	})
}

// take requests up to most ready rows, and then reads what the claim holds. If others have
// locked everything that it finds, there may be more behind that, so it looks further.
func (u *unit) take(i int, table string, most int, ask func(look int) *pgx.QueuedQuery, read func()) error {
	for look := 2 * most; ; look *= 16 {
		var taken, found int64
		var passed []pgtype.UUID
		ask(look).QueryRow(func(row pgx.Row) error {
			err := row.Scan(&taken, &found, &passed)
			u.wrote = u.wrote || taken > 0
			return err
		})
		read()
		if err := u.send(u.last(i)); err != nil {
			return err
		}
		u.s.passed.note(u.s, table, uuidsOf(passed), u.now)
		if taken > 0 || most == 0 || found < int64(look) { // it has seen everything that is ready
			return nil
		}
		u.again()
	}
}

// readClaims queues the query for what worker holds by a claim.
func (u *unit) readClaims(claims *[]store.Claimed, worker store.WorkerID, claim store.Token) {
	index := make(map[store.RunID]int)
	rows(u.queue(sqlClaimed, id(worker), id(claim)), func(rows pgx.Rows) error {
		r, err := readRun(rows)
		if err != nil {
			return err
		}
		index[r.ID] = len(*claims)
		*claims = append(*claims, store.Claimed{Run: r.Show(), Gen: r.Inbox.Gen})
		return nil
	})
	rows(u.queue(sqlClaimedInbox, id(worker), id(claim), store.InboxPage), func(rows pgx.Rows) error {
		run, e, err := readEntry(rows)
		if at, ok := index[run]; ok {
			(*claims)[at].Entries = append((*claims)[at].Entries, e)
		}
		return err
	})
}
