package recovery

import (
	"time"

	"github.com/reprise-run/reprise/timer"
)

// instant is one moment as this process sees it, by both of its clocks. They
// disagree where it matters: the monotonic clock stands still while the machine
// sleeps, and the wall clock is set by others.
type instant struct {
	mono time.Duration // since the watch was made
	wall time.Time
}

// since is how long ago earlier was, by the clock that says more. A limit checked
// with it is reached at the earlier of its two deadlines.
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
