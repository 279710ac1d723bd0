package attempt

import (
	"testing"

	"github.com/reprise-run/reprise/store"
)

// nobody is a host that is told of rows.
type nobody struct{ Host }

func (nobody) RowLeft(store.ActivityKey) {}

// A row that is ended while the answer to its claim is on its way does not begin. One that is cancelled
// does, and is told so: its end is to be recorded.
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

// An attempt is ended by who means it, and not by word of an earlier one.
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

// A row whose end is on its way is still this worker's.
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
