package engine

import (
	"math"
	"sync"
	"time"
)

// notices keep the log readable: what befalls one run when something is wrong befalls hundreds, each
// second anew. Lines about the same thing pass a few at once, and then one in each interval.
type notices struct {
	mu struct {
		sync.Mutex
		about map[string]*notice
	}
}

// notice is what was written about one thing.
type notice struct {
	next time.Time // the lines so far are paid for until then
	held int       // lines that were left out since the last one
}

// rate is how many lines about one thing are written at once, and how far apart the next ones are.
type rate struct {
	atOnce int
	every  time.Duration
}

var (
	rateStore    = rate{1, 10 * time.Second}  // what the store does to many at a time
	rateAttempts = rate{10, 10 * time.Second} // failures of one activity's attempts
	rateAdvice   = rate{1, 5 * time.Minute}   // what a person has to do
	rateOnce     = rate{1, math.MaxInt64}     // what the author has to do
)

// mostNotices bounds what is remembered: names may be made up by the thousand.
const mostNotices = 10_000

// pass reports whether a line may be written, and how many like it were not since the last one.
func (n *notices) pass(what string, now time.Time, r rate) (held int, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.mu.about == nil || len(n.mu.about) >= mostNotices {
		n.mu.about = make(map[string]*notice)
	}
	one := n.mu.about[what]
	if one == nil {
		one = new(notice)
		n.mu.about[what] = one
	}
	if one.next.Before(now) {
		one.next = now
	}
	if one.next.Sub(now) > time.Duration(r.atOnce-1)*r.every {
		one.held++
		return 0, false
	}
	held, one.held, one.next = one.held, 0, one.next.Add(r.every)
	return held, true
}

// once reports whether a line that nobody needs twice may be written.
func (n *notices) once(what string, now time.Time) bool {
	_, ok := n.pass(what, now, rateOnce)
	return ok
}
