package recovery

import (
	"time"

	"github.com/reprise-run/reprise/timer"
)

// instant is one moment of this process, by both of its clocks. They differ where
// it matters: the monotonic clock stops while the machine sleeps, and the wall
// clock can be set.
type instant struct {
	mono time.Duration // since the watch was made
	wall time.Time
}

// since returns how long ago earlier was, by the clock that says more. So a limit
// is reached as soon as it is by one of the clocks.
func (i instant) since(earlier instant) time.Duration {
	return max(i.mono-earlier.mono, i.wall.Sub(earlier.wall))
}

// watch reads the current instant.
type watch func() instant

func newWatch(clock timer.Clock) watch {
	origin := clock.Now()
	return func() instant {
		now := clock.Now()
		return instant{mono: now.Sub(origin), wall: now.Round(0)}
	}
}
