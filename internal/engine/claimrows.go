package engine

import (
	"cmp"
	"errors"

	"github.com/reprise-run/reprise/store"
)

// endOverdue ends rows whose deadline has passed while no slot is free to claim any. It looks once per
// tick, or when rows were cancelled here.
func (c *claimer) endOverdue() {
	now := c.clock.Now()
	if !c.rows.ends.cancelled.Swap(false) && now.Sub(c.overdue) < tickInterval || c.share.rowsWanted() > 0 && !c.slots.none() || !c.may() || c.quarantine.alone() {
		return
	}
	c.overdue = now
	none := store.Filter{Namespace: c.worker.Serves.Namespace} // matches only overdue rows
	outcome, err := c.writes.Do(&store.ClaimActivities{Worker: c.worker.ID, ID: c.token(), Max: claimAtOnce, Filter: none})
	c.notClaimed(err)
	for _, t := range outcome.Tasks {
		c.rows.endUnrun(t, made(t), c.rows.bytes.passed(t))
	}
}

// endGone ends rows that wait for workers that are gone, once the tick has found some.
func (c *claimer) endGone() {
	for c.may() && c.rows.ends.gone.Swap(false) {
		anywhere := store.Filter{Namespace: c.worker.Serves.Namespace}
		outcome, err := c.writes.Do(&store.ClaimActivities{Worker: c.worker.ID, ID: c.token(), Max: claimAtOnce, Filter: anywhere, Gone: true})
		c.notClaimed(err)
		for _, t := range outcome.Tasks {
			c.rows.endUnrun(t, made(t), c.rows.bytes.gone(t))
		}
		if len(outcome.Tasks) == claimAtOnce {
			c.rows.ends.gone.Store(true)
		}
	}
}

// notClaimed logs why no activities were claimed, unless the worker is stopping.
func (c *claimer) notClaimed(err error) {
	if err != nil && !errors.Is(err, ErrStopped) {
		c.log.Error("cannot claim activities", "error", err)
	}
}

// claimRows claims one batch from each line, or a single quarantined row. It reports how many rows it
// found, and whether there may be more right away.
func (c *claimer) claimRows(quarantined bool) (found int, more bool) {
	full := false
	for _, l := range c.slots.lines() { // paused queues have none
		n, again := c.claimLine(l, quarantined)
		found, full = found+n, full || again
		if quarantined && n > 0 {
			break
		}
	}
	return found, c.slots.noteMore(full)
}

// claimLine claims a batch of the rows of a line. It reports how many it found, and whether there may
// be more.
func (c *claimer) claimLine(l line, quarantined bool) (found int, full bool) {
	wanted := c.share.rowsWanted()
	most := min(wanted, c.share.AtOnce())
	if quarantined {
		most = min(most, 1)
	}
	if !c.may() || !quarantined && c.quarantine.alone() {
		most = 0
	}
	n := c.slots.reserve(l, most)
	if n == 0 {
		return 0, wanted > 0 && c.slots.allTaken()
	}
	answered := c.rows.Claim()
	filter := c.worker.Serves
	filter.Queues = l.queues
	if l.bound != "" {
		filter.Own = "" // its own queue has no bound
	}
	op := &store.ClaimActivities{Worker: c.worker.ID, ID: c.token(), Max: n, Filter: filter, Quarantine: quarantined, Partitioned: l.parted, After: c.after[l.bound]}
	outcome, err := c.writes.Do(op)
	c.notClaimed(err)
	for _, task := range outcome.Tasks {
		c.rows.beginRow(task, c.slots.found(l, task.Queue))
	}
	answered()
	if l.parted {
		c.after[l.bound] = lastInTurn(op.After, outcome.Tasks)
	}
	found = len(outcome.Tasks)
	return found, c.slots.claimed(l, n, found, found == n && !quarantined)
}

// lastInTurn returns the key at which a claim ended. The claim began behind after, and may have wrapped around.
func lastInTurn(after string, tasks []store.Task) string {
	last, round := after, ""
	for _, t := range tasks {
		if t.Partition <= after {
			round = max(round, t.Partition)
		}
		last = max(last, t.Partition)
	}
	return cmp.Or(round, last)
}
