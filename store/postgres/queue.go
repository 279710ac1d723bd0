package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	// If there is no row, one is inserted: its lock is that of the queue. A separate statement reads the
	// shares, so that it sees what earlier holders of the lock have written.
	sqlLockQueue   = "INSERT INTO ~queue AS q (namespace, name) VALUES ($1, $2) ON CONFLICT (namespace, name) DO UPDATE SET name = q.name"
	sqlLockToShare = "SELECT q.name FROM ~queue q WHERE q.namespace = $1 AND q.name = ANY($2::text[]) FOR UPDATE"
	sqlPutQueue    = "UPDATE ~queue SET declared = $3, revision = $4, overruled = $5, paused = $6, cool_until = $7, cools = $8, tat = $9 WHERE namespace = $1 AND name = $2"
	sqlPutTAT      = "UPDATE ~queue SET tat = $3 WHERE namespace = $1 AND name = $2"
	sqlDropQueue   = "DELETE FROM ~queue WHERE namespace = $1 AND name = $2"
	sqlNewShare    = "INSERT INTO ~share (namespace, queue, worker_id, n, want, until) VALUES ($1, $2, $3, $4, $5, $6)"
	sqlPutShare    = "UPDATE ~share SET n = $4, want = $5, until = $6 WHERE namespace = $1 AND queue = $2 AND worker_id = $3"
	sqlDropShare   = "DELETE FROM ~share WHERE namespace = $1 AND queue = $2 AND worker_id = $3"
	sqlGiveBack    = "DELETE FROM ~share WHERE worker_id = $1"

	sqlTaskReady = "a.owner IS NULL AND NOT a.quarantined AND (NOT a.delayed OR a.ready_at <= now())"
)

// sqlTell returns queues as JSON, as one value, because a tick asks for it among much else. If there
// are no queues, only their rows are searched.
func sqlTell(which, waiting string) string {
	return `(SELECT json_agg(json_build_object('name', q.name, 'declared', coalesce(q.declared, ''), 'revision', q.revision, 'overruled', coalesce(q.overruled, ''), 'paused', coalesce(q.paused, ''), 'cools', q.cools, 'cool', round(extract(epoch FROM q.cool_until) * 1000000)::bigint, 'tat', round(extract(epoch FROM q.tat) * 1000000)::bigint,
			'waiting', ` + waiting + `, 'shares', (SELECT json_agg(json_build_object('worker', s.worker_id, 'n', s.n, 'want', s.want, 'until', round(extract(epoch FROM s.until) * 1000000)::bigint,
				'gone', NOT EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = s.worker_id)) ORDER BY s.worker_id) FROM ~share s WHERE s.namespace = q.namespace AND s.queue = q.name)))::text
		FROM ~queue q WHERE ` + which + ")"
}

// sqlWaitingOf counts the ready activities with some names, for a queue with settings.
func sqlWaitingOf(activities string) string {
	of := "SELECT 1 FROM ~activity a WHERE a.owner IS NULL AND NOT a.quarantined AND a.namespace = q.namespace AND a.queue = q.name AND a.name = k.name AND "
	return "CASE WHEN q.declared IS NULL AND q.overruled IS NULL THEN 0 ELSE (SELECT count(*) FROM (SELECT 1 FROM unnest(" + activities + "::text[]) AS k(name) CROSS JOIN LATERAL (" +
		of + "NOT a.delayed UNION ALL " + of + "a.delayed AND a.ready_at <= now()) t LIMIT " + strconv.Itoa(store.MostWaiting) + ") x) END"
}

var (
	sqlSomeQueues = "SELECT " + sqlTell("q.namespace = $1 AND q.name = ANY($2::text[])", "0")
	sqlAllQueues  = "SELECT " + sqlTell("q.namespace = $1", "0")
)

// queueTold is a queue, and shareTold a share of it, as returned by a statement.
type queueTold struct {
	Name, Declared, Overruled, Paused string
	Revision, Waiting, Cools          int
	Cool, TAT                         *int64 // microseconds
	Shares                            []shareTold
}

type shareTold struct {
	Worker  uuid.UUID
	N, Want int
	Until   *int64 // microseconds
	Gone    bool
}

// queuesOf parses the result of sqlTell.
func queuesOf(text, namespace string) (all []store.Queue, err error) {
	if text == "" {
		return nil, nil
	}
	var found []queueTold
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return nil, fmt.Errorf("cannot read the queues: %w", err)
	}
	for _, t := range found {
		q := store.Queue{
			Namespace: namespace, Name: t.Name, Declared: store.UnpackSettings(t.Declared), Revision: t.Revision,
			Overruled: store.UnpackQueue[store.QueueOverrule](t.Overruled), Paused: store.UnpackQueue[store.QueueNote](t.Paused),
		}
		q.Cools, q.CoolUntil, q.TAT = t.Cools, toldAt(t.Cool), toldAt(t.TAT)
		for _, s := range t.Shares {
			q.Shares = append(q.Shares, store.Share{Worker: s.Worker, N: s.N, Want: s.Want, Gone: s.Gone, Until: toldAt(s.Until)})
		}
		if q.Settings().Limited() {
			q.Waiting = t.Waiting
		}
		all = append(all, q)
	}
	return inOrderOfNames(all), nil
}

// toldAt converts a time that a statement returned in microseconds; NULL: none.
func toldAt(micros *int64) time.Time {
	if micros == nil {
		return time.Time{}
	}
	return time.UnixMicro(*micros).UTC()
}

// readQueues reads queues with a statement of their own.
func readQueues(q *pgx.QueuedQuery, namespace string, all *[]store.Queue) {
	q.QueryRow(func(row pgx.Row) error {
		var text string
		err := row.Scan(aText(&text))
		if err == nil {
			*all, err = queuesOf(text, namespace)
		}
		return err
	})
}

// lockQueue locks the row of a queue with a statement, and reads it. It must not be called in a batch
// with ops that lock rows of runs: others may be waiting for the holder of such a lock.
func (u *unit) lockQueue(sql string, namespace, name string, args ...any) (q store.Queue, there bool, err error) {
	q = store.Queue{Namespace: namespace, Name: name}
	u.queue(sql, args...)
	var all []store.Queue
	readQueues(u.queue(sqlSomeQueues, namespace, names{name}), namespace, &all)
	err = u.send(false)
	if there = len(all) > 0; there {
		q = all[0]
	}
	return q, there, err
}

func (u *unit) changeQueue(i int, o *store.ChangeQueue) error {
	u.wrote = true // it inserts a missing row
	q, _, err := u.lockQueue(sqlLockQueue, o.Namespace, o.Queue, o.Namespace, o.Queue)
	if err != nil {
		return err
	}
	if rules.CoolsPartition(q, o) {
		p := store.Partition{Key: o.Partition}
		u.queue(sqlPartition, o.Namespace, o.Queue, o.Partition).QueryRow(func(row pgx.Row) error {
			if err := row.Scan(aTime(&p.TAT), aTime(&p.CoolUntil), &p.Cools); !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			return nil
		})
		if err := u.send(false); err != nil {
			return err
		}
		p = rules.CoolPartition(q, p, o, u.now)
		u.outs[i].Next = p.CoolUntil
		u.putPartition(o.Namespace, o.Queue, p)
		u.dropPartitions(o.Namespace, o.Queue)
		return u.send(u.last(i))
	}
	next := rules.ChangeQueue(q, o, u.now)
	u.outs[i].Next = next.CoolUntil
	if rules.HasRow(next) {
		u.write(sqlPutQueue, o.Namespace, o.Queue, word(store.PackSettings(next.Declared)), next.Revision, word(store.PackQueue(next.Overruled)), word(store.PackQueue(next.Paused)), at(next.CoolUntil), next.Cools, at(next.TAT))
	} else {
		u.write(sqlDropQueue, o.Namespace, o.Queue)
	}
	u.putShares(q, next)
	u.forgetPartitions(q, next, o)
	return u.send(u.last(i))
}

func (u *unit) shareQueue(i int, o *store.ShareQueue) error {
	q, there, err := u.lockQueue(sqlLockToShare, o.Namespace, o.Queue, o.Namespace, names{o.Queue})
	if err != nil {
		return err
	}
	if there {
		next, n, tokens := rules.ShareQueue(q, o, u.now)
		u.putShares(q, next)
		if !next.TAT.Equal(q.TAT) {
			u.write(sqlPutTAT, o.Namespace, o.Queue, at(next.TAT))
		}
		u.outs[i].Count, u.outs[i].Tokens = n, tokens
	}
	return u.send(u.last(i))
}

// putShares writes the changed shares of a queue. A share of a worker that has left meanwhile is not
// written.
func (u *unit) putShares(was, now store.Queue) {
	changed, gone := rules.SharesChanged(was, now)
	for _, s := range changed {
		sql := sqlPutShare
		if !slices.ContainsFunc(was.Shares, func(old store.Share) bool { return old.Worker == s.Worker }) {
			sql = sqlNewShare
		}
		u.write(sql, now.Namespace, now.Name, id(s.Worker), s.N, s.Want, at(s.Until))
	}
	for _, w := range gone {
		u.write(sqlDropShare, now.Namespace, now.Name, id(w))
	}
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
	err = s.transact(ctx, func(x *tx) error {
		x.reads, all = true, nil
		clear(loads)
		sql, args := sqlAllQueues, []any{q.Namespace}
		if !q.All {
			sql, args = sqlSomeQueues, append(args, names(q.Names))
		}
		readQueues(x.queue(sql, args...), q.Namespace, &all)
		if !q.Load && len(q.Keys) == 0 {
			return x.send(true)
		}
		if q.Load {
			x.queueLoads(q.Namespace, of)
		}
		if err := x.send(false); err != nil {
			return err
		}
		for _, l := range loads {
			l.Cap()
		}
		for i := range all {
			if q.Load {
				all[i].Load = of(all[i].Name)
				delete(loads, all[i].Name)
			}
			if all[i].Settings().Partitioned() {
				x.tellPartitions(&all[i], q.Keys)
			}
		}
		return x.send(true)
	})
	for name, l := range loads {
		if !l.Empty() && (q.All || slices.Contains(q.Names, name)) {
			all = append(all, store.Queue{Namespace: q.Namespace, Name: name, Load: l})
		}
	}
	return inOrderOfNames(all), err
}

func inOrderOfNames(all []store.Queue) []store.Queue {
	slices.SortFunc(all, func(a, b store.Queue) int { return strings.Compare(a.Name, b.Name) })
	return all
}

const sqlAllShared = `SELECT s.namespace, s.queue, coalesce(min(q.declared), ''), coalesce(min(q.overruled), ''), sum(s.n)::bigint
	FROM ~share s LEFT JOIN ~queue q ON q.namespace = s.namespace AND q.name = s.queue GROUP BY s.namespace, s.queue ORDER BY s.namespace, s.queue`

// checkShares finds queues whose shares exceed their limits.
func (v *visit) checkShares(found func(store.Finding) error) error {
	var all []store.Finding
	err := v.each(func(rows pgx.Rows) error {
		var namespace, queue, declared, overruled string
		var n int64
		err := rows.Scan(&namespace, &queue, &declared, &overruled, &n)
		if f, is := findings.Overshared(namespace, queue, declared, overruled, n); is {
			all = append(all, f)
		}
		return err
	}, sqlAllShared)
	for _, f := range all {
		if err == nil {
			err = found(f)
		}
	}
	return err
}
