package engine

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

func newTestOwnership() *ownership {
	q := &quarantine{now: func() time.Time { return time.Unix(0, 0) }, begun: func(time.Time) {}, freed: func() {}}
	return newOwnership(q, newCache(CacheBounds{Bytes: 1 << 20, Coroutines: 100}))
}

func runOf(n byte, epoch int64) *run {
	id := store.RunID{n}
	return &run{id: id, info: store.Run{ID: id, WorkflowID: string(rune('a' + n)), Epoch: epoch}}
}

// Everything that may become this worker's has reserved room, so that the total stays within
// bounds.
func TestPlacesAreKeptForWhatMayBecomeOurs(t *testing.T) {
	o := newTestOwnership()
	const most = 4
	parking := runOf(1, 1)
	parking.mu.state = runLeaving
	o.enter(parking, false)
	if !o.reserveStart(store.RunID{2}, most) {
		t.Fatal("there is no place for a start")
	}
	if n := o.reserveClaim(most, 100, true); n != 2 {
		t.Errorf("of 4 places 2 are kept, and a claim reserves %d", n)
	}
	yes := func() bool { return true }
	if n := o.reserveTake(most, 1, yes); n != 0 {
		t.Errorf("no place is left, and a batch has got %d", n)
	}
	o.giveBack(1)
	if n := o.reserveTake(most, 100, yes); n != 1 {
		t.Errorf("one place is left, and a batch reserves %d", n)
	}
	for want, op := range []store.Op{
		&store.Deliver{Ref: store.Ref{WorkflowID: "z"}}, &store.Deliver{Ref: store.Ref{WorkflowID: "b"}}, &store.Fire{Max: 1},
	} {
		if n := o.mayWake([]store.Op{op}); n != want {
			t.Errorf("%T may wake %d runs, want %d", op, n, want)
		}
	}
	o.noteMore(true)
	if !o.giveBack(1) {
		t.Error("runs wait for places, and nobody is told that there are some")
	}
	if o.reserveStart(store.RunID{3}, most) {
		t.Error("runs wait to be claimed, and a start came before them")
	}
}

// Of two claims of a run, the later one counts, whichever answer arrives first.
func TestTheLaterClaimOfARunCounts(t *testing.T) {
	o := newTestOwnership()
	first, second := runOf(1, 1), runOf(1, 2)
	if _, ok := o.enter(second, false); !ok {
		t.Fatal("the run was not entered")
	}
	if _, ok := o.enter(first, false); ok || o.held(first.id) != second {
		t.Error("an earlier claim came in the place of a later one")
	}
	third := runOf(1, 3)
	if found, ok := o.enter(third, false); !ok || found.before != second {
		t.Error("a later claim does not find the one before")
	}
	if o.leave(second); o.held(first.id) != third {
		t.Error("a run that was replaced took its successor along")
	}
}

// News of a run between its claim and the answer makes the run read its inbox. A run that has
// not arrived after two rounds of comparing is not expected any more.
func TestNewsOfARunThatIsExpected(t *testing.T) {
	o := newTestOwnership()
	for rounds, want := range []bool{true, true, false} {
		if r := o.heldOrExpected(store.RunID{1}, nil); r != nil {
			t.Fatal("a run is held that was not claimed")
		}
		for range rounds {
			o.epochs()
		}
		r := runOf(1, 1)
		if found, _ := o.enter(r, false); found.news != want {
			t.Errorf("after %d rounds news are %v, want %v", rounds, found.news, want)
		}
		o.leave(r)
	}
}

// A worker that stops claims nothing, and keeps no machine.
func TestAWorkerThatStopsTakesNothingOn(t *testing.T) {
	o := newTestOwnership()
	r := runOf(1, 1)
	o.enter(r, false)
	o.stop()
	if o.reserveStart(store.RunID{2}, 10) || o.reserveClaim(10, 10, true) > 0 || o.reserveTake(10, 10, func() bool { return true }) > 0 {
		t.Error("it takes something on")
	}
	machine := &cached{run: r.id}
	if out := o.park(r, machine); len(out) != 1 || out[0] != machine {
		t.Error("it keeps a machine")
	}
}
