package attempt

import (
	"testing"

	"github.com/reprise-run/reprise/store"
)

// nobody is a Host that hears of rows.
type nobody struct{ Host }

func (nobody) RowLeft(store.ActivityKey) {}

// A row that is ended before the answer to its claim arrives does not begin. A cancelled row begins and
// is told so, because its end must be recorded.
func TestWhatWasSaidOfARowMeanwhileCounts(t *testing.T) {
	for name, test := range map[string]struct {
		say               func(*Set, store.ActivityKey)
		begins, cancelled bool
	}{
		"the row is ended":     {say: func(all *Set, key store.ActivityKey) { all.takeRow(key, store.Attempt{}) }},
		"the run is ended":     {say: func(all *Set, key store.ActivityKey) { all.takeRun(key.Run) }},
		"the row is cancelled": {say: func(all *Set, key store.ActivityKey) { all.CancelRow(key) }, begins: true, cancelled: true},
		"another is cancelled": {say: func(all *Set, key store.ActivityKey) { key.Activity++; all.CancelRow(key) }, begins: true},
	} {
		all := NewSet(Config{Host: nobody{}})
		a := &Attempt{Identity: Identity{Run: store.RunID{1}, Number: 7, N: 1}}
		answered := all.Claim()
		test.say(all, a.Key())
		if begins, cancelled := all.enter(a, true); begins != test.begins || cancelled != test.cancelled {
			t.Errorf("%s: its attempt begins: %t, cancelled: %t", name, begins, cancelled)
		}
		answered()
		if begins, cancelled := all.enter(a, true); !begins || cancelled {
			t.Errorf("%s before the next claim: its attempt begins: %t, cancelled: %t", name, begins, cancelled)
		}
	}
}

// Only word of its own attempt number and claim ends an attempt.
func TestWordOfAnotherAttemptEndsNone(t *testing.T) {
	all := NewSet(Config{Host: nobody{}})
	a := &Attempt{Identity: Identity{Run: store.RunID{1}, Number: 7, N: 2, Claim: store.Token{2}}}
	all.enter(a, true)
	if all.takeRow(a.Key(), store.Attempt{N: 1, Claim: store.Token{1}}) != nil {
		t.Error("word of the first attempt has ended the second")
	}
	if all.takeRow(a.Key(), a.At()) != a {
		t.Error("the attempt was not ended")
	}
}

// A row whose end is being written still belongs to this worker.
func TestARowIsOwnedUntilItsEndIsWritten(t *testing.T) {
	all := NewSet(Config{Host: nobody{}})
	a := &Attempt{Identity: Identity{Run: store.RunID{1}, Number: 7, N: 1}}
	all.enter(a, true)
	all.LeaveRow(a)
	written := all.Ending(a.Key(), a.At())
	if got := all.Owned(); len(got) != 1 || got[a.Key()] != a.At() {
		t.Errorf("owned are %v", got)
	}
	if written(); len(all.Owned()) != 0 {
		t.Error("it is owned after its end is written")
	}
}
