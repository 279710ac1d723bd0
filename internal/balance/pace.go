package balance

import "time"

// leastLook is the least time until the next look for what other processes made ready.
const leastLook = 20 * time.Millisecond

// Pace says when to look again for what no wake-up tells of: soon while looking finds
// something, ever more rarely afterwards, and not at all once the tick is as soon. The zero
// value is at rest.
type Pace struct{ last time.Duration }

// Next is how long to wait after a look that found something or did not; 0: the tick, which
// comes every tick, will do. The wait is between the last one and three times it, where
// jitter, in [0, 1), says: workers that began to look together are not to go on together.
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
