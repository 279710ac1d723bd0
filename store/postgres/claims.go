package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlHoldsRuns = "EXISTS (SELECT 1 FROM ~dispatch h WHERE h.owner = $1 AND h.claim = $2)"

	sqlWaiting = `SELECT d.run_id, d.prio, d.ready_at FROM ~dispatch d JOIN ~run r ON r.run_id == d.run_id
		WHERE d.owner IS NULL AND d.namespace = $3 AND d.queue = ANY($4::text[]) AND d.workflow = ANY($5::text[]) AND d.level <= $6
		AND r.owner IS NULL AND r.closed_at IS NULL AND NOT `
	sqlTakeFirst = " LIMIT $8 FOR UPDATE OF r SKIP LOCKED"

	// The lock is on the run, so what the dispatch row says may be of a moment ago: the
	// update looks at it again, in the same words.
	sqlTakeRuns = `, d AS (UPDATE ~dispatch d SET owner = $1, claim = $2, dirty = false FROM t
			WHERE d.run_id == t.run_id AND d.owner IS NULL AND d.lane = t.lane RETURNING d.run_id, d.prio, d.ready_at),
		u AS (UPDATE ~run r SET epoch = r.epoch + 1, owner = $1 FROM d WHERE r.run_id == d.run_id RETURNING r.run_id)`

	// A blocked run may be tried by another build at once, by the one that parked it when
	// its time has come.
	sqlClaim = `WITH free AS MATERIALIZED (` + sqlWaiting + sqlHoldsRuns + ` AND d.lane = 0 AND ` + sqlNotLeft + ` ORDER BY d.prio, d.ready_at` + sqlTakeFirst + `),
		below AS MATERIALIZED (` + sqlWaiting + sqlHoldsRuns + ` AND d.lane = 1 AND d.build < $7 ORDER BY d.prio, d.ready_at` + sqlTakeFirst + `),
		above AS MATERIALIZED (` + sqlWaiting + sqlHoldsRuns + ` AND d.lane = 1 AND d.build > $7 ORDER BY d.prio, d.ready_at` + sqlTakeFirst + `),
		due AS MATERIALIZED (` + sqlWaiting + sqlHoldsRuns + ` AND d.lane = 1 AND d.build = $7 AND d.until <= now() ORDER BY d.prio, d.ready_at` + sqlTakeFirst + `),
		t AS MATERIALIZED (SELECT x.*, 0 AS lane FROM free x UNION ALL SELECT x.*, 1 FROM below x UNION ALL SELECT x.*, 1 FROM above x
			UNION ALL SELECT x.*, 1 FROM due x ORDER BY prio, ready_at LIMIT $8)` + sqlTakeRuns + ` SELECT count(*) FROM u`

	sqlClaimSuspect = `WITH t AS MATERIALIZED (SELECT x.*, 2 AS lane FROM (` + sqlWaiting + sqlHoldsRuns + ` AND d.lane = 2
			AND (d.until IS NULL OR d.until <= now() OR d.build <> $7) AND NOT ` + sqlLaneHolds + `
			ORDER BY d.lane_deaths, d.prio, d.ready_at` + sqlTakeFirst + `) x)` + sqlTakeRuns + `,
		w AS (UPDATE ~worker w SET lane_run = u.run_id, lane_activity = 0 FROM u WHERE w.worker_id = $1)
		SELECT count(*) FROM u`

	// Whether the worker still owns what its row names.
	sqlLaneHolds = `EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = $1 AND (
		w.lane_activity = 0 AND EXISTS (SELECT 1 FROM ~run l WHERE l.run_id == w.lane_run AND l.owner = $1)
		OR EXISTS (SELECT 1 FROM ~activity l WHERE l.run_id == w.lane_run AND l.activity = w.lane_activity AND l.owner = $1)))`
	sqlLockWorker = "SELECT w.worker_id FROM ~worker w WHERE w.worker_id = $1 FOR UPDATE"

	sqlClaimed = "SELECT " + sqlRunColumns + ` FROM ~dispatch d JOIN ~run r ON r.run_id == d.run_id
		WHERE d.owner = $1 AND d.claim = $2 ORDER BY d.prio, d.ready_at, d.run_id`
	sqlClaimedInbox = "SELECT " + sqlEntryColumns + ` FROM ~dispatch d JOIN ~inbox i ON i.run_id == d.run_id
		WHERE d.owner = $1 AND d.claim = $2 ORDER BY i.ord`
)

// claim takes runs and then reads what the claim holds: its answer is the same when it
// is asked for again. The inbox is read by a statement of its own, whose snapshot comes
// after the locks: an entry that was accepted while the claim waited is in it.
func (u *unit) claim(i int, o *store.Claim) error {
	most, sql := max(0, o.Max), sqlClaim
	if o.Lane {
		u.queue(sqlLockWorker, id(o.Worker)) // one lane of a worker is filled at a time
		most, sql = min(most, 1), sqlClaimSuspect
	}
	f := &o.Filter
	u.queue(sql, id(o.Worker), id(o.ID), f.Namespace, f.Queues, f.Workflows, f.Level, f.Build, most).QueryRow(func(row pgx.Row) error {
		n := 0
		err := row.Scan(&n)
		u.wrote = u.wrote || n > 0
		return err
	})
	u.readClaims(&u.outs[i].Claims, o.Worker, o.ID)
	return u.send(u.last(i))
}

// readClaims queues the look at what worker holds by a claim.
func (u *unit) readClaims(claims *[]store.Claimed, worker store.WorkerID, claim store.Token) {
	index := make(map[store.RunID]int)
	rows(u.queue(sqlClaimed, id(worker), id(claim)), func(rows pgx.Rows) error {
		r, err := readRun(rows)
		if err != nil {
			return err
		}
		index[r.ID] = len(*claims)
		*claims = append(*claims, store.Claimed{Run: r.show(), Gen: r.gen})
		return nil
	})
	rows(u.queue(sqlClaimedInbox, id(worker), id(claim)), func(rows pgx.Rows) error {
		run, e, err := readEntry(rows)
		if at, ok := index[run]; ok {
			(*claims)[at].Entries = append((*claims)[at].Entries, e)
		}
		return err
	})
}
