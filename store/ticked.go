package store

import "time"

// Peer is another worker that could take over work.
type Peer struct {
	ID    WorkerID
	Slots int
	Load  Load // as it was last put into its row; after Join: nothing held, all free
}

// Expired is a worker that may be dead: its lease is over, or its session lock is free.
//
// A session lock is what some stores (Postgres) hold for each worker on the connection
// that renews its lease: it goes with the process, long before the lease is over. It may
// go without it, too, when the connection is cut. So a free lock is a suspicion, never a
// proof, and the rule has two sides. A living worker takes its lock again as soon as it
// can and moves its lease, if only by a microsecond; it does both within the time between
// two ticks. Whoever judges looks twice, further apart than that, and takes a worker for
// dead only if its lock was free and its lease the same both times; a [Condemn] then names
// that lease. A worker that has no lock is never listed for it.
type Expired struct {
	ID         WorkerID
	LeaseUntil time.Time
	LockFree   bool // nobody holds the lock that it says it has
	RowLocked  bool // a transaction keeps its row locked just now: it cannot renew its lease
}
