package timer

import "time"

// Idler is a [Clock] that is told which waits nothing depends on: a loop only looks, now
// and then, whether there is something to do. A clock of a test that leaps to the next
// wait passes over these, and lets them end when the time moves for another reason.
type Idler interface {
	Clock
	// NewIdle is NewTimer for such a wait.
	NewIdle(d time.Duration) Alarm
}

// NewIdle starts an alarm of c on which nothing depends.
func NewIdle(c Clock, d time.Duration) Alarm {
	if i, ok := c.(Idler); ok {
		return i.NewIdle(d)
	}
	return c.NewTimer(d)
}
