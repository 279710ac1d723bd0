package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlQueueColumns = "name, overruled, paused, cool_until, cools"
	sqlQueue        = "SELECT " + sqlQueueColumns + " FROM ~queue WHERE namespace = ?1 AND name = ?2"
	sqlQueues       = "SELECT " + sqlQueueColumns + " FROM ~queue WHERE namespace = ?1"
	sqlPutQueue     = `INSERT INTO ~queue (namespace, name, overruled, paused, cool_until, cools) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (namespace, name) DO UPDATE SET overruled = ?3, paused = ?4, cool_until = ?5, cools = ?6`
	sqlDropQueue = "DELETE FROM ~queue WHERE namespace = ?1 AND name = ?2"

	sqlRunLoads  = "SELECT queue, count(*) FILTER (WHERE owner IS NOT NULL), count(*) FILTER (WHERE owner IS NULL AND access = 0), coalesce(min(ready_at) FILTER (WHERE owner IS NULL AND access = 0), 0) FROM ~dispatch WHERE namespace = ?1 GROUP BY queue"
	sqlTaskReady = "owner IS NULL AND quarantined = 0 AND (delayed = 0 OR ready_at <= ?2)"
	sqlTaskLoads = "SELECT queue, count(*) FILTER (WHERE owner IS NOT NULL), count(*) FILTER (WHERE " + sqlTaskReady + "), coalesce(min(ready_at) FILTER (WHERE " + sqlTaskReady + `), 0),
		count(*) FILTER (WHERE owner IS NULL AND quarantined = 0 AND delayed = 1 AND ready_at > ?2 AND ready_at < ?2 + %d AND attempt > 0) FROM ~activity WHERE namespace = ?1 GROUP BY queue`
)

// columnOf is a text column; NULL for the empty text.
func columnOf(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func readQueue(q *lib.Rows, namespace string) store.Queue {
	return store.Queue{
		Namespace: namespace, Name: q.Text(0),
		Overruled: store.UnpackQueue[store.QueueOverrule](q.Text(1)), Paused: store.UnpackQueue[store.QueueNote](q.Text(2)),
		CoolUntil: q.Time(3), Cools: int(q.Int(4)),
	}
}

func (x *tx) changeQueue(o *store.ChangeQueue) store.Outcome {
	q := store.Queue{Namespace: o.Namespace, Name: o.Queue}
	for rows := x.Query(sqlQueue, o.Namespace, o.Queue); rows.Next(); {
		q = readQueue(&rows, o.Namespace)
	}
	if q = rules.ChangeQueue(q, o, x.now); rules.HasRow(q) {
		x.Exec(sqlPutQueue, o.Namespace, o.Queue, columnOf(store.PackQueue(q.Overruled)), columnOf(store.PackQueue(q.Paused)), q.CoolUntil, q.Cools)
	} else {
		x.Exec(sqlDropQueue, o.Namespace, o.Queue)
	}
	return store.Outcome{Next: q.CoolUntil}
}

// Queues implements [store.Store].
func (s *Store) Queues(ctx context.Context, q store.QueueQuery) (all []store.Queue, err error) {
	err = s.look(ctx, func(c *conn) {
		c.snapshot()
		all = c.queues(q, s.now().UnixMicro())
	})
	return all, err
}

// queues is what is known of the queues that q selects.
func (c *conn) queues(q store.QueueQuery, now int64) (all []store.Queue) {
	if !q.All && !q.Load {
		for _, name := range q.Names {
			for rows := c.Query(sqlQueue, q.Namespace, name); rows.Next(); {
				all = append(all, readQueue(&rows, q.Namespace))
			}
		}
		return inOrderOfNames(all)
	}
	found := map[string]*store.Queue{}
	for rows := c.Query(sqlQueues, q.Namespace); rows.Next(); {
		row := readQueue(&rows, q.Namespace)
		found[row.Name] = &row
	}
	if q.Load {
		c.queueLoads(q.Namespace, now, func(name string) *store.QueueLoad {
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
		all = append(all, *row)
	}
	return inOrderOfNames(all)
}

func inOrderOfNames(all []store.Queue) []store.Queue {
	slices.SortFunc(all, func(a, b store.Queue) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// queueLoads adds up what lies in the queues of a namespace.
func (c *conn) queueLoads(namespace string, now int64, of func(queue string) *store.QueueLoad) {
	oldest := func(l *store.QueueLoad, q *lib.Rows, i int) {
		if t := q.Time(i); q.Int(i) > 0 && (l.OldestReady.IsZero() || t.Before(l.OldestReady)) {
			l.OldestReady = t
		}
	}
	for q := c.Query(sqlRunLoads, namespace); q.Next(); {
		if q.Int(1)+q.Int(2) > 0 {
			l := of(q.Text(0))
			l.Owned, l.ReadyRuns = int(q.Int(1)), int(q.Int(2))
			oldest(l, &q, 3)
		}
	}
	for q := c.Query(fmt.Sprintf(sqlTaskLoads, (store.HoldFor/2).Microseconds()), namespace, now); q.Next(); {
		if q.Int(1)+q.Int(2)+q.Int(4) > 0 {
			l := of(q.Text(0))
			l.Running, l.ReadyActivities, l.Retrying = int(q.Int(1)), int(q.Int(2)), int(q.Int(4))
			oldest(l, &q, 3)
		}
	}
}
