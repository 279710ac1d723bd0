package sqlite

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlQueueColumns = "name, declared, revision, overruled, paused, cool_until, cools, tat"
	sqlQueue        = "SELECT " + sqlQueueColumns + " FROM ~queue WHERE namespace = ?1 AND name = ?2"
	sqlQueues       = "SELECT " + sqlQueueColumns + " FROM ~queue WHERE namespace = ?1"
	sqlPutQueue     = `INSERT INTO ~queue (namespace, name, declared, revision, overruled, paused, cool_until, cools, tat) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
		ON CONFLICT (namespace, name) DO UPDATE SET declared = ?3, revision = ?4, overruled = ?5, paused = ?6, cool_until = ?7, cools = ?8, tat = ?9`
	sqlPutTAT    = "UPDATE ~queue SET tat = ?3 WHERE namespace = ?1 AND name = ?2"
	sqlDropQueue = "DELETE FROM ~queue WHERE namespace = ?1 AND name = ?2"

	sqlShares    = "SELECT s.worker_id, s.n, s.want, s.until, NOT EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = s.worker_id) FROM ~share s WHERE s.namespace = ?1 AND s.queue = ?2 ORDER BY s.worker_id"
	sqlPutShare  = "INSERT INTO ~share (namespace, queue, worker_id, n, want, until) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (namespace, queue, worker_id) DO UPDATE SET n = ?4, want = ?5, until = ?6"
	sqlDropShare = "DELETE FROM ~share WHERE namespace = ?1 AND queue = ?2 AND worker_id = ?3"
	sqlGiveBack  = "DELETE FROM ~share WHERE worker_id = ?1"
	sqlAllShared = "SELECT s.namespace, s.queue, coalesce(q.declared, ''), coalesce(q.overruled, ''), sum(s.n) FROM ~share s LEFT JOIN ~queue q ON q.namespace = s.namespace AND q.name = s.queue GROUP BY s.namespace, s.queue"
	sqlWaitingOf = "SELECT count(*) FROM (SELECT 1" + sqlIsFree + sqlIsNamed + " UNION ALL SELECT 1" + sqlIsDue + sqlIsNamed + " LIMIT ?5)"
	sqlIsNamed   = " AND name IN (SELECT value FROM json_each(?4))"
	// What is ready in a queue: without a delay, and with one that is over.
	sqlIsFree = sqlAnyFreeTask + "queue = ?2"
	sqlIsDue  = " FROM ~activity INDEXED BY ~activity_delayed WHERE owner IS NULL AND quarantined = 0 AND delayed = 1 AND namespace = ?1 AND queue = ?2 AND ready_at <= ?3"
)

// columnOf returns the value of a text column; NULL for the empty text.
func columnOf(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func readQueue(q *lib.Rows, namespace string) store.Queue {
	return store.Queue{
		Namespace: namespace, Name: q.Text(0),
		Declared: store.UnpackSettings(q.Text(1)), Revision: int(q.Int(2)),
		Overruled: store.UnpackQueue[store.QueueOverrule](q.Text(3)), Paused: store.UnpackQueue[store.QueueNote](q.Text(4)),
		CoolUntil: q.Time(5), Cools: int(q.Int(6)), TAT: q.Time(7),
	}
}

// queue returns what is known of a queue; there reports whether it has a row.
func (c *conn) queue(namespace, name string) (q store.Queue, there bool) {
	q = store.Queue{Namespace: namespace, Name: name}
	for rows := c.Query(sqlQueue, namespace, name); rows.Next(); {
		q, there = readQueue(&rows, namespace), true
	}
	if there {
		q.Shares = sharesOf(c, namespace, name)
	}
	return q, there
}

func sharesOf(c *conn, namespace, queue string) (all []store.Share) {
	for rows := c.Query(sqlShares, namespace, queue); rows.Next(); {
		all = append(all, store.Share{Worker: rows.ID(0), N: bounded(rows.Int(1)), Want: bounded(rows.Int(2)), Until: rows.Time(3), Gone: rows.Bool(4)})
	}
	return all
}

func (x *tx) changeQueue(o *store.ChangeQueue) store.Outcome {
	q, _ := x.queue(o.Namespace, o.Queue)
	if rules.CoolsPartition(q, o) {
		p := rules.CoolPartition(q, x.partition(o.Namespace, o.Queue, o.Partition), o, x.now)
		x.putPartition(o.Namespace, o.Queue, p)
		return store.Outcome{Next: p.CoolUntil}
	}
	next := rules.ChangeQueue(q, o, x.now)
	if rules.HasRow(next) {
		x.Exec(sqlPutQueue, o.Namespace, o.Queue, columnOf(store.PackSettings(next.Declared)), next.Revision, columnOf(store.PackQueue(next.Overruled)), columnOf(store.PackQueue(next.Paused)), next.CoolUntil, next.Cools, next.TAT)
	} else {
		x.Exec(sqlDropQueue, o.Namespace, o.Queue)
	}
	x.putShares(q, next)
	x.forgetPartitions(q, next, o)
	return store.Outcome{Next: next.CoolUntil}
}

func (x *tx) shareQueue(o *store.ShareQueue) store.Outcome {
	q, there := x.queue(o.Namespace, o.Queue)
	if !there {
		return store.Outcome{}
	}
	next, n, tokens := rules.ShareQueue(q, o, x.now)
	x.putShares(q, next)
	if !next.TAT.Equal(q.TAT) {
		x.Exec(sqlPutTAT, o.Namespace, o.Queue, next.TAT)
	}
	return store.Outcome{Count: n, Tokens: tokens}
}

// putShares writes the changed shares of a queue.
func (x *tx) putShares(was, now store.Queue) {
	changed, gone := rules.SharesChanged(was, now)
	for _, s := range changed {
		x.Exec(sqlPutShare, now.Namespace, now.Name, s.Worker, s.N, s.Want, s.Until)
	}
	for _, w := range gone {
		x.Exec(sqlDropShare, now.Namespace, now.Name, w)
	}
}

// queuesAt returns what a tick reports about queues, and when that changes by
// itself.
func (x *tx) queuesAt(q store.Tick) (all []store.Queue, until time.Time) {
	until = never()
	all = x.queues(store.QueueQuery{Namespace: q.Filter.Namespace, Names: q.Queues}, x.us)
	for i := range all {
		if all[i].Settings().Limited() {
			all[i].Waiting = int(x.Number(sqlWaitingOf, q.Filter.Namespace, all[i].Name, x.us, list(q.Filter.Activities), store.MostWaiting))
		}
		for _, s := range all[i].Shares {
			if s.Gone && s.Until.After(x.now) {
				until = earliest(until, s.Until)
			}
		}
	}
	return all, until
}

// Queues implements [store.Store].
func (s *Store) Queues(ctx context.Context, q store.QueueQuery) (all []store.Queue, err error) {
	err = s.look(ctx, func(c *conn) {
		c.snapshot()
		all = c.queues(q, s.now().UnixMicro())
	})
	return all, err
}

// queues returns what is known of the queues that q selects.
func (c *conn) queues(q store.QueueQuery, now int64) (all []store.Queue) {
	if !q.All && !q.Load {
		for _, name := range q.Names {
			if row, there := c.queue(q.Namespace, name); there {
				if len(q.Keys) > 0 && row.Settings().Partitioned() {
					tellPartitions(c, &row, q.Keys, now)
				}
				all = append(all, row)
			}
		}
		return inOrderOfNames(all)
	}
	found := map[string]*store.Queue{}
	for rows := c.Query(sqlQueues, q.Namespace); rows.Next(); {
		row := readQueue(&rows, q.Namespace)
		found[row.Name] = &row
	}
	for name, row := range found {
		row.Shares = sharesOf(c, q.Namespace, name)
	}
	if q.Load {
		queueLoads(c, q.Namespace, now, func(name string) *store.QueueLoad {
			row := found[name]
			if row == nil {
				row = &store.Queue{Namespace: q.Namespace, Name: name}
				found[name] = row
			}
			if row.Load == nil {
				row.Load = &store.QueueLoad{}
			}
			return row.Load
		})
	}
	for name, row := range found {
		if !q.All && !slices.Contains(q.Names, name) {
			continue
		}
		if q.Load && row.Load == nil {
			row.Load = &store.QueueLoad{}
		}
		if row.Settings().Partitioned() && (q.Load || len(q.Keys) > 0) {
			tellPartitions(c, row, q.Keys, now)
		}
		all = append(all, *row)
	}
	return inOrderOfNames(all)
}

func inOrderOfNames(all []store.Queue) []store.Queue {
	slices.SortFunc(all, func(a, b store.Queue) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// checkShares finds queues whose shares exceed their limits.
func checkShares(c *conn, found func(store.Finding) error) error {
	for q := c.Query(sqlAllShared); q.Next(); {
		if f, is := findings.Overshared(q.Text(0), q.Text(1), q.Text(2), q.Text(3), q.Int(4)); is {
			if err := found(f); err != nil {
				q.End()
				return err
			}
		}
	}
	return nil
}
