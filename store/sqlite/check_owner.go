package sqlite

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlNoWorker = "NOT EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = "

	// A dispatch row has no time of its claim; the time at which it became ready is
	// before that. So a run whose owner vanished just now may be found too early.
	sqlMisowned = "SELECT r" + sqlWhose + ", r.owner, d.owner FROM ~dispatch d JOIN ~run r ON r.run = d.run WHERE r.status = 1 AND (r.owner IS NOT d.owner" +
		" OR d.owner IS NOT NULL AND d.ready_at < ?1 AND " + sqlNoWorker + "d.owner))"
	sqlOwnedAlone = "SELECT r" + sqlWhose + ", r.owner, NULL FROM ~run r NOT INDEXED" +
		" WHERE r.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ~dispatch d WHERE d.run = r.run)"
	sqlMisownedTask = "SELECT a" + sqlWhose + ", a.owner, a.activity FROM ~activity a JOIN ~run r ON r.run = a.run" +
		" WHERE r.status = 1 AND a.owner IS NOT NULL AND coalesce(a.claimed_at, 0) < ?1 AND " + sqlNoWorker + "a.owner)"
)

// runOwnerRules are about owners of runs. That run and dispatch row disagree is wrong at any time;
// a worker that just died and was forgotten may own something for a moment.
func runOwnerRules(before time.Time) []rule {
	ofRun := func(q *lib.Rows) string {
		switch run, dispatch := q.ID(5), q.ID(6); {
		case q.Int(4) != int64(store.Open):
			return fmt.Sprintf("it has ended, and its row says that %s owns it", workerName(run))
		case run != dispatch:
			return fmt.Sprintf("its row says that %s owns it, its dispatch row says %s", workerName(run), workerName(dispatch))
		default:
			return fmt.Sprintf("%s owns it, and that worker has no row", workerName(run))
		}
	}
	return []rule{
		{store.CheckOwner, sqlMisowned, []any{before}, ofRun},
		{store.CheckOwner, sqlOwnedAlone, nil, ofRun},
	}
}

func taskOwnerRule(before time.Time) rule {
	return rule{store.CheckOwner, sqlMisownedTask, []any{before}, func(q *lib.Rows) string {
		return fmt.Sprintf("%s owns its activity %d, and that worker has no row", workerName(q.ID(5)), q.Int(6))
	}}
}

func workerName(id uuid.UUID) string {
	if id == uuid.Nil {
		return "nobody"
	}
	return "worker " + id.String()
}

const (
	sqlOverdueTimers = "SELECT r" + sqlWhose + ", t.fire_at, t.timer FROM ~timer t JOIN ~run r ON r.run = t.run WHERE t.fire_at < ?1 AND r.status = 1"
	sqlOverdueRuns   = "SELECT r" + sqlWhose + ", d.ready_at, d.queue, d.workflow, d.access FROM ~dispatch d JOIN ~run r ON r.run = d.run" +
		" WHERE d.owner IS NULL AND d.ready_at < ?1 AND (d.access = 0 OR d.access = 2 AND coalesce(d.until, 0) < ?1) AND r.status = 1"
	sqlOverdueTasks = "SELECT r" + sqlWhose + ", a.ready_at, a.queue, a.name, a.activity FROM ~activity a JOIN ~run r ON r.run = a.run" +
		" WHERE a.owner IS NULL AND a.ready_at < ?1 AND (a.deadline IS NULL OR a.deadline >= ?1) AND r.status = 1"
	sqlOverdueEnds = "SELECT r" + sqlWhose + ", a.deadline, a.queue, a.name, a.activity FROM ~activity a JOIN ~run r ON r.run = a.run" +
		" WHERE a.owner IS NULL AND a.deadline < ?1 AND r.status = 1"
)

// overdueRules are about what somebody should have done since. A run that is blocked
// waits for a reason, and is not among it.
func overdueRules(before time.Time) []rule {
	args := []any{before}
	since := func(q *lib.Rows) string { return q.Time(firstOwn).Format(time.RFC3339) }
	return []rule{
		{store.CheckOverdue, sqlOverdueTimers, args, func(q *lib.Rows) string {
			return fmt.Sprintf("its timer %d is due since %s: no engine fires it", q.Int(6), since(q))
		}},
		{store.CheckOverdue, sqlOverdueRuns, args, func(q *lib.Rows) string {
			quarantined := ""
			if q.Int(8) == 2 {
				quarantined = ", in quarantine,"
			}
			return fmt.Sprintf("it is ready%s since %s: no worker takes workflow %q from queue %q", quarantined, since(q), q.Text(7), q.Text(6))
		}},
		{store.CheckOverdue, sqlOverdueTasks, args, func(q *lib.Rows) string {
			return fmt.Sprintf("its activity %d is ready since %s: no worker takes %q from queue %q", q.Int(8), since(q), q.Text(7), q.Text(6))
		}},
		{store.CheckOverdue, sqlOverdueEnds, args, func(q *lib.Rows) string {
			return fmt.Sprintf("the deadline of its activity %d passed at %s: no worker of its namespace ends %q from queue %q", q.Int(8), since(q), q.Text(7), q.Text(6))
		}},
	}
}
