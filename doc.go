// Package reprise makes a plain Go function survive the death of the process that
// runs it. You import it, give it a store (a SQLite file, store/sqlite, or the
// Postgres you already run, store/postgres), and write the business process as
// straight-line Go; there is no server to operate. When the process dies, the next one
// replays the function from its event history to the same point and goes on; on Postgres
// any number of processes and machines share the work, and one of the others does.
//
// Define workflows, activities and signals in packages workflow, activity and
// signal; bind them to functions in [New]; [Runtime.Start] a worker; then [Start]
// runs and wait for their [Handle.Result]. A [Runtime] that was not started is a
// client; so is a [Tx], inside a transaction of your own.
//
// Every accepted start reaches exactly one end, or is visibly parked (see [Describe]). Every activity
// result is recorded at most once; give activity.Info's IdempotencyKey to whatever you call.
// docs/guarantees.md has all of what is promised.
//
// All methods and functions are safe for concurrent use. Every goroutine of the
// engine is started below internal/, but for that of [Replay]; docs/ARCHITECTURE.md lists them.
//
// Package reprise is of the author tier of docs/stability.md: what it exports stays.
//
// Package reprise imports codec, failure, history, replay, workflow, activity, signal, timer, store, internal/sealing,
// internal/contract, internal/engine, internal/filter, internal/histories, internal/hooks, internal/inside, internal/rows, internal/timeline, internal/waits and
// internal/watchdog, and no driver.
package reprise
