// Package sqlite is the store in a SQLite file. It is the engine's default, and needs nothing but a
// path.
//
//	st, err := sqlite.Open(ctx, "orders.db")
//	...
//	defer st.Close()
//
// The file may be the application's own: every table has [Options.Prefix], and outside these tables
// nothing changes but the journal mode, which becomes WAL.
//
// # One engine, any number of clients
//
// The first Join of a Store takes an operating system lock on FILE.reprise-lock, and holds it until the
// last worker has left or the Store is closed. A second engine, in this process or another, is refused
// with a *[store.EngineRunningError]. The process that gets the lock knows that every worker that
// joined before is dead, whatever its pid or lease says. The lock file is never deleted: its text names
// the holder for people, but only the lock counts.
//
// A Store that never joins is a client, and may run beside the engine. The engine's next Tick sees what
// it writes. The Tick asks PRAGMA data_version, which is cheap, and reads the tables only if the answer
// or something of its own has changed. A program that only visits another program's store, such as a
// command line, sets [Options.Existing].
//
// # Durability
//
// The database is in WAL mode with synchronous=FULL. After Apply has returned:
//
//	what dies                            what is lost
//	the process (kill -9, panic, OOM)    nothing
//	the machine (power, kernel)          nothing, if the disk keeps what fsync was told
//	the disk                             what the last backup does not have
//
// One fsync pays for a whole batch, which makes it fast. A weaker setting would speed up only single
// commits, and would let acknowledged starts vanish in a power failure, so there is none. On macOS
// fullfsync is on. Do not use network file systems: neither file locks nor the shared memory of the WAL
// work there.
//
// Back up with VACUUM INTO or the backup API, not by copying the file while it is open:
// closing a descriptor of the database file drops the POSIX locks that SQLite holds on
// it in the same process.
//
// # Concurrency
//
// A Store is safe for concurrent use. One connection writes, under one lock; four read beside it. A
// caller's context is checked before a transaction begins and never after that; only a check of the
// database ends in the middle. The package starts no goroutines: the writer itself moves the WAL into
// the database, after the commit that made it longer than 4 MiB. From 16 MiB on the writer waits for
// readers, at most 100 ms, so that the WAL can begin anew.
//
// # Transactions of the user's
//
// [InTxFunc] runs a function in a transaction for the application's own tables, with a client that
// starts and signals in it. [Store.Begin] and [InTx] are its two halves. The transaction is one of
// database/sql, with the library's own driver on a connection of its own. Meanwhile the store's writer
// is held off: all commits wait for the transaction, at most five seconds. database/sql has a goroutine
// of its own from the first Begin until Close.
//
// # Inspection
//
// A Store is a [store.Inspector]. A scan reads in pieces of at most a MiB, and holds no snapshot of the
// database between them. A check reads for seconds per million events, on a connection of its own;
// meanwhile the WAL of a busy engine grows, and shrinks afterwards. What the check sorts goes to a
// temporary file (in SQLITE_TMPDIR, or the system's directory), some tens of bytes for each commit. A
// repair holds the write lock for as long as its check takes.
//
// # Errors
//
// A full disk or database is [store.ErrFull]; another process that keeps the write lock is
// [store.ErrTransient]; a failure of the commit itself is [store.ErrUnknownOutcome]. A *[FileError]
// names the file and says what to do. After any error the transaction is rolled back, and the next call
// works if the cause is gone.
//
// # Layout
//
// The schema and its reasons are in migrations/0003.sql. Tables identify a run by a number in this file
// that rises with creation, and rows of the history are appended at the end of their table. This was
// measured with 256 runs that take turns in batches of 128: rows clustered by run id 18,000 commits/s,
// by that number 35,000, appended 63,000. What counts is how many pages a batch writes to the WAL. The
// store calls the library by store/sqlite/internal/lib, without its database/sql driver, which alone
// would cost a quarter of a commit.
//
// Package sqlite is of the author tier of docs/stability.md, except for the methods of Store by which
// the engine calls it: those are of the driver tier.
//
// Package sqlite imports activity, failure, history, store, store/internal/rules, store/internal/findings, store/sqlite/internal/lib, timer
// and the SQLite library's driver.
package sqlite
