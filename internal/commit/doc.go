// Package commit sends every write of a process to its store as group commits.
//
// A [Group] sends all waiting writes as one batch, and answers each member separately. No timer
// delays a batch: while one is under way, the next one collects. These rules hold:
//
//  1. A request is answered exactly once, after the store has decided it. The only exceptions
//     are [Group.Close] and [Group.Abandon], which answer [ErrStopped].
//  2. After an unknown outcome the same batch is sent again with the same tokens. Nothing
//     else tells what happened.
//  3. Requests about one [store.Subject] take effect in the order in which they were
//     submitted, even if one of them is deferred; within one batch deliveries come first.
//     Requests about several subjects have no order.
//  4. A member that can never be written fails alone; the rest of its batch is written.
//  5. A member that another transaction keeps locked, or for which the store has no space, is
//     deferred: it waits in its subject's list and is sent alone, again and again. The rest
//     of its batch is answered meanwhile.
//  6. Taken sees each result before those who wait for it, in the order of the store.
//
// If the store takes batches in parallel (see [store.Parallel]), a second batch may be
// pipelined: it is sent while the first is under way. It must be large enough to be worth a
// transaction. Neither batch may hold a member that could be about a run of the other, because
// the two would meet at that run's row. Only two starts under one workflow id can still meet;
// one then waits for the other.
//
// Package commit imports store and timer.
package commit
