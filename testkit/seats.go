package testkit

import (
	"runtime"
	"sync/atomic"
	"time"
)

// seats are how many bubbles of parallel tests live at a time: each has some goroutines,
// and under the race detector these are dear.
var seats = make(chan struct{}, max(8, 4*runtime.GOMAXPROCS(0)))

// left counts the seats that became free.
var left atomic.Int64

// takeSeat waits for a seat. While nobody leaves one for long, it does without: those who
// have one may be waiting for the caller, as a test does for its subtests.
func takeSeat() bool {
	for {
		before := left.Load()
		select {
		case seats <- struct{}{}:
			return true
		case <-time.After(5 * time.Second):
			if left.Load() == before {
				return false
			}
		}
	}
}

func leaveSeat() {
	<-seats
	left.Add(1)
}
