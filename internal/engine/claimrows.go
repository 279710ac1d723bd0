package engine

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/internal/balance"
	"github.com/reprise-run/reprise/store"
)

// rowLoop claims activity rows whenever it is hinted that some are ready and slots
// are free.
func (c claimer) rowLoop(ctx context.Context) {
	var looked time.Time // for rows that are overdue, while none could be taken
	var pace balance.Pace
	for {
		found, look := false, false
		select {
		case <-ctx.Done():
			return
		case <-c.e.vitals.probeRows:
			c.e.vitals.sign(&c.e.vitals.rows)
			continue
		case <-c.e.wake.rows:
			look = woken(c.e.wake.lookRows) // one look is both
		case <-c.e.wake.lookRows:
			look = true
			woken(c.e.wake.rows)
		}
		c.e.vitals.sign(&c.e.vitals.rows)
		for more := true; more; {
			var n int
			n, more = c.claimRows(false)
			found = found || n > 0
			c.e.vitals.sign(&c.e.vitals.rows)
		}
		c.e.wake.looked(false, found)
		if look {
			c.lookAgain(dueLookRows, pace.Next(found, c.e.p.ids.jitter("look for rows"), tickInterval))
		}
		if now := c.e.cfg.Clock.Now(); now.Sub(looked) >= tickInterval && c.endOverdue() {
			looked = now
		}
	}
}

// lookAgain has a loop look again after wait; 0: when the tick says so.
func (c claimer) lookAgain(why dueWhy, wait time.Duration) {
	if wait > 0 {
		c.e.pump.Set(dueKey{why: why}, c.e.cfg.Clock.Now().Add(wait))
	}
}

// endOverdue ends rows whose deadline has passed while no row can be taken: it takes none.
// It reports whether it has looked for any.
func (c claimer) endOverdue() bool {
	if c.e.share.rowsWanted() > 0 && !c.e.slots.none() || !c.e.mayBegin() {
		return false
	}
	none := store.Filter{Namespace: c.e.cfg.Namespace} // matches nothing but them
	outcome, err := c.e.writes.Do(&store.ClaimActivities{Worker: c.e.worker.ID, ID: c.e.p.ids.Token(), Max: claimAtOnce, Filter: none})
	if err != nil {
		c.e.log.Error("cannot claim activities", "error", err)
	}
	for _, t := range outcome.Tasks {
		c.e.activities.endUnrun(t, made(t), overdue(t))
	}
	return true
}

// claimRows claims one batch from each line, or only one row that is in quarantine. It reports
// how many rows it found, and whether there may be more right away.
func (c claimer) claimRows(quarantined bool) (found int, more bool) {
	full := false
	for _, l := range c.e.slots.lines() {
		n, again := c.claimLine(l, quarantined)
		found, full = found+n, full || again
		if quarantined && n > 0 {
			break
		}
	}
	return found, c.e.slots.wait(full)
}

// claimLine claims a batch of the rows of a line. It reports how many it found, and
// whether there may be more.
func (c claimer) claimLine(l line, quarantined bool) (found int, full bool) {
	wanted := c.e.share.rowsWanted()
	most := min(wanted, c.e.share.AtOnce())
	if quarantined {
		most = min(most, 1)
	}
	if !c.e.mayClaim() || !quarantined && c.e.quarantine.alone() {
		most = 0
	}
	n := c.e.slots.reserve(l, most)
	if n == 0 {
		return 0, wanted > 0 && c.e.slots.allTaken()
	}
	answered := c.e.activities.claim()
	filter := c.e.worker.Serves
	filter.Queues = l.queues
	outcome, err := c.e.writes.Do(&store.ClaimActivities{Worker: c.e.worker.ID, ID: c.e.p.ids.Token(), Max: n, Filter: filter, Lane: quarantined})
	if err != nil {
		c.e.log.Error("cannot claim activities", "error", err)
	}
	for _, task := range outcome.Tasks {
		c.e.activities.beginRow(task, l.bound)
	}
	answered()
	found = len(outcome.Tasks)
	return found, c.e.slots.claimed(l, n, found, found == n && !quarantined)
}
