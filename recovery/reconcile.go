package recovery

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/reprise-run/reprise/store"
)

// RunAt is a run at one epoch.
type RunAt struct {
	Run   store.RunID
	Epoch int64
}

// ActivityAt is an activity row at one attempt.
type ActivityAt struct {
	store.ActivityKey
	store.Attempt
}

// Settlement is what [Reconcile] found, in the order of ids.
type Settlement struct {
	// Release gives back what the store believes is this worker's and nobody here
	// holds. Each op is fenced by its epoch or attempt. The attempt of an activity is
	// consumed: nobody knows how far it came.
	Release []store.Op
	// DropRuns and DropActivities are held here and are not this worker's. Whoever
	// still holds one at that epoch or attempt forgets it and cancels the contexts
	// of its activities.
	DropRuns       []RunAt
	DropActivities []ActivityAt
	// Unheld is what to give to the next call.
	Unheld store.Owned
}

// Reconcile compares what the store believes worker owns with what is held here,
// both ways. It is a pure function: unheld is the field of that name of the call
// before, or its zero value.
//
// Take held before the store is asked for owned: then a run claimed in between is
// only missing from held, and that is what the second look is for. Something unheld
// is released when it was unheld the last time too, at the same epoch or attempt; a
// claim may be on its way. Activities without a row, the eager ones, do not belong
// into held.
func Reconcile(worker store.WorkerID, owned, held, unheld store.Owned) Settlement {
	var s Settlement
	s.Unheld.Runs = missing(owned.Runs, held.Runs)
	for _, run := range sorted(common(s.Unheld.Runs, unheld.Runs), compareRuns) {
		s.Release = append(s.Release, &store.Release{Run: run, Worker: worker, Epoch: owned.Runs[run]})
	}
	s.Unheld.Activities = missing(owned.Activities, held.Activities)
	for _, key := range sorted(common(s.Unheld.Activities, unheld.Activities), compareActivities) {
		s.Release = append(s.Release, &store.RetryActivity{
			Run: key.Run, Activity: key.Activity, Worker: worker,
			Attempt: owned.Activities[key].N, Claim: owned.Activities[key].Claim, Consume: true,
		})
	}
	for _, run := range sorted(missing(held.Runs, owned.Runs), compareRuns) {
		s.DropRuns = append(s.DropRuns, RunAt{Run: run, Epoch: held.Runs[run]})
	}
	for _, key := range sorted(missing(held.Activities, owned.Activities), compareActivities) {
		s.DropActivities = append(s.DropActivities, ActivityAt{ActivityKey: key, Attempt: held.Activities[key]})
	}
	return s
}

// missing is what a has and b has not, or not at the same epoch or attempt.
func missing[K, V comparable](a, b map[K]V) map[K]V {
	out := make(map[K]V)
	for k, v := range a {
		if w, ok := b[k]; !ok || w != v {
			out[k] = v
		}
	}
	return out
}

func common[K, V comparable](a, b map[K]V) map[K]V {
	out := make(map[K]V)
	for k, v := range a {
		if w, ok := b[k]; ok && w == v {
			out[k] = v
		}
	}
	return out
}

func sorted[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(m), compare)
}

func compareRuns(a, b store.RunID) int { return bytes.Compare(a[:], b[:]) }

func compareActivities(a, b store.ActivityKey) int {
	return cmp.Or(compareRuns(a.Run, b.Run), cmp.Compare(a.Activity, b.Activity))
}
