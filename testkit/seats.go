package testkit

import (
	"runtime"
	"sync"
	"time"
)

// seats limit how many tests with bubbles of their own run at a time: each bubble has some
// goroutines, which are expensive under the race detector.
var seats = struct {
	sync.Mutex
	taken map[string]int // bubbles of a test, by its name
	left  int            // how often one became free
	free  chan struct{}  // signals that one became free; holds one
}{taken: make(map[string]int), free: make(chan struct{}, 1)}

// takeSeat waits for a seat for a test, which needs only one, however many bubbles it has. If
// nobody leaves a seat for long, it proceeds without one: those who have one may be waiting for
// this test, as a test waits for its subtests.
func takeSeat(test string) {
	most := max(8, 4*runtime.GOMAXPROCS(0))
	seats.Lock()
	defer seats.Unlock()
	for before := -1; seats.taken[test] == 0 && len(seats.taken) >= most && seats.left != before; {
		before = seats.left
		seats.Unlock()
		select {
		case <-seats.free:
		case <-time.After(5 * time.Second):
		}
		seats.Lock()
	}
	seats.taken[test]++
	if len(seats.taken) < most {
		sayFree() // two may have left since one was told
	}
}

func leaveSeat(test string) {
	seats.Lock()
	defer seats.Unlock()
	if seats.taken[test]--; seats.taken[test] == 0 {
		delete(seats.taken, test)
	}
	seats.left++
	sayFree()
}

func sayFree() {
	select {
	case seats.free <- struct{}{}:
	default:
	}
}
