package engine

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

func newTestAttempts() *attempts {
	return newAttempts(&quarantine{now: func() time.Time { return time.Unix(0, 0) }, begun: func(time.Time) {}, freed: func() {}})
}

// A row that is cancelled while the answer to its claim is on its way does not begin.
func TestARowThatWasCancelledMeanwhileDoesNotBegin(t *testing.T) {
	for name, cancel := range map[string]func(*attempts, store.ActivityKey){
		"the row": func(all *attempts, key store.ActivityKey) { all.takeRow(key, store.Attempt{}) },
		"the run": func(all *attempts, key store.ActivityKey) { all.takeRun(key.Run) },
	} {
		all := newTestAttempts()
		a := &attempt{identity: identity{runID: store.RunID{1}, number: 7, n: 1}}
		answered := all.claim()
		cancel(all, a.key())
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
	all := newTestAttempts()
	a := &attempt{identity: identity{runID: store.RunID{1}, number: 7, n: 2, claim: store.Token{2}}}
	all.enter(a, true)
	if all.takeRow(a.key(), store.Attempt{N: 1, Claim: store.Token{1}}) != nil {
		t.Error("word of the first attempt has ended the second")
	}
	if all.takeRow(a.key(), a.at()) != a {
		t.Error("the attempt was not ended")
	}
}

// A row whose end is on its way is still this worker's.
func TestARowIsOwnedUntilItsEndIsWritten(t *testing.T) {
	all := newTestAttempts()
	a := &attempt{identity: identity{runID: store.RunID{1}, number: 7, n: 1}}
	all.enter(a, true)
	all.leaveRow(a)
	written := all.end(a.key(), a.at())
	if got := all.owned(); len(got) != 1 || got[a.key()] != a.at() {
		t.Errorf("owned are %v", got)
	}
	if written(); len(all.owned()) != 0 {
		t.Error("it is owned after its end is written")
	}
}
