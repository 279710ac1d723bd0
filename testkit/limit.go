package testkit

import (
	"sync/atomic"
	"time"
)

// limit bounds the real time that something in a bubble may take. No real clock is visible in
// there, and nothing from outside can wake a goroutine in there. So a goroutine of the limit
// looks now and then whether the time is up. How often it looks depends on the virtual time
// that has passed: a wait of years costs a hundred looks, and something that keeps time moving
// for ever is detected soon.
type limit struct {
	passed atomic.Bool
	alarm  *time.Timer
}

// startLimit must be called outside the bubble.
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

// grace is how much more real time a call has to return after its limit: enough for the next
// look, and for its consequences.
func grace(limit time.Duration) time.Duration { return limit/2 + 2*time.Second }
