// Package sqlite is the store in a SQLite file: the default of the engine, in need of
// nothing but a path.
//
//	st, err := sqlite.Open(ctx, "orders.db")
//	...
//	defer st.Close()
//
// The file may be the application's own: every table carries [Options.Prefix], and
// nothing outside these tables is changed but the journal mode, which becomes WAL.
//
// # One engine, any number of clients
//
// The first Join of a Store takes an operating system lock on FILE.reprise-lock and
// holds it until the last worker has left or the Store is closed. A second engine is
// refused with a *[store.EngineRunningError], in this process or another; and whoever
// gets the lock knows that every worker that joined before is dead, whatever its pid
// or lease says. The lock file is never deleted: its text names the holder for people,
// the lock itself is what counts.
//
// A Store that never joins is a client and welcome beside the engine. What it writes is
// seen by the engine's next Tick, which asks PRAGMA data_version, one cheap question,
// and looks at the tables only when the answer or something of its own has changed. A
// program that only visits a store that another one owns, as a command line does, sets
// [Options.Existing].
//
// # Durability
//
// The database is in WAL mode with synchronous=FULL. Apply has returned, so:
//
//	what dies                            what is lost
//	the process (kill -9, panic, OOM)    nothing
//	the machine (power, kernel)          nothing, if the disk keeps what fsync was told
//	the disk                             what the last backup does not have
//
// One fsync pays for a whole batch, which is where the speed comes from; a weaker
// setting would be faster for single commits only, and would let acknowledged starts
// vanish with the power, so there is none. On macOS fullfsync is on. No network file
// systems: neither the file locks nor the shared memory of WAL work there.
//
// Back up with VACUUM INTO or the backup API, not by copying the file while it is open:
// closing a descriptor of the database file drops the POSIX locks that SQLite holds on
// it in the same process.
//
// # Concurrency
//
// A Store is safe for concurrent use. One connection writes, under one lock; four read
// beside it. A caller's context is looked at before a transaction begins and never
// after; only a check ends in the middle. The package starts no goroutines: the writer
// itself moves the WAL into the database after the commit that made it longer than 4 MiB. From
// 16 MiB on it waits for those who read, 100 ms at most, so that the WAL can begin anew.
//
// # Transactions of the user's
//
// [InTxFunc] runs a function in a transaction for the application's own tables, with a client
// that starts and signals in it. [Store.Begin] and [InTx] are its two halves. It is one of database/sql, by the library's own driver on a connection of
// its own, while the store's writer is held off: all commits wait for it, for five seconds
// at most. database/sql has a goroutine of its own from the first Begin until Close.
//
// # Inspection
//
// A Store is a [store.Inspector]. A scan reads in pieces of at most a MiB and keeps no
// moment of the database between them. A check reads for seconds per million events, on a
// connection of its own: meanwhile the WAL of a busy engine grows, and shrinks after it.
// What it sorts goes to a temporary file (SQLITE_TMPDIR, else the system's), some tens of
// bytes for each commit. A repair holds the write lock as long as its check takes.
//
// # Errors
//
// A full disk or database is [store.ErrFull]; another process that keeps the write lock
// is [store.ErrTransient]; a failure of the commit itself is
// [store.ErrUnknownOutcome]. A *[FileError] names the file and says what to do. After
// any error the transaction is undone and the next call works if the cause is gone.
//
// # Layout
//
// The schema and the reasons for it stand in migrations/0003.sql. Tables name a run by a
// number of this file that rises with creation, and rows of the history are appended
// where their table ends. Measured with 256 runs that take turns in batches of 128: rows
// clustered by run id 18,000 commits/s, by that number 35,000, appended 63,000; what
// counts is how many pages a batch writes to the WAL. The library is called beneath its
// database/sql driver, whose own cost is a quarter of a commit's, by store/sqlite/internal/lib.
//
// Package sqlite is of the author tier of docs/stability.md, but for the methods of Store
// by which the engine calls it: those are of the driver tier.
//
// Package sqlite imports activity, failure, history, store, store/internal/rules, store/internal/findings, store/sqlite/internal/lib, timer
// and the SQLite library's driver.
package sqlite
