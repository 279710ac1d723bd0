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
	// Release gives back what the store says is this worker's and the worker does not
	// hold. Each op is fenced by its epoch or attempt. The attempt of an activity is
	// consumed, because nobody knows how far it came.
	Release []store.Op
	// DropRuns and DropActivities are held here and are not this worker's. A holder at
	// that epoch or attempt must forget its run or row and cancel the contexts of its
	// activities.
	DropRuns       []RunAt
	DropActivities []ActivityAt
	// Unheld is an argument of the next call.
	Unheld store.Owned
}

// Reconcile compares what the store says worker owns with what the worker holds, in
// both directions. It is a pure function: unheld is Settlement.Unheld of the
// previous call, or its zero value.
//
// Read held before you query the store for owned. A run claimed in between is then
// missing only from held, which is what the second look is for: Reconcile releases
// something only if it was unheld at the same epoch or attempt the last time too,
// because the answer to a claim may be on its way. held must not contain activities
// without a row, the eager ones.
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

// missing returns what a has and b has not, or not at the same epoch or attempt.
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
