package engine

import "time"

// herd says when to look for what another process has made ready. All workers hear of it,
// and one claim takes it all: whoever has come too late lets the others go first the next
// time, and whoever has found something looks sooner. The zero value looks at once.
type herd struct {
	wait time.Duration // no longer than this, where jitter says
	last time.Time     // when it heard something last
	due  time.Time     // when it means to look
}

const (
	leastHerd = 2 * time.Millisecond
	mostHerd  = 250 * time.Millisecond
)

// heard is how long to wait after a wake-up; jitter is in [0, 1). After a quiet second nobody
// knows any more who is first. It reports false when it means to look already.
func (h *herd) heard(now time.Time, jitter float64) (time.Duration, bool) {
	if now.Sub(h.last) >= time.Second {
		h.wait = 0
	}
	h.last = now
	if now.Before(h.due) {
		return 0, false
	}
	d := time.Duration(jitter * float64(h.wait))
	h.due = now.Add(d)
	return d, true
}

// looked takes in whether a look has found anything.
func (h *herd) looked(found bool) {
	h.due = time.Time{}
	switch {
	case !found:
		h.wait = min(max(leastHerd, 2*h.wait), mostHerd)
	case h.wait > leastHerd:
		h.wait /= 2
	default:
		h.wait = 0
	}
}
