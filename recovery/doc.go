// Package recovery keeps a worker's lease and puts back what dead workers left
// behind.
//
// Leases only decide who works next. Nothing here is needed for safety, which is the
// compare-and-set of every commit: a lease that is judged wrongly costs repeated
// work, never a forked history. The rules below therefore lean towards not judging.
//
//   - A [Keeper] asks the store everything periodic once a second, renews the lease
//     with the same question while the process makes progress, and says whether this
//     worker may still start side effects.
//   - A [Poller] takes each answer, marks workers dead whose lease is over, and
//     releases what they own. It judges nobody until it has watched without a gap
//     for long enough that every living worker has had its chance to renew. How long
//     that is, and what a gap is, follows what ticks take.
//   - [Reconcile] compares what the store believes a worker owns with what it holds.
//
// No clock of a worker is compared with a clock of the store: lease times are the
// store's alone, and what this process measures for itself are distances.
//
// There are no goroutines here. One goroutine of the caller drives both, and has another
// one do what is found, for that waits for the store and the lease must not:
//
//	for {
//		ticked, err := keeper.Once(ctx)
//		if err == nil {
//			found := poller.Look(ticked, keeper.Took())
//			// elsewhere, one at a time: recovered, err = poller.Act(ctx, found)
//		}
//		// wait for keeper.Next(), or a little less: shorten it at random, so that
//		// workers started together do not ask together
//	}
//
// [Keeper.Valid] and [Keeper.Lost] may be called from any goroutine at any time.
// Everything else belongs to the goroutine that drives it.
//
// Package recovery is of the driver tier of docs/stability.md: what it exports may change
// in a minor version.
//
// Package recovery imports store, timer and the standard library.
package recovery
