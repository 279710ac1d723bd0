package sqlite

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// mostLooked is how many rows of all queues together each count reads, because the indexes for claims
// are not ordered by queue. It is far above store.MostCounted, so that a long queue does not hide
// another.
const mostLooked = 100_000

// The work in queues is counted by the indexes for claims, in their order. ?2 is now.
var (
	sqlFreeRuns  = loadOf("~dispatch INDEXED BY ~dispatch_free", "owner IS NULL AND access = 0", "prio, ready_at", "1")
	sqlOwned     = loadOf("~dispatch INDEXED BY ~dispatch_owner", "owner IS NOT NULL", "owner", "1")
	sqlFreeTasks = loadOf("~activity INDEXED BY ~activity_free", "owner IS NULL AND quarantined = 0 AND delayed = 0", "prio, ready_at", "1")
	sqlDueTasks  = loadOf("~activity INDEXED BY ~activity_delayed", "owner IS NULL AND quarantined = 0 AND delayed = 1 AND ready_at <= ?2", "ready_at", "1")
	sqlRetried   = loadOf("~activity INDEXED BY ~activity_delayed", fmt.Sprintf("owner IS NULL AND quarantined = 0 AND delayed = 1 AND ready_at > ?2 AND ready_at < ?2 + %d", (store.HoldFor/2).Microseconds()), "ready_at", "attempt > 0")
	sqlRunning   = loadOf("~activity INDEXED BY ~activity_owner", "owner IS NOT NULL", "owner", "1")
)

func loadOf(from, where, order, counts string) string {
	return fmt.Sprintf("SELECT queue, sum(counts), min(ready_at), count(*) FROM (SELECT queue, ready_at, %s AS counts FROM %s WHERE %s AND namespace = ?1 ORDER BY %s LIMIT %d) GROUP BY queue",
		counts, from, where, order, mostLooked+1)
}

// queueLoads adds up the work in the queues of a namespace.
func queueLoads(c *conn, namespace string, now int64, of func(queue string) *store.QueueLoad) {
	var loads []*store.QueueLoad
	capped := false
	add := func(sql string, args []any, count func(l *store.QueueLoad, n int, oldest time.Time)) {
		looked := int64(0)
		for q := c.Query(sql, args...); q.Next(); {
			if looked += q.Int(3); q.Int(1) > 0 {
				l := of(q.Text(0))
				count(l, int(q.Int(1)), q.Time(2))
				loads = append(loads, l)
			}
		}
		capped = capped || looked > mostLooked
	}
	ready := func(l *store.QueueLoad, oldest time.Time) {
		if l.OldestReady.IsZero() || oldest.Before(l.OldestReady) {
			l.OldestReady = oldest
		}
	}
	here, at := []any{namespace}, []any{namespace, now}
	add(sqlFreeRuns, here, func(l *store.QueueLoad, n int, oldest time.Time) { l.ReadyRuns += n; ready(l, oldest) })
	add(sqlOwned, here, func(l *store.QueueLoad, n int, _ time.Time) { l.Owned += n })
	add(sqlFreeTasks, here, func(l *store.QueueLoad, n int, oldest time.Time) { l.ReadyActivities += n; ready(l, oldest) })
	add(sqlDueTasks, at, func(l *store.QueueLoad, n int, oldest time.Time) { l.ReadyActivities += n; ready(l, oldest) })
	add(sqlRetried, at, func(l *store.QueueLoad, n int, _ time.Time) { l.Retrying += n })
	add(sqlRunning, here, func(l *store.QueueLoad, n int, _ time.Time) { l.Running += n })
	for _, l := range loads {
		l.Capped = l.Capped || capped
		l.Cap()
	}
}
