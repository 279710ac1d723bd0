package engine

import (
	"context"

	"github.com/reprise-run/reprise/internal/balance"
	"github.com/reprise-run/reprise/store"
)

// claimer claims runs and activity rows for its engine, in a loop for each.
type claimer struct{ e *engine }

// runLoop claims runs whenever it is hinted that some are ready.
func (c claimer) runLoop(ctx context.Context) {
	var pace balance.Pace
	for {
		found, look := false, false
		select {
		case <-ctx.Done():
			return
		case <-c.e.vitals.probeRuns:
			c.e.vitals.sign(&c.e.vitals.runs)
			continue
		case <-c.e.wake.runs:
			look = woken(c.e.wake.lookRuns) // one look is both
		case <-c.e.wake.lookRuns:
			look = true
			woken(c.e.wake.runs)
		}
		c.e.vitals.sign(&c.e.vitals.runs)
		c.claimQuarantined()
		for more := true; more; {
			var n int
			n, more = c.claimRuns(false)
			found = found || n > 0
			c.e.vitals.sign(&c.e.vitals.runs)
		}
		c.e.wake.looked(true, found)
		if look {
			c.lookAgain(dueLookRuns, pace.Next(found, c.e.p.ids.jitter("look for runs"), tickInterval))
		}
	}
}

// claimRuns claims one batch, or only one run that is in quarantine. It reports how many runs
// it found, and whether there may be more right away.
func (c claimer) claimRuns(quarantined bool) (found int, more bool) {
	atOnce := c.e.share.AtOnce()
	if quarantined {
		atOnce = min(atOnce, 1)
	}
	n := c.e.own.reserveClaim(c.e.share.Runs(), atOnce, c.e.mayClaim() && (quarantined || !c.e.quarantine.alone()))
	if n == 0 {
		return 0, false
	}
	outcome, err := c.e.writes.Do(&store.Claim{Worker: c.e.worker.ID, ID: c.e.p.ids.Token(), Max: n, Filter: c.e.worker.Serves, Lane: quarantined})
	if err != nil {
		c.e.log.Error("cannot claim runs", "error", err)
	}
	for _, claimed := range outcome.Claims {
		c.e.own.attach(claimed)
	}
	c.e.own.claimed()
	found = len(outcome.Claims)
	more = found == n && !quarantined
	if err == nil {
		c.e.own.wait(more)
	}
	return found, more
}

// dropAll forgets every run and ends every attempt.
func (e *engine) dropAll(cause error) {
	e.own.stop()
	for _, r := range e.own.list() {
		r.drop(cause)
	}
	for _, a := range e.activities.list() {
		a.end(cause)
	}
}
