// Package postgres is the store in a Postgres database. Any number of worker processes on any
// number of machines share it. Its tables are in a schema of their own beside the user's tables.
//
//	pool, err := pgxpool.New(ctx, "postgres://app@db/orders")
//	...
//	err = postgres.Migrate(ctx, pool) // or print Migrations and run them by hand
//	st, err := postgres.New(pool)
//
// # Transactions
//
// Every transaction is READ COMMITTED, whatever the database's default is. A transaction that
// conflicts with another one (40001, 40P01) is run again as a whole.
//
// A client that stalls inside a transaction of the store's loses its locks after 10 s. An operation
// that meets another transaction's lock, such as that of an operator's open psql, is sent again,
// alone, until the lock is released.
//
// A caller's context is checked before a transaction begins and never after. A transaction may take
// 15 s, whatever the role's statement_timeout is, which must be at least 100 ms. If the answer to a
// COMMIT is lost, the error is [store.ErrUnknownOutcome], and repeating the call finds out.
//
// # Roles
//
// Four roles suffice. The owner of the schema runs migrations. The runtime role works without the
// privilege to change or delete an event once it is written. The retention role may also remove
// runs that ended long ago. The reader only reads. [Grants] prints what the last three need.
//
// # Requirements
//
// Postgres 14 or later. There are no foreign keys, triggers, sequences or functions, and
// nothing required depends on advisory locks or notifications. The pool's settings decide about
// prepared statements; behind a pooler in transaction mode, set default_query_exec_mode to
// cache_describe or exec. Workers are tested through PgBouncer with both, and the conformance
// suite passes with both on a connection of its own. The simple protocol is refused.
// CockroachDB and YugabyteDB have not been tried: the retries are those that they ask for, but
// the settings above have Postgres names.
//
// # Wake-ups
//
// What one process makes ready for another is found by the other's tick, up to a second later.
// NOTIFY saves that second: after a commit, never in it, and at most 100 times a second, a
// process sends a wake-up about what became ready or ended. Each worker listens on a connection
// of its own. If a worker does not hear itself when it begins, as behind a pooler in
// transaction mode, or in its check about once a minute, it says so, continues without
// wake-ups, and listens again after a while; see Options.NoNotify.
//
// # Leases
//
// A worker's tick renews its lease on a connection of its own, in a transaction of its own; the
// tick's searches are bounded and do not delay it. On that connection the worker also holds a
// session-level advisory lock, which ends with the process: others see in pg_locks that it is
// free, a second or two after a kill -9 and long before the lease is over. A free lock proves
// nothing ([store.Expired] has the rule): the connection is watched, and a live worker takes its
// lock again at once. When a worker joins, it tests whether such a lock works. Behind a pooler in
// transaction mode it does not; the worker then says so once, and only leases count. See
// Options.NoSessionLock.
//
// The store remembers which database it has opened. A tick answers [store.ErrOtherDatabase] if
// it meets another database, a raised epoch (see [Store.Restored]), another timeline of the
// server, as after the promotion of a standby, or a row with fewer renewals than were
// acknowledged, as in an older backup.
//
// # Durability
//
// A commit is as durable as the server makes it: leave fsync and synchronous_commit on. Times are
// the database's, as of the beginning of the transaction, and are compared with no other clock.
//
// Package postgres belongs to the author tier of docs/stability.md, except the methods of Store
// that only the engine calls: those belong to the driver tier.
//
// Package postgres imports activity, failure, history, store, store/internal/rules, store/internal/findings, store/postgres/internal/sessionlock, uuid and pgx. Goroutines are those of the pools, and
// one that waits on the connection which holds a session lock.
package postgres
