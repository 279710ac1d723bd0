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

// Most is how many tokens can be there at once.
func (r Rate) Most() int { return int(r.Depth() / r.Each()) }
