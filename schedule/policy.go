package schedule

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Policy sets how a schedule fires. The zero Policy skips a time while an earlier time's run is open, and makes up for
// missed times with one run.
type Policy struct {
	Overlap Overlap `json:"overlap,omitempty"`
	CatchUp CatchUp `json:"catch_up,omitzero"`
	// Jitter is the longest delay of a firing, so that schedules do not all fire at once. The delay is
	// derived from the id and the time. The nominal time of a run has no jitter.
	Jitter time.Duration `json:"jitter,omitempty"`
	// Times before From, and times at or after Until, do not fire. Zero: no bound.
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// PauseOnFailure pauses the schedule when a time comes and the previous time's run has failed.
	PauseOnFailure bool   `json:"pause_on_failure,omitempty"`
	Queue          string `json:"queue,omitempty"`    // of the runs; "": the default queue
	Priority       int    `json:"priority,omitempty"` // of the runs, within 32 bits; lower numbers first
}

// Overlap decides about a time while an earlier time's run is open, or a run that continues it.
type Overlap int

// What a schedule does about its own open run. Runs of a trigger or a backfill do not count.
const (
	// Skip skips the time.
	Skip Overlap = iota
	// BufferOne fires the time once the open run has ended. At most one time waits: a later one replaces it.
	BufferOne
	// CancelOther requests cancellation of the open run, and fires the time once that run has ended. At most
	// one time waits: a later one replaces it.
	CancelOther
	// AllowAll fires the time anyway.
	AllowAll
)

var overlaps = []string{"skip", "buffer one", "cancel other", "allow all"}

// String returns the policy in words: "buffer one".
func (o Overlap) String() string {
	if o < Skip || o > AllowAll {
		return fmt.Sprintf("Overlap(%d)", int(o))
	}
	return overlaps[o]
}

// MarshalText returns the text of String.
func (o Overlap) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText parses the text of MarshalText.
func (o *Overlap) UnmarshalText(text []byte) error {
	for i, name := range overlaps {
		if name == string(text) {
			*o = Overlap(i)
			return nil
		}
	}
	return fmt.Errorf("schedule: unknown overlap %q", text)
}

// OnTime is how late a time may fire without counting as missed: as long as a takeover between workers may last.
const OnTime = time.Minute

// CatchUp decides about missed times: those that no worker fired within [OnTime]. The zero CatchUp is [Latest].
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

// Latest fires one run, for the latest time that is due.
func Latest() CatchUp { return CatchUp{} }

// AllWithin fires each missed time that is at most d ago, oldest first. The overlap policy applies to them, too: use AllowAll for
// runs that must not be skipped. d must be positive.
func AllWithin(d time.Duration) CatchUp { return CatchUp{allWithin, d} }

// Nothing fires none of the missed times.
func Nothing() CatchUp { return CatchUp{kind: nothing} }

// Within returns how long ago a time may be to still fire, and whether, once one was missed, only the last one fires.
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

// String returns c in words: "latest", "all within 1h0m0s" or "nothing".
func (c CatchUp) String() string {
	switch c.kind {
	case latest:
		return "latest"
	case allWithin:
		return within + c.within.String()
	}
	return "nothing"
}

// MarshalText returns the text of String.
func (c CatchUp) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses the text of MarshalText.
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
		return fmt.Errorf("schedule: unknown catch-up %q", s)
	}
	return nil
}

// check reports settings that are invalid.
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
		return fmt.Errorf("Policy.Priority is %d, it must be from %d to %d", p.Priority, math.MinInt32, math.MaxInt32)
	}
	return nil
}
