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
	return strings.Fields("meta run tombstone event dispatch inbox timer activity worker outbox request")
}

const (
	sqlDescribe    = "SELECT schema_version, compatible_from, cluster_id, epoch, created_at FROM ~meta WHERE one = 1"
	sqlByStatus    = "SELECT status, count(*) FROM ~run WHERE status > 0 GROUP BY status"
	sqlBlockedRuns = "SELECT count(*) FROM ~run INDEXED BY ~run_blocked WHERE block_count > 0"

	sqlWorkerStates = `SELECT w.worker_id, w.build, w.level, w.host, w.pid, w.ttl, w.started_at, w.lease_until, w.dead,
		(SELECT count(*) FROM ~dispatch d INDEXED BY ~dispatch_owner WHERE d.owner = w.worker_id),
		(SELECT count(*) FROM ~activity a INDEXED BY ~activity_owner WHERE a.owner = w.worker_id),
		w.slots, w.held, w.free, w.namespace, w.queues, w.workflows, w.activities
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
		if q := c.query(sqlDescribe); q.next() {
			i.Version, i.CompatibleFrom, i.Cluster = int(q.int(0)), int(q.int(1)), q.id(2).String()
			i.Epoch, i.Created = q.int(3), q.time(4)
			q.end()
		}
		for _, table := range tables() {
			i.Rows[table] = c.number("SELECT count(*) FROM ~" + table)
		}
		for q := c.query(sqlByStatus); q.next(); {
			i.Runs[store.Status(q.int(0))] = q.int(1)
		}
		i.Blocked = c.number(sqlBlockedRuns)
	})
	if err != nil {
		return store.Info{}, err
	}
	if i.Bytes, err = sizes(s.path, s.path+"-wal"); err != nil {
		return store.Info{}, err
	}
	return i, nil
}

// sizes is how long the files are together; one that is not there has no length.
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

// Workers implements [store.Inspector]. Alive goes by the lease alone. A lock on the
// file that is free would prove more, but who tried it would hold it for that moment,
// and an engine that starts just then would be refused.
func (s *Store) Workers(ctx context.Context) (all []store.WorkerState, err error) {
	err = s.look(ctx, func(c *conn) {
		now := s.now()
		for q := c.query(sqlWorkerStates); q.next(); {
			w := store.WorkerState{
				Worker: store.Worker{
					ID: q.id(0), Build: q.text(1), Level: int(q.int(2)), Host: q.text(3), PID: int(q.int(4)),
					TTL: time.Duration(q.int(5)) * time.Microsecond,
				},
				Started: q.time(6), LeaseUntil: q.time(7), Dead: q.bool(8), Runs: int(q.int(9)), Activities: int(q.int(10)),
				Load: store.Load{Held: int(q.int(12)), Free: int(q.int(13))},
			}
			w.Slots = int(q.int(11))
			w.Serves = store.Filter{
				Namespace: q.text(14), Queues: listOf(q.text(15)), Workflows: listOf(q.text(16)), Activities: listOf(q.text(17)),
				Level: w.Level, Build: w.Build,
			}
			w.Alive = !w.Dead && !w.LeaseUntil.Before(now)
			all = append(all, w)
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}
