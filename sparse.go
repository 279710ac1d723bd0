package reprise

import (
	"sync"
	"time"
)

// sparsely is the least time between two lines of the log that say the same.
const sparsely = 10 * time.Second

// sparse lets one line of the log pass now and then. What befalls one activity when the
// store is in trouble befalls hundreds, each second anew.
type sparse struct {
	mu   sync.Mutex
	next time.Time
	held int
}

// pass reports whether a line may be written, and how many were not since the last one.
func (s *sparse) pass(now time.Time) (held int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.next) {
		s.held++
		return 0, false
	}
	held, s.held, s.next = s.held, 0, now.Add(sparsely)
	return held, true
}
