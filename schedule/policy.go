package schedule

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Policy says how a schedule fires. The zero Policy skips a time while the run of an earlier one is open, and makes up
// for what was missed with one run.
type Policy struct {
	Overlap Overlap `json:"overlap,omitempty"`
	CatchUp CatchUp `json:"catch_up,omitzero"`
	// Jitter is the most by which a time is fired later, so that not all fire at once. How much it is follows from
	// the id and the time. Runs have the time itself as their nominal one.
	Jitter time.Duration `json:"jitter,omitempty"`
	// Times before From, and from Until on, are not fired. Zero: there is no bound.
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// PauseOnFailure pauses the schedule when a time comes and the run of the one before has failed.
	PauseOnFailure bool   `json:"pause_on_failure,omitempty"`
	Queue          string `json:"queue,omitempty"`    // of the runs; "": the default queue
	Priority       int    `json:"priority,omitempty"` // of the runs, of 32 bits; the smallest number is claimed first
}

// Overlap says what becomes of a time while the run of an earlier one is open, with all that go on where it ends.
type Overlap int

// What a schedule does about an open run of its own. Runs by a trigger or a backfill do not count.
const (
	// Skip does not fire the time.
	Skip Overlap = iota
	// BufferOne fires the time once the open run has ended. One time waits at most: a later one takes its place.
	BufferOne
	// CancelOther asks the open run to cancel, and fires the time once it has ended. One time waits at most: a
	// later one takes its place.
	CancelOther
	// AllowAll fires the time all the same.
	AllowAll
)

var overlaps = []string{"skip", "buffer one", "cancel other", "allow all"}

// String is the policy in words: "buffer one".
func (o Overlap) String() string {
	if o < Skip || o > AllowAll {
		return fmt.Sprintf("Overlap(%d)", int(o))
	}
	return overlaps[o]
}

// MarshalText writes what String says.
func (o Overlap) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads what MarshalText has written.
func (o *Overlap) UnmarshalText(text []byte) error {
	for i, name := range overlaps {
		if name == string(text) {
			*o = Overlap(i)
			return nil
		}
	}
	return fmt.Errorf("schedule: overlap %q is not known", text)
}

// OnTime is by how much a time may be late and is not missed: as long as workers may take over from each other.
const OnTime = time.Minute

// CatchUp says what becomes of times that were missed: that no worker has fired within [OnTime]. The zero CatchUp is [Latest].
type CatchUp struct {
	kind   catchUp
	within time.Duration
}

type catchUp int

const (
	latest catchUp = iota
	allWithin
	nothing
)

// Latest fires one run: of the last time that is due.
func Latest() CatchUp { return CatchUp{} }

// AllWithin fires each time that is not longer ago than d, the oldest first. The policy of overlaps counts for them, too: runs that
// must not be skipped need AllowAll. d is more than zero.
func AllWithin(d time.Duration) CatchUp { return CatchUp{allWithin, d} }

// Nothing fires no time that was missed.
func Nothing() CatchUp { return CatchUp{kind: nothing} }

// Within is how long ago a time may be that is fired, and whether, once one was missed, only the last time is.
func (c CatchUp) Within() (d time.Duration, last bool) {
	switch c.kind {
	case allWithin:
		return max(c.within, OnTime), false
	case nothing:
		return OnTime, false
	}
	return math.MaxInt64, true
}

const within = "all within "

// String is c in words: "latest", "all within 1h0m0s" or "nothing".
func (c CatchUp) String() string {
	switch c.kind {
	case latest:
		return "latest"
	case allWithin:
		return within + c.within.String()
	}
	return "nothing"
}

// MarshalText writes what String says.
func (c CatchUp) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText has written.
func (c *CatchUp) UnmarshalText(text []byte) error {
	switch s := string(text); {
	case s == "latest":
		*c = Latest()
	case s == "nothing":
		*c = Nothing()
	case strings.HasPrefix(s, within):
		d, err := time.ParseDuration(s[len(within):])
		*c = AllWithin(d)
		return err
	default:
		return fmt.Errorf("schedule: catch-up %q is not known", s)
	}
	return nil
}

// check says what cannot be meant.
func (p *Policy) check() error {
	switch {
	case p.Overlap < Skip || p.Overlap > AllowAll:
		return fmt.Errorf("Policy.Overlap is %v: write Skip, BufferOne, CancelOther or AllowAll", p.Overlap)
	case p.CatchUp.kind == allWithin && p.CatchUp.within <= 0:
		return fmt.Errorf("Policy.CatchUp is AllWithin(%v): write more than zero, or Nothing", p.CatchUp.within)
	case p.Jitter < 0:
		return fmt.Errorf("Policy.Jitter is %v: write zero or more", p.Jitter)
	case !p.From.IsZero() && !p.Until.IsZero() && !p.From.Before(p.Until):
		return fmt.Errorf("Policy.Until is %v, which is not after From, %v", p.Until.UTC(), p.From.UTC())
	case p.Priority < math.MinInt32 || p.Priority > math.MaxInt32:
		return fmt.Errorf("Policy.Priority is %d, and lies in %d to %d", p.Priority, math.MinInt32, math.MaxInt32)
	}
	return nil
}
