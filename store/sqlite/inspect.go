package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

var _ store.Inspector = (*Store)(nil)

// tables are the tables of this package, without their prefix.
func tables() []string {
	return strings.Fields("meta run tombstone event dispatch inbox timer activity worker outbox request attr kept queue share partition schedule")
}

const (
	sqlDescribe    = "SELECT schema_version, compatible_from, cluster_id, epoch, created_at FROM ~meta WHERE one = 1"
	sqlByStatus    = "SELECT status, count(*) FROM ~run WHERE status > 0 GROUP BY status"
	sqlBlockedRuns = "SELECT count(*), count(*) FILTER (WHERE block_reason = '" + store.ReasonPaused + "') FROM ~run INDEXED BY ~run_blocked WHERE block_count > 0"

	sqlWorkerStates = `SELECT w.worker_id, w.build, w.level, w.host, w.pid, w.ttl, w.started_at, w.lease_until, w.dead,
		(SELECT count(*) FROM ~dispatch d INDEXED BY ~dispatch_owner WHERE d.owner = w.worker_id),
		(SELECT count(*) FROM ~activity a INDEXED BY ~activity_owner WHERE a.owner = w.worker_id),
		w.slots, w.held, w.free, w.namespace, w.queues, w.workflows, w.activities, coalesce(w.labels, ''), coalesce(w.drain, '')
		FROM ~worker w ORDER BY w.started_at DESC, w.worker_id`
)

// Info implements [store.Inspector].
func (s *Store) Info(ctx context.Context) (store.Info, error) {
	i := store.Info{
		Kind: "sqlite", Where: s.path, Own: ownVersion(),
		Rows: make(map[string]int64), Runs: make(map[store.Status]int64),
	}
	err := s.look(ctx, func(c *conn) {
		c.snapshot()
		if q := c.Query(sqlDescribe); q.Next() {
			i.Version, i.CompatibleFrom, i.Cluster = int(q.Int(0)), int(q.Int(1)), q.ID(2).String()
			i.Epoch, i.Created = q.Int(3), q.Time(4)
			q.End()
		}
		for _, table := range tables() {
			i.Rows[table] = c.Number("SELECT count(*) FROM ~" + table)
		}
		for q := c.Query(sqlByStatus); q.Next(); {
			i.Runs[store.Status(q.Int(0))] = q.Int(1)
		}
		if q := c.Query(sqlBlockedRuns); q.Next() {
			i.Paused = q.Int(1)
			i.Blocked = q.Int(0) - i.Paused
			q.End()
		}
	})
	if err != nil {
		return store.Info{}, err
	}
	if i.Bytes, err = sizes(s.path, s.path+"-wal"); err != nil {
		return store.Info{}, err
	}
	return i, nil
}

// sizes returns the total length of the files; a missing file has no length.
func sizes(paths ...string) (total int64, err error) {
	for _, path := range paths {
		fi, err := os.Stat(path)
		switch {
		case err == nil:
			total += fi.Size()
		case !errors.Is(err, fs.ErrNotExist):
			return 0, err
		}
	}
	return total, nil
}

// Workers implements [store.Inspector]. Alive depends on the lease alone. A free lock
// on the file would prove more, but testing it means holding it for a moment, and an
// engine that starts just then would be refused.
func (s *Store) Workers(ctx context.Context) (all []store.WorkerState, err error) {
	err = s.look(ctx, func(c *conn) {
		now := s.now()
		for q := c.Query(sqlWorkerStates); q.Next(); {
			w := store.WorkerState{
				Worker: store.Worker{
					ID: q.ID(0), Build: q.Text(1), Level: int(q.Int(2)), Host: q.Text(3), PID: int(q.Int(4)),
					TTL: time.Duration(q.Int(5)) * time.Microsecond,
				},
				Started: q.Time(6), LeaseUntil: q.Time(7), Dead: q.Bool(8), Runs: int(q.Int(9)), Activities: int(q.Int(10)),
				Load: store.Load{Held: int(q.Int(12)), Free: int(q.Int(13))},
			}
			w.Slots = int(q.Int(11))
			w.Serves = store.Filter{
				Namespace: q.Text(14), Queues: listOf(q.Text(15)), Workflows: listOf(q.Text(16)), Activities: listOf(q.Text(17)),
				Level: w.Level, Build: w.Build,
			}
			w.Labels, w.Drain = store.UnpackLabels(q.Text(18)), store.UnpackQueue[store.WorkerNote](q.Text(19))
			w.Alive = !w.Dead && !w.LeaseUntil.Before(now)
			all = append(all, w)
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}
