package testkit

import (
	"sync/atomic"
	"time"
)

// limit is how much of the machine's time something in a bubble may take. The machine's
// clock is not to be had in there, and nothing from outside can wake a goroutine in it
// that waits: so one of its own looks, now and then, whether the time is up. How often it
// looks follows the virtual time that has passed, which costs a wait of years a hundred
// looks; and what keeps that time going for ever is found out soon after.
type limit struct {
	passed atomic.Bool
	alarm  *time.Timer
}

// startLimit is called outside of the bubble.
func startLimit(d time.Duration) *limit {
	l := new(limit)
	l.alarm = time.AfterFunc(d, func() { l.passed.Store(true) })
	return l
}

func (l *limit) stop() { l.alarm.Stop() }

// watch calls passed, in the bubble, soon after the time is up. stop ends it.
func (l *limit) watch(passed func()) (stop func()) {
	stopped := make(chan struct{})
	go func() {
		begun := time.Now()
		for {
			look := time.NewTimer(max(time.Second, time.Since(begun)/4))
			select {
			case <-look.C:
			case <-stopped:
				look.Stop()
				return
			}
			if l.passed.Load() {
				passed()
				return
			}
		}
	}()
	return func() { close(stopped) }
}

// grace is how long after its limit a call has for coming back, by the machine's clock:
// long enough for the next look, and for what follows from it.
func grace(limit time.Duration) time.Duration { return limit/2 + 2*time.Second }
