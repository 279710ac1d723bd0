package postgres

import (
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	// The lock of a queue's row covers its partitions. A separate statement counts what runs, so that it
	// sees what earlier holders of the lock have taken.
	sqlLimits         = "SELECT coalesce(q.declared, ''), coalesce(q.overruled, '') FROM ~queue q WHERE q.namespace = $1 AND q.name = $2"
	sqlLockPartitions = sqlLimits + " FOR UPDATE"
	sqlTryPartitions  = sqlLockPartitions + " SKIP LOCKED"

	sqlPartition    = "SELECT p.tat, p.cool_until, p.cools FROM ~partition p WHERE p.namespace = $1 AND p.queue = $2 AND p.partition_key = $3"
	sqlPutPartition = `INSERT INTO ~partition AS p (namespace, queue, partition_key, tat, cool_until, cools, kept_until) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (namespace, queue, partition_key) DO UPDATE SET tat = $4, cool_until = $5, cools = $6, kept_until = $7`
	sqlDropPartitions = `DELETE FROM ~partition p WHERE p.namespace = $1 AND p.queue = $2 AND p.partition_key = ANY(ARRAY(
			SELECT o.partition_key FROM ~partition o WHERE o.namespace = $1 AND o.queue COLLATE "POSIX" = $2 AND o.kept_until <= now() ORDER BY o.kept_until LIMIT 100))`

	sqlForgetPartitions = "DELETE FROM ~partition p WHERE p.namespace = $1 AND p.queue = $2"
	sqlEndCools         = "UPDATE ~partition p SET cool_until = NULL, cools = 0 WHERE p.namespace = $1 AND p.queue = $2 AND p.cools > 0"

	// The next key under which something waits, by one index look-up for each activity name.
	sqlNextKey = `(SELECT min(l.key) FROM unnest($3::text[]) AS n(name) CROSS JOIN LATERAL (SELECT a.partition_key AS key FROM ~activity a
			WHERE a.owner IS NULL AND NOT a.quarantined AND NOT a.delayed AND a.partition_key IS NOT NULL AND a.namespace = $1 AND a.queue = $2 AND a.name = n.name AND a.partition_key > %
			ORDER BY a.partition_key LIMIT 1) l)`
	// Partitions without a free place are found by one look at what runs, not by a query for each key.
	sqlFullKeys  = "(SELECT r.partition_key FROM ~activity r WHERE r.owner IS NOT NULL AND r.partition_key IS NOT NULL AND r.namespace = $1 AND r.queue = $2 GROUP BY r.partition_key HAVING count(*) >= $5)"
	sqlRunningOf = "(SELECT count(*) FROM (SELECT 1 FROM ~activity r WHERE r.owner IS NOT NULL AND r.partition_key IS NOT NULL AND r.namespace = $1 AND r.queue = $2 AND r.partition_key = k.key LIMIT $5) x)"
)

var (
	// The keys above $4, and then the others, if they have a free place: as many as the caller examines.
	sqlKeys = "SELECT k.key, k.running, p.tat, p.cool_until, coalesce(p.cools, 0) FROM (SELECT k.key, " + sqlRunningOf + " AS running FROM (" +
		sqlWalk("$4", "") + " UNION ALL " + sqlWalk("''", " AND k.key <= $4") + `) k WHERE k.key NOT IN ` + sqlFullKeys + ` OFFSET 0) k
		LEFT JOIN LATERAL (SELECT * FROM ~partition p WHERE p.namespace = $1 AND p.queue = $2 AND p.partition_key = k.key LIMIT 1) p ON true
		WHERE (p.cool_until IS NULL OR p.cool_until <= now()) AND ` + sqlHasToken("$7", "$8") + ` LIMIT $6`

	// Up to room rows of each key, in the order of a claim.
	sqlTakeOfKeys = `WITH t AS MATERIALIZED (SELECT l.* FROM unnest($6::text[], $7::bigint[]) AS k(key, room) CROSS JOIN LATERAL (
				SELECT f.run_id, f.activity FROM (SELECT a.* FROM unnest($5::text[]) AS n(name) CROSS JOIN LATERAL (
						SELECT a.run_id, a.activity, a.prio, a.ready_at FROM ~activity a
						WHERE a.owner IS NULL AND NOT a.quarantined AND NOT a.delayed AND a.partition_key IS NOT NULL AND a.namespace = $3 AND a.queue = $4 AND a.name = n.name AND a.partition_key = k.key
							AND (a.deadline IS NULL OR a.deadline > now())
						ORDER BY a.prio, a.ready_at, a.run_id, a.activity LIMIT k.room) a ORDER BY a.prio, a.ready_at, a.run_id, a.activity LIMIT k.room) c
					CROSS JOIN LATERAL (SELECT a.run_id, a.activity FROM ~activity a WHERE a.run_id = c.run_id AND a.activity = c.activity AND a.owner IS NULL AND a.ready_at = c.ready_at
						FOR UPDATE SKIP LOCKED) f) l LIMIT $8)` + sqlUpdateTaken + `
		SELECT u.partition_key, count(*) FROM u GROUP BY 1`

	// The first rows without a key, and overdue rows.
	sqlClaimUnkeyed = strings.NewReplacer("a.deaths FROM", "a.deaths, a.partition_key FROM", "c WHERE NOT", "c WHERE c.partition_key IS NULL AND NOT").Replace(sqlClaimTasks)
	// Only with a free place for one more row of their key.
	sqlClaimQuarantinedKeyed = strings.Replace(sqlClaimQuarantinedTask, "AND a.quarantined AND",
		"AND a.quarantined AND (a.partition_key IS NULL OR (SELECT count(*) FROM (SELECT 1 FROM ~activity r WHERE r.owner IS NOT NULL AND r.partition_key IS NOT NULL AND r.namespace = $3 AND r.queue = a.queue AND r.partition_key = a.partition_key LIMIT $8) x) < $8) AND", 1)
)

// sqlHasToken returns the condition that a partition's rate has a token, by the times of [tokenTimes].
// After a cool-down there may be none yet.
func sqlHasToken(free, beyond string) string {
	return "(p.tat IS NULL OR p.tat <= now() + " + free + "::interval OR p.tat > now() + " + beyond + "::interval)"
}

// tokenTimes returns how far ahead the time of a partition with a token may be, and how far ahead it is
// invalid.
func tokenTimes(r store.Rate) (free, beyond pgtype.Interval) {
	if r.N == 0 {
		return interval(0), interval(0)
	}
	return interval(r.Depth() - r.Each()), interval(r.Beyond())
}

// sqlPartitionLoads returns the partitions with the most waiting rows, rows without a key last. For all
// of them together it returns how many rows are held, and since when the oldest row that is not held is
// ready.
var sqlPartitionLoads = `SELECT coalesce(k.key, ''), k.ready, k.since, k.running, k.tat, k.cool_until, k.cools,
			coalesce(sum(k.ready) FILTER (WHERE k.held) OVER (), 0)::bigint, min(k.since) FILTER (WHERE NOT k.held) OVER ()
		FROM (SELECT k.*, p.tat, p.cool_until, coalesce(p.cools, 0) AS cools, k.key IS NOT NULL AND (k.running >= $3 OR coalesce(p.cool_until > now(), false) OR NOT ` + sqlHasToken("$4", "$5") + `) AS held
			FROM (SELECT w.key, count(*) AS ready, min(w.ready_at) AS since,
					(SELECT count(*) FROM ~activity r WHERE r.owner IS NOT NULL AND r.partition_key IS NOT NULL AND r.namespace = $1 AND r.queue = $2 AND r.partition_key = w.key) AS running
				FROM (SELECT a.partition_key AS key, a.ready_at FROM ~activity a WHERE ` + sqlTaskReady + ` AND a.namespace = $1 AND a.queue = $2 LIMIT $6) w GROUP BY w.key) k
			LEFT JOIN ~partition p ON p.namespace = $1 AND p.queue = $2 AND p.partition_key = k.key) k
		ORDER BY ($7::text[] IS NOT NULL AND k.key = ANY($7::text[])) DESC NULLS LAST, k.key IS NULL, k.ready DESC, k.key LIMIT $8`

const sqlOldestRun = "SELECT min(d.ready_at) FROM ~dispatch d WHERE d.namespace = $1 AND d.queue = $2 AND d.owner IS NULL AND d.access = 0"

const sqlReadyOf = "SELECT count(*) FROM (SELECT 1 FROM ~activity a WHERE a.namespace = $1 AND a.queue = $2 AND " + sqlTaskReady + " LIMIT $3) x"

// tellPartitions queues the query for the partitions of a queue.
func (x *tx) tellPartitions(q *store.Queue, keys []string) {
	limit := q.Settings().PerPartition
	places := limit.Concurrency
	if places == 0 {
		places = noPlaces
	}
	var oldest time.Time
	x.queue(sqlOldestRun, q.Namespace, q.Name).QueryRow(func(row pgx.Row) error { return row.Scan(aTime(&oldest)) })
	free, beyond := tokenTimes(limit.Rate)
	asked := names(nil)
	if len(keys) > 0 {
		asked = names(keys)
	}
	if q.Load != nil { // more rows are counted for partitions than elsewhere for what is ready
		x.queue(sqlReadyOf, q.Namespace, q.Name, store.MostKeyed).QueryRow(func(row pgx.Row) error {
			n := 0
			err := row.Scan(&n)
			q.Load.ReadyActivities = max(q.Load.ReadyActivities, n)
			return err
		})
	}
	var held int
	rows(x.queue(sqlPartitionLoads, q.Namespace, q.Name, places, free, beyond, store.MostKeyed, asked, store.MostPartitions+1), func(rows pgx.Rows) error {
		var p store.PartitionLoad
		var first time.Time
		err := rows.Scan(&p.Key, &p.Ready, aTime(&p.OldestReady), &p.Running, aTime(&p.TAT), aTime(&p.CoolUntil), &p.Cools, &held, aTime(&first))
		if p.Key != "" && len(q.Partitions) < store.MostPartitions && (len(keys) == 0 || slices.Contains(keys, p.Key)) {
			q.Partitions = append(q.Partitions, rules.PartitionNow(limit, p, x.now))
		}
		if q.Load != nil {
			q.Load.Held = held
			if q.Load.OldestReady = oldest; oldest.IsZero() || !first.IsZero() && first.Before(oldest) {
				q.Load.OldestReady = first
			}
		}
		return err
	})
}

// sqlWalk walks from key to key: the keys above above, while a condition holds.
func sqlWalk(above, while string) string {
	next := func(above string) string { return strings.Replace(sqlNextKey, "%", above, 1) }
	return "(WITH RECURSIVE k(key) AS (SELECT " + next(above) + " UNION ALL SELECT " + next("k.key") + " FROM k WHERE k.key IS NOT NULL) SELECT k.key FROM k WHERE k.key IS NOT NULL" + while + ")"
}

// noPlaces is a limit that is never reached.
const noPlaces = 1 << 31

// claimPartitions claims from a queue with limits per partition.
func (u *unit) claimPartitions(i int, o *store.ClaimActivities, most int) error {
	f := &o.Filter
	queue := f.ActivityQueues()[0]
	s, free, err := u.lockPartitions(i, o, queue)
	if err != nil || len(u.outs[i].Tasks) > 0 { // the claim is a repetition
		return err
	}
	if !free {
		u.outs[i].Code = store.Locked
		return nil
	}
	places := s.PerPartition.Concurrency
	if places == 0 {
		places = noPlaces
	}
	if o.Quarantine {
		u.queue(sqlLockWorker, id(o.Worker))
		return u.take(i, "activity", min(most, 1), func(look int) *pgx.QueuedQuery {
			return u.queue(sqlClaimQuarantinedKeyed, id(o.Worker), id(o.ID), f.Namespace, f.ActivityQueues(), f.Activities, min(most, 1), look, places)
		}, func() { u.readTasks(i, o) })
	}
	var taken int64
	u.queue(sqlEndDelays, id(o.Worker), id(o.ID), f.Namespace, f.ActivityQueues(), f.Activities).Exec(u.count)
	u.queue(sqlClaimUnkeyed, id(o.Worker), id(o.ID), f.Namespace, f.ActivityQueues(), f.Activities, most, max(2*most, store.MostWaiting)).QueryRow(func(row pgx.Row) error {
		var found int64
		var passed []pgtype.UUID
		err := row.Scan(&taken, &found, &passed)
		u.wrote = u.wrote || taken > 0
		return err
	})
	if err := u.send(false); err != nil {
		return err
	}
	if err := u.takeOfKeys(o, queue, s, most-int(taken), places); err != nil {
		return err
	}
	u.readTasks(i, o)
	return u.send(u.last(i))
}

// lockPartitions locks the row of a queue, and reads its limits, and what the claim already holds. If
// another transaction has the lock it waits only in a batch that waits.
func (u *unit) lockPartitions(i int, o *store.ClaimActivities, queue string) (s store.QueueSettings, free bool, err error) {
	var q store.Queue
	there, locked := false, false
	read := func(seen *bool) func(rows pgx.Rows) error {
		return func(rows pgx.Rows) error {
			var declared, overruled string
			err := rows.Scan(&declared, &overruled)
			q.Declared, q.Overruled, *seen = store.UnpackSettings(declared), store.UnpackQueue[store.QueueOverrule](overruled), true
			return err
		}
	}
	sql := sqlTryPartitions
	if u.waits {
		sql = sqlLockPartitions
	}
	rows(u.queue(sqlLimits, o.Filter.Namespace, queue), read(&there))
	rows(u.queue(sql, o.Filter.Namespace, queue), read(&locked))
	u.readTasks(i, o)
	err = u.send(false)
	return q.Settings(), locked || !there, err
}

// putPartition writes the record of a partition.
func (u *unit) putPartition(namespace, queue string, p store.Partition) {
	u.write(sqlPutPartition, namespace, queue, p.Key, at(p.TAT), at(p.CoolUntil), p.Cools, at(rules.KeptUntil(p)))
}

// dropPartitions deletes some records of a queue's partitions that have expired.
func (u *unit) dropPartitions(namespace, queue string) { u.write(sqlDropPartitions, namespace, queue) }

// forgetPartitions deletes what a change of a queue makes obsolete.
func (u *unit) forgetPartitions(q, next store.Queue, o *store.ChangeQueue) {
	switch all, cools := rules.ForgetsPartitions(q, next, o); {
	case all:
		u.write(sqlForgetPartitions, o.Namespace, o.Queue)
	case cools:
		u.write(sqlEndCools, o.Namespace, o.Queue)
	}
}

// takeOfKeys takes rows from the partitions in turn, as their limits allow, at most most. It looks
// further while it takes none.
func (u *unit) takeOfKeys(o *store.ClaimActivities, queue string, s store.QueueSettings, most, places int) error {
	f := &o.Filter
	for look := most; most > 0; look *= 16 {
		var keys names
		var rooms ints
		found := 0
		of := map[string]store.Partition{}
		free, beyond := tokenTimes(s.PerPartition.Rate)
		rows(u.queue(sqlKeys, f.Namespace, queue, f.Activities, o.After, places, look, free, beyond), func(rows pgx.Rows) error {
			var p store.Partition
			var running int
			err := rows.Scan(&p.Key, &running, aTime(&p.TAT), aTime(&p.CoolUntil), &p.Cools)
			found++
			if room := rules.PartitionRoom(s, p, running, most, u.now); room > 0 {
				keys, rooms, of[p.Key] = append(keys, p.Key), append(rooms, int64(room)), p
			}
			return err
		})
		if err := u.send(false); err != nil {
			return err
		}
		if len(keys) > 0 {
			n := 0
			var drawn []store.Partition
			rows(u.queue(sqlTakeOfKeys, id(o.Worker), id(o.ID), f.Namespace, queue, f.Activities, keys, rooms, most), func(rows pgx.Rows) error {
				var key string
				var taken int
				err := rows.Scan(&key, &taken)
				n, u.wrote = n+taken, true
				if p, changed := rules.TakeOfPartition(s, of[key], taken, u.now); changed {
					drawn = append(drawn, p)
				}
				return err
			})
			if err := u.send(false); err != nil {
				return err
			}
			for _, p := range drawn {
				u.putPartition(f.Namespace, queue, p)
			}
			if len(drawn) > 0 {
				u.dropPartitions(f.Namespace, queue)
			}
			if n > 0 {
				return nil
			}
		}
		if found < look {
			return nil
		}
	}
	return nil
}
