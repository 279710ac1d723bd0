package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// Limits checks the queues that have limits: how many attempts of a queue and of each of its partitions run at once, and how many begin per
// second. An attempt begins before the ledger has its begin and ends after the ledger has its end, so two that overlap there did overlap.
//
// held is when the store last confirmed each worker's lease, by its id. A later attempt of that worker may exceed the limit, as may one of
// lost transactions: both are counted but not judged. workers is the number of workers at a time.
func Limits(entries []ledger.Entry, held map[string]time.Time, workers int, bounds load.Bounds, book *Book) (all []Violation, told []string) {
	running, begun, most, excepted := map[string][]ledger.Entry{}, map[string]int{}, map[string]int{}, map[string]int{}
	var paced []time.Time
	for _, e := range entries {
		limit := 0
		switch e.Name {
		case load.Narrow.Name():
			limit = bounds.AtOnce
		case load.Keyed.Name():
			limit = load.OfAKey
		case load.Paced.Name():
			if e.What == ledger.Begin {
				paced = append(paced, e.At)
			}
			continue
		default:
			continue
		}
		place := e.Name + e.Partition
		switch e.What {
		case ledger.Begin:
			before := len(running[place]) + 1
			running[place] = slices.DeleteFunc(append(running[place], e), func(r ledger.Entry) bool {
				return held[r.Worker].Before(e.At) || book.doubtful(r)
			})
			now := running[place]
			begun[e.Name]++
			excepted[e.Name] += before - len(now)
			most[e.Name] = max(most[e.Name], len(now))
			if len(now) > limit {
				all = append(all, Violation{Rule: "limit", Text: fmt.Sprintf("of %s %s run %d at once, but only %d may: %s", e.Name, e.Partition, len(now), limit, attempts(now))})
			}
		case ledger.End, ledger.Failed, ledger.Left:
			running[place] = slices.DeleteFunc(running[place], func(r ledger.Entry) bool {
				return r.Key == e.Key && r.Attempt == e.Attempt && r.Process == e.Process
			})
		}
	}
	for _, name := range []string{load.Narrow.Name(), load.Keyed.Name()} {
		told = append(told, fmt.Sprintf("%s: %d attempts began, at most %d at once, %d excepted", name, begun[name], most[name], excepted[name]))
	}
	if len(book.Losses) == 0 { // after a loss, tokens may have been handed out twice
		all = append(all, pace(paced, workers, bounds.ASecond)...)
	}
	return all, append(told, fmt.Sprintf("%s: seconds by how many began: %s", load.Paced.Name(), histogram(paced)))
}

func attempts(all []ledger.Entry) string {
	var text []string
	for _, e := range all {
		text = append(text, fmt.Sprintf("attempt %d of %s in %s (entry %d)", e.Attempt, e.Key, e.Process, e.N))
	}
	return strings.Join(text, ", ")
}

// pace checks that no interval has more begins than its tokens allow: those that accrue in it, one second's saved tokens, and one second's
// tokens for each worker, which may have drawn them before and begin late after a stall.
func pace(begun []time.Time, workers, second int) (all []Violation) {
	each := time.Second / time.Duration(second)
	most := time.Duration(1+workers) * time.Second
	var used time.Time // when as many tokens have accrued as attempts have begun
	for _, at := range begun {
		if used.Before(at) {
			used = at
		}
		if used = used.Add(each); used.Sub(at) > most {
			all = append(all, Violation{Rule: "limit", Text: fmt.Sprintf(
				"by %s, %s began %d more than %d a second, but only %d may", stamp(at), load.Paced.Name(), used.Sub(at)/each, second, most/each)})
			used = at // report it once
		}
	}
	return all
}

// histogram counts seconds by how many attempts began in them.
func histogram(begun []time.Time) string {
	seconds, times := map[int64]int{}, map[int]int{}
	for _, at := range begun {
		seconds[at.Unix()]++
	}
	for _, n := range seconds {
		times[n]++
	}
	var text []string
	for _, n := range slices.Sorted(maps.Keys(times)) {
		text = append(text, fmt.Sprintf("%d×%d", n, times[n]))
	}
	return strings.Join(text, " ")
}
