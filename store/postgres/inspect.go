package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

var _ store.Inspector = (*Store)(nil)

// tables are the tables of this package.
func tables() []string {
	return strings.Fields("meta run event dispatch inbox timer activity worker outbox request tombstone attr kept queue share partition schedule")
}

const (
	sqlDescribe  = "SELECT m.version, m.compatible_from, m.cluster_id, m.epoch, m.created_at FROM ~meta m WHERE m.one = 1"
	sqlByStatus  = "SELECT r.status, count(*), count(*) FILTER (WHERE r.block_count > 0), count(*) FILTER (WHERE r.block_count > 0 AND r.block_reason = '" + store.ReasonPaused + "') FROM ~run r WHERE r.status <> 0 GROUP BY r.status"
	sqlTableSize = "SELECT coalesce(sum(pg_total_relation_size(to_regclass($1 || t.name))), 0)::bigint FROM unnest($2::text[]) AS t(name)"

	sqlWorkers = `SELECT w.worker_id, w.build, w.level, w.host, w.pid, w.ttl, w.started_at, w.lease_until, w.dead,
			NOT w.dead AND w.lease_until >= now(),
			(SELECT count(*) FROM ~dispatch d WHERE d.owner = w.worker_id), (SELECT count(*) FROM ~activity a WHERE a.owner = w.worker_id),
			coalesce(w.slots, 0), w.held, w.free, coalesce(w.namespace, ''), w.queues, w.workflows, w.activities, coalesce(w.labels, ''), coalesce(w.drain, '')
		FROM ~worker w ORDER BY w.started_at DESC, w.worker_id`
)

// Info implements [store.Inspector]. Bytes is the size of the tables with their indexes; the
// log belongs to the whole server.
func (s *Store) Info(ctx context.Context) (store.Info, error) {
	i := store.Info{Kind: "postgres", Where: s.where, Own: ownVersion(), Rows: make(map[string]int64), Runs: make(map[store.Status]int64)}
	err := s.apart(ctx, func(v *visit) error { return v.moment(func() error { return v.describe(&i) }) })
	if err != nil {
		return store.Info{}, err
	}
	return i, nil
}

func (v *visit) describe(i *store.Info) error {
	var cluster uuid.UUID
	if err := v.one(sqlDescribe, nil, &i.Version, &i.CompatibleFrom, anID(&cluster), &i.Epoch, aTime(&i.Created)); err != nil {
		return err
	}
	i.Cluster = cluster.String()
	for _, table := range tables() {
		n := int64(0)
		if err := v.one("SELECT count(*) FROM ~"+table, nil, &n); err != nil {
			return err
		}
		i.Rows[table] = n
	}
	err := v.each(func(rows pgx.Rows) error {
		var status store.Status
		var n, blocked, paused int64
		err := rows.Scan(&status, &n, &blocked, &paused)
		i.Runs[status] = n
		i.Blocked += blocked - paused
		i.Paused += paused
		return err
	}, sqlByStatus)
	if err != nil {
		return err
	}
	return v.one(sqlTableSize, []any{v.s.texts.schema, tables()}, &i.Bytes)
}

// Workers implements [store.Inspector]. Alive depends on the lease.
func (s *Store) Workers(ctx context.Context) (all []store.WorkerState, err error) {
	err = s.look(ctx, func(x *tx) {
		all = nil
		rows(x.queue(sqlWorkers), func(rows pgx.Rows) error {
			var w store.WorkerState
			var ttl pgtype.Interval
			var labels, drain string
			if err := rows.Scan(anID(&w.ID), &w.Build, &w.Level, &w.Host, &w.PID, &ttl, aTime(&w.Started), aTime(&w.LeaseUntil), &w.Dead, &w.Alive, &w.Runs, &w.Activities,
				&w.Slots, &w.Load.Held, &w.Load.Free, &w.Serves.Namespace, &w.Serves.Queues, &w.Serves.Workflows, &w.Serves.Activities, &labels, &drain); err != nil {
				return err
			}
			if ttl.Months != 0 {
				return fmt.Errorf("the ttl of worker %v is not a duration", w.ID)
			}
			w.Labels, w.Drain = store.UnpackLabels(labels), store.UnpackQueue[store.WorkerNote](drain)
			w.Serves.Level, w.Serves.Build = w.Level, w.Build
			w.TTL = time.Duration(ttl.Days)*24*time.Hour + time.Duration(ttl.Microseconds)*time.Microsecond
			all = append(all, w)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}
