// Package sessionlock shows other workers, within a second or two, that the process of a worker
// has ended. A worker holds an advisory lock of the server on a connection of its process, and
// the server releases the lock when that connection ends, even after kill -9, and long before
// any lease is over.
//
// # What it proves
//
// A query with [Locks], on the server that has the locks, proves this:
//
//   - A key that is there proves that the session of its worker lives.
//   - A key that is missing proves that a session has ended, but not that the process has: a
//     connection may have been cut. A living process retakes its lock within tenths of a second,
//     and [Caller.Retake] records that in its row in the same transaction. So after a lock is
//     seen free, look again later: if it is still free, and the row was not written since, the
//     process has ended.
//   - Locks are in the memory of one start of the server. After another start, on a promoted
//     standby, or for a worker whose row has no key, nothing is proved, and the lease decides.
//
// The package only makes this faster. No promise depends on it: leases and epochs hold without
// it.
//
// # What it needs
//
// A lock is useful only if the connection is a session of its own. A pooler lends the server's
// sessions to one client after another, so a lock behind it would outlive the process; and some
// databases accept the functions, and lock nothing. [Guard.Take] tests that, and looks at the
// lock on another connection. In any doubt there are no locks, which is logged once.
//
// # Who owns what
//
// A [Guard] has a pool of one connection, which belongs to the caller. Other users of the
// connection call [Guard.Borrow] first. Otherwise a goroutine waits on the connection, from the
// first Take until [Guard.Close], which waits for the goroutine, and so notices at once when the
// connection ends. Close the pool after the Guard. A Guard is safe for concurrent use.
//
// Package sessionlock imports pgx.
package sessionlock
