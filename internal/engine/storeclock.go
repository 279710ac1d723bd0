package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// storeClock is an estimate of the store's time by the clock of this process.
type storeClock struct {
	own   timer.Clock
	ahead atomic.Int64 // the store's clock minus our own, in nanoseconds
}

// now is the store's time, in the store's resolution.
func (c *storeClock) now() time.Time {
	return c.own.Now().Add(time.Duration(c.ahead.Load())).UTC().Truncate(time.Microsecond)
}

// local turns a time of the store's clock into one of this process.
func (c *storeClock) local(t time.Time) time.Time {
	return t.Add(-time.Duration(c.ahead.Load()))
}

// learn takes in that the store's clock showed storeNow at some time since asked.
// The estimate moves no further than that proves: a slow answer must not set it back.
func (c *storeClock) learn(asked, storeNow time.Time) {
	least, most := storeNow.Sub(c.own.Now()), storeNow.Sub(asked)
	c.ahead.Store(max(int64(least), min(c.ahead.Load(), int64(most))))
}

// AskedClock is the store's time for a client. It has no tick that would tell it that a clock was set, and so an answer
// counts for as long as a worker goes without one.
type AskedClock struct {
	own  timer.Clock
	last atomic.Pointer[storeAnswer]
}

// storeAnswer is the time that the store said, and when it came by our own clock.
type storeAnswer struct{ came, said time.Time }

// NewAskedClock counts by the clock of this process.
func NewAskedClock(own timer.Clock) *AskedClock { return &AskedClock{own: own} }

// Now is the store's time, in the store's resolution. It asks st unless that has answered a moment ago. What has passed since
// does not depend on what our clock shows, so that it may be set.
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
