package postgres

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlNoWorker = "NOT EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = "

	// A dispatch row has no time of its claim; the time at which it became ready is
	// before that. So a run whose owner vanished just now may be found too early.
	sqlMisowned = "SELECT r" + sqlWhose + `ARRAY[r.owner::text, d.owner::text] FROM ~dispatch d JOIN ~run r ON r.run_id = d.run_id
		WHERE r.status = 1{only} AND (r.owner IS DISTINCT FROM d.owner OR d.owner IS NOT NULL AND d.ready_at < now() - $1::interval AND ` + sqlNoWorker + "d.owner))"
	sqlOwnedAlone = "SELECT r" + sqlWhose + `ARRAY[r.owner::text, NULL] FROM ~run r
		WHERE r.owner IS NOT NULL AND $1::interval IS NOT NULL{only} AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run_id = r.run_id)`
	sqlMisownedTask = "SELECT a" + sqlWhose + `ARRAY[a.owner::text, a.activity::text] FROM ~activity a JOIN ~run r ON r.run_id = a.run_id
		WHERE r.status = 1{only} AND a.owner IS NOT NULL AND coalesce(a.claimed_at, '-infinity') < now() - $1::interval AND ` + sqlNoWorker + "a.owner)"
)

// runOwnerRules are about owners of runs. That run and dispatch row disagree is wrong at any
// time; a worker that just died and was forgotten may own something for a moment.
func runOwnerRules() []rule {
	text := func(status store.Status, w []string) string {
		switch run, dispatch := w[0], w[1]; {
		case status != store.Open:
			return fmt.Sprintf("it has ended, and its row says that %s owns it", workerName(run))
		case run != dispatch:
			return fmt.Sprintf("its row says that %s owns it, its dispatch row says %s", workerName(run), workerName(dispatch))
		default:
			return fmt.Sprintf("%s owns it, and that worker has no row", workerName(run))
		}
	}
	return []rule{
		{check: store.CheckOwner, owner: "r", sql: sqlMisowned, text: text},
		{check: store.CheckOwner, owner: "r", sql: sqlOwnedAlone, text: text},
	}
}

func taskOwnerRule() rule {
	return rule{check: store.CheckOwner, owner: "a", sql: sqlMisownedTask, text: func(_ store.Status, w []string) string {
		return fmt.Sprintf("%s owns its activity %s, and that worker has no row", workerName(w[0]), w[1])
	}}
}

func workerName(id string) string {
	if id == "" {
		return "nobody"
	}
	return "worker " + id
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

	sqlSince = `to_char(t.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
)

// overdueRules are about what somebody should have done since. A run that is blocked
// waits for a reason, and is not among it.
func overdueRules() []rule {
	overdue := func(sql string, text func(w []string) string) rule {
		return rule{check: store.CheckOverdue, owner: "r", sql: sql, text: func(_ store.Status, w []string) string { return text(w) }}
	}
	return []rule{
		overdue(sqlOverdueTimers, func(w []string) string {
			return fmt.Sprintf("its timer %s is due since %s: no engine fires it", w[1], w[0])
		}),
		overdue(sqlOverdueRuns, func(w []string) string {
			quarantined := ""
			if w[3] == fmt.Sprint(rules.AccessQuarantined) {
				quarantined = ", in quarantine,"
			}
			return fmt.Sprintf("it is ready%s since %s: no worker takes workflow %q from queue %q", quarantined, w[0], w[2], w[1])
		}),
		overdue(sqlOverdueTasks, func(w []string) string {
			return fmt.Sprintf("its activity %s is ready since %s: no worker takes %q from queue %q", w[3], w[0], w[2], w[1])
		}),
		overdue(sqlOverdueEnds, func(w []string) string {
			return fmt.Sprintf("the deadline of its activity %s passed at %s: no worker of its namespace ends %q from queue %q", w[3], w[0], w[2], w[1])
		}),
	}
}
