package audit

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// putOff reports whether an attempt was throttled or snoozed before entry n. Such an attempt is not counted.
func (b *Book) putOff(begin ledger.Entry, n int) bool {
	for _, l := range b.later[begin.Key] {
		if l.N > begin.N && l.N < n && l.Attempt == begin.Attempt && l.Process == begin.Process {
			return true
		}
	}
	return false
}

const (
	soon   = time.Second // a worker that was never seen alive is not declared dead within this time
	unseen = time.Second // a worker that lost its lease may have been seen last this long ago
)

// Uncounted checks that a throttled or snoozed attempt is repeated under the same number. A worker that claims the row and dies before
// the attempt begins uses a number up. So Uncounted does not judge an attempt if a worker lost its lease meanwhile, or if there was
// time for one to join and die. held is when the store last confirmed each worker's lease.
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
			if next.Attempt > l.Attempt { // a lower number belongs to a worker that claimed the row long before and begins late
				all = append(all, Violation{Rule: "I13", Text: fmt.Sprintf(
					"attempt %d of activity %s (%s) was throttled or snoozed in %s (entry %d), which is not counted, and attempt %d follows in %s (entry %d)",
					l.Attempt, key, l.Label, l.Process, l.N, next.Attempt, next.Process, next.N)})
			}
		}
	}
	if asked > 0 {
		told = append(told, fmt.Sprintf("%s: %d attempts were throttled or snoozed, the next number of %d of them was checked", load.Busy.Name(), asked, judged))
	}
	return all, told
}

// next returns the first attempt of the same activity that begins after entry l.
func (b *Book) next(l ledger.Entry) (ledger.Entry, bool) {
	for _, e := range b.begins[l.Key] {
		if e.N > l.N {
			return e, true
		}
	}
	return ledger.Entry{}, false
}

// lostBetween reports whether the store last confirmed some worker's lease between from and to.
func lostBetween(held map[string]time.Time, from, to time.Time) bool {
	for _, last := range held {
		if last.After(from) && last.Before(to) {
			return true
		}
	}
	return false
}
