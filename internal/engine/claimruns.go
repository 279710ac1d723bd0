package engine

import (
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// writer is the part of the group commit that writes and waits.
type writer interface {
	Do(op store.Op) (store.Outcome, error)
}

// patient is a writer for a loop. A loop that waits for a write is not stuck: the write is judged by itself. Over a
// slow line the write before it and its own can take longer than half a lease together.
type patient struct {
	writer
	vitals *vitals
	loop   *atomic.Int64
}

func (p patient) Do(op store.Op) (store.Outcome, error) {
	p.vitals.waits(p.loop)
	defer p.vitals.sign(p.loop)
	return p.writer.Do(op)
}

// claimer claims runs and activity rows, for one loop.
type claimer struct {
	worker     store.Worker
	writes     writer
	token      func() store.Token
	clock      timer.Clock
	log        *slog.Logger
	may        func() bool // whether the worker may take on anything
	own        *ownership
	begin      func(store.Claimed) // called for each claimed run
	slots      *slots
	quarantine *quarantine
	share      *sharing
	rows       *activities
	overdue    time.Time         // when it last looked for overdue rows
	after      map[string]string // for each queue with partitions, the key claimed last
}

// claimRuns claims one batch, or a single quarantined run. It reports how many runs it found,
// and whether there may be more right away.
func (c *claimer) claimRuns(quarantined bool) (found int, more bool) {
	atOnce := c.share.AtOnce()
	if quarantined {
		atOnce = min(atOnce, 1)
	}
	n := c.own.reserveClaim(c.share.Runs(), atOnce, c.may() && c.slots.drains() == nil && (quarantined || !c.quarantine.alone()))
	if n == 0 {
		return 0, false
	}
	filter := c.worker.Serves
	filter.Queues = c.slots.open()
	outcome, err := c.writes.Do(&store.Claim{Worker: c.worker.ID, ID: c.token(), Max: n, Filter: filter, Quarantine: quarantined})
	if err != nil {
		c.log.Error("cannot claim runs", "error", err)
	}
	for _, claimed := range outcome.Claims {
		c.begin(claimed)
	}
	c.own.giveBack(n)
	found = len(outcome.Claims)
	more = found == n && !quarantined
	if err == nil {
		c.own.noteMore(more)
	}
	return found, more
}

// claimReady claims a batch of runs. If a quarantined run or activity is waiting, it claims
// that first.
func (c *claimer) claimReady() (found int, more bool) {
	if c.quarantine.wanted() {
		c.claimRuns(true)
		if !c.quarantine.taken() {
			c.claimRows(true)
			c.quarantine.looked()
		}
	}
	return c.claimRuns(false)
}
