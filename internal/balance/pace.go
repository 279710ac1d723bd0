package balance

import "time"

// leastLook is the least time until the next look for what other processes made ready.
const leastLook = 20 * time.Millisecond

// Pace says when to look again for work that no wake-up announces: soon while looking finds
// something, less and less often afterwards, and not at all once the tick is as soon. The
// zero value is at rest.
type Pace struct{ last time.Duration }

// Next returns how long to wait after a look, which found something or not; 0 means to
// leave it to the tick, which comes every tick. The wait is between the last one and three
// times that, placed by jitter, in [0, 1): workers that began to look together must not
// stay together.
func (p *Pace) Next(found bool, jitter float64, tick time.Duration) time.Duration {
	switch {
	case found:
		p.last = leastLook
	case p.last == 0:
		return 0
	}
	p.last += time.Duration(jitter * 2 * float64(p.last))
	if p.last >= tick {
		p.last = 0
	}
	return p.last
}
