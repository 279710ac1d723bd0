package audit

import (
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// Span is a time from one moment to another.
type Span struct{ From, To time.Time }

// Wait is an activity of a queue that has limits, and when its workflow asked for it.
type Wait struct {
	Key, Name, Partition string
	At                   time.Time
}

// maxIdle is how long nothing may begin where something waits and may begin.
const maxIdle = 2 * time.Second

// waits are the activities of queues that have limits.
func (a *Auditor) waits() (all []Wait) {
	for _, found := range a.traces {
		for _, t := range found {
			for _, s := range t.Scheduled {
				if slices.Contains(load.Gates, s.name) && !s.copied {
					all = append(all, Wait{s.key, s.name, s.partition, s.at})
				}
			}
		}
	}
	return all
}

// turn is what changes in a place at a time: how many wait, how many run, and whether one begins.
type turn struct {
	at          time.Time
	waits, runs int
	begins      bool
}

// Idle checks that no queue that has limits, and no partition of one, begins nothing for over two seconds while something waits and there is room.
// The time in which no worker is at work does not count, nor does what the machine gave nobody, nor that in which the work and the shares of one
// that is gone are still its own. A place is taken until the ledger says that the
// attempt has ended, or another one begins, or its worker has lost its lease and its grace has passed.
func Idle(waits []Wait, entries []ledger.Entry, e Evidence) (all []Violation, told []string) {
	of := map[string][]ledger.Entry{}
	for _, entry := range entries {
		of[entry.Key] = append(of[entry.Key], entry)
	}
	places := map[string][]turn{}
	names := map[string]string{}
	for _, w := range waits {
		place := w.Name
		if w.Partition != "" {
			place += " " + w.Partition
		}
		names[place] = w.Name
		places[place] = append(places[place], turns(w, of[w.Key], e.Held)...)
	}
	without := append(slices.Clone(e.Unserved), e.Kept...)
	count, excused, longest, own := map[string]int{}, map[string]int{}, map[string]time.Duration{}, map[string]time.Duration{}
	for place, changes := range places {
		name := names[place]
		limit := map[string]int{load.Narrow.Name(): e.Bounds.AtOnce, load.Keyed.Name(): load.OfAKey}[name] // zero: a rate, which has room soon
		for _, s := range idle(changes, limit) {
			took := s.To.Sub(s.From)
			longest[name] = max(longest[name], took)
			given := took
			if took > maxIdle {
				given -= overlap(s, append(slices.Clone(without), e.Stalled...))
			}
			own[name] = max(own[name], given)
			switch {
			case took <= maxIdle:
			case given <= maxIdle:
				excused[name]++
				count[name]++
			default:
				count[name]++
				all = append(all, Violation{Rule: "idle", Text: fmt.Sprintf("of %s nothing began from %s for %v, %v of which count, though something waited and might have",
					place, stamp(s.From), took.Round(time.Millisecond), given.Round(time.Millisecond))})
			}
		}
	}
	for _, name := range load.Gates {
		told = append(told, fmt.Sprintf("%s: %d times nothing began for over %v though something might have; the longest %v. %d of them were for want of a worker or of time; without that the longest %v",
			name, count[name], maxIdle, longest[name].Round(time.Millisecond), excused[name], own[name].Round(time.Millisecond)))
	}
	return all, told
}

// turns are those of one activity, of which entries tells.
func turns(w Wait, entries []ledger.Entry, held map[string]time.Time) (all []turn) {
	var begins []ledger.Entry
	ends := map[string]time.Time{}
	for _, e := range entries {
		this := fmt.Sprint(e.Process, " ", e.Attempt)
		switch e.What {
		case ledger.Begin:
			begins = append(begins, e)
		case ledger.End, ledger.Failed, ledger.Left:
			ends[this] = e.At
		}
	}
	all = append(all, turn{at: w.At, waits: 1})
	for i, b := range begins {
		if i == 0 && b.At.Before(w.At) {
			all[0].at = b.At
		}
		all = append(all, turn{b.At, -1, 1, true})
		left := held[b.Worker].Add(load.Grace)
		if end, ok := ends[fmt.Sprint(b.Process, " ", b.Attempt)]; ok && end.Before(left) {
			left = end
		}
		if left.Before(b.At) {
			left = b.At
		}
		next := 0
		if i+1 < len(begins) {
			next = 1
			if left.After(begins[i+1].At) {
				left = begins[i+1].At
			}
		}
		all = append(all, turn{left, next, -1, false})
	}
	return all
}

// idle are the times in which nothing begins, though something waits and no more run than limit allows; zero: any number may.
func idle(changes []turn, limit int) (all []Span) {
	slices.SortStableFunc(changes, func(a, b turn) int { return a.at.Compare(b.at) })
	waits, runs := 0, 0
	var since time.Time
	for _, c := range changes {
		waits, runs = waits+c.waits, runs+c.runs
		might := waits > 0 && (limit == 0 || runs < limit)
		if !since.IsZero() && (c.begins || !might) {
			all = append(all, Span{since, c.at})
			since = time.Time{}
		}
		if might && since.IsZero() {
			since = c.at
		}
	}
	return all
}

// overlap is how much of a span others take, which may overlap each other.
func overlap(s Span, others []Span) (sum time.Duration) {
	slices.SortFunc(others, func(a, b Span) int { return a.From.Compare(b.From) })
	from := s.From
	for _, o := range others {
		if o.From.Before(from) {
			o.From = from
		}
		if o.To.After(s.To) {
			o.To = s.To
		}
		if d := o.To.Sub(o.From); d > 0 {
			sum += d
			from = o.To
		}
	}
	return sum
}
