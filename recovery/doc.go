// Package recovery keeps a worker's lease, and releases what dead workers left.
//
// Leases only decide who works next. Safety does not depend on this package, but on the
// compare-and-set of every commit: a wrong verdict about a lease costs repeated work,
// never a forked history. The rules below therefore prefer not to judge.
//
//   - A [Keeper] makes all periodic requests of the store once a second. The same request
//     renews the lease while the process makes progress. The Keeper says whether this worker
//     may still start side effects.
//   - A [Poller] takes each answer, marks workers dead whose lease is over, and releases what
//     they own. It judges nobody until it has watched without a gap for so long that every
//     living worker had its chance to renew. How long that is, and what counts as a gap,
//     depends on how long ticks take.
//   - [Reconcile] compares what the store says a worker owns with what the worker holds.
//
// No clock of a worker is compared with a clock of the store. Lease times use only the
// store's clock; what this process measures itself are durations.
//
// The package starts no goroutines. One goroutine of the caller drives both parts.
// Another one must carry out the findings, because that waits for the store, and the
// lease must not wait:
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
