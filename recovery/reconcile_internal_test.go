package recovery

import (
	"reflect"
	"testing"

	"github.com/reprise-run/reprise/store"
)

func runs(pairs ...int64) store.Owned {
	o := store.Owned{Runs: map[store.RunID]int64{}}
	for i := 0; i < len(pairs); i += 2 {
		o.Runs[store.RunID{byte(pairs[i])}] = pairs[i+1]
	}
	return o
}

func attempts(pairs ...int) store.Owned {
	o := store.Owned{Activities: map[store.ActivityKey]store.Attempt{}}
	for i := 0; i < len(pairs); i += 2 {
		o.Activities[store.ActivityKey{Run: store.RunID{1}, Activity: int64(pairs[i])}] = store.Attempt{N: pairs[i+1]}
	}
	return o
}

// The answer to a claim was lost: the row says this worker, whose lease is healthy,
// and nobody here knows.
func TestWhatNobodyHereHoldsIsReleasedWhenSeenTwice(t *testing.T) {
	me := worker(1)
	owned := runs(1, 5, 2, 7)
	first := Reconcile(me, owned, runs(2, 7), store.Owned{})
	if len(first.Release) > 0 {
		t.Fatalf("released at first sight: %v; a claim may be on its way", first.Release)
	}
	second := Reconcile(me, owned, runs(2, 7), first.Unheld)
	want := []store.Op{&store.Release{Run: store.RunID{1}, Worker: me, Epoch: 5}}
	if !reflect.DeepEqual(second.Release, want) {
		t.Errorf("released %+v", second.Release)
	}
	if len(second.DropRuns) > 0 {
		t.Errorf("dropped %v", second.DropRuns)
	}
}

func TestAClaimOnItsWayIsNotReleased(t *testing.T) {
	me := worker(1)
	first := Reconcile(me, runs(1, 5), runs(), store.Owned{})
	second := Reconcile(me, runs(1, 5), runs(1, 5), first.Unheld) // it arrived
	third := Reconcile(me, runs(1, 6), runs(), second.Unheld)     // parked and claimed again
	fourth := Reconcile(me, runs(1, 7), runs(), third.Unheld)     // and again
	for i, s := range []Settlement{first, second, third, fourth} {
		if len(s.Release) > 0 {
			t.Errorf("call %d released %+v", i+1, s.Release)
		}
	}
}

// This is how terminate and take-over reach a healthy owner.
func TestWhatIsNotMineAnyMoreIsDroppedAtOnce(t *testing.T) {
	s := Reconcile(worker(1), runs(2, 7, 4, 9), runs(1, 5, 2, 7, 3, 1, 4, 8), store.Owned{})
	want := []RunAt{
		{store.RunID{1}, 5}, // gone
		{store.RunID{3}, 1}, // gone
		{store.RunID{4}, 8}, // mine at another epoch: what is held here is of the one before
	}
	if !reflect.DeepEqual(s.DropRuns, want) {
		t.Errorf("dropped %v", s.DropRuns)
	}
	if len(s.Release) > 0 {
		t.Errorf("released %v", s.Release)
	}
	s = Reconcile(worker(1), runs(2, 7, 4, 9), runs(2, 7), s.Unheld)
	if want := []store.Op{&store.Release{Run: store.RunID{4}, Worker: worker(1), Epoch: 9}}; !reflect.DeepEqual(s.Release, want) {
		t.Errorf("then released %v", s.Release)
	}
}

func TestActivityRowsAreReconciledByAttempt(t *testing.T) {
	me := worker(1)
	owned := attempts(10, 1, 11, 2, 12, 3)
	held := attempts(11, 2, 12, 2, 13, 1)
	first := Reconcile(me, owned, held, store.Owned{})
	if len(first.Release) > 0 {
		t.Errorf("released %v", first.Release)
	}
	wantDrop := []ActivityAt{
		{store.ActivityKey{Run: store.RunID{1}, Activity: 12}, store.Attempt{N: 2}},
		{store.ActivityKey{Run: store.RunID{1}, Activity: 13}, store.Attempt{N: 1}},
	}
	if !reflect.DeepEqual(first.DropActivities, wantDrop) {
		t.Errorf("dropped %v", first.DropActivities)
	}
	second := Reconcile(me, owned, attempts(11, 2), first.Unheld)
	wantRelease := []store.Op{
		// Nobody knows how far the attempt came: it counts.
		&store.RetryActivity{Run: store.RunID{1}, Activity: 10, Worker: me, Attempt: 1, Consume: true},
		&store.RetryActivity{Run: store.RunID{1}, Activity: 12, Worker: me, Attempt: 3, Consume: true},
	}
	if !reflect.DeepEqual(second.Release, wantRelease) {
		t.Errorf("released %+v", second.Release)
	}
}

func TestReconcilingWhatAgreesDoesNothing(t *testing.T) {
	o := store.Owned{Runs: runs(1, 5, 2, 7).Runs, Activities: attempts(3, 1).Activities}
	s := Reconcile(worker(1), o, o, o)
	if len(s.Release)+len(s.DropRuns)+len(s.DropActivities)+len(s.Unheld.Runs)+len(s.Unheld.Activities) > 0 {
		t.Errorf("got %+v", s)
	}
	s = Reconcile(worker(1), store.Owned{}, store.Owned{}, store.Owned{})
	if len(s.Release)+len(s.DropRuns)+len(s.DropActivities) > 0 {
		t.Errorf("got %+v", s)
	}
}
