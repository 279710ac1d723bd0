package audit

import (
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// Span is a period of time.
type Span struct{ From, To time.Time }

// Wait is an activity of a queue with limits, and when its workflow asked for it.
type Wait struct {
	Key, Name, Partition string
	At                   time.Time
}

// maxIdle bounds how long nothing may begin while something waits that may begin.
const maxIdle = 2 * time.Second

// waits returns the activities of queues with limits.
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

// turn is a change in a partition: how many more wait, how many more run, and whether one begins.
type turn struct {
	at          time.Time
	waits, runs int
	begins      bool
}

// Idle checks queues with limits: none may begin nothing for over two seconds while work waits and there is room, and none of its partitions
// may be passed over, since each worker serves partitions in turn. Time does not count in which no worker is at work, the machine stalls, or a
// lost worker still holds its work and shares. An attempt occupies its slot until the ledger has its end, until another attempt begins, or until
// its worker has lost its lease and its grace has passed.
func Idle(waits []Wait, entries []ledger.Entry, e Evidence) (all []Violation, told []string) {
	of := map[string][]ledger.Entry{}
	for _, entry := range entries {
		of[entry.Key] = append(of[entry.Key], entry)
	}
	places := map[string]map[string][]turn{} // by queue and partition
	for _, w := range waits {
		if places[w.Name] == nil {
			places[w.Name] = map[string][]turn{}
		}
		places[w.Name][w.Partition] = append(places[w.Name][w.Partition], turns(w, of[w.Key], e.Held)...)
	}
	without := slices.Concat(e.Unserved, e.Kept, e.Stalled)
	slices.SortFunc(without, func(a, b Span) int { return a.From.Compare(b.From) })
	limits := map[string]int{load.Narrow.Name(): e.Bounds.AtOnce, load.Keyed.Name(): load.OfAKey} // a rate has room again soon
	for _, name := range load.Gates {
		var whole []turn
		var begun []time.Time
		long, longest := 0, time.Duration(0)
		for partition, changes := range places[name] {
			spans, might := idle(changes, limits[name])
			whole = append(whole, might...)
			for _, c := range changes {
				if c.begins {
					begun = append(begun, c.at)
				}
			}
			for _, s := range spans {
				if took := s.To.Sub(s.From); partition != "" && took > maxIdle {
					long, longest = long+1, max(longest, took)
				}
			}
		}
		slices.SortFunc(begun, time.Time.Compare)
		for partition, changes := range places[name] {
			spans, _ := idle(changes, limits[name])
			for _, s := range spans {
				if n := between(begun, s); partition != "" && n > e.Workers*e.Bounds.Keys {
					all = append(all, Violation{Rule: "idle", Text: fmt.Sprintf("of %s %s nothing began from %s for %v, though something waited and might have: %d of others began, and %d workers may pass it over for %d",
						name, partition, stamp(s.From), s.To.Sub(s.From).Round(time.Millisecond), n, e.Workers, e.Workers*e.Bounds.Keys)})
				}
			}
		}
		if name == load.Narrow.Name() {
			unused, text := unused(places[name][""], limits[name], without)
			all, told = append(all, unused...), append(told, text)
		}
		spans, _ := idle(whole, 0)
		count, excused, most, own := 0, 0, time.Duration(0), time.Duration(0)
		for _, s := range spans {
			took := s.To.Sub(s.From)
			given := took
			if took > maxIdle {
				count++
				given -= overlap(s, without)
			}
			most, own = max(most, took), max(own, given)
			switch {
			case given > maxIdle:
				all = append(all, Violation{Rule: "idle", Text: fmt.Sprintf("of %s nothing began from %s for %v, %v of which count, though something waited and might have",
					name, stamp(s.From), took.Round(time.Millisecond), given.Round(time.Millisecond))})
			case took > maxIdle:
				excused++
			}
		}
		text := fmt.Sprintf("%s: %d times nothing began for over %v though something might have; the longest %v. %d of them were for want of a worker or of time; without that the longest %v",
			name, count, maxIdle, most.Round(time.Millisecond), excused, own.Round(time.Millisecond))
		if long > 0 {
			text += fmt.Sprintf(". Of one partition that was so %d times; the longest %v", long, longest.Round(time.Millisecond))
		}
		told = append(told, text)
	}
	return all, told
}

// maxUnused bounds how long some of a queue's slots may stay unused while work waits. Shares move to a worker with work within two seconds, and
// a new worker is known to the others after one second.
const maxUnused = 5 * time.Second

// unused finds the times in which a queue never had all its slots in use although work waited.
func unused(changes []turn, limit int, without []Span) (all []Violation, told string) {
	waits, runs, most := 0, 0, 0
	var since time.Time
	longest := time.Duration(0)
	for _, c := range changes {
		waits, runs = waits+c.waits, runs+c.runs
		short := waits > 0 && runs < limit
		if !since.IsZero() && !short {
			s := Span{since, c.at}
			if given := s.To.Sub(s.From) - overlap(s, without); given > maxUnused {
				all = append(all, Violation{Rule: "idle", Text: fmt.Sprintf("of %d places of %s no more than %d were taken from %s for %v, %v of which count, though work waited",
					limit, load.Narrow.Name(), most, stamp(s.From), s.To.Sub(s.From).Round(time.Millisecond), given.Round(time.Millisecond))})
			} else {
				longest = max(longest, given)
			}
			since = time.Time{}
		}
		if short && since.IsZero() {
			since, most = c.at, 0
		}
		if most = max(most, runs); !short {
			most = 0
		}
	}
	return all, fmt.Sprintf("%s: for %v at most not all places were taken though work waited, beside what was for want of a worker or of time", load.Narrow.Name(), longest.Round(time.Millisecond))
}

// between counts the sorted times within a span.
func between(sorted []time.Time, s Span) int {
	from, _ := slices.BinarySearchFunc(sorted, s.From, time.Time.Compare)
	to, _ := slices.BinarySearchFunc(sorted, s.To, time.Time.Compare)
	return to - from
}

// turns returns the changes that the entries of one activity make.
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

// idle returns the times in which nothing begins although something waits and the limit has room; limit 0 means no limit. might holds the
// same changes for the whole queue: there, work waits only while its partition has room.
func idle(changes []turn, limit int) (all []Span, might []turn) {
	slices.SortStableFunc(changes, func(a, b turn) int { return a.at.Compare(b.at) })
	waits, runs := 0, 0
	was := 0
	var since time.Time
	for _, c := range changes {
		waits, runs = waits+c.waits, runs+c.runs
		now := 0
		if waits > 0 && (limit == 0 || runs < limit) {
			now = 1
		}
		might = append(might, turn{at: c.at, waits: now - was, begins: c.begins})
		was = now
		if !since.IsZero() && (c.begins || now == 0) {
			all = append(all, Span{since, c.at})
			since = time.Time{}
		}
		if now > 0 && since.IsZero() {
			since = c.at
		}
	}
	return all, might
}

// overlap returns how much of a span the others cover. They are sorted and may overlap each other.
func overlap(s Span, others []Span) (sum time.Duration) {
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
