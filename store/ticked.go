package store

import "time"

// Peer is another worker that could take over work.
type Peer struct {
	ID    WorkerID
	Slots int
	Load  Load // as last written into its row; after Join: nothing held, all free
}

// Expired is a worker that may be dead: its lease is over, or its session lock is free.
//
// Some stores (Postgres) hold a session lock for each worker on the connection that renews its
// lease. The lock is released when the process dies, long before the lease is over, but also
// when only the connection is cut. So a free lock is a suspicion, never a proof, and the rule
// has two sides. A living worker takes its lock again as soon as it can and moves its lease, if
// only by a microsecond; it does both within the time between two ticks. The judge looks twice,
// further apart than that, and declares a worker dead only if both times its lock was free and
// its lease was the same; a [Condemn] then names that lease. A worker that has no lock is never
// listed because of it.
type Expired struct {
	ID         WorkerID
	LeaseUntil time.Time
	LockFree   bool // nobody holds the lock that it claims to have
	RowLocked  bool // a transaction keeps its row locked now: it cannot renew its lease
}
