// Package postgres is the store in a Postgres database: any number of worker processes
// on any number of machines share it, in a schema of its own beside the user's tables.
//
//	pool, err := pgxpool.New(ctx, "postgres://app@db/orders")
//	...
//	err = postgres.Migrate(ctx, pool) // or print Migrations and run them by hand
//	st, err := postgres.New(pool)
//
// # Transactions
//
// Every transaction is READ COMMITTED, whatever the database's default is, and one that
// meets another in the wrong moment (40001, 40P01) is run again as a whole.
//
// A client that stands still in a transaction of the store's loses its locks after 10 s. What somebody
// else keeps locked, an operator's open psql for instance, is sent again, alone, until it is not.
//
// A caller's context is looked at before a transaction begins and never after; a
// transaction is given 15 s, whatever the role's statement_timeout is, which must be 100 ms
// at least. When the answer to a COMMIT is lost, that is
// [store.ErrUnknownOutcome], and the same call again finds out.
//
// # Roles
//
// Four roles do: the owner of the schema runs migrations, the runtime role works without the
// right to change or delete an event once it is written, the retention role may also remove
// runs that ended long ago, the reader looks. [Grants] prints what the latter three need.
//
// # Requirements
//
// Postgres 14 or later. There are no foreign keys, triggers, sequences or functions, and
// nothing that is needed rests on advisory locks or notifications. Prepared statements are
// used as the pool is set to; behind a pooler in transaction mode set
// default_query_exec_mode to cache_describe or exec: workers are tested through PgBouncer
// with both, and the conformance suite passes with both on a connection of its own. The
// simple protocol is refused. CockroachDB and YugabyteDB have not been tried: the closures
// are retried as they ask for, but the settings above have names of Postgres.
//
// # Wake-ups
//
// What one process makes ready for another is found by the other's tick, up to a second
// later. NOTIFY saves that second: after a commit, never in it, and 100 times a second at
// most, a process sends a wake-up of what became ready or ended, and each worker listens on a
// connection of its own. A worker that does not hear itself when it begins, as behind a
// pooler in transaction mode, or when it tries again about once a minute, says so, goes on
// without, and listens anew after a while; see Options.NoNotify.
//
// # Leases
//
// A worker's lease is renewed by its tick, on a connection of its own, in a transaction of
// its own: what the tick searches for besides is bounded, and delays it not. On that connection it
// holds a session-level advisory lock besides, which goes with the process: others read in
// pg_locks that it is free, a second or two after a kill -9 and long before the lease is
// over. A free lock proves nothing ([store.Expired] has the rule): the connection is watched,
// and a worker that lives takes its lock again at once. When a worker joins it is tried
// whether such a lock is worth anything; behind a pooler in transaction mode it is not, which
// is said once, and then leases alone tell. See Options.NoSessionLock.
//
// The store remembers which database it has opened. A tick that meets another one, a raised
// epoch (see [Store.Restored]), another timeline of the server, which a promoted standby has,
// or a row that knows of fewer renewals than were acknowledged, which is an older backup,
// answers [store.ErrOtherDatabase].
//
// # Durability
//
// A commit is as durable as the server makes it: leave fsync and synchronous_commit on.
// Times are the database's, as of the beginning of the transaction, and are compared
// with no other clock.
//
// Package postgres is of the author tier of docs/stability.md, but for the methods of
// Store by which the engine calls it: those are of the driver tier.
//
// Package postgres imports activity, failure, history, store, store/internal/rules, store/internal/findings, store/postgres/internal/sessionlock, uuid and pgx. Goroutines are those of the pools, and
// one that waits on the connection which holds a session lock.
package postgres
