package sqlite

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlPartition    = "SELECT tat, cool_until, cools FROM ~partition WHERE namespace = ?1 AND queue = ?2 AND partition_key = ?3"
	sqlPutPartition = `INSERT INTO ~partition (namespace, queue, partition_key, tat, cool_until, cools, kept_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (namespace, queue, partition_key) DO UPDATE SET tat = ?4, cool_until = ?5, cools = ?6, kept_until = ?7`
	sqlDropPartitions   = "DELETE FROM ~partition WHERE namespace = ?1 AND queue = ?2 AND partition_key IN (SELECT partition_key FROM ~partition WHERE namespace = ?1 AND queue = ?2 AND kept_until <= ?3 LIMIT 100)"
	sqlForgetPartitions = "DELETE FROM ~partition WHERE namespace = ?1 AND queue = ?2"
	sqlEndCools         = "UPDATE ~partition SET cool_until = NULL, cools = 0 WHERE namespace = ?1 AND queue = ?2"
	sqlIsKeyed          = " FROM ~activity INDEXED BY ~activity_keyed WHERE owner IS NULL AND quarantined = 0 AND delayed = 0 AND partition_key IS NOT NULL AND namespace = ?1 AND queue = ?2 AND partition_key "
	sqlNextKey          = "SELECT partition_key" + sqlIsKeyed + "> ?3 ORDER BY partition_key LIMIT 1"
	sqlOfKey            = "SELECT run, activity, name, deadline" + sqlIsKeyed + "= ?3 ORDER BY prio, ready_at, run, activity"
	sqlAllRunning       = "SELECT partition_key, count(*)" + sqlIsRunning + "GROUP BY partition_key"
	sqlIsRunning        = " FROM ~activity INDEXED BY ~activity_running WHERE owner IS NOT NULL AND partition_key IS NOT NULL AND namespace = ?1 AND queue = ?2 "
	sqlOldestRun        = "SELECT coalesce(min(ready_at), 0) FROM ~dispatch WHERE namespace = ?1 AND queue = ?2 AND owner IS NULL AND access = 0"
	sqlPartitionLoads   = `SELECT coalesce(k.key, ''), k.ready, k.since, (SELECT count(*)` + sqlIsRunning + `AND partition_key = k.key), p.tat, p.cool_until, coalesce(p.cools, 0) FROM
			(SELECT w.key, count(*) AS ready, min(w.ready_at) AS since FROM (SELECT partition_key AS key, ready_at` + sqlIsFree + `
				UNION ALL SELECT partition_key AS key, ready_at` + sqlIsDue + ` LIMIT ?4) w GROUP BY w.key) k
		LEFT JOIN ~partition p ON p.namespace = ?1 AND p.queue = ?2 AND p.partition_key = k.key`
)

func (c *conn) partition(namespace, queue, key string) store.Partition {
	p := store.Partition{Key: key}
	for q := c.Query(sqlPartition, namespace, queue, key); q.Next(); {
		p.TAT, p.CoolUntil, p.Cools = q.Time(0), q.Time(1), int(q.Int(2))
	}
	return p
}

// putPartition writes the record of a partition, and deletes expired records of its queue.
func (x *tx) putPartition(namespace, queue string, p store.Partition) {
	x.Exec(sqlPutPartition, namespace, queue, p.Key, p.TAT, p.CoolUntil, p.Cools, rules.KeptUntil(p))
	x.Exec(sqlDropPartitions, namespace, queue, x.us)
}

// forgetPartitions deletes what a change of a queue makes obsolete.
func (x *tx) forgetPartitions(q, next store.Queue, o *store.ChangeQueue) {
	switch all, cools := rules.ForgetsPartitions(q, next, o); {
	case all:
		x.Exec(sqlForgetPartitions, o.Namespace, o.Queue)
	case cools:
		x.Exec(sqlEndCools, o.Namespace, o.Queue)
	}
}

// everyRow accepts all rows.
func everyRow(*lib.Rows) bool { return true }

// unkeyed accepts only rows without a key; for a claim without partitions it accepts all. It ends
// the query after a number of rows with a key: a million of them may wait.
func unkeyed(o *store.ClaimActivities) func(*lib.Rows) bool {
	if !o.Partitioned {
		return everyRow
	}
	look := max(2*o.Max, store.MostWaiting)
	return func(q *lib.Rows) bool {
		if q.Text(8) == "" {
			return true
		}
		if look--; look <= 0 {
			q.End()
		}
		return false
	}
}

// running returns how many activities of each partition of a queue have an owner.
func (x *tx) running(namespace, queue string) map[string]int {
	of := map[string]int{}
	for rows := x.Query(sqlAllRunning, namespace, queue); rows.Next(); {
		of[rows.Text(0)] = int(rows.Int(1))
	}
	return of
}

// hasPlace accepts rows whose partition may run one more; for a claim without partitions it accepts
// all.
func (x *tx) hasPlace(o *store.ClaimActivities) func(*lib.Rows) bool {
	if !o.Partitioned {
		return everyRow
	}
	namespace, queue := o.Filter.Namespace, o.Filter.ActivityQueues()[0]
	q, _ := x.queue(namespace, queue)
	limit, running := q.Settings().PerPartition.Concurrency, x.running(namespace, queue)
	return func(q *lib.Rows) bool {
		key := q.Text(8)
		return key == "" || limit == 0 || running[key] < limit
	}
}

// byPartition takes for a claim up to most rows with a key.
func (x *tx) byPartition(o *store.ClaimActivities, most int) (taken []taskKey) {
	namespace, queue := o.Filter.Namespace, o.Filter.ActivityQueues()[0]
	q, _ := x.queue(namespace, queue)
	s, running := q.Settings(), x.running(namespace, queue)
	take := func(key string) {
		if limit := s.PerPartition.Concurrency; limit > 0 && running[key] >= limit {
			return // with a backlog most partitions are full: one comparison for each
		}
		p := x.partition(namespace, queue, key)
		room := rules.PartitionRoom(s, p, running[key], most-len(taken), x.now)
		if room == 0 {
			return
		}
		n := 0
		for rows := x.Query(sqlOfKey, namespace, queue, key); rows.Next(); {
			if slices.Contains(o.Filter.Activities, rows.Text(2)) && (rows.Int(3) == 0 || rows.Int(3) > x.us) {
				taken = append(taken, taskKey{rows.Int(0), rows.Int(1)})
				if n++; n == room {
					rows.End()
				}
			}
		}
		if p, changed := rules.TakeOfPartition(s, p, n, x.now); changed {
			x.putPartition(namespace, queue, p)
		}
	}
	for key := x.nextKey(namespace, queue, o.After); key != "" && len(taken) < most; key = x.nextKey(namespace, queue, key) {
		take(key)
	}
	for key := x.nextKey(namespace, queue, ""); key != "" && key <= o.After && len(taken) < most; key = x.nextKey(namespace, queue, key) {
		take(key)
	}
	return taken
}

// nextKey returns the first key above after under which something waits; "": there is none.
func (x *tx) nextKey(namespace, queue, after string) (key string) {
	for q := x.Query(sqlNextKey, namespace, queue, after); q.Next(); {
		key = q.Text(0)
	}
	return key
}

// tellPartitions sets what a queue reports about its partitions.
func tellPartitions(c *conn, q *store.Queue, keys []string, now int64) {
	var oldestRun time.Time
	for rows := c.Query(sqlOldestRun, q.Namespace, q.Name); rows.Next(); {
		if rows.Int(0) > 0 {
			oldestRun = rows.Time(0)
		}
	}
	var all []store.PartitionLoad
	for rows := c.Query(sqlPartitionLoads, q.Namespace, q.Name, now, store.MostKeyed); rows.Next(); {
		p := store.PartitionLoad{Ready: int(rows.Int(1)), OldestReady: rows.Time(2), Running: int(rows.Int(3))}
		p.Key, p.TAT, p.CoolUntil, p.Cools = rows.Text(0), rows.Time(4), rows.Time(5), int(rows.Int(6))
		all = append(all, p)
	}
	rules.TellPartitions(q, all, oldestRun, keys, time.UnixMicro(now).UTC())
}
