// Package faketime is a clock that moves only when a test says so.
//
// A loop under test waits on the clock; the test calls [Clock.AwaitAlarms] to know
// that it does, and [Clock.Advance] to let the time come. No test needs to sleep.
//
// Alarms do not tell when several loops that wake one another are at rest: one that has
// just been woken may not have left its alarm yet. A test of those runs in a bubble of
// testing/synctest and waits for that before it moves the time.
//
// A Clock is safe for concurrent use. Package faketime imports timer and the
// standard library.
package faketime

import (
	"sort"
	"sync"
	"time"

	"github.com/reprise-run/reprise/timer"
)

// Clock is a [timer.Clock] that stands still until it is advanced.
type Clock struct {
	mu     sync.Mutex
	moved  *sync.Cond // an alarm was started, stopped or went off
	now    time.Time
	alarms []*alarm // by due time, then by start
	step   time.Duration
}

var _ timer.Clock = (*Clock)(nil)

// New returns a clock that shows start.
func New(start time.Time) *Clock {
	c := &Clock{now: start}
	c.moved = sync.NewCond(&c.mu)
	return c
}

// Now is the time the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	step := c.step
	c.mu.Unlock()
	if step > 0 {
		c.Advance(step)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Step makes each reading of the clock later by d than the one before; zero lets it stand still
// again. Who reads the clock twice, where once is asked for, then shows it.
func (c *Clock) Step(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.step = d
}

// NewTimer implements [timer.Clock].
func (c *Clock) NewTimer(d time.Duration) timer.Alarm {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{clock: c, due: c.now.Add(d), c: make(chan time.Time, 1)}
	if d <= 0 {
		a.c <- c.now
		return a
	}
	i := sort.Search(len(c.alarms), func(i int) bool { return c.alarms[i].due.After(a.due) })
	c.alarms = append(c.alarms, nil)
	copy(c.alarms[i+1:], c.alarms[i:])
	c.alarms[i] = a
	c.moved.Broadcast()
	return a
}

// Advance moves the clock on by d. Alarms that are due on the way go off in order,
// each with its own time.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	until := c.now.Add(d)
	for len(c.alarms) > 0 && !c.alarms[0].due.After(until) {
		a := c.alarms[0]
		c.alarms = c.alarms[1:]
		c.now = a.due
		a.c <- c.now // has room: an alarm goes off once
	}
	c.now = until
	c.moved.Broadcast()
}

// SetBack sets the clock back by d, as an operator does.
func (c *Clock) SetBack(d time.Duration) { c.Set(c.Now().Add(-d)) }

// Set makes the clock show now without an alarm going off, forward or backward: the
// wall clock was set, while what already waits goes on waiting as long as it would
// have.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	by := now.Sub(c.now)
	c.now = now
	for _, a := range c.alarms {
		a.due = a.due.Add(by)
	}
}

// Next is when the earliest alarm goes off; false if nobody waits.
func (c *Clock) Next() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.alarms) == 0 {
		return time.Time{}, false
	}
	return c.alarms[0].due, true
}

// AwaitAlarms blocks until at least n alarms wait at the same time.
func (c *Clock) AwaitAlarms(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.alarms) < n {
		c.moved.Wait()
	}
}

type alarm struct {
	clock *Clock
	due   time.Time
	c     chan time.Time
}

func (a *alarm) C() <-chan time.Time { return a.c }

func (a *alarm) Stop() bool {
	c := a.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, other := range c.alarms {
		if other == a {
			c.alarms = append(c.alarms[:i], c.alarms[i+1:]...)
			c.moved.Broadcast()
			return true
		}
	}
	return false
}
