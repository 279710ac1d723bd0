package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// storeClock estimates the store's time from the clock of this process.
type storeClock struct {
	own   timer.Clock
	ahead atomic.Int64 // the store's clock minus our own, in nanoseconds
}

// now returns the store's time, in the store's resolution.
func (c *storeClock) now() time.Time {
	return c.own.Now().Add(time.Duration(c.ahead.Load())).UTC().Truncate(time.Microsecond)
}

// local converts a time of the store's clock to this process's clock.
func (c *storeClock) local(t time.Time) time.Time {
	return t.Add(-time.Duration(c.ahead.Load()))
}

// learn records that the store's clock showed storeNow at some time since asked. It changes the
// estimate no more than that proves, so that a slow answer does not set it back.
func (c *storeClock) learn(asked, storeNow time.Time) {
	least, most := storeNow.Sub(c.own.Now()), storeNow.Sub(asked)
	c.ahead.Store(max(int64(least), min(c.ahead.Load(), int64(most))))
}

// AskedClock gives a client the store's time. A client has no tick that would reveal that a clock was
// set, so it uses an answer for one tick interval.
type AskedClock struct {
	own  timer.Clock
	last atomic.Pointer[storeAnswer]
}

// storeAnswer is the store's time, and when it arrived by our own clock.
type storeAnswer struct{ came, said time.Time }

// NewAskedClock returns an AskedClock that measures time by own.
func NewAskedClock(own timer.Clock) *AskedClock { return &AskedClock{own: own} }

// Now returns the store's time, in the store's resolution. It queries st unless the last answer is
// recent. The time since is measured, so that it is right even if our clock was set.
func (c *AskedClock) Now(ctx context.Context, st store.Store) (time.Time, error) {
	if last := c.last.Load(); last != nil {
		if passed := c.own.Now().Sub(last.came); passed >= 0 && passed < tickInterval {
			return last.said.Add(passed).UTC().Truncate(time.Microsecond), nil
		}
	}
	said, err := st.Now(ctx)
	if err != nil {
		return time.Time{}, err
	}
	c.last.Store(&storeAnswer{came: c.own.Now(), said: said})
	return said.UTC().Truncate(time.Microsecond), nil
}
