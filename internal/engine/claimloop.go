package engine

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/internal/balance"
)

// claimLoop claims runs, or activity rows, whenever it wakes up.
type claimLoop struct {
	ready, look, probe <-chan struct{}                // from wakes and vitals
	alive              func()                         // called when the loop is asked for a sign of life; its writes show it too
	claim              func() (found int, more bool)  // claims one batch; more: there may be more at once
	after              func()                         // called after each look; may be nil
	pace               func(found bool) time.Duration // how long to wait before the next look; 0: until the tick
	again              func(wait time.Duration)       // schedules the next look
}

// pacer returns the pace of a loop that keeps looking while it finds something.
func pacer(jitter func() float64) func(found bool) time.Duration {
	var pace balance.Pace
	return func(found bool) time.Duration { return pace.Next(found, jitter(), tickInterval) }
}

// run claims until ctx ends.
func (l claimLoop) run(ctx context.Context) {
	for {
		look := false
		select {
		case <-ctx.Done():
			return
		case <-l.probe:
			l.alive()
			continue
		case <-l.ready:
			look = woken(l.look) // one look serves both
		case <-l.look:
			look = true
			woken(l.ready)
		}
		found := false
		for more := true; more; {
			var n int
			n, more = l.claim()
			found = found || n > 0
		}
		if l.after != nil {
			l.after()
		}
		if !look {
			continue
		}
		if wait := l.pace(found); wait > 0 {
			l.again(wait)
		}
	}
}
