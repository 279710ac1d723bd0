// Package agenda says what is due for a schedule: which time fires next, which times are skipped
// because they were missed, and when the schedule is due again. It is pure: now is an argument.
//
// Package agenda imports schedule and store.
package agenda

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
)

// Plan says when a schedule fires, and how.
type Plan struct {
	Spec   schedule.Spec   `json:"spec"`
	Policy schedule.Policy `json:"policy"`
}

// Text returns a plan as it is stored, from the JSON of its parts.
func Text(spec, policy []byte) string {
	text, _ := json.Marshal(struct {
		Spec   json.RawMessage `json:"spec"`
		Policy json.RawMessage `json:"policy"`
	}{spec, policy}) // package schedule has made both, so it cannot fail
	return string(text)
}

// Of returns the plan of a schedule.
func Of(s *store.Schedule) (Plan, error) {
	var p Plan
	err := json.Unmarshal([]byte(s.Plan), &p)
	if err == nil {
		err = p.Spec.Err()
	}
	if err != nil {
		return p, fmt.Errorf("the plan of the schedule %q cannot be read: %w", s.ID, err)
	}
	return p, nil
}

// Next returns the first time after after that the policy allows; zero: there is none.
func (p *Plan) Next(after time.Time) time.Time {
	if from := p.Policy.From; !from.IsZero() && after.Before(from) {
		after = from.Add(-1)
	}
	next := p.Spec.Next(after)
	if until := p.Policy.Until; !until.IsZero() && !next.Before(until) {
		return time.Time{}
	}
	return next
}

// At returns when the nominal time of a schedule is due, with its jitter; zero for the zero time.
func (p *Plan) At(id string, nominal time.Time) time.Time {
	if nominal.IsZero() || p.Policy.Jitter < time.Microsecond {
		return nominal
	}
	h := fnv.New64a()
	fmt.Fprint(h, id, "@", nominal.UnixMicro())
	return nominal.Add(time.Duration(h.Sum64()%uint64(p.Policy.Jitter/time.Microsecond)) * time.Microsecond)
}

// Begin makes s due at its first time after now.
func (p *Plan) Begin(s *store.Schedule, now time.Time) { p.due(s, p.Next(now)) }

func (p *Plan) due(s *store.Schedule, nominal time.Time) {
	s.Next, s.Nominal = p.At(s.ID, nominal), nominal
}

// Step is what to do about a schedule that is due.
type Step struct {
	Nominal           time.Time // the time to fire; zero: none
	Due               time.Time // when that time is due
	Next, NextNominal time.Time // when the schedule is due again, and for which time
	Skips             []store.Skip
}

// Due returns what to do about s, whose next time is due now.
func (p *Plan) Due(s *store.Schedule, now time.Time) Step {
	first := s.Nominal
	if now.Sub(s.Next) <= schedule.OnTime {
		return p.fire(s, first)
	}
	within, last := p.Policy.CatchUp.Within()
	if last {
		at := p.last(s, now)
		return p.fire(s, at, p.skipped(first, at, store.SkipMissed)...)
	}
	at := p.first(s, now.Add(-within))
	skips := p.skipped(first, at, store.SkipMissed)
	if due := p.At(s.ID, at); at.IsZero() || due.After(now) {
		return Step{Due: s.Next, Next: due, NextNominal: at, Skips: skips}
	}
	return p.fire(s, at, skips...)
}

func (p *Plan) fire(s *store.Schedule, nominal time.Time, skips ...store.Skip) Step {
	next := p.Next(nominal)
	return Step{Nominal: nominal, Due: p.At(s.ID, nominal), Next: p.At(s.ID, next), NextNominal: next, Skips: skips}
}

// Resume makes s continue at its first time that is due after now, and returns the times it missed
// while it was paused.
func (p *Plan) Resume(s *store.Schedule, now time.Time) []store.Skip {
	if s.Next.IsZero() || s.Next.After(now) {
		return nil
	}
	first := s.Nominal
	p.due(s, p.first(s, now.Add(time.Microsecond)))
	return p.skipped(first, s.Nominal, store.SkipPaused)
}

// first returns the first time of s, beginning with the one that is due, that is due at from or later;
// zero: there is none.
func (p *Plan) first(s *store.Schedule, from time.Time) time.Time {
	at := s.Nominal
	if early := from.Add(-p.Policy.Jitter); at.Before(early) {
		at = p.Next(early.Add(-1))
	}
	for !at.IsZero() && p.At(s.ID, at).Before(from) {
		at = p.Next(at)
	}
	return at
}

// last returns the last time of s that is due now. There must be one.
func (p *Plan) last(s *store.Schedule, now time.Time) time.Time {
	at := s.Nominal
	for back := time.Minute; now.Sub(at) > back; back *= 4 {
		if late := p.Next(now.Add(-back)); !late.IsZero() && !p.At(s.ID, late).After(now) {
			at = late
			break
		}
	}
	for next := p.Next(at); !next.IsZero() && !p.At(s.ID, next).After(now); next = p.Next(next) {
		at = next
	}
	return at
}

// mostCounted limits how many skipped times are counted.
const mostCounted = 100_000

// skipped returns the times from first until before a time, as one entry of the log; a zero before has
// no limit.
func (p *Plan) skipped(first, before time.Time, reason string) []store.Skip {
	s := store.Skip{Reason: reason}
	for at := first; !at.IsZero() && (before.IsZero() || at.Before(before)); at = p.Next(at) {
		if s.Count == mostCounted {
			s.Text = "and more"
			break
		}
		if s.Count++; s.Count == 1 {
			s.Nominal = at
		} else {
			s.Until = at
		}
	}
	if s.Count == 0 {
		return nil
	}
	return []store.Skip{s}
}

// Coming returns the next n times of s.
func (p *Plan) Coming(s *store.Schedule, n int) (all []time.Time) {
	for at := s.Nominal; !at.IsZero() && len(all) < n; at = p.Next(at) {
		all = append(all, at)
	}
	return all
}

// WorkflowID returns the workflow id of the run for a time.
func WorkflowID(id string, nominal time.Time) string {
	return id + "@" + nominal.UTC().Format(time.RFC3339Nano)
}
