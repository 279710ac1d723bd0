package sqlite

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/reprise-run/reprise/store"
)

// mostLooked is how many rows a count of what runs reads, in all queues together because its index is not
// ordered by queue, and one of what is delayed in each queue. It is far above store.MostCounted, so that a long
// queue does not hide another.
const mostLooked = 100_000

// The work in queues is counted by indexes, in their order.
var (
	sqlOwned   = ownedOf("~dispatch INDEXED BY ~dispatch_owner")
	sqlRunning = ownedOf("~activity INDEXED BY ~activity_owner")
)

func ownedOf(from string) string {
	return fmt.Sprintf("SELECT queue, count(*) FROM (SELECT queue FROM %s WHERE owner IS NOT NULL AND namespace = ?1 ORDER BY owner LIMIT %d) GROUP BY queue", from, mostLooked+1)
}

// The indexes for claims begin with the queue, so what waits is counted in each queue by itself.
const (
	sqlAnyFreeRun  = " FROM ~dispatch INDEXED BY ~dispatch_free WHERE owner IS NULL AND access = 0 AND namespace = ?1 AND "
	sqlAnyFreeTask = " FROM ~activity INDEXED BY ~activity_free WHERE owner IS NULL AND quarantined = 0 AND delayed = 0 AND namespace = ?1 AND "
	sqlFreeRuns    = "SELECT count(*) FROM (SELECT 1" + sqlAnyFreeRun + "queue = ?2 LIMIT ?3)"
	sqlFreeTasks   = "SELECT count(*) FROM (SELECT 1" + sqlIsFree + " LIMIT ?3)"

	sqlAnyDelayed = " FROM ~activity INDEXED BY ~activity_delayed WHERE owner IS NULL AND quarantined = 0 AND delayed = 1 AND namespace = ?1"
	// The queues in which something is delayed, by one look-up for each.
	sqlDelayedQueues = "WITH RECURSIVE g (v) AS (SELECT min(queue)" + sqlAnyDelayed + " UNION ALL SELECT (SELECT min(queue)" + sqlAnyDelayed + " AND queue > g.v) FROM g WHERE g.v IS NOT NULL) SELECT v FROM g WHERE v IS NOT NULL"
	sqlDueTasks      = "SELECT count(*), min(ready_at) FROM (SELECT ready_at" + sqlIsDue + " ORDER BY ready_at LIMIT ?4)"
)

// sqlRetried also returns how many rows it has read.
var sqlRetried = fmt.Sprintf("SELECT sum(attempt > 0), count(*) FROM (SELECT attempt%s AND queue = ?2 AND ready_at > ?3 AND ready_at < ?3 + %d ORDER BY ready_at LIMIT ?4)", sqlAnyDelayed, (store.HoldFor / 2).Microseconds())

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
	owned := func(sql string, n func(l *store.QueueLoad) *int) {
		looked := 0
		for q := c.Query(sql, namespace); q.Next(); {
			l := of(q.Text(0))
			*n(l) += int(q.Int(1))
			loads, looked = append(loads, l), looked+int(q.Int(1))
		}
		capped = capped || looked > mostLooked
	}
	ready := func(l *store.QueueLoad, oldest time.Time) {
		if l.OldestReady.IsZero() || oldest.Before(l.OldestReady) {
			l.OldestReady = oldest
		}
	}
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
	owned(sqlOwned, func(l *store.QueueLoad) *int { return &l.Owned })
	free(sqlNextFreeTask, sqlFreeTasks, func(l *store.QueueLoad) *int { return &l.ReadyActivities })
	owned(sqlRunning, func(l *store.QueueLoad) *int { return &l.Running })
	for _, queue := range texts(c, sqlDelayedQueues, namespace) {
		for q := c.Query(sqlDueTasks, namespace, queue, now, store.MostCounted+1); q.Next(); {
			if n := int(q.Int(0)); n > 0 {
				l := of(queue)
				l.ReadyActivities += n
				ready(l, q.Time(1))
				loads = append(loads, l)
			}
		}
		for q := c.Query(sqlRetried, namespace, queue, now, mostLooked+1); q.Next(); {
			if n, more := int(q.Int(0)), q.Int(1) > mostLooked; n > 0 || more {
				l := of(queue)
				l.Retrying, l.Capped = l.Retrying+n, l.Capped || more
				loads = append(loads, l)
			}
		}
	}
	for _, l := range loads {
		l.Capped = l.Capped || capped
		l.Cap()
	}
}
