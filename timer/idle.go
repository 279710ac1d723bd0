package timer

import "time"

// Idler is a [Clock] that knows which waits nothing depends on: a loop that only looks,
// now and then, whether there is something to do. A test clock that jumps to the next
// wait skips these, and ends them when the time moves for another reason.
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
