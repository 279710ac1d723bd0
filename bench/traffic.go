package main

import (
	"context"
	"time"
)

// traffic is what the stores of a backend have made it do so far. Fields that a backend
// does not know are 0.
type traffic struct {
	cpu     time.Duration // of the database's own processes
	commits int64         // ended transactions
	trips   int64         // round trips
	wal     int64         // bytes of write-ahead log
}

func (t traffic) add(o traffic) traffic {
	return traffic{t.cpu + o.cpu, t.commits + o.commits, t.trips + o.trips, t.wal + o.wal}
}

func (t traffic) since(o traffic) traffic {
	return traffic{t.cpu - o.cpu, t.commits - o.commits, t.trips - o.trips, t.wal - o.wal}
}

// during measures f, and its traffic.
func (b *bench) during(ctx context.Context, m *meter, f func() error) error {
	before, err := b.backend.traffic(ctx)
	if err != nil {
		return err
	}
	if err := m.during(f); err != nil {
		return err
	}
	after, err := b.backend.traffic(ctx)
	m.traffic = m.traffic.add(after.since(before))
	return err
}

// repeated calls round, at least once, until the time it adds to m is long enough.
func (b *bench) repeated(m *meter, round func() error) error {
	for begun := m.wall; m.wall == begun || m.wall-begun < b.atLeast; {
		if err := round(); err != nil {
			return err
		}
	}
	return nil
}
