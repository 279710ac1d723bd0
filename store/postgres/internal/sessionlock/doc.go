// Package sessionlock shows others, within a second or two, that the process of a worker has
// ended. A worker holds an advisory lock of the server on a connection of its process, and the
// server frees it when that connection ends: by kill -9, too, and long before any lease is over.
//
// # What it proves
//
// To whoever looks, by [Locks], on the server that has the locks:
//
//   - A key that is there proves that the session of its worker lives.
//   - A key that is not there proves that a session has ended, not that the process has. A
//     connection may have been cut. A process that lives takes its lock again within tenths of a
//     second, and [Caller.Retake] says so in its row in the same transaction. So whoever sees a
//     lock free looks again, later: if the lock is still free, and the row has not been written
//     since, the process has ended.
//   - Locks are the memory of one start of the server. After another start, on a promoted
//     standby, or for a worker whose row has no key, nothing is proved, and the lease decides.
//
// The package serves speed alone. No promise depends on it: leases and epochs hold without it.
//
// # What it needs
//
// A lock is of use only if the connection is a session of its own. Behind a pooler, which lends
// the sessions of the server to one client after the other, it would stay when the process is
// gone; and some databases know the functions, and lock nothing. [Guard.Take] tries that, and
// looks at the lock by another connection. Where there is any doubt there are no locks, which is
// logged once.
//
// # Who owns what
//
// A [Guard] has a pool of one connection, which is the caller's. Whoever wants the connection
// calls [Guard.Borrow] first. In between a goroutine waits on it, from the first Take until
// [Guard.Close], which waits for it: so the end of the connection is noticed at once. The pool
// is closed after the Guard. A Guard may be used by several goroutines.
//
// Package sessionlock imports pgx.
package sessionlock
