package timer

import "time"

// Clock is the time of a process. The engine reads the time and waits only through a
// Clock, so that tests control how time passes.
type Clock interface {
	// Now returns the current time. On the real clock it carries a monotonic reading.
	Now() time.Time
	// NewTimer starts an alarm that goes off once, after d; at once if d is not positive.
	NewTimer(d time.Duration) Alarm
}

// Alarm is one wait that was started by a [Clock].
type Alarm interface {
	// C receives the time once, when the alarm goes off.
	C() <-chan time.Time
	// Stop cancels the alarm, and reports whether it did so in time.
	Stop() bool
}

// Pause waits for d by the clock, or until over is closed. It reports whether d has
// passed.
func Pause(c Clock, d time.Duration, over <-chan struct{}) bool {
	alarm := c.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
		return true
	case <-over:
		return false
	}
}

// System is the clock of the machine.
func System() Clock { return system{} }

type system struct{}

func (system) Now() time.Time { return time.Now() }

func (system) NewTimer(d time.Duration) Alarm { return alarm{time.NewTimer(d)} }

type alarm struct{ t *time.Timer }

func (a alarm) C() <-chan time.Time { return a.t.C }
func (a alarm) Stop() bool          { return a.t.Stop() }
