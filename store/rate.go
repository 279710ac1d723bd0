package store

import (
	"fmt"
	"time"
)

// Rate is how many attempts at activities begin in a time, by the store's clock. Zero is no bound.
type Rate struct {
	N     int           `json:"n,omitempty"`
	Per   time.Duration `json:"per,omitempty"`
	Burst int           `json:"burst,omitempty"` // zero: N
}

// shortestEach is the shortest time between two tokens: the resolution of times in a store.
const shortestEach = time.Microsecond

// Check says why r cannot be meant, or nil.
func (r Rate) Check() error {
	switch {
	case r == Rate{}:
		return nil
	case r.N <= 0 || r.Per <= 0 || r.Burst < 0:
		return fmt.Errorf("is %d per %v with a burst of %d: write N and Per above zero, and a Burst of zero or more", r.N, r.Per, r.Burst)
	case r.Each() < shortestEach:
		return fmt.Errorf("is %d per %v: more than one in a microsecond is not kept apart", r.N, r.Per)
	case time.Duration(max(r.N, r.Burst)) > (1<<58)/r.Each():
		return fmt.Errorf("has a burst of %d, each of which stands for %v: that is more time than there is", max(r.N, r.Burst), r.Each())
	}
	return number("Burst", r.Burst)
}

// Each is the time that one token stands for.
func (r Rate) Each() time.Duration { return r.Per / time.Duration(r.N) }

// Depth is the time that all tokens stand for that can be there at once: those of Burst, or those of a second where these are
// more, for they are handed out once a second. It is never less than one.
func (r Rate) Depth() time.Duration {
	burst := r.Burst
	if burst == 0 {
		burst = r.N
	}
	return max(time.Duration(burst)*r.Each(), r.Each(), time.Second)
}

// Beyond is the time that lies ahead at most of a time when all tokens are used up: those of a full bucket, and as long as a
// transaction may wait, whose time is that of its beginning. One further ahead is one by another rate or clock, and says nothing.
func (r Rate) Beyond() time.Duration { return r.Depth() + 10*time.Second }

// NextAt is when there is a token again where all are used up at a time; zero: there is one now. For four seconds after a cool-down it
// may be later, for tokens cost more then.
func (r Rate) NextAt(tat, now time.Time) time.Time {
	if r.N == 0 || tat.After(now.Add(r.Beyond())) {
		return time.Time{}
	}
	if at := tat.Add(r.Each() - r.Depth()); at.After(now) {
		return at
	}
	return time.Time{}
}

// UsedUp says whether what was handed out lately is all there was, or nearly so, where all tokens are used up at a time: who waits, waits for
// the rate. Where nobody has asked for a token for two seconds it is not.
func (r Rate) UsedUp(tat, now time.Time) bool {
	if r.N == 0 || tat.After(now.Add(r.Beyond())) {
		return false
	}
	return tat.Add(min(r.Depth(), max(r.Each(), 2*time.Second)) - r.Depth()).After(now)
}

// Most is how many tokens can be there at once.
func (r Rate) Most() int { return int(r.Depth() / r.Each()) }
