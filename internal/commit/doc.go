// Package commit sends every write of a process to its store as group commits.
//
// A [Group] takes what waits, sends it as one batch, and answers each member by itself. No
// timer delays a batch: while one is under way, the next one collects. What holds:
//
//  1. A request is answered exactly once, and after the store has decided it. The only
//     exceptions are [Group.Close] and [Group.Abandon], which answer [ErrStopped].
//  2. After an unknown outcome the same batch is sent again with the same tokens. Nothing
//     else tells what happened.
//  3. Requests about one [store.Subject] take effect in the order in which they were
//     submitted, also where one of them is deferred; within one batch deliveries come first.
//     Requests about several subjects have no order.
//  4. A member that can never be written fails alone; its neighbours are written.
//  5. A member that somebody else's transaction keeps locked, or for which the store has no
//     space, is deferred: it waits in a list of its subject and is sent alone, again and again.
//     Its neighbours are answered meanwhile.
//  6. Taken sees what the store has taken before anybody who waits for it, in the store's order.
//
// Where the store takes batches in parallel (see [store.Parallel]), a second batch may be
// pipelined: it sets off while the first one is under way. It has to be large enough to be
// worth a transaction, and neither of the two may hold a member that could be about a run of
// the other: they would meet at that run's row. Only two starts under one workflow id may
// meet still; one waits for the other then.
//
// Package commit imports store and timer.
package commit
