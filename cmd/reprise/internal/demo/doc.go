// Package demo is the command "reprise demo": it fulfils its own orders, or those of a file, with
// the saga of samples/order on a SQLite file or a Postgres, and may be killed at any moment.
// Run again, it goes on; the ledger of the simulated outside world shows that no
// card was charged twice. On a Postgres several may be at work at once, and an outage of
// the server is waited out.
//
// [Main] is the command, with flags and exit code; [Run] is what it does. Its other half,
// "reprise demo cases", is in the files whose names begin with cases: it prepares a
// database with five runs that do not go on, for people to find out why. The
// package starts no goroutine of its own. It imports samples/order, package reprise,
// internal/shellword, store/sqlite, store/postgres with pgx, and what they import.
package demo
