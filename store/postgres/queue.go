package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlQueueColumns = "q.name, q.overruled, q.paused, q.cool_until, q.cools"
	sqlSomeQueues   = "SELECT " + sqlQueueColumns + " FROM ~queue q WHERE q.namespace = $1 AND q.name = ANY($2::text[])"
	sqlAllQueues    = "SELECT " + sqlQueueColumns + " FROM ~queue q WHERE q.namespace = $1"

	// Where there is no row, one is made: the lock of a row is that of the queue.
	sqlLockQueue = "INSERT INTO ~queue AS q (namespace, name) VALUES ($1, $2) ON CONFLICT (namespace, name) DO UPDATE SET name = q.name RETURNING " + sqlQueueColumns
	sqlPutQueue  = "UPDATE ~queue SET overruled = $3, paused = $4, cool_until = $5, cools = $6 WHERE namespace = $1 AND name = $2"
	sqlDropQueue = "DELETE FROM ~queue WHERE namespace = $1 AND name = $2"

	sqlRunLoads = `SELECT d.queue, count(*) FILTER (WHERE d.owner IS NOT NULL), count(*) FILTER (WHERE d.owner IS NULL AND d.access = 0), min(d.ready_at) FILTER (WHERE d.owner IS NULL AND d.access = 0)
		FROM ~dispatch d WHERE d.namespace = $1 GROUP BY d.queue`
	sqlTaskReady = "a.owner IS NULL AND NOT a.quarantined AND (NOT a.delayed OR a.ready_at <= now())"
)

var sqlTaskLoads = `SELECT a.queue, count(*) FILTER (WHERE a.owner IS NOT NULL), count(*) FILTER (WHERE ` + sqlTaskReady + `), min(a.ready_at) FILTER (WHERE ` + sqlTaskReady + `),
		count(*) FILTER (WHERE a.owner IS NULL AND NOT a.quarantined AND a.delayed AND a.ready_at > now() AND a.ready_at < now() + ` + fmt.Sprintf("interval '%d hours'", int((store.HoldFor/2).Hours())) + ` AND a.attempt > 0)
	FROM ~activity a WHERE a.namespace = $1 GROUP BY a.queue`

func readQueue(row interface{ Scan(...any) error }, namespace string) (store.Queue, error) {
	q := store.Queue{Namespace: namespace}
	var overruled, paused string
	err := row.Scan(&q.Name, aText(&overruled), aText(&paused), aTime(&q.CoolUntil), &q.Cools)
	q.Overruled, q.Paused = store.UnpackQueue[store.QueueOverrule](overruled), store.UnpackQueue[store.QueueNote](paused)
	return q, err
}

// queuesOf reads all rows of a statement.
func queuesOf(rows pgx.Rows, namespace string) (all []store.Queue, err error) {
	for rows.Next() {
		q, err := readQueue(rows, namespace)
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, rows.Err()
}

// changeQueue locks the row of a queue. It is not to be done in a batch with others that lock rows of
// runs: who has one of those may be waited for.
func (u *unit) changeQueue(i int, o *store.ChangeQueue) error {
	q := store.Queue{Namespace: o.Namespace, Name: o.Queue}
	u.write(sqlLockQueue, o.Namespace, o.Queue).QueryRow(func(row pgx.Row) (err error) {
		q, err = readQueue(row, o.Namespace)
		return err
	})
	if err := u.send(false); err != nil {
		return err
	}
	q = rules.ChangeQueue(q, o, u.now)
	u.outs[i].Next = q.CoolUntil
	if rules.HasRow(q) {
		u.write(sqlPutQueue, o.Namespace, o.Queue, word(store.PackQueue(q.Overruled)), word(store.PackQueue(q.Paused)), at(q.CoolUntil), q.Cools)
	} else {
		u.write(sqlDropQueue, o.Namespace, o.Queue)
	}
	return u.send(u.last(i))
}

// Queues implements [store.Store].
func (s *Store) Queues(ctx context.Context, q store.QueueQuery) (all []store.Queue, err error) {
	loads := map[string]*store.QueueLoad{}
	of := func(name string) *store.QueueLoad {
		if loads[name] == nil {
			loads[name] = &store.QueueLoad{}
		}
		return loads[name]
	}
	err = s.look(ctx, func(x *tx) {
		all = nil
		clear(loads)
		sql, args := sqlAllQueues, []any{q.Namespace}
		if !q.All {
			sql, args = sqlSomeQueues, append(args, names(q.Names))
		}
		x.queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
			all, err = queuesOf(rows, q.Namespace)
			return err
		})
		if q.Load {
			x.queueLoads(q.Namespace, of)
		}
	})
	if err != nil || !q.Load {
		return inOrderOfNames(all), err
	}
	for i := range all {
		all[i].Load = of(all[i].Name)
		delete(loads, all[i].Name)
	}
	for name, l := range loads {
		if !l.Empty() && (q.All || slices.Contains(q.Names, name)) {
			all = append(all, store.Queue{Namespace: q.Namespace, Name: name, Load: l})
		}
	}
	return inOrderOfNames(all), nil
}

// queueLoads adds up what lies in the queues of a namespace.
func (x *tx) queueLoads(namespace string, of func(queue string) *store.QueueLoad) {
	oldest := func(l *store.QueueLoad, t time.Time) {
		if !t.IsZero() && (l.OldestReady.IsZero() || t.Before(l.OldestReady)) {
			l.OldestReady = t
		}
	}
	rows(x.queue(sqlRunLoads, namespace), func(rows pgx.Rows) error {
		var queue string
		var owned, ready int
		var since time.Time
		err := rows.Scan(&queue, &owned, &ready, aTime(&since))
		l := of(queue)
		l.Owned, l.ReadyRuns = owned, ready
		oldest(l, since)
		return err
	})
	rows(x.queue(sqlTaskLoads, namespace), func(rows pgx.Rows) error {
		var queue string
		var running, ready, retrying int
		var since time.Time
		err := rows.Scan(&queue, &running, &ready, aTime(&since), &retrying)
		l := of(queue)
		l.Running, l.ReadyActivities, l.Retrying = running, ready, retrying
		oldest(l, since)
		return err
	})
}

func inOrderOfNames(all []store.Queue) []store.Queue {
	slices.SortFunc(all, func(a, b store.Queue) int { return strings.Compare(a.Name, b.Name) })
	return all
}
