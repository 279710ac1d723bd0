// Package postgres is the store in a Postgres database: any number of worker processes
// on any number of machines share it, in a schema of its own beside the user's tables.
//
//	pool, err := pgxpool.New(ctx, "postgres://app@db/orders")
//	...
//	err = postgres.Migrate(ctx, pool, postgres.Options{}) // or print Migrations and run them by hand
//	st, err := postgres.New(pool, postgres.Options{})
//
// # Transactions
//
// Every transaction is READ COMMITTED, whatever the database's default is, and one that
// meets another in the wrong moment (40001, 40P01) is run again as a whole. A batch of
// any number of ops takes two round trips: what the ops name is locked and looked up,
// they change it in memory one after another, and the difference is written, one
// statement for each table, together with the COMMIT.
//
// The lock of a run's row is the lock of everything that hangs on the run. Runs are
// locked in the order of their ids, and whoever searches (a claim, a timer pump, a
// recovery) passes over what is locked; so no two transactions of the store wait for
// each other, but in the rare case that the server finds out and the store repeats.
//
// A caller's context is looked at before a transaction begins and never after; a
// transaction is given 15 s. When the answer to a COMMIT is lost, that is
// [store.ErrUnknownOutcome], and the same call again finds out.
//
// # Requirements
//
// Postgres 14 or later. There are no foreign keys, triggers, sequences, functions,
// advisory locks or notifications. Prepared statements are used as the pool is set to;
// behind a pooler in transaction mode set default_query_exec_mode to cache_describe or
// exec. The simple protocol is refused.
//
// # Durability
//
// A commit is as durable as the server makes it: leave fsync and synchronous_commit on.
// Times are the database's, as of the beginning of the transaction.
//
// Package postgres imports store, uuid and pgx. It starts no goroutines; a pool does.
package postgres
