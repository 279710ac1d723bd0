package testkit

import (
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/timer"
)

// maxIdle is how many idle waits in a row, for each worker, end by themselves after the last
// event. Within as many looks an engine finds whatever it can find only by looking, for example
// because an answer was lost.
const maxIdle = 12

// clock is the time of a bubble of testing/synctest, which jumps to the next timer when nothing
// in the bubble can move. After a few, idle waits are no longer timers of the bubble: otherwise
// an engine that only looks once a second would wake a million times in a test of two weeks.
// They end once time has moved past them.
type clock struct {
	settle func()        // makes an idle wait begin only when nothing else can move
	ahead  time.Duration // how far the bubble's time is ahead, after earlier trials in a bubble of the test's

	mu   sync.Mutex
	idle map[*idle]struct{}
	lull int // idle waits since the last event
	more int // workers that look, besides the last one
}

var _ timer.Idler = (*clock)(nil)

func newClock(settle func(), ahead time.Duration) *clock {
	return &clock{settle: settle, ahead: ahead, idle: make(map[*idle]struct{})}
}

// Now implements [timer.Clock].
func (c *clock) Now() time.Time { return time.Now().Add(-c.ahead) }

// stamp gives a log line the clock's time; slog asks the bubble for it.
func (c *clock) stamp(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey {
		a.Value = slog.TimeValue(a.Value.Time().Add(-c.ahead))
	}
	return a
}

// NewTimer implements [timer.Clock].
func (c *clock) NewTimer(d time.Duration) timer.Alarm {
	a := &alarm{c: make(chan time.Time, 1)}
	a.t = time.AfterFunc(d, func() {
		c.stir()
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
	c.settle()
	now := c.Now()
	a := &idle{clock: c, due: now.Add(d), c: make(chan time.Time, 1)}
	if d <= 0 {
		a.c <- now
		return a
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle[a] = struct{}{}
	if c.lull++; c.lull <= maxIdle*(1+c.more) {
		a.arm(d)
	}
	return a
}

// beside counts one more worker that continues to look.
func (c *clock) beside() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.more++
}

// stir notes an event: idle waits that time has passed end, and those that still last, and the
// next ones, end by themselves.
func (c *clock) stir() {
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lull = 0
	for a := range c.idle {
		if !a.due.After(now) {
			delete(c.idle, a)
			if a.t != nil {
				a.t.Stop()
			}
			a.c <- now
		} else if a.t == nil {
			a.arm(a.due.Sub(now))
		}
	}
}

type idle struct {
	clock *clock
	due   time.Time
	c     chan time.Time
	t     *time.Timer // nil: it does not end by itself
}

// arm makes a end by itself. The clock's lock is held.
func (a *idle) arm(d time.Duration) {
	a.t = time.AfterFunc(d, func() {
		if a.Stop() {
			a.c <- a.due
		}
	})
}

func (a *idle) C() <-chan time.Time { return a.c }

func (a *idle) Stop() bool {
	a.clock.mu.Lock()
	defer a.clock.mu.Unlock()
	_, waits := a.clock.idle[a]
	delete(a.clock.idle, a)
	if a.t != nil {
		a.t.Stop()
	}
	return waits
}
