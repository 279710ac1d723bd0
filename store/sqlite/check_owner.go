package sqlite

import (
	"time"

	"github.com/reprise-run/reprise/store/internal/findings"
)

const (
	sqlNoWorker = "NOT EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = "

	// A dispatch row does not have the time of its claim; the time at which it became ready is
	// earlier. So a run whose owner has only just vanished may be reported too early.
	sqlMisowned = "SELECT r" + sqlWhose + ", lower(hex(r.owner)), lower(hex(d.owner)) FROM ~dispatch d JOIN ~run r ON r.run = d.run WHERE r.status = 1 AND (r.owner IS NOT d.owner" +
		" OR d.owner IS NOT NULL AND d.ready_at < ?1 AND " + sqlNoWorker + "d.owner))"
	sqlOwnedAlone = "SELECT r" + sqlWhose + ", lower(hex(r.owner)), NULL FROM ~run r NOT INDEXED" +
		" WHERE r.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run = r.run)"
	sqlMisownedTask = "SELECT a" + sqlWhose + ", lower(hex(a.owner)), a.activity FROM ~activity a JOIN ~run r ON r.run = a.run" +
		" WHERE r.status = 1 AND a.owner IS NOT NULL AND coalesce(a.claimed_at, 0) < ?1 AND " + sqlNoWorker + "a.owner)"
)

// ownerRules are about owners of runs and, the last of them, of activity rows.
func ownerRules(before time.Time) []rule {
	return []rule{
		{findings.Misowned, sqlMisowned, []any{before}}, {findings.Misowned, sqlOwnedAlone, nil},
		{findings.MisownedTask, sqlMisownedTask, []any{before}},
	}
}

const (
	sqlOverdueTimers = "SELECT r" + sqlWhose + ", strftime('%Y-%m-%dT%H:%M:%SZ', t.fire_at / 1000000, 'unixepoch'), t.timer FROM ~timer t JOIN ~run r ON r.run = t.run WHERE t.fire_at < ?1 AND r.status = 1"
	sqlOverdueRuns   = "SELECT r" + sqlWhose + ", strftime('%Y-%m-%dT%H:%M:%SZ', d.ready_at / 1000000, 'unixepoch'), d.queue, d.workflow, d.access FROM ~dispatch d JOIN ~run r ON r.run = d.run" +
		" WHERE d.owner IS NULL AND d.ready_at < ?1 AND (d.access = 0 OR d.access = 2 AND coalesce(d.until, 0) < ?1) AND r.status = 1"
	sqlOverdueTasks = "SELECT r" + sqlWhose + ", strftime('%Y-%m-%dT%H:%M:%SZ', a.ready_at / 1000000, 'unixepoch'), a.queue, a.name, a.activity FROM ~activity a JOIN ~run r ON r.run = a.run" +
		" WHERE a.owner IS NULL AND a.ready_at < ?1 AND (a.deadline IS NULL OR a.deadline >= ?1) AND r.status = 1"
	sqlOverdueEnds = "SELECT r" + sqlWhose + ", strftime('%Y-%m-%dT%H:%M:%SZ', a.deadline / 1000000, 'unixepoch'), a.queue, a.name, a.activity FROM ~activity a JOIN ~run r ON r.run = a.run" +
		" WHERE a.owner IS NULL AND a.deadline < ?1 AND r.status = 1"

	sqlLateMessages = "SELECT r" + sqlWhose + ", strftime('%Y-%m-%dT%H:%M:%SZ', o.at / 1000000, 'unixepoch'), o.kind, o.seq, coalesce(nullif(o.workflow_id, ''), lower(hex(nullif(o.target, o.run_id))), '')" +
		" FROM ~outbox o JOIN ~run r ON r.run_id = o.run_id WHERE o.at < ?1 AND r.status <> 0"

	sqlRequestCase  = "SELECT 0, q.run_id, q.namespace, q.workflow_id, 0, q.kind, q.id, strftime('%Y-%m-%dT%H:%M:%SZ', q.at / 1000000, 'unixepoch') FROM ~request q WHERE "
	sqlLostRequests = sqlRequestCase + "q.lost = 1"
	sqlLateRequests = sqlRequestCase + "q.at < ?1 AND " + sqlTakable
)

// overdueRules are about work that should have been done by now, and about what was sent
// inside users' transactions. A blocked run waits for a reason, and is not overdue.
func overdueRules(before time.Time) []rule {
	args := []any{before}
	return []rule{
		{findings.LateTimer, sqlOverdueTimers, args}, {findings.LateRun, sqlOverdueRuns, args}, {findings.LateTask, sqlOverdueTasks, args},
		{findings.LateEnd, sqlOverdueEnds, args}, {findings.LostRequest, sqlLostRequests, nil}, {findings.LateRequest, sqlLateRequests, args},
		{findings.LateMessage, sqlLateMessages, args},
	}
}
