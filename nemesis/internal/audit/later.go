package audit

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// putOff says whether an attempt that began has asked for another call, which is not counted, before entry n.
func (b *Book) putOff(begin ledger.Entry, n int) bool {
	for _, l := range b.later[begin.Key] {
		if l.N > begin.N && l.N < n && l.Attempt == begin.Attempt && l.Process == begin.Process {
			return true
		}
	}
	return false
}

const (
	soon   = time.Second // before that nobody is found dead who had no time to be seen alive
	unseen = time.Second // since somebody was seen who has his lease no longer
)

// Uncounted checks that an attempt that was throttled or snoozed is made again under its number. A worker that is lost with the row before
// the attempt begins uses one up. So the number may be another one where a worker lost its lease meanwhile, or where there
// was time for one to come and be lost. held is when the store last said of each worker that it has its lease.
func (b *Book) Uncounted(held map[string]time.Time) (all []Violation, told []string) {
	asked, judged := 0, 0
	for key, laters := range b.later {
		for _, l := range laters {
			asked++
			next, ok := b.next(l)
			if !ok || next.At.Sub(l.At) > soon || b.doubtful(next) || b.doubted(l) || held[l.Worker].Before(next.At) || lostBetween(held, l.At.Add(-unseen), next.At) {
				continue
			}
			judged++
			if next.Attempt > l.Attempt { // one with a lower number was claimed long before, by somebody who begins it late
				all = append(all, Violation{Rule: "I13", Text: fmt.Sprintf(
					"attempt %d of activity %s (%s) was throttled or snoozed in %s (entry %d), which is not counted, and attempt %d follows in %s (entry %d)",
					l.Attempt, key, l.Label, l.Process, l.N, next.Attempt, next.Process, next.N)})
			}
		}
	}
	if asked > 0 {
		told = append(told, fmt.Sprintf("%s: %d attempts were throttled or snoozed, %d of them are held to the number of the next", load.Busy.Name(), asked, judged))
	}
	return all, told
}

// next is the first attempt of the same activity that begins after an entry.
func (b *Book) next(l ledger.Entry) (ledger.Entry, bool) {
	for _, e := range b.begins[l.Key] {
		if e.N > l.N {
			return e, true
		}
	}
	return ledger.Entry{}, false
}

// lostBetween says whether there is a worker that had its lease for the last time between two times.
func lostBetween(held map[string]time.Time, from, to time.Time) bool {
	for _, last := range held {
		if last.After(from) && last.Before(to) {
			return true
		}
	}
	return false
}
