package attempt

import (
	"testing"

	"github.com/reprise-run/reprise/store"
)

// nobody is a host that is told of rows.
type nobody struct{ Host }

func (nobody) RowLeft(store.ActivityKey) {}

// A row that is cancelled while the answer to its claim is on its way does not begin.
func TestARowThatWasCancelledMeanwhileDoesNotBegin(t *testing.T) {
	for name, cancel := range map[string]func(*Set, store.ActivityKey){
		"the row": func(all *Set, key store.ActivityKey) { all.takeRow(key, store.Attempt{}) },
		"the run": func(all *Set, key store.ActivityKey) { all.takeRun(key.Run) },
	} {
		all := NewSet(Config{Host: nobody{}})
		a := &Attempt{Identity: Identity{Run: store.RunID{1}, Number: 7, N: 1}}
		answered := all.Claim()
		cancel(all, a.Key())
		if all.enter(a, true) {
			t.Errorf("%s was cancelled, and its attempt begins", name)
		}
		answered()
		if !all.enter(a, true) {
			t.Errorf("%s was cancelled before the next claim, and its attempt does not begin", name)
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
