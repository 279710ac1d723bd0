package store

import (
	"fmt"
	"time"
)

// Rate is how many attempts at activities begin in a given time, by the store's clock. Zero means no limit.
type Rate struct {
	N     int           `json:"n,omitempty"`
	Per   time.Duration `json:"per,omitempty"`
	Burst int           `json:"burst,omitempty"` // zero: N
}

// shortestEach is the shortest time between two tokens: the resolution of times in a store.
const shortestEach = time.Microsecond

// Check returns why r is invalid, or nil.
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

// Each returns the time that one token stands for.
func (r Rate) Each() time.Duration { return r.Per / time.Duration(r.N) }

// Depth returns the time that the most tokens at once stand for: those of Burst, or those of one second if these are more,
// because tokens are handed out once a second. It is never less than one token.
func (r Rate) Depth() time.Duration {
	burst := r.Burst
	if burst == 0 {
		burst = r.N
	}
	return max(time.Duration(burst)*r.Each(), r.Each(), time.Second)
}

// Beyond returns how far ahead the time at which all tokens are used up can be: by a full bucket, and by as long as a transaction
// may wait, whose time is that of its beginning. A time further ahead comes from another rate or clock, and is ignored.
func (r Rate) Beyond() time.Duration { return r.Depth() + 10*time.Second }

// NextAt returns when there will be a token again, if all are used up at tat; zero: there is one now. In the four seconds after a
// cool-down it may be later, because tokens cost more then.
func (r Rate) NextAt(tat, now time.Time) time.Time {
	if r.N == 0 || tat.After(now.Add(r.Beyond())) {
		return time.Time{}
	}
	if at := tat.Add(r.Each() - r.Depth()); at.After(now) {
		return at
	}
	return time.Time{}
}

// UsedUp reports whether nearly all tokens were handed out recently, if all are used up at tat: work that waits then waits for
// the rate. It is false if nobody has asked for a token for two seconds.
func (r Rate) UsedUp(tat, now time.Time) bool {
	if r.N == 0 || tat.After(now.Add(r.Beyond())) {
		return false
	}
	return tat.Add(min(r.Depth(), max(r.Each(), 2*time.Second)) - r.Depth()).After(now)
}

// Most returns how many tokens there can be at once.
func (r Rate) Most() int { return int(r.Depth() / r.Each()) }
