package postgres

import "github.com/reprise-run/reprise/store/internal/findings"

const (
	sqlNoWorker = "NOT EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = "

	// A dispatch row does not have the time of its claim; the time at which it became
	// ready is earlier. So a run whose owner has only just vanished may be reported too
	// early.
	sqlMisowned = "SELECT r" + sqlWhose + `ARRAY[r.owner::text, d.owner::text] FROM ~dispatch d JOIN ~run r ON r.run_id = d.run_id
		WHERE r.status = 1{only} AND (r.owner IS DISTINCT FROM d.owner OR d.owner IS NOT NULL AND d.ready_at < now() - $1::interval AND ` + sqlNoWorker + "d.owner))"
	sqlOwnedAlone = "SELECT r" + sqlWhose + `ARRAY[r.owner::text, NULL] FROM ~run r
		WHERE r.owner IS NOT NULL` + sqlAtOnce + `{only} AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run_id = r.run_id)`
	sqlMisownedTask = "SELECT a" + sqlWhose + `ARRAY[a.owner::text, a.activity::text] FROM ~activity a JOIN ~run r ON r.run_id = a.run_id
		WHERE r.status = 1{only} AND a.owner IS NOT NULL AND coalesce(a.claimed_at, '-infinity') < now() - $1::interval AND ` + sqlNoWorker + "a.owner)"
)

// ownerRules are about owners of runs and of activity rows.
func ownerRules() []rule {
	return []rule{
		{Rule: findings.Misowned, owner: "r", sql: sqlMisowned}, {Rule: findings.Misowned, owner: "r", sql: sqlOwnedAlone},
		{Rule: findings.MisownedTask, owner: "a", sql: sqlMisownedTask},
	}
}

const (
	sqlOverdueTimers = "SELECT r" + sqlWhose + "ARRAY[" + sqlSince + `, t.timer::text] FROM (SELECT t.*, t.fire_at AS since FROM ~timer t WHERE t.fire_at < now() - $1::interval) t
		JOIN ~run r ON r.run_id = t.run_id WHERE r.status = 1`
	sqlOverdueRuns = "SELECT r" + sqlWhose + "ARRAY[" + sqlSince + `, t.queue, t.workflow, t.access::text] FROM (SELECT d.*, d.ready_at AS since FROM ~dispatch d
			WHERE d.owner IS NULL AND d.ready_at < now() - $1::interval
				AND (d.access = 0 OR d.access = 2 AND coalesce(d.until, '-infinity') < now() - $1::interval)) t
		JOIN ~run r ON r.run_id = t.run_id WHERE r.status = 1`
	sqlOverdueTasks = "SELECT r" + sqlWhose + "ARRAY[" + sqlSince + `, t.queue, t.name, t.activity::text] FROM (SELECT a.*, a.ready_at AS since FROM ~activity a
			WHERE a.owner IS NULL AND a.ready_at < now() - $1::interval AND (a.deadline IS NULL OR a.deadline >= now() - $1::interval)) t
		JOIN ~run r ON r.run_id = t.run_id WHERE r.status = 1`
	sqlOverdueEnds = "SELECT r" + sqlWhose + "ARRAY[" + sqlSince + `, t.queue, t.name, t.activity::text] FROM (SELECT a.*, a.deadline AS since FROM ~activity a
			WHERE a.owner IS NULL AND a.deadline < now() - $1::interval) t
		JOIN ~run r ON r.run_id = t.run_id WHERE r.status = 1`

	sqlLateMessages = "SELECT r" + sqlWhose + "ARRAY[" + sqlSince + `, t.kind::text, t.seq::text, coalesce(nullif(t.workflow_id, ''), nullif(t.target, t.run_id)::text, '')]
		FROM (SELECT o.*, o.at AS since FROM ~outbox o WHERE o.at < now() - $1::interval) t JOIN ~run r ON r.run_id = t.run_id WHERE r.status <> 0`

	sqlSince = `to_char(t.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
)

// overdueRules are about work that should have been done by now. A blocked run waits
// for a reason, and is not overdue.
var overdueRules = []rule{
	{Rule: findings.LateTimer, owner: "r", sql: sqlOverdueTimers}, {Rule: findings.LateRun, owner: "r", sql: sqlOverdueRuns},
	{Rule: findings.LateTask, owner: "r", sql: sqlOverdueTasks}, {Rule: findings.LateEnd, owner: "r", sql: sqlOverdueEnds},
	{Rule: findings.LateMessage, owner: "r", sql: sqlLateMessages},
}

const (
	sqlRequestCase  = "SELECT q.run_id, q.run_id, q.namespace, q.workflow_id, 0::smallint, ARRAY[q.kind::text, q.id, q.at::text] FROM ~request q"
	sqlLostRequests = sqlRequestCase + " WHERE q.lost" + sqlAtOnce
	sqlLateRequests = sqlRequestCase + sqlTarget + "WHERE q.at < now() - $1::interval AND " + sqlMayGo
)

// requestRules are about what was sent inside users' transactions.
var requestRules = []rule{
	{Rule: findings.LostRequest, owner: "q", sql: sqlLostRequests}, {Rule: findings.LateRequest, owner: "q", sql: sqlLateRequests},
}
