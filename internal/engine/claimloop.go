package engine

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/internal/balance"
)

// claimLoop claims runs, or activity rows, whenever it is woken.
type claimLoop struct {
	ready, look, probe <-chan struct{}                // of wakes and vitals
	alive              func()                         // is told that the loop moves
	claim              func() (found int, more bool)  // one batch; more: there may be more right away
	after              func()                         // comes after each look; nil: nothing does
	pace               func(found bool) time.Duration // of looking again; 0: when the tick says so
	again              func(wait time.Duration)       // has it look again
}

// pacer is the pace of a loop that looks again while it finds something.
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
			look = woken(l.look) // one look is both
		case <-l.look:
			look = true
			woken(l.ready)
		}
		l.alive()
		found := false
		for more := true; more; {
			var n int
			n, more = l.claim()
			found = found || n > 0
			l.alive()
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
