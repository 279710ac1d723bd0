package testkit

import (
	"sync"
	"time"

	"github.com/reprise-run/reprise/timer"
)

// clock is the time of a bubble of testing/synctest, which leaps to the next timer when
// nothing in the bubble can move. Idle waits are no timers of the bubble's: an engine
// that only looks, each second, would else be awake a million times in a test of two
// weeks. They end when the time has moved past them.
type clock struct {
	mu   sync.Mutex
	idle map[*idle]struct{}
}

var _ timer.Idler = (*clock)(nil)

func newClock() *clock { return &clock{idle: make(map[*idle]struct{})} }

// Now implements [timer.Clock].
func (c *clock) Now() time.Time { return time.Now() }

// NewTimer implements [timer.Clock].
func (c *clock) NewTimer(d time.Duration) timer.Alarm {
	a := &alarm{c: make(chan time.Time, 1)}
	a.t = time.AfterFunc(d, func() {
		c.moved()
		a.c <- c.Now()
	})
	return a
}

type alarm struct {
	t *time.Timer
	c chan time.Time
}

func (a *alarm) C() <-chan time.Time { return a.c }
func (a *alarm) Stop() bool          { return a.t.Stop() }

// NewIdle implements [timer.Idler].
func (c *clock) NewIdle(d time.Duration) timer.Alarm {
	now := c.Now()
	a := &idle{clock: c, due: now.Add(d), c: make(chan time.Time, 1)}
	if d <= 0 {
		a.c <- now
		return a
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle[a] = struct{}{}
	return a
}

// moved ends the idle waits that the time has passed.
func (c *clock) moved() {
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for a := range c.idle {
		if !a.due.After(now) {
			delete(c.idle, a)
			a.c <- now
		}
	}
}

type idle struct {
	clock *clock
	due   time.Time
	c     chan time.Time
}

func (a *idle) C() <-chan time.Time { return a.c }

func (a *idle) Stop() bool {
	a.clock.mu.Lock()
	defer a.clock.mu.Unlock()
	_, waits := a.clock.idle[a]
	delete(a.clock.idle, a)
	return waits
}
