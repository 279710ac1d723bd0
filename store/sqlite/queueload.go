package sqlite

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/reprise-run/reprise/store"
)

// mostLooked is how many rows of all queues together each count of what runs or is delayed reads, because
// these indexes are not ordered by queue. It is far above store.MostCounted, so that a long queue does not
// hide another.
const mostLooked = 100_000

// The work in queues is counted by indexes, in their order. ?2 is now.
var (
	sqlOwned    = loadOf("~dispatch INDEXED BY ~dispatch_owner", "owner IS NOT NULL", "owner", "1")
	sqlDueTasks = loadOf("~activity INDEXED BY ~activity_delayed", "owner IS NULL AND quarantined = 0 AND delayed = 1 AND ready_at <= ?2", "ready_at", "1")
	sqlRetried  = loadOf("~activity INDEXED BY ~activity_delayed", fmt.Sprintf("owner IS NULL AND quarantined = 0 AND delayed = 1 AND ready_at > ?2 AND ready_at < ?2 + %d", (store.HoldFor/2).Microseconds()), "ready_at", "attempt > 0")
	sqlRunning  = loadOf("~activity INDEXED BY ~activity_owner", "owner IS NOT NULL", "owner", "1")
)

func loadOf(from, where, order, counts string) string {
	return fmt.Sprintf("SELECT queue, sum(counts), min(ready_at), count(*) FROM (SELECT queue, ready_at, %s AS counts FROM %s WHERE %s AND namespace = ?1 ORDER BY %s LIMIT %d) GROUP BY queue",
		counts, from, where, order, mostLooked+1)
}

// The indexes for claims begin with the queue, so what is free is counted in each queue by itself.
const (
	sqlAnyFreeRun  = " FROM ~dispatch INDEXED BY ~dispatch_free WHERE owner IS NULL AND access = 0 AND namespace = ?1 AND "
	sqlAnyFreeTask = " FROM ~activity INDEXED BY ~activity_free WHERE owner IS NULL AND quarantined = 0 AND delayed = 0 AND namespace = ?1 AND "
	sqlFreeRuns    = "SELECT count(*) FROM (SELECT 1" + sqlAnyFreeRun + "queue = ?2 LIMIT ?3)"
	sqlFreeTasks   = "SELECT count(*) FROM (SELECT 1" + sqlIsFree + " LIMIT ?3)"
)

// The next group behind a queue and a priority: of the same queue, or else of another one. One comparison of
// both columns would read all rows of the group, because SQLite begins such a search at what is equal.
var (
	sqlNextFreeRun  = nextGroup(sqlAnyFreeRun)
	sqlNextFreeTask = nextGroup(sqlAnyFreeTask)
)

func nextGroup(free string) [2]string {
	of := "SELECT queue, prio, ready_at" + free
	return [2]string{of + "queue = ?2 AND prio > ?3 ORDER BY prio, ready_at LIMIT 1", of + "queue > ?2 ORDER BY queue, prio, ready_at LIMIT 1"}
}

// freeGroup is a queue and a priority with which something waits.
type freeGroup struct {
	queue string
	prio  int64
	ready int64 // the oldest
}

// freeGroups reads the groups of a namespace in their order, with two index look-ups for each.
func freeGroups(c *conn, next [2]string, namespace string) (all []freeGroup) {
	last := freeGroup{prio: math.MinInt64}
	look := func(sql string, args ...any) (found bool) {
		for q := c.Query(sql, args...); q.Next(); {
			g := freeGroup{q.Text(0), q.Int(1), q.Int(2)}
			if cmp.Or(cmp.Compare(g.queue, last.queue), cmp.Compare(g.prio, last.prio)) > 0 { // otherwise a column is damaged
				last, found = g, true
				all = append(all, g)
			}
		}
		return found
	}
	for look(next[0], namespace, last.queue, last.prio) || look(next[1], namespace, last.queue) {
	}
	return all
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
	free := func(next [2]string, count string, n func(l *store.QueueLoad) *int) {
		last := ""
		for i, g := range freeGroups(c, next, namespace) {
			l := of(g.queue)
			if ready(l, time.UnixMicro(g.ready).UTC()); i == 0 || g.queue != last {
				*n(l) += int(c.Number(count, namespace, g.queue, store.MostCounted+1))
				loads, last = append(loads, l), g.queue
			}
		}
	}
	free(sqlNextFreeRun, sqlFreeRuns, func(l *store.QueueLoad) *int { return &l.ReadyRuns })
	add(sqlOwned, here, func(l *store.QueueLoad, n int, _ time.Time) { l.Owned += n })
	free(sqlNextFreeTask, sqlFreeTasks, func(l *store.QueueLoad) *int { return &l.ReadyActivities })
	add(sqlDueTasks, at, func(l *store.QueueLoad, n int, oldest time.Time) { l.ReadyActivities += n; ready(l, oldest) })
	add(sqlRetried, at, func(l *store.QueueLoad, n int, _ time.Time) { l.Retrying += n })
	add(sqlRunning, here, func(l *store.QueueLoad, n int, _ time.Time) { l.Running += n })
	for _, l := range loads {
		l.Capped = l.Capped || capped
		l.Cap()
	}
}
