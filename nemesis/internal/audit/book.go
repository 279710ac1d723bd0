package audit

import (
	"fmt"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// Book indexes the ledger for the checks.
type Book struct {
	Losses []Loss

	read   int
	values map[string]ledger.Entry   // ends, by the returned value
	begins map[string][]ledger.Entry // by key, in order
	of     map[string][]ledger.Entry // begins, by run
	later  map[string][]ledger.Entry // throttled and snoozed attempts, by key, in order
}

// NewBook returns an empty Book.
func NewBook() *Book {
	return &Book{values: map[string]ledger.Entry{}, begins: map[string][]ledger.Entry{}, of: map[string][]ledger.Entry{}, later: map[string][]ledger.Entry{}}
}

// Read adds the entries of a ledger after the first Len.
func (b *Book) Read(entries []ledger.Entry) {
	b.read += len(entries)
	for _, e := range entries {
		switch e.What {
		case ledger.Begin:
			b.begins[e.Key] = append(b.begins[e.Key], e)
			b.of[e.Run] = append(b.of[e.Run], e)
		case ledger.Later:
			b.later[e.Key] = append(b.later[e.Key], e)
		case ledger.End:
			b.values[e.Value] = e
		}
	}
}

// Len returns how many entries were read.
func (b *Book) Len() int { return b.read }

// Stopped holds when each process was told to stop, as the number of the last ledger
// entry by then. Processes that were not told to stop are absent.
type Stopped map[string]int

// Attempts checks with the ledger alone that each attempt of an activity begins once. Three
// kinds may begin again under the same number: an attempt that was throttled or snoozed, one
// that a stopping worker handed over, and a transactional one whose transaction did not
// commit. Entries that may belong to lost transactions do not count.
func (b *Book) Attempts(stopped Stopped) (all []Violation) {
	for key, begins := range b.begins {
		first := map[int]ledger.Entry{}
		for _, e := range begins {
			if b.doubtful(e) {
				continue
			}
			old, again := first[e.Attempt]
			if !again || e.Name == load.Debit.Name() {
				first[e.Attempt] = e
				continue
			}
			if _, ok := stopped[old.Process]; !ok && !b.putOff(old, e.N) {
				all = append(all, Violation{Rule: "I13", Text: fmt.Sprintf(
					"attempt %d of activity %s (%s) began twice: in %s (entry %d) and in %s (entry %d)",
					e.Attempt, key, e.Label, old.Process, old.N, e.Process, e.N)})
			}
			first[e.Attempt] = e
		}
	}
	return all
}
