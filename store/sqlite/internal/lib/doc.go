// Package lib binds the SQLite library by its C interface. A commit costs a quarter less than with
// database/sql (docs/adr/0009-sqlite-rows-by-number.md). It is the only package of the module with
// unsafe code: store/sqlite knows tables, this package knows connections and statements.
//
// # Who owns what
//
// A [Conn] belongs to its opener, who closes it once, with [Conn.Close]. Only one goroutine at a time
// may use it; the caller's lock decides which. Statements belong to their connection, which keeps each
// of them prepared until it is closed, so there must be few different texts.
//
// [Rows] are a query in progress. They belong to the loop that reads them, and end with the last row,
// or with [Rows.End]. Until then the connection refuses every other statement.
//
// # Errors are sticky
//
// After the first failure a connection executes nothing: each statement changes no rows, and each query
// returns none, until [Conn.Rollback] or [Conn.Clear]. Code that runs a dozen statements checks once,
// at the end, and must not conclude anything before.
//
// # Values
//
// Arguments are int64, int, bool, string, []byte, time.Time, uuid.UUID, [16]byte and nil. The zero
// time, the zero id, and a nil slice are NULL; a [16]byte is never NULL. A time is stored as
// microseconds since 1970. Arguments are copied before Exec or Query returns, so the caller may reuse
// their bytes.
//
// What Rows return is copied too, and stays valid after the next row and after Close. Nothing in this
// package hands out the library's memory.
//
// Package lib imports the SQLite library, its C runtime and uuid.
package lib
