package postgres

import (
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// passed tracks what searches skip because others have it locked. Another worker's
// transaction locks a row only for a moment; a row that is skipped for longer is logged,
// once.
type passed struct {
	mu   sync.Mutex
	seen map[lockedRow]*lockedSince // under mu
}

type lockedRow struct {
	table string
	run   store.RunID
}

type lockedSince struct {
	first, last time.Time
	told        bool
}

const (
	passedLong = 5 * time.Second
	passedGone = time.Minute // what no search has met for so long is free again
)

// note records the runs whose rows in table a search has skipped.
func (p *passed) note(s *Store, table string, runs []store.RunID, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, v := range p.seen {
		if now.Sub(v.last) > passedGone {
			delete(p.seen, k)
		}
	}
	for _, run := range runs {
		k := lockedRow{table, run}
		v := p.seen[k]
		if v == nil {
			if p.seen == nil {
				p.seen = make(map[lockedRow]*lockedSince)
			}
			v = &lockedSince{first: now}
			p.seen[k] = v
		}
		v.last = now
		if waits := now.Sub(v.first); waits >= passedLong && !v.told {
			v.told = true
			s.log.Warn("skipping a row that an open transaction keeps locked: end it; pg_stat_activity and pg_locks show whose it is",
				"table", table, "run_id", run, "wait", waits.Round(time.Second))
		}
	}
}
