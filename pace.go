package reprise

import (
	"math/rand/v2"
	"time"
)

// leastLook is the least time until the next look for what other processes made ready.
const leastLook = 20 * time.Millisecond

// pace says when to look again for what no hint tells of: soon while looking finds
// something, ever more rarely afterwards, and not at all once the tick is as soon. The
// zero value is at rest.
type pace struct{ last time.Duration }

// next is how long to wait after a look that found something or did not; 0: the tick will
// do. The wait is drawn at random between the last one and three times it, so that
// workers that began to look together do not go on together.
func (p *pace) next(found bool) time.Duration {
	switch {
	case found:
		p.last = leastLook
	case p.last == 0:
		return 0
	}
	p.last += rand.N(2 * p.last)
	if p.last >= tickInterval {
		p.last = 0
	}
	return p.last
}
