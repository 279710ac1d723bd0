package postgres

import (
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// The work in queues is counted by the indexes for claims. For each queue, name and priority these have
// the ready rows in order. So the first row of each group tells how old the oldest is, and nothing else
// is read except what is counted.
var (
	sqlFreeRuns  = readyLoads("~dispatch", "t.owner IS NULL AND t.access = 0", "workflow")
	sqlFreeTasks = readyLoads("~activity", "t.owner IS NULL AND NOT t.quarantined AND NOT t.delayed", "name")
	sqlDueTasks  = delayedLoads("t.ready_at <= now()", "count(*)")
	sqlRetried   = delayedLoads(fmt.Sprintf("t.ready_at > now() AND t.ready_at < now() + interval '%d hours'", int((store.HoldFor/2).Hours())), "count(*) FILTER (WHERE x.attempt > 0)")
	sqlOwnRuns   = ownedLoads("~dispatch")
	sqlOwnTasks  = ownedLoads("~activity")
)

// oneMore is a LIMIT clause.
var oneMore = fmt.Sprint(" LIMIT ", store.MostCounted+1)

func readyLoads(table, in, name string) string {
	return strings.NewReplacer("{t}", table, "{in}", "t.namespace = $1 AND "+in, "{name}", name, "{more}", oneMore).Replace(
		`WITH RECURSIVE g AS ((SELECT t.queue, t.{name}, t.prio, t.ready_at FROM {t} t WHERE {in} ORDER BY t.queue, t.{name}, t.prio, t.ready_at LIMIT 1)
			UNION ALL SELECT t.* FROM g CROSS JOIN LATERAL (SELECT t.queue, t.{name}, t.prio, t.ready_at FROM {t} t WHERE {in} AND (t.queue, t.{name}, t.prio) > (g.queue, g.{name}, g.prio)
				ORDER BY t.queue, t.{name}, t.prio, t.ready_at LIMIT 1) t)
		SELECT g.queue, (SELECT count(*) FROM (SELECT 1 FROM {t} t WHERE {in} AND t.queue = g.queue ORDER BY t.{name}, t.prio, t.ready_at{more}) x), min(g.ready_at) FROM g GROUP BY g.queue`)
}

func delayedLoads(when, counts string) string {
	return strings.NewReplacer("{in}", "t.namespace = $1 AND t.owner IS NULL AND NOT t.quarantined AND t.delayed", "{when}", when, "{counts}", counts, "{more}", oneMore).Replace(
		`WITH RECURSIVE g AS ((SELECT t.queue, t.name FROM ~activity t WHERE {in} ORDER BY t.queue, t.name LIMIT 1)
			UNION ALL SELECT t.* FROM g CROSS JOIN LATERAL (SELECT t.queue, t.name FROM ~activity t WHERE {in} AND (t.queue, t.name) > (g.queue, g.name) ORDER BY t.queue, t.name LIMIT 1) t)
		SELECT g.queue, sum(c.n)::bigint, min(c.oldest) FROM g CROSS JOIN LATERAL (SELECT {counts} AS n, min(x.ready_at) AS oldest FROM (
			SELECT t.ready_at, t.attempt FROM ~activity t WHERE {in} AND t.queue = g.queue AND t.name = g.name AND {when} ORDER BY t.ready_at{more}) x) c GROUP BY g.queue`)
}

func ownedLoads(table string) string {
	return "SELECT x.queue, count(*), NULL::timestamptz FROM (SELECT t.queue FROM " + table + " t WHERE t.owner IS NOT NULL AND t.namespace = $1" + oneMore + ") x GROUP BY x.queue"
}

// queueLoads adds up the work in the queues of a namespace.
func (x *tx) queueLoads(namespace string, of func(queue string) *store.QueueLoad) {
	add := func(sql string, count func(l *store.QueueLoad, n int)) {
		looked := 0
		rows(x.queue(sql, namespace), func(rows pgx.Rows) error {
			var queue string
			var n int
			var oldest time.Time
			if err := rows.Scan(&queue, &n, aTime(&oldest)); err != nil || n == 0 {
				return err
			}
			l := of(queue)
			if count(l, n); (sql == sqlFreeRuns || sql == sqlFreeTasks || sql == sqlDueTasks) && (l.OldestReady.IsZero() || oldest.Before(l.OldestReady)) {
				l.OldestReady = oldest
			}
			looked += n // owned rows are counted in all queues together
			l.Capped = l.Capped || looked > store.MostCounted && (sql == sqlOwnRuns || sql == sqlOwnTasks)
			return nil
		})
	}
	add(sqlFreeRuns, func(l *store.QueueLoad, n int) { l.ReadyRuns += n })
	add(sqlFreeTasks, func(l *store.QueueLoad, n int) { l.ReadyActivities += n })
	add(sqlDueTasks, func(l *store.QueueLoad, n int) { l.ReadyActivities += n })
	add(sqlRetried, func(l *store.QueueLoad, n int) { l.Retrying += n })
	add(sqlOwnRuns, func(l *store.QueueLoad, n int) { l.Owned += n })
	add(sqlOwnTasks, func(l *store.QueueLoad, n int) { l.Running += n })
}
